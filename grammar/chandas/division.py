"""How the writer of a verse divided it, and what that says for a reading of its lines."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from dhyana.grammar.scansion import Break

# What a break at the end of a line says for the reading, in bits, and what a line break
# elsewhere says against it. Verses are written with a line or half a line, prose is not.
SAYS = {
    Break.NONE: -1.0,
    Break.SEAM: 0.5,
    Break.WORD: 0.5,
    Break.LINE: 2.0,
    Break.HALF: 2.0,
    Break.VERSE: 2.0,
}
_ELSEWHERE = -2.0
_DIVIDES = frozenset({Break.LINE, Break.HALF, Break.VERSE})


def segments(breaks: Sequence[Break]) -> tuple[range, ...]:
    """Stretches of syllables between line breaks and daṇḍas."""
    return _segments(tuple(breaks))


@lru_cache(maxsize=64)
def _segments(breaks: tuple[Break, ...]) -> tuple[range, ...]:
    stops = [i + 1 for i, mark in enumerate(breaks[:-1]) if mark in _DIVIDES]
    return tuple(range(a, b) for a, b in pairwise([0, *stops, len(breaks)]))


def ranges(lengths: Iterable[int]) -> tuple[range, ...]:
    """Lines of these lengths, one after the other."""
    return _ranges(tuple(lengths))


@lru_cache(maxsize=256)
def _ranges(lengths: tuple[int, ...]) -> tuple[range, ...]:
    stops = list(accumulate(lengths, initial=0))
    return tuple(range(a, b) for a, b in pairwise(stops))


def layout(lines: Sequence[range], breaks: Sequence[Break]) -> float:
    """Bits by which the breaks in the text speak for these lines."""
    ends = {line.stop for line in lines[:-1]}
    said = sum(SAYS[breaks[end - 1]] for end in ends)
    elsewhere = {piece.stop for piece in segments(breaks)[:-1]} - ends
    return said + _ELSEWHERE * len(elsewhere)


@lru_cache(maxsize=256)
def most_layout(lines: int, divisions: int) -> float:
    """Bound `layout` from above for so many lines, in a text with so many line breaks inside."""
    seams = lines - 1
    kept = min(seams, divisions)
    unmarked = max(said for mark, said in SAYS.items() if mark not in _DIVIDES)
    return kept * max(SAYS.values()) + (seams - kept) * unmarked + (divisions - kept) * _ELSEWHERE
