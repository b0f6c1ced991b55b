"""The triṣṭubh of the epics and its mixture with the jagatī: line by line freer than an upajāti.

A line is an opening, a break and a cadence (`vrttas.yaml`, `epic`); the classical indravajrā,
upendravajrā, śālinī and vātormī are some of its forms. The profile `epic` reads it where no metre
fixed syllable by syllable is kept.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from dhyana.grammar.chandas.division import layout, ranges, segments
from dhyana.grammar.chandas.fixed import Candidate, FixedReading
from dhyana.grammar.chandas.matching import FAR, Change, edits, evidence, fit_cost, partition
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.scansion import Break
from dhyana.grammar.vrttas import Vrtta, table

TRISHTUBH, JAGATI = "triṣṭubh", "jagatī"

AUTHORITY = "Hopkins, The Great Epic of India (1901), ch. 4"
"""Where these metres are described."""

BITS = 10.0
"""Evidence that such a text needs, with faults or without."""

_COUNTS = (2, 4, 6)
_USUAL, _SHORTEST, _LONGEST = 11, 10, 13  # syllables of a line as written
_OPENING, _BREAK = 4, 3


CLASSICAL = frozenset(
    ("upajāti", "indravajrā", "upendravajrā", "śālinī", "vātormī", "vaṃśastha", "indravaṃśā")
)
"""Metres whose stanzas stand among triṣṭubhs of the epics, their lines being some of its forms."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a line of the epics has: its metre, its break, and the classical line beside it.

    `hypermetric`: its opening has five syllables in place of four.
    """

    metre: str
    middle: str
    classical: str
    hypermetric: bool


@lru_cache(maxsize=1)
def _forms() -> dict[str, Form]:
    found = {}
    for metre in table().epics:
        usual = metre.lines[0]
        cadence = len(usual) - _OPENING - _BREAK
        for line in metre.lines:
            middle = line[-cadence - _BREAK : -cadence]
            classical = f".glg{usual[_OPENING:]}"
            found[line] = Form(metre.name, middle, classical, len(line) > len(usual))
    return found


def form_of(pattern: str) -> Form | None:
    """Tell what line of the epics has this pattern."""
    return _forms().get(pattern)


def authority_of(pattern: str) -> str | None:
    """Say where a line of the epics is described, None of any other."""
    return AUTHORITY if pattern in _forms() else None


def classical_line(weights: str) -> str | None:
    """Name the classical metre that a line of an epic triṣṭubh or jagatī would be of."""
    named = table().lines.get(weights[:-1], ())
    return next((vrtta.name for vrtta in named if vrtta.name in CLASSICAL), None)


@lru_cache(maxsize=8)
def _candidate(name: str, count: int) -> Candidate:
    metre = next(metre for metre in table().epics if metre.name == name)
    line = metre.lines[0]
    like = Vrtta(
        name=metre.name,
        devanagari=metre.devanagari,
        also=metre.also,
        sources=metre.sources,
        kind="sama",
        lines=(line,) * 4,
    )
    return Candidate(name, (line,) * count, (like,))


@lru_cache(maxsize=1024)
def _nearest(weights: str) -> tuple[int, str]:
    """Cost of the form that a line is nearest to, and that form."""
    near = FAR, ""
    for pattern in _forms():
        near = min(near, (fit_cost(weights, pattern, near[0]), pattern))
    return near


def lines_of(size: int) -> int | None:
    """How many lines a text of so many syllables has, None if it is too short or too long."""
    return next((n for n in _COUNTS if n * _SHORTEST <= size <= n * _LONGEST), None)


@lru_cache(maxsize=1)
def _line_kept() -> re.Pattern[str]:
    """Match the weights of a line that has one of the forms."""
    forms = "|".join(_forms())
    return re.compile(forms.replace("g", "[g?]").replace("l", "[l?]"))


def read(weights: str, breaks: Sequence[Break], *, faultless: bool = False) -> FixedReading | None:
    """Read a text of two, four or six lines as a triṣṭubh or jagatī of the epics.

    What a line has besides the forms counts as changes. None if the text has another length, or,
    where only what is `faultless` is looked for, if it has changes.
    """
    count = lines_of(len(weights))
    if count is None:
        return None
    divisions = list(_divisions(breaks, count))
    fitting = [
        lines
        for lines in divisions
        if not faultless or all(_line_kept().fullmatch(weights, x.start, x.stop) for x in lines)
    ]
    if not fitting:
        return None

    def misfit(lines: tuple[range, ...]) -> tuple[int, float]:
        cost = sum(_nearest(weights[line.start : line.stop])[0] for line in lines)
        return cost, -layout(lines, breaks)

    lines = min(fitting, key=misfit)
    written = [weights[line.start : line.stop] for line in lines]
    patterns = tuple(_nearest(line)[1] for line in written)
    changes = tuple(map(edits, written, patterns))
    fixed = sum(len(pattern) - pattern.count(".") for pattern in patterns)
    wrong = sum(1 + (edit.change is not Change.WRONG) for line in changes for edit in line)
    jagatis = sum(_forms()[pattern].metre == JAGATI for pattern in patterns)
    name = JAGATI if 2 * jagatis > count else TRISHTUBH
    # Most weights of a break are allowed: it says next to nothing.
    said = evidence(fixed - _BREAK * count, wrong, len(divisions))
    bits = said + layout(lines, breaks)
    return FixedReading(_candidate(name, count), lines, patterns, tuple(written), bits)


def believed(text: Text, *, faultless: bool = False) -> FixedReading | None:
    """Read a text as a triṣṭubh or jagatī of the epics if prose seldom comes so near to one."""
    reading = read(text.licensed, text.breaks, faultless=faultless)
    return reading if reading and reading.bits >= BITS else None


def kept(text: Text) -> str:
    """Name the metre of the epics that a text keeps without a fault, "" if it keeps none."""
    reading = believed(text, faultless=True)
    return reading.candidate.name if reading else ""


def _divisions(breaks: Sequence[Break], count: int) -> Iterator[tuple[range, ...]]:
    """Divide a text into so many lines that end where its writer ended lines.

    Where those are no ends of such lines, it is divided as if written in one.
    """
    lengths = tuple(len(piece) for piece in segments(breaks))
    lines = partition(lengths, (_USUAL,) * count)
    found = False
    if lines is not None:
        shares = [list(_shares(*piece)) for piece in zip(lengths, lines, strict=True)]
        for chosen in product(*shares):
            found = True
            yield ranges([length for share in chosen for length in share])
    if not found:
        yield from map(ranges, _shares(len(breaks), count))


def _shares(size: int, count: int) -> Iterator[tuple[int, ...]]:
    """Share syllables out to so many lines."""
    if count == 1:
        if _SHORTEST <= size <= _LONGEST:
            yield (size,)
        return
    for first in range(_SHORTEST, _LONGEST + 1):
        if (count - 1) * _SHORTEST <= size - first <= (count - 1) * _LONGEST:
            for rest in _shares(size - first, count - 1):
                yield (first, *rest)
