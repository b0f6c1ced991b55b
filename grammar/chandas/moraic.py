"""Metres by morae: which of them a text is, or is nearest to.

The āryā family is read in halves, the vaitālīya and mātrāsamaka families in lines. A text without
line breaks is cut where the morae of a half or line are full, its last syllable being heavy.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product
from math import inf, log2

from dhyana.grammar.chandas.division import layout, most_layout, ranges, segments
from dhyana.grammar.chandas.gana import morae
from dhyana.grammar.chandas.jati import PLACES, Half, has_at_most, least_changes, read_half
from dhyana.grammar.chandas.matravrtta import (
    LINE_MORAE,
    MatraFault,
    is_matrasamaka,
    matrasamaka_faults,
    vaitaliya_faults,
)
from dhyana.grammar.scansion import Break
from dhyana.grammar.vrttas import Jati, Matrasamaka, Vaitaliya, table

CHANGE = 6.0  # bits that a change takes back: which of some thirty spots, and how
_STANZA = 4
_SIXTEEN_MORAE = (frozenset({"gg", "gll", "llg", "lgl", "llll"}),) * 3 + (frozenset({"gg", "llg"}),)
SLACK = 4  # morae that a half with faults may have more or less


@dataclass(frozen=True, slots=True)
class JatiReading:
    """A text read as a metre of the āryā family, in two halves or one."""

    metre: Jati
    lines: tuple[range, ...]
    halves: tuple[Half, ...]
    bits: float

    @property
    def distance(self) -> int:
        """How many changes the metre would take."""
        return sum(half.cost for half in self.halves)


@dataclass(frozen=True, slots=True)
class MatraReading:
    """A text read in four lines by morae; `variants` are the kinds of the lines."""

    metre: Vaitaliya | Matrasamaka
    lines: tuple[range, ...]
    faults: tuple[tuple[MatraFault, ...], ...]
    variants: tuple[str | None, ...]
    bits: float

    @property
    def distance(self) -> int:
        """How many changes the metre would take."""
        return sum(fault.cost for line in self.faults for fault in line)


def jatis(
    weights: str, breaks: Sequence[Break], *, faultless: bool = False, floor: float = -inf
) -> Iterator[JatiReading]:
    """Read the text as each metre of the āryā family, the closest reading of each.

    `faultless`: leave out what has a fault. What has less evidence than `floor` need not be found.
    """
    slack = 0 if faultless else SLACK
    divisions = len(segments(breaks)) - 1
    own = _cuts(tuple(breaks))
    whole = _before(weights)[-1]
    for metre, ways in _ways():
        found = []
        for totals, total, most in ways:
            lines = most_lines(len(totals), divisions)
            # A half that ends light has one mora more.
            least = max(abs(whole - total) - len(totals), 0)
            changes = least_changes(least)
            if least > slack * len(totals) or most + lines - CHANGE * changes < floor:
                continue
            for halves in _halves(totals, weights, own):
                off = [
                    abs(_morae(weights, half) - total)
                    for half, total in zip(halves, totals, strict=True)
                ]
                said = sum(map(half_bits, map(len, halves), totals))
                most = 0.0 if faultless else (said + lines - floor) / CHANGE
                if max(off) <= slack and _may_have(most, halves, totals, off, weights):
                    found.append(_jati(metre, totals, halves, weights, breaks))
        if found:
            yield max(found, key=lambda reading: reading.bits)


def _may_have(
    most: float,
    halves: tuple[range, ...],
    totals: tuple[int, ...],
    off: Sequence[int],
    weights: str,
) -> bool:
    """Whether halves of so many morae, `off` by so many, may take no more than `most` changes."""
    least = list(map(least_changes, off))
    spare = most - sum(least)
    if spare < 0 or spare == inf:
        return spare > 0
    return all(
        has_at_most(own + int(spare), weights[half.start : half.stop], total)
        for half, total, own in zip(halves, totals, least, strict=True)
    )


@lru_cache(maxsize=1)
def _ways() -> tuple[tuple[Jati, tuple[tuple[tuple[int, ...], int, float], ...]], ...]:
    """Give the ways to read each metre: morae of the halves, in all, and the most that says."""
    return tuple(
        (
            metre,
            tuple(
                (totals, sum(totals), sum(map(_most_half_bits, totals)))
                for totals in (metre.halves, *sorted({(total,) for total in metre.halves}))
            ),
        )
        for metre in table().jatis
    )


@lru_cache(maxsize=64)
def most_lines(halves: int, divisions: int) -> float:
    """Bound what the lines of so many halves say, each of one line or two."""
    return max(most_layout(lines, divisions) for lines in range(halves, 2 * halves + 1))


@lru_cache(maxsize=64)
def _before(weights: str) -> tuple[int, ...]:
    """Morae before each syllable, and in all."""
    return tuple(accumulate((1 + (weight == "g") for weight in weights), initial=0))


def _morae(weights: str, line: range) -> int:
    """Morae of a line or half, its last syllable counted as heavy."""
    before = _before(weights)
    return before[max(line.stop - 1, line.start)] - before[line.start] + 2


def _jati(
    metre: Jati,
    totals: tuple[int, ...],
    halves: tuple[range, ...],
    weights: str,
    breaks: Sequence[Break],
) -> JatiReading:
    read = tuple(
        read_half(weights[half.start : half.stop], total)
        for half, total in zip(halves, totals, strict=True)
    )
    lines = tuple(
        line
        for half, is_read in zip(halves, read, strict=True)
        for line in _lines_of_half(half, is_read)
    )
    cost = sum(half.cost for half in read)
    said = sum(half_bits(len(half), total) for half, total in zip(halves, totals, strict=True))
    written = max(layout(halves, breaks), layout(lines, breaks))
    return JatiReading(metre, lines, read, said - CHANGE * cost + written)


def _halves(
    totals: tuple[int, ...], weights: str, own: frozenset[int]
) -> Iterator[tuple[range, ...]]:
    """Ways to cut the text in halves of so many morae, or leave it as one half.

    It is cut at one of its `own` divisions or where the morae are full.
    """
    size = len(weights)
    if len(totals) == 1:
        yield (range(size),)
        return
    full = _full(weights, totals[0])
    for cut in sorted(own | {full} if full and full < size else own):
        yield range(cut), range(cut, size)


@lru_cache(maxsize=64)
def _cuts(breaks: tuple[Break, ...]) -> frozenset[int]:
    """Where the writer of a text may have parted its halves."""
    pieces = segments(breaks)
    cuts = {pieces[len(pieces) // 2].start} if len(pieces) in (2, _STANZA) else set()
    dandas = [i + 1 for i, mark in enumerate(breaks[:-1]) if mark is Break.HALF]
    return frozenset(cuts | set(dandas)) if len(dandas) == 1 else frozenset(cuts)


def _full(weights: str, total: int, start: int = 0) -> int | None:
    """Where the syllables from `start` on have so many morae, the last counted as heavy."""
    before = _before(weights)
    wanted = before[start] + total - 2
    last = bisect_left(before, wanted, start, len(weights))
    return last + 1 if last < len(weights) and before[last] == wanted else None


def _lines_of_half(half: range, read: Half) -> tuple[range, range] | tuple[range]:
    """Cut a half into its two lines, after the third gaṇa."""
    if not read.ganas:
        return (half,)
    seam = half.start + read.seam
    return range(half.start, seam), range(seam, half.stop)


@lru_cache(maxsize=256)
def half_bits(length: int, total: int) -> float:
    """Bits that keeping the gaṇas says for a half of so many syllables."""
    return _bits(length, PLACES[total])


@lru_cache(maxsize=16)
def _most_half_bits(total: int) -> float:
    """Bound the same for a half of any length."""
    return max(half_bits(length, total) for length in range(1, total + 1))


@lru_cache(maxsize=1024)
def _bits(length: int, places: tuple[frozenset[str], ...]) -> float:
    """How rare it is that so many syllables chance to fill these places."""
    ways = _fillings(places)
    free_end = length - 1
    return free_end - log2(ways[length]) if ways[length] else 0.0


@lru_cache(maxsize=64)
def _fillings(places: tuple[frozenset[str], ...]) -> Counter[int]:
    """In how many ways these places are filled, by the syllables of each."""
    ways = Counter({0: 1})
    for allowed in places:
        step: Counter[int] = Counter()
        for (size, count), gana in product(ways.items(), allowed):
            step[size + len(gana)] += count
        ways = step
    return ways


def vaitaliyas(
    weights: str, breaks: Sequence[Break], *, faultless: bool = False, floor: float = -inf
) -> Iterator[MatraReading]:
    """Read the text as each metre of the vaitālīya family.

    `faultless`: leave out what has not the morae of the metre. What has less evidence than
    `floor` need not be found.
    """
    most = most_layout(_STANZA, len(segments(breaks)) - 1)
    for metre in table().vaitaliyas:
        close = morae(metre.close)
        totals = (metre.odd + close, metre.even + close) * 2
        least = max(abs(_before(weights)[-1] - sum(totals)) - _STANZA, 0)
        if faultless and least:
            continue
        lines = _lines(weights, breaks, totals)
        if lines is None or (faultless and not _are_full(weights, lines, totals)):
            continue
        said = sum(line_bits(len(line), metre, even=bool(i % 2)) for i, line in enumerate(lines))
        # Each mora too many or too few is a fault, in the close as before it.
        off = sum(
            abs(_morae(weights, line) - total) if len(line) >= len(metre.close) else 0
            for line, total in zip(lines, totals, strict=True)
        )
        if said - CHANGE * off + most < floor:
            continue
        faults = tuple(
            tuple(vaitaliya_faults(weights[line.start : line.stop], metre, even=bool(i % 2)))
            for i, line in enumerate(lines)
        )
        cost = sum(fault.cost for line in faults for fault in line)
        bits = said - CHANGE * cost + layout(lines, breaks)
        yield MatraReading(metre, lines, faults, (None,) * len(lines), bits)


def line_bits(length: int, metre: Vaitaliya, *, even: bool) -> float:
    """Bits that a line of so many syllables says, odd or even."""
    return _bits(length, _units(metre, even=even))


@lru_cache(maxsize=64)
def _units(metre: Vaitaliya, *, even: bool) -> tuple[frozenset[str], ...]:
    """Places of a line: pairs of morae in one syllable or two, then the close."""
    pairs = (metre.even if even else metre.odd) // 2
    return (frozenset({"g", "ll"}),) * pairs + tuple(frozenset({w}) for w in metre.close)


def _are_full(weights: str, lines: Sequence[range], totals: Sequence[int]) -> bool:
    """Whether all lines have their morae."""
    return all(
        len(line) > 0 and _morae(weights, line) == total
        for line, total in zip(lines, totals, strict=True)
    )


def matrasamakas(
    weights: str, breaks: Sequence[Break], *, faultless: bool = False
) -> Iterator[MatraReading]:
    """Read the text as four lines of sixteen morae, if it is written in lines or halves.

    Written in one, each of them must end with a word that is seen to end.
    `faultless`: leave it out if a line has more or fewer.
    """
    totals = (LINE_MORAE,) * _STANZA
    lines = _lines(weights, breaks, totals)
    if lines is None:
        return
    if len(segments(breaks)) == 1 and any(not breaks[line.stop - 1] for line in lines[:-1]):
        return
    if faultless and not _are_full(weights, lines, totals):
        return
    texts = [weights[line.start : line.stop] for line in lines]
    faults = tuple(tuple(matrasamaka_faults(text)) for text in texts)
    kinds = [
        {metre.name for metre in table().matrasamakas if is_matrasamaka(text, metre)}
        for text in texts
    ]
    shared = set.intersection(*kinds)
    variants = tuple(
        next((m.name for m in table().matrasamakas if m.name in kind), None) for kind in kinds
    )
    metre = next(m for m in table().matrasamakas if m.name in shared)
    cost = sum(fault.cost for line in faults for fault in line)
    bits = sum(_bits(len(text), _SIXTEEN_MORAE) for text in texts) - CHANGE * cost
    yield MatraReading(metre, lines, faults, variants, bits + layout(lines, breaks))


def _lines(
    weights: str, breaks: Sequence[Break], totals: Sequence[int]
) -> tuple[range, ...] | None:
    """Cut the text into four lines: by its own, or in each half where the morae are full."""
    pieces = segments(breaks)
    if len(pieces) == _STANZA:
        return tuple(pieces)
    if len(pieces) > 2:
        return None
    per_piece = _STANZA // len(pieces)
    lengths: list[int] = []
    for number, piece in enumerate(pieces):
        start = piece.start
        for total in totals[number * per_piece : (number + 1) * per_piece - 1]:
            stop = _full(weights, total, start)
            if stop is None or stop >= piece.stop:
                return None
            lengths.append(stop - start)
            start = stop
        lengths.append(piece.stop - start)
    return ranges(lengths)
