"""Which metre a text is read in, by its weights and breaks alone.

A reading without an error goes before one with errors. Among those without, a fixed metre goes
before the śloka, the śloka before the āryā family, that before the other metres by morae; a
single exact reading is believed if chance would seldom give it. If none is exact, the reading
with most evidence is taken, and only if prose hardly ever has as much. A regular pattern that has
no name keeps none. What evidence is: `matching.evidence`, in bits.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas import fixed, moraic
from dhyana.grammar.chandas.alignment import PADA
from dhyana.grammar.chandas.division import ranges, segments
from dhyana.grammar.chandas.fixed import FixedReading
from dhyana.grammar.chandas.moraic import JatiReading, MatraReading
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.chandas.pada import may_stay_light
from dhyana.grammar.chandas.shloka_reading import SHLOKA_BITS, ShlokaReading, as_shloka
from dhyana.grammar.report import Nearest
from dhyana.grammar.scansion import Akshara, Break

EXACT_BITS = 4.0
"""Evidence that a text without any fault needs: one of sixteen texts of no metre has so much."""

FAULTY_BITS = 12.0
"""Evidence that a text with faults needs. Of 81 texts in prose none has more than 4.4; of 1,200
windows of the words of a purāṇa in random order two have so much."""

PRIOR_BITS = 4.0
"""By how much a text is rather of a common metre than of a rarer one that it is as near to."""

_LINES = 4  # of a stanza
_SHORTEST = 5  # syllables of a line that can show a pattern


@dataclass(frozen=True)
class Text:
    """What metre has to go by: weights, what is written after each syllable, licences.

    `free` are heavy syllables (from 0) that the krama licence lets be light.
    """

    weights: str
    breaks: tuple[Break, ...]
    free: tuple[int, ...] = ()

    @cached_property
    def pieces(self) -> tuple[range, ...]:
        """Stretches between line breaks and daṇḍas."""
        return segments(self.breaks)

    @cached_property
    def licensed(self) -> str:
        """The weights, with `?` for what may be heavy or light."""
        if not self.free:
            return self.weights
        return "".join("?" if k in self.free else w for k, w in enumerate(self.weights))

    @cached_property
    def regular(self) -> "Regular | None":
        """Tell whether four equal lines, or two equal halves, make it up."""
        return _regular(self)


def text_of(aksharas: Iterable[Akshara]) -> Text:
    """Leave of the syllables what metre goes by."""
    aksharas = tuple(aksharas)
    return Text(
        "".join([akshara.weight for akshara in aksharas]),
        tuple([akshara.after for akshara in aksharas]),
        tuple([k for k, akshara in enumerate(aksharas) if may_stay_light(akshara)]),
    )


@dataclass(frozen=True, slots=True)
class Regular:
    """A text whose lines repeat: what repeats, and the lines."""

    patterns: tuple[str, ...]
    lines: tuple[range, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text that fits fixed metres without a change, the likeliest first."""

    readings: tuple[FixedReading, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A text of no metre, or of none that can be told.

    `regular`: of a pattern that has no name. `undecided`: a metre that it fits without proving it.
    """

    nearest: Nearest | None
    regular: Regular | None = None
    undecided: str = ""


Reading = FixedReading | JatiReading | MatraReading
Choice = Fixed | FixedReading | ShlokaReading | JatiReading | MatraReading | Unread


def choose(text: Text, profile: Profile) -> Choice:
    """Weigh all metres against each other; `text` has at least one syllable."""
    whole = _whole(text)
    if whole:
        return Fixed(tuple(whole))
    shloka = as_shloka(text.weights, text.breaks, text.free, profile)
    return _exact(text, shloka) or _inexact(text, shloka)


def _whole(text: Text) -> list[FixedReading]:
    """Read the text as a fixed metre without any change, the likeliest first.

    What is written in lines or halves is a stanza if it can be one. What is not may be one line
    of a usual metre rather than two or four of one whose lines are very short.
    """
    written = len(text.pieces) > 1
    return sorted(
        (r for r in fixed.exact(text.weights, text.breaks) if r.bits >= EXACT_BITS),
        key=lambda r: (written or min(map(len, r.lines)) >= PADA, len(r.lines), r.bits),
        reverse=True,
    )


def _exact(text: Text, shloka: ShlokaReading | None) -> Choice | None:
    """Find that a text keeps the śloka or a metre by morae without a fault."""
    if shloka and not shloka.failed and shloka.bits >= EXACT_BITS:
        return shloka
    weights, breaks = text.weights, text.breaks
    families: list[Callable[..., Iterator[JatiReading | MatraReading]]]
    families = [moraic.jatis, moraic.vaitaliyas]
    if not text.regular:
        families.append(moraic.matrasamakas)
    if len(text.pieces) == _LINES:
        families.reverse()  # four lines of sixteen morae are no āryāgīti of 12 + 20
    for readings in families:
        found = readings(weights, breaks, faultless=True)
        good = [r for r in found if not r.distance and _is_believed(r)]
        if good:
            return max(good, key=lambda reading: reading.bits)
    return None


def _inexact(text: Text, shloka: ShlokaReading | None) -> Choice:
    """Choose for a text with faults, of a pattern without name, or of no metre."""
    # No metre that is ranked below the śloka can change what is said.
    floor = shloka.bits + PRIOR_BITS if shloka else -inf
    near = max(_close(text, floor), key=_rank, default=None)
    nearest = Nearest(reading_name(near), near.distance) if near else None
    if shloka and (near is None or shloka.bits + PRIOR_BITS > near.bits):
        near, nearest = None, Nearest(ANUSHTUBH[0], shloka.distance)
    regular = text.regular
    if regular and len(regular.patterns) == 1 and len(regular.lines) == _LINES:
        return Unread(nearest, regular)
    if near is None and shloka and shloka.bits >= SHLOKA_BITS:
        return shloka
    if regular:
        return Unread(nearest, regular)
    if near and _is_believed(near):
        return near
    fits = nearest.name if nearest and not nearest.distance else ""
    return Unread(nearest, undecided=fits)


def reading_name(reading: Reading) -> str:
    """Name what a text is read as."""
    return reading.candidate.name if isinstance(reading, FixedReading) else reading.metre.name


def _is_believed(reading: Reading) -> bool:
    """Whether a reading has the evidence it needs.

    A single half of an āryā needs as much as a text with faults: prose happens to be one.
    """
    half = isinstance(reading, JatiReading) and len(reading.halves) == 1
    return reading.bits >= (FAULTY_BITS if reading.distance or half else EXACT_BITS)


def _rank(reading: Reading) -> float:
    """Evidence by which readings with faults compete: a fixed metre goes before its free form."""
    return reading.bits + (PRIOR_BITS if isinstance(reading, FixedReading) else 0)


def _close(text: Text, floor: float) -> Iterator[Reading]:
    """Read the text with as few faults as may be, other than as a śloka.

    What is ranked below `floor` need not be found.
    """
    near = fixed.nearest(text.licensed, text.breaks, floor - PRIOR_BITS)
    if near:
        yield near
        floor = max(floor, _rank(near))
    yield from moraic.jatis(text.weights, text.breaks, floor=floor)
    yield from moraic.vaitaliyas(text.weights, text.breaks, floor=floor)


def _regular(text: Text) -> Regular | None:
    """Find that the text has four equal lines, or two equal halves, the line ends being free."""
    weights, pieces = text.weights, text.pieces
    size = len(weights) // _LINES
    quarters = ranges([size] * _LINES)
    if (
        size * _LINES == len(weights)
        and {piece.stop for piece in pieces} <= {line.stop for line in quarters}
        and _alike(weights, quarters, quarters[1:])
    ):
        return Regular((_pattern(weights, quarters),), quarters)
    half = len(pieces) // 2
    if len(pieces) in (2, _LINES) and _alike(weights, pieces[:half], pieces[half:]):
        patterns = tuple(_pattern(weights, pieces[i::half]) for i in range(half))
        return Regular(patterns, pieces)
    return None


def _alike(weights: str, lines: Sequence[range], others: Sequence[range]) -> bool:
    """Whether lines long enough to show a pattern have the same, one with the other."""
    return all(
        len(a) >= _SHORTEST and weights[a.start : a.stop - 1] == weights[b.start : b.stop - 1]
        for a, b in zip(lines, others, strict=False)
    )


def _pattern(weights: str, lines: Sequence[range]) -> str:
    """Give the pattern of lines that are alike, ending heavy if any of them does."""
    return max((weights[line.start : line.stop] for line in lines), key=lambda w: w[-1] == "g")
