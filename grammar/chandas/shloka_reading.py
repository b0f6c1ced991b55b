"""A text read as a śloka: its pādas, how far they are from good ones, and what that proves.

All of it by weights and breaks; what is said of each fault is for `anushtubh`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log2
from typing import NamedTuple

from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.chandas.alignment import PADA, halves, padas
from dhyana.grammar.chandas.division import layout, ranges, segments
from dhyana.grammar.chandas.pada import changes, matched, reads_as_even
from dhyana.grammar.scansion import Break

SHLOKA_BITS = 7.25
"""Evidence that a śloka with faults needs, being what most verses are. Of 81 texts in prose none
and of 3,600 windows of words in random order, of prose and of a purāṇa, twenty have it; of 103
ślokas with one syllable changed, dropped or added all have it, and so have those whose pādas all
end inside a word."""

SHLOKA_LONGEST = 52
"""Syllables of a stanza of six lines, a few being added."""

SHLOKA_LINES = (1, 2, 4, 6)
SHLOKA_SIZES = tuple(count * PADA for count in SHLOKA_LINES[1:])
MISCOUNTED = 2  # so many syllables a line may have more or less
_UNUSED = "ta_vipula"
TWO_LINES_BITS = 3.0  # what two lines of eight say, and nothing else: prose has other lengths
WHICH_BITS = 1.0  # what such a line takes back, besides saying nothing itself

# Of the 256 patterns of a pāda, how many are so many changes away from one that poets write.
_PATTERNS = 256
_ODD_CHANGES = (60, 152, 40, 4)
_EVEN_CHANGES = (20, 72, 96, 56, 12)

Division = tuple[tuple[range, ...], ...]
"""The pādas of each half as ranges of syllables."""


@dataclass(frozen=True, slots=True)
class ShlokaReading:
    """A text read as a śloka.

    `distance` counts the changes that make every pāda good, `failed` tells whether a pāda breaks
    a rule, `bits` is the evidence, 0 where it is not asked for.
    """

    division: Division
    distance: int
    failed: bool
    bits: float = 0.0


class _Pada(NamedTuple):
    weights: str
    even: bool
    kind: str | None
    distance: int


def as_shloka(
    weights: str, breaks: Sequence[Break], free: tuple[int, ...], profile: Profile
) -> ShlokaReading | None:
    """Read a text as a śloka, if it is about as long as one and parts into its lines."""
    size = len(weights)
    if size > SHLOKA_LONGEST or (size not in SHLOKA_SIZES and _has_long_half(weights, breaks)):
        return None
    reading = read_shloka(weights, breaks, free, profile)
    padas_read = [line for half in reading.division for line in half]
    lengths = list(map(len, padas_read))
    if len(lengths) not in SHLOKA_LINES or max(abs(n - PADA) for n in lengths) > MISCOUNTED:
        return None
    even, wrong = [], 0
    for pada in _read(weights, reading.division, free, profile):
        if len(pada.weights) == PADA:
            even.append(pada.even)
            wrong += unlikeness(pada.weights, pada.even, profile)
    said = layout(padas_read, breaks) - WHICH_BITS * (len(lengths) - len(even))
    if lengths == [PADA, PADA] and segments(breaks) == tuple(padas_read):
        said += TWO_LINES_BITS
    return replace(reading, bits=shloka_bits(tuple(even), wrong) + said)


@lru_cache(maxsize=1024)
def unlikeness(weights: str, even: bool, profile: Profile) -> int:
    """How many changes make such a pāda one that poets write: no rule forbids a ta-vipulā, they do.

    Of 35,608 half verses of the Rāmāyaṇa one has it, of the odd patterns that a rule allows 29 %.
    """
    kind = accepted(even, profile).get(weights)
    return 1 if kind == _UNUSED else changes(weights, even, profile)


def read_shloka(
    weights: str, breaks: Sequence[Break], free: tuple[int, ...], profile: Profile
) -> ShlokaReading:
    """Read a text as a śloka, whatever its length.

    `free` are the heavy syllables (from 0) that a licence lets be light.
    """
    found = _reading(weights, padas(weights, breaks), free, profile)
    if found.distance and len(weights) in SHLOKA_SIZES:
        # The lines may be broken anywhere: by eights the verse may have fewer faults.
        eights = ranges([PADA] * (len(weights) // PADA))
        by_eights = tuple(eights[i : i + 2] for i in range(0, len(eights), 2))
        if by_eights != found.division:
            counted = _reading(weights, by_eights, free, profile)
            found = min(found, counted, key=lambda reading: reading.distance)
    return found


def _reading(
    weights: str, division: Division, free: tuple[int, ...], profile: Profile
) -> ShlokaReading:
    read = list(_read(weights, division, free, profile))
    single = len(read) == 1
    alone = 0 if single else sum(len(half) == 1 for half in division)
    failed = alone > 0 or any(_fails(pada, profile) for pada in read)
    distance = sum(pada.distance for pada in read) + PADA * alone
    return ShlokaReading(division, distance, failed)


def _fails(pada: _Pada, profile: Profile) -> bool:
    """Whether a rule is broken and not only stretched: nine syllables are an epic licence."""
    if len(pada.weights) == PADA:
        return pada.kind is None
    return profile is not Profile.EPIC or len(pada.weights) != PADA + 1


def _read(
    weights: str, division: Division, free: tuple[int, ...], profile: Profile
) -> Iterator[_Pada]:
    """Read each pāda in its place; the weights are as written."""
    single = len(division) == 1 and len(division[0]) == 1
    for half in division:
        for place, line in enumerate(half):
            written = weights[line.start : line.stop]
            even = reads_as_even(written, profile) if single else place == 1
            own = tuple(k - line.start for k in free if k in line) if free else ()
            _, kind = matched(written, own, even, profile)
            yield _Pada(written, even, kind, 0 if kind else changes(written, even, profile))


def _has_long_half(weights: str, breaks: Sequence[Break]) -> bool:
    """Whether a half is too long to be two pādas, however it is cut."""
    longest = 2 * (PADA + MISCOUNTED)
    return any(len(half) > longest for half in halves(weights, breaks))


@lru_cache(maxsize=256)
def shloka_bits(even: tuple[bool, ...], distance: int) -> float:
    """Bits by which so few changes are unlikely for syllables of no metre.

    `even` tells of each pāda of eight syllables whether it is an even one.
    """
    ways = {0: 1.0}
    for is_even in even:
        step: dict[int, float] = {}
        for before, share in ways.items():
            for wrong, count in enumerate(_EVEN_CHANGES if is_even else _ODD_CHANGES):
                step[before + wrong] = step.get(before + wrong, 0) + share * count / _PATTERNS
        ways = step
    return -log2(sum(share for wrong, share in ways.items() if wrong <= distance))
