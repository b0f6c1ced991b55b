"""What metre has to go by of a text: weights, breaks, licences, and whether its lines repeat."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from dhyana.grammar.chandas.division import ranges, segments
from dhyana.grammar.chandas.pada import free_syllables
from dhyana.grammar.scansion import Akshara, Break

LINES = 4  # of a stanza
_SHORTEST = 5  # syllables of a line that can show a pattern
_OM = ("oṃ", "om̐", "om")
_M_BEFORE_SPACE = re.compile(r"(?P<m>\S{1,2})\s+")  # with a virāma in the Indic scripts


@dataclass(frozen=True)
class Text:
    """What metre has to go by: weights, what is written after each syllable, licences.

    `free` are heavy syllables (from 0) that the krama licence lets be light. `om`: the first
    syllable is an oṃ that stands by itself, and may stand outside the metre.
    """

    weights: str
    breaks: tuple[Break, ...]
    free: tuple[int, ...] = ()
    om: bool = False

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

    def part(self, syllables: range) -> "Text":
        """Give some of the syllables as a text of their own."""
        span = slice(syllables.start, syllables.stop)
        free = tuple(k - syllables.start for k in self.free if k in syllables)
        return Text(self.weights[span], self.breaks[span], free, self.om and span.start == 0)

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
        free_syllables(aksharas),
        any(map(_is_om, with_whole_om(aksharas[:2])[:1])),
    )


def with_whole_om(aksharas: Sequence[Akshara]) -> tuple[Akshara, ...]:
    """Give an om that begins a text its m, which is heard with the next word."""
    if len(aksharas) > 1:
        om, word = aksharas[:2]
        m = _M_BEFORE_SPACE.match(word.written)
        if m and om.iast in ("o", "o3") and om.after is Break.WORD and word.iast.startswith("m"):
            whole = om._replace(
                written=om.written + m["m"], iast=om.iast + "m", end=word.start + m.end("m")
            )
            rest = word._replace(
                written=word.written[m.end() :], iast=word.iast[1:], start=word.start + m.end()
            )
            return (whole, rest, *aksharas[2:])
    return tuple(aksharas)


def _is_om(akshara: Akshara) -> bool:
    """Whether a syllable is the sacred one, and a word of its own."""
    apart = akshara.after not in (Break.NONE, Break.SEAM)
    return apart and akshara.iast.replace("3", "") in _OM


@dataclass(frozen=True, slots=True)
class Regular:
    """A text whose lines repeat: what repeats, and the lines."""

    patterns: tuple[str, ...]
    lines: tuple[range, ...]


def _regular(text: Text) -> Regular | None:
    """Find that the text has four equal lines, or two equal halves, the line ends being free."""
    weights, pieces = text.weights, text.pieces
    size = len(weights) // LINES
    quarters = ranges([size] * LINES)
    if (
        size * LINES == len(weights)
        and {piece.stop for piece in pieces} <= {line.stop for line in quarters}
        and _alike(weights, quarters, quarters[1:])
    ):
        return Regular((_pattern(weights, quarters),), quarters)
    half = len(pieces) // 2
    if len(pieces) in (2, LINES) and _alike(weights, pieces[:half], pieces[half:]):
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
