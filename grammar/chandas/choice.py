"""Which metre a text is read in, by its weights and breaks alone.

A reading without an error goes before one with errors. Among those without, a fixed metre goes
before the śloka, the śloka before the āryā family, that before the other metres by morae; a
single exact reading is believed if chance would seldom give it. If none is exact, the reading
with most evidence is taken, and only if prose hardly ever has as much. A regular pattern that has
no name keeps none. How much evidence is needed: `belief`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import inf

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas import fixed, moraic, trishtubh
from dhyana.grammar.chandas.alignment import PADA
from dhyana.grammar.chandas.belief import (
    ARYA_BITS,
    EXACT_BITS,
    FAULTY_BITS,
    PRIOR_BITS,
    Reading,
    is_believed,
    is_proven,
    likeliest,
    rank,
)
from dhyana.grammar.chandas.fixed import FixedReading
from dhyana.grammar.chandas.moraic import JatiReading, MatraReading
from dhyana.grammar.chandas.names import ANUSHTUBH, UPAJATI
from dhyana.grammar.chandas.naming import fixed_names
from dhyana.grammar.chandas.shloka_reading import (
    SHLOKA_BITS,
    ShlokaReading,
    as_shloka,
    read_shloka,
)
from dhyana.grammar.chandas.text import LINES, Regular, Text
from dhyana.grammar.report import Nearest
from dhyana.grammar.scansion import Break
from dhyana.grammar.vrttas import table

_FEWER = 2
"""By so many changes less a śloka goes before a metre whose every syllable speaks for it."""


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


_MOST_FAULTS = 3
"""So many changes a verse may take that is read in the metre of the verses around it."""

OneVerse = Fixed | FixedReading | ShlokaReading | JatiReading | MatraReading


@dataclass(frozen=True, slots=True)
class Several:
    """A text of several verses in one metre: the syllables of each, and what it is read as."""

    name: str
    verses: tuple[tuple[range, OneVerse], ...]

    @property
    def distance(self) -> int:
        """How many changes all of them would take."""
        return sum(0 if isinstance(verse, Fixed) else verse.distance for _, verse in self.verses)


@dataclass(frozen=True, slots=True)
class AfterOm:
    """A text that begins with an oṃ outside its metre: what the rest is read as."""

    rest: OneVerse | Several


Choice = OneVerse | Several | Unread | AfterOm


@lru_cache(maxsize=1 << 11)
def choose(text: Text, profile: Profile, *, name_nearest: bool = True) -> Choice:
    """Weigh all metres against each other; `text` has at least one syllable.

    Without `name_nearest` an unread text need not have its nearest metre.
    """
    # No reading with a fault is believed with less.
    floor = -inf if name_nearest else ARYA_BITS
    return past_om(text, lambda own: _choose(own, profile, floor)) or Unread(None)


def past_om(text: Text, read: Callable[[Text], Choice | None]) -> Choice | None:
    """Read a text; without the oṃ that it begins with where that takes no more changes.

    Where the oṃ fits it counts: `oṃ ity ekākṣaraṃ brahma`.
    """
    found = read(text)
    if not text.om or len(text.weights) == 1 or not _changes(found):
        return found
    rest = read(text.part(range(1, len(text.weights))))
    if rest is None or isinstance(rest, (Unread, AfterOm)) or _changes(rest) > _changes(found):
        return found
    return AfterOm(rest)


def _changes(choice: Choice | None) -> float:
    """How many changes make a text what it is read as."""
    match choice:
        case None | Unread():
            return inf
        case Fixed():
            return 0
        case AfterOm(rest):
            return _changes(rest)
        case _:
            return choice.distance


def _choose(text: Text, profile: Profile, floor: float) -> OneVerse | Several | Unread:
    found = _one_verse(text, profile, floor)
    return _several(text, profile, floor) or found if isinstance(found, Unread) else found


def _one_verse(text: Text, profile: Profile, floor: float) -> OneVerse | Unread:
    """Choose for one verse; what has less evidence than `floor` need not be found."""
    whole = _whole(text)
    if whole:
        return Fixed(tuple(whole))
    shloka = as_shloka(text.weights, text.breaks, text.free, profile)
    exact = _exact(text, shloka)
    if exact:
        return exact
    epic = trishtubh.believed(text) if profile is Profile.EPIC else None
    if epic and not epic.distance:
        return epic
    found = _inexact(text, shloka, floor)
    return epic if epic and epic.distance < _changes(found) else found


def _several(text: Text, profile: Profile, floor: float) -> Several | None:
    """Read a text that no mark parts into verses as several, by four lines or two halves.

    All must be in one metre, so that no prose is one.
    """
    for count in (LINES, LINES // 2):
        stops = list(range(count, len(text.pieces) - count // 2, count))
        if not stops:
            continue
        ends = [text.pieces[stop].start for stop in stops]
        parts = [range(a, b) for a, b in pairwise([0, *ends, len(text.weights)])]
        told: dict[range, OneVerse] = {}
        for number, part in enumerate(parts, 1):
            verse = _one_verse(text.part(part), profile, floor)
            if not isinstance(verse, Unread):
                told[part] = verse
            if 2 * (number - len(told)) > len(parts):
                break
        name = _shared(metre_of(text.part(part), verse) for part, verse in told.items())
        if name is None or 2 * len(told) < len(parts):
            continue
        held = {part: told.get(part) or _held_to(name, text.part(part), profile) for part in parts}
        whole = tuple((part, verse) for part, verse in held.items() if verse is not None)
        if len(whole) == len(parts):
            return Several(name, whole)
    return None


def _held_to(name: str, text: Text, profile: Profile) -> OneVerse | None:
    """Read a verse that proves no metre by itself in that of the verses around it."""
    if name == ANUSHTUBH[0]:
        shloka = read_shloka(text.weights, text.breaks, text.free, profile)
        return shloka if shloka.distance <= _MOST_FAULTS else None
    readings = (
        fixed.read(candidate, text.licensed, text.breaks)
        for candidate in fixed.candidates()
        if candidate.name == name and len(candidate.lines) == len(text.pieces)
    )
    near = min(readings, key=lambda reading: reading.distance, default=None)
    return near if near and all(near.lines) and near.distance <= _MOST_FAULTS else None


def metre_of(text: Text, choice: OneVerse) -> str:
    """Name the metre that a text is read in."""
    match choice:
        case Fixed(readings):
            return fixed_names(text, readings[0])[0][0]
        case FixedReading():
            return fixed_names(text, choice)[0][0]
        case ShlokaReading():
            return ANUSHTUBH[0]
        case JatiReading() | MatraReading():
            return choice.metre.name


def has_failed(choice: OneVerse) -> bool:
    """Whether a text, read so, breaks a rule."""
    match choice:
        case Fixed():
            return False
        case ShlokaReading():
            return choice.failed
        case _:
            return choice.distance > 0


def _shared(names: Iterable[str]) -> str | None:
    """Name the metre of several verses, if it is one: an upajāti has stanzas of its members."""
    found = set(names)
    if len(found) == 1:
        return found.pop()
    if trishtubh.TRISHTUBH in found:
        found.remove(trishtubh.TRISHTUBH)
        return trishtubh.TRISHTUBH if _shared(found) in trishtubh.CLASSICAL else None
    members = (set(mixture.members.values()) for mixture in table().mixtures)
    return UPAJATI if any(found <= {UPAJATI, *own} for own in members) and found else None


def _whole(text: Text) -> list[FixedReading]:
    """Read the text as a fixed metre without any change, the likeliest first.

    What is written in lines or halves is a stanza if it can be one. But lines that are very short
    are seldom meant where no word is seen to end with each: then the text may be a half, or a
    line, of a metre of twice the length.
    """
    written = len(text.pieces) > 1

    def is_meant(reading: FixedReading) -> bool:
        if min(map(len, reading.lines)) >= PADA:
            return True
        ends = (text.breaks[line.stop - 1] for line in reading.lines[:-1])
        return written and Break.NONE not in ends

    return sorted(
        filter(is_proven, fixed.exact(text.weights, text.breaks)),
        key=lambda r: (is_meant(r), len(r.lines), r.bits),
        reverse=True,
    )


def _exact(text: Text, shloka: ShlokaReading | None) -> OneVerse | None:
    """Find that a text keeps the śloka or a metre by morae without a fault."""
    if shloka and not shloka.failed and shloka.bits >= EXACT_BITS:
        return shloka
    weights, breaks = text.weights, text.breaks
    families: list[Callable[..., Iterator[JatiReading | MatraReading]]]
    families = [moraic.jatis, moraic.vaitaliyas]
    if not text.regular:
        families.append(moraic.matrasamakas)
    if len(text.pieces) == LINES:
        families.reverse()  # four lines of sixteen morae are no āryāgīti of 12 + 20
    for readings in families:
        found = readings(weights, breaks, faultless=True)
        good = [r for r in found if not r.distance and is_believed(r)]
        if good:
            return max(good, key=lambda reading: reading.bits)
    return None


def _inexact(text: Text, shloka: ShlokaReading | None, floor: float) -> OneVerse | Unread:
    """Choose for a text with faults, of a pattern without name, or of no metre."""
    # No metre that is ranked below the śloka can change what is said.
    least = shloka.bits + PRIOR_BITS if shloka else -inf
    believed = floor if floor == -inf else FAULTY_BITS
    near = likeliest(list(_close(text, max(floor, least), max(believed, least))))
    nearest = Nearest(reading_name(near), near.distance) if near else None
    if near and near.distance and _says_nothing(text, near.distance):
        nearest = None
    if shloka and (near is None or _is_rather(shloka, near)):
        near, nearest = None, Nearest(ANUSHTUBH[0], shloka.distance)
    regular = text.regular
    if regular and len(regular.patterns) == 1 and len(regular.lines) == LINES:
        return Unread(nearest, regular)
    if near is None and shloka and shloka.bits >= SHLOKA_BITS:
        return shloka
    if regular:
        return Unread(nearest, regular)
    if near and is_believed(near):
        return near
    fits = nearest.name if nearest and not nearest.distance else ""
    return Unread(_nearer(text, nearest) if floor == -inf else nearest, undecided=fits)


def _nearer(text: Text, nearest: Nearest | None) -> Nearest | None:
    """Name four lines of sixteen morae if the text is nearer to them than to what was found."""
    for reading in moraic.matrasamakas(text.weights, text.breaks):
        if nearest and reading.distance < nearest.distance:
            return Nearest(reading_name(reading), reading.distance)
    return nearest


def _says_nothing(text: Text, distance: int) -> bool:
    """Whether a text so far from any metre is near to none: a word, or half of it to change."""
    size = len(text.weights)
    return size < PADA or 2 * distance > size


def _is_rather(shloka: ShlokaReading, near: Reading) -> bool:
    """Whether a text is rather a śloka than what it is nearest to of all else.

    By its evidence, or as it takes no more changes: two fewer than a metre that has many places.
    Of two that nothing proves the commoner is the nearer.
    """
    if shloka.bits + PRIOR_BITS > near.bits:
        return True
    fewer = _FEWER if isinstance(near, FixedReading) else 0
    proven = shloka.bits >= SHLOKA_BITS or (isinstance(near, JatiReading) and not is_believed(near))
    return proven and shloka.distance + fewer <= near.distance


def reading_name(reading: Reading) -> str:
    """Name what a text is read as."""
    return reading.candidate.name if isinstance(reading, FixedReading) else reading.metre.name


def _close(text: Text, floor: float, believed: float) -> Iterator[Reading]:
    """Read the text with as few faults as may be, other than as a śloka.

    What takes a change and has less evidence than `floor` need not be found, of a fixed metre than
    `believed`, but for one that goes before a metre by morae.
    """
    rivalled = floor == -inf or any(True for _ in _moraic(text, floor))
    near = fixed.nearest(text.licensed, text.breaks, floor - PRIOR_BITS if rivalled else believed)
    if near:
        yield near
        floor = max(floor, rank(near))
    if rivalled:
        yield from _moraic(text, floor)


def _moraic(text: Text, floor: float) -> Iterator[JatiReading | MatraReading]:
    """Read the text by morae; what has less evidence than `floor` need not be found."""
    yield from moraic.jatis(text.weights, text.breaks, floor=floor)
    yield from moraic.vaitaliyas(text.weights, text.breaks, floor=floor)
