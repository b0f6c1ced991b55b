"""Metres fixed syllable by syllable: which of them a text is, or is nearest to.

A text may be a whole stanza of four lines, a half of two, or a single line; the last syllable of
each line is free. Lines that mix the members of an upajāti make one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import inf
from operator import add
from typing import NamedTuple

from dhyana.grammar.chandas.distance import Patterns
from dhyana.grammar.chandas.division import layout, most_layout, ranges, segments
from dhyana.grammar.chandas.matching import (
    FAR,
    LENGTH_COST,
    WRONG_COST,
    Edit,
    count_edits,
    divide_at_words,
    edits,
    evidence,
    fit_cost,
    partition,
)
from dhyana.grammar.chandas.names import UPAJATI
from dhyana.grammar.scansion import Break
from dhyana.grammar.vrttas import Mixture, Vrtta, table

_SLACK = {4: 4, 2: 2, 1: 1}  # syllables by which such a text may be longer or shorter
_MIXED_BITS = 1.0  # by how much a text is rather an upajāti than one of its members
_PART_BITS = {4: 0.0, 2: 4.0, 1: 6.0}  # by how much a text is rather a stanza than a part


@dataclass(frozen=True)
class Candidate:
    """A metre that a text may be: its lines, a free place being `.`."""

    name: str
    lines: tuple[str, ...]
    vrttas: tuple[Vrtta, ...]
    mixture: Mixture | None = None

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Syllables of each line."""
        return tuple(map(len, self.lines))

    @cached_property
    def size(self) -> int:
        """Syllables in all lines."""
        return sum(map(len, self.lines))

    @cached_property
    def fixed(self) -> int:
        """Syllables whose weight the metre fixes."""
        return sum(len(line) - line.count(".") for line in self.lines)

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Lines that an upajāti mixes."""
        return tuple(sorted({vrtta.lines[0][:-1] + "." for vrtta in self.vrttas}))


@dataclass(frozen=True)
class FixedReading:
    """A text read as a metre: its lines as ranges of syllables, and their weights.

    `patterns` are the lines that it is held to; of an upajāti, for each line the member that it
    is nearest to.
    """

    candidate: Candidate
    lines: tuple[range, ...]
    patterns: tuple[str, ...]
    weights: tuple[str, ...]
    bits: float

    @cached_property
    def edits(self) -> tuple[tuple[Edit, ...], ...]:
        """The changes in each line."""
        return tuple(map(edits, self.weights, self.patterns))

    @cached_property
    def changes(self) -> tuple[int, ...]:
        """How many changes each line would take."""
        return tuple(map(sum, map(count_edits, self.weights, self.patterns)))

    @property
    def distance(self) -> int:
        """How many changes the metre would take."""
        return sum(self.changes)


@lru_cache(maxsize=1)
def candidates() -> tuple[Candidate, ...]:
    """Every metre as a stanza, as a half and as a line; mixtures come after their members."""
    found: dict[tuple[str, ...], list[Vrtta]] = {}
    for vrtta in table().vrttas:
        if _is_mixture(vrtta):
            continue
        for start, stop in ((0, 4), (0, 2), (2, 4), (0, 1), (1, 2)):
            # A single line of an uneven metre proves nothing of the others.
            if stop - start > 1 or vrtta.kind != "viṣama":
                lines = tuple(line[:-1] + "." for line in vrtta.lines[start:stop])
                entry = found.setdefault(lines, [])
                if vrtta not in entry:
                    entry.append(vrtta)
    single = [Candidate(v[0].name, lines, tuple(v)) for lines, v in found.items()]
    mixed = []
    for mixture in table().mixtures:
        members = [
            v
            for name in mixture.members.values()
            for v in table().vrttas
            if v.name == name and v.kind == "sama"
        ]
        merged = "".join(
            places.pop() if len(places) == 1 else "."
            for places in map(set, zip(*(v.lines[0] for v in members), strict=True))
        )
        mixed += [
            Candidate(UPAJATI, (merged[:-1] + ".",) * count, tuple(members), mixture)
            for count in (4, 2)
        ]
    return (*single, *mixed)


@lru_cache(maxsize=1)
def _by_size() -> dict[int, list[int]]:
    """Places of metres among all, by their syllables."""
    found: dict[int, list[int]] = {}
    for index, candidate in enumerate(candidates()):
        found.setdefault(candidate.size, []).append(index)
    return found


@lru_cache(maxsize=256)
def of_size(size: int) -> tuple[Candidate, ...]:
    """Metres of just so many syllables."""
    return tuple(candidates()[index] for index in _by_size().get(size, ()))


def _is_mixture(vrtta: Vrtta) -> bool:
    """Whether the metre is a named order of the lines of an upajāti, such as the ākhyānikī."""
    return vrtta.kind != "sama" and all(line[:-1] in table().mixed_lines for line in vrtta.lines)


@lru_cache(maxsize=256)
def _shapes(size: int) -> tuple[tuple[int, ...], ...]:
    """Line lengths that some metre of so many syllables has."""
    return tuple(dict.fromkeys(candidate.lengths for candidate in of_size(size)))


@lru_cache(maxsize=1)
def _by_lines() -> dict[tuple[str, ...], Candidate]:
    return {
        tuple(line[:-1] for line in candidate.lines): candidate
        for candidate in candidates()
        if candidate.mixture is None
    }


def exact(weights: str, breaks: Sequence[Break]) -> Iterator[FixedReading]:
    """Read the text as a fixed metre without any change, in every way that can be done."""
    for lengths in _shapes(len(weights)):
        lines = ranges(lengths)
        heads = tuple(weights[line.start : line.stop - 1] for line in lines)
        candidate = _mixed(heads) or _by_lines().get(heads)
        if candidate:
            fixed = sum(map(len, heads))
            bits = evidence(fixed, 0, len(of_size(len(weights)))) + layout(lines, breaks)
            patterns = tuple(head + "." for head in heads)
            written = tuple(weights[line.start : line.stop] for line in lines)
            yield FixedReading(candidate, lines, patterns, written, bits)


def _mixed(heads: tuple[str, ...]) -> Candidate | None:
    """Find the upajāti that these lines make, if they are not all of one metre."""
    places = [table().mixed_lines.get(head) for head in heads]
    first = places[0]
    if first is None or len(set(heads)) == 1:
        return None
    if any(place is None or place[0] is not first[0] for place in places):
        return None
    return next(c for c in candidates() if c.mixture is first[0] and len(c.lines) == len(heads))


@lru_cache(maxsize=256)
def close_to(size: int) -> tuple[Candidate, ...]:
    """Metres that a text of about that size is compared with."""
    sizes = range(size - max(_SLACK.values()), size + max(_SLACK.values()) + 1)
    about = sorted(index for near in sizes for index in _by_size().get(near, ()))
    close = (candidates()[index] for index in about)
    return tuple(c for c in close if abs(c.size - size) <= _SLACK[len(c.lines)])


class Bounds(NamedTuple):
    """Bounds from below, of each metre of about a size: changes, and syllables that come or go."""

    changes: Sequence[int]
    length: Sequence[int]


def _least(weights: str, breaks: Sequence[Break]) -> Bounds:
    """Bound the changes that each metre of about that size takes: all compared at once."""
    pieces = segments(breaks)
    close = close_to(len(weights))
    changes, length = [0] * len(close), [0] * len(close)
    for piece, (patterns, indices) in _patterns(tuple(map(len, pieces))).items():
        part = weights[pieces[piece[0]].start : pieces[piece[1] - 1].stop]
        for index, distance, size in zip(
            indices, patterns.distances(part), patterns.lengths, strict=True
        ):
            changes[index] += distance
            length[index] += abs(size - len(part))
    return Bounds(changes, length)


@lru_cache(maxsize=256)
def _patterns(lengths: tuple[int, ...]) -> dict[tuple[int, int], tuple[Patterns, list[int]]]:
    """Patterns that each piece of a text is compared with, and whose they are.

    `lengths` are those of the pieces; a key is the first piece and the one after the last.
    """
    held: dict[tuple[int, int], tuple[list[str], list[int]]] = {}
    for index, candidate in enumerate(close_to(sum(lengths))):
        counts = partition(lengths, candidate.lengths)
        if counts is None:
            parts = [((0, len(lengths)), candidate.lines)]
        else:
            stops = list(accumulate(counts, initial=0))
            parts = [((k, k + 1), candidate.lines[a:b]) for k, (a, b) in enumerate(pairwise(stops))]
        for piece, lines in parts:
            patterns, indices = held.setdefault(piece, ([], []))
            patterns.append("".join(lines))
            indices.append(index)
    return {piece: (Patterns(patterns), indices) for piece, (patterns, indices) in held.items()}


@lru_cache(maxsize=256)
def _alike(size: int) -> dict[tuple[int, int], list[int]]:
    """Metres that a text of about that size is compared with, by fixed places and lines."""
    alike: dict[tuple[int, int], list[int]] = {}
    for index, candidate in enumerate(close_to(size)):
        alike.setdefault((candidate.fixed, len(candidate.lines)), []).append(index)
    return alike


_evidence = lru_cache(maxsize=4096)(evidence)


def nearest(
    weights: str, breaks: Sequence[Break], floor: float = -inf, least: Bounds | None = None
) -> FixedReading | None:
    """Find the reading with the most evidence among all metres of about that size.

    `weights` may have `?` where a licence lets a heavy syllable be light. What takes a change and
    has less evidence than `floor` need not be found. `least` may be given by whoever knows bounds
    of each metre.
    """
    size = len(weights)
    tried = len(close_to(size))
    changes, length = least or _least(weights, breaks)
    divisions = len(segments(breaks)) - 1
    # A syllable more or less counts for two changes: see `read`.
    totals = list(map(add, changes, length))
    bounds: dict[int, float] = {}
    for (fixed, lines), alike in _alike(size).items():
        few = min(map(totals.__getitem__, alike))
        most = _evidence(fixed, few, tried) + most_layout(lines, divisions)
        bounds[lines] = max(most, bounds.get(lines, -inf))
    if not bounds or (max(bounds.values()) < floor and min(changes) > 0):
        return None
    costs = [
        WRONG_COST * wrong + (LENGTH_COST - WRONG_COST) * off
        for wrong, off in zip(changes, length, strict=True)
    ]
    best: tuple[float, int, FixedReading] | None = None
    for lines in sorted(bounds, key=lambda n: bounds[n] - _PART_BITS[n], reverse=True):
        if best and bounds[lines] + _MIXED_BITS - _PART_BITS[lines] < best[0]:
            break
        found = _nearest_of(lines, weights, breaks, costs)
        best = max(best, found) if best else found
    return best[2] if best else None


def _nearest_of(
    lines: int, weights: str, breaks: Sequence[Break], least: Sequence[int]
) -> tuple[float, int, FixedReading]:
    """Find the metre of so many lines with the most evidence.

    Give what it competes with others by, its place among all, negative, so that of equal ones the
    first wins, and the reading. `least` bounds the cost of each metre.
    """
    close = close_to(len(weights))
    pieces = segments(breaks)
    # Evidence falls with every change: only the cheapest are read.
    costs: dict[int, int] = {}
    cheapest = FAR
    for index in sorted(_of_lines(len(weights))[lines], key=least.__getitem__):
        if least[index] > cheapest + WRONG_COST:
            break
        costs[index] = _cost(close[index], weights, pieces, cheapest + WRONG_COST)
        cheapest = min(cheapest, costs[index])
    found: list[tuple[float, int, FixedReading]] = []
    for bound, index in sorted(
        (_rank_at_most(close[index], cost, len(close), len(pieces) - 1), index)
        for index, cost in costs.items()
        if cost <= cheapest + WRONG_COST
    )[::-1]:
        if found and bound < max(found)[0]:
            break
        reading = read(close[index], weights, breaks)
        found.append((_rank(close[index], reading.bits), -index, reading))
    return max(found)


@lru_cache(maxsize=256)
def _of_lines(size: int) -> dict[int, list[int]]:
    """Metres that a text of about that size is compared with, by their lines."""
    found: dict[int, list[int]] = {}
    for index, candidate in enumerate(close_to(size)):
        found.setdefault(len(candidate.lines), []).append(index)
    return found


def _rank_at_most(candidate: Candidate, cost: int, tried: int, divisions: int) -> float:
    """Bound by what a reading at that cost competes with others: no change costs less than two."""
    changes = -(-cost // WRONG_COST)
    lines = len(candidate.lines)
    return _rank(
        candidate, _evidence(candidate.fixed, changes, tried) + most_layout(lines, divisions)
    )


def _rank(candidate: Candidate, bits: float) -> float:
    """By what a reading with this evidence competes with others."""
    mixed = _MIXED_BITS if candidate.mixture else 0
    return bits + mixed - _PART_BITS[len(candidate.lines)]


def read(candidate: Candidate, weights: str, breaks: Sequence[Break]) -> FixedReading:
    """Read a text as that metre, with the fewest changes that its division allows."""
    lengths: list[int] = []
    for piece, patterns in _assign(candidate.lines, segments(breaks)):
        part = weights[piece.start : piece.stop]
        lengths += (
            divide_at_words(part, patterns, breaks[piece.start : piece.stop])
            if len(patterns) > 1
            else [len(part)]
        )
    lines = ranges(lengths)
    written = tuple([weights[line.start : line.stop] for line in lines])
    held = [
        _nearest_line(line, candidate.members if candidate.mixture else (pattern,))
        for line, pattern in zip(written, candidate.lines, strict=True)
    ]
    # A syllable more or less lets all that follow it be read anew: it says as little as two.
    changes = sum(wrong + 2 * length for _, (wrong, length) in held)
    bits = _evidence(candidate.fixed, changes, len(close_to(len(weights)))) + layout(lines, breaks)
    return FixedReading(candidate, lines, tuple([pattern for pattern, _ in held]), written, bits)


def _nearest_line(weights: str, patterns: Iterable[str]) -> tuple[str, tuple[int, int]]:
    """Choose the pattern that takes the fewest changes, and count them."""
    held = [(pattern, count_edits(weights, pattern)) for pattern in patterns]
    return min(held, key=lambda option: sum(option[1]))


def _cost(candidate: Candidate, weights: str, pieces: tuple[range, ...], limit: int) -> int:
    """Cost of reading a text as that metre; more than `limit` is only said to be more."""
    cost = 0
    for piece, patterns in _assign(candidate.lines, pieces):
        cost += fit_cost(weights[piece.start : piece.stop], "".join(patterns), limit - cost)
        if cost > limit:
            break
    return cost


@lru_cache(maxsize=1 << 12)
def _assign(
    lines: tuple[str, ...], pieces: tuple[range, ...]
) -> tuple[tuple[range, tuple[str, ...]], ...]:
    """Give each piece of the text between line breaks the lines that it holds."""
    counts = partition(tuple(map(len, pieces)), tuple(map(len, lines)))
    if counts is None:
        return ((range(pieces[-1].stop), lines),)
    stops = accumulate(counts, initial=0)
    return tuple(
        [(piece, lines[a:b]) for piece, (a, b) in zip(pieces, pairwise(stops), strict=True)]
    )
