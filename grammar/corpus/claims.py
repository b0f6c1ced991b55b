"""Whether weights are those of a metre fixed syllable by syllable, however they are written.

The weights of a verse are one number, the first syllable its highest bit, heavy being 1.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from dhyana.grammar.chandas import fixed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def is_claimed(weights: int, size: int) -> bool:
    """Tell whether so many syllables are in a metre: a whole stanza, a half or a line of it."""
    return any(weights | free in named for free, named in claims(size))


def are_claimed(weights: "NDArray[np.uint64]", size: int) -> "NDArray[np.bool_]":
    """Tell the same of many texts of so many syllables, at most 64."""
    import numpy as np

    found = np.zeros(len(weights), np.bool_)
    for free, named in _sorted_claims(size):
        patterns = weights | free
        found |= named.take(np.searchsorted(named, patterns), mode="clip") == patterns
    return found


@lru_cache(maxsize=64)
def _sorted_claims(size: int) -> "list[tuple[np.uint64, NDArray[np.uint64]]]":
    import numpy as np

    return [(np.uint64(free), np.array(sorted(named), np.uint64)) for free, named in claims(size)]


@lru_cache(maxsize=256)
def claims(size: int) -> tuple[tuple[int, frozenset[int]], ...]:
    """Give the patterns of metres of that size, each group with its free places, which are set."""
    found: dict[int, set[int]] = {}
    for candidate in fixed.of_size(size):
        pattern = "".join(candidate.lines)
        free = number(pattern.replace("g", "l").replace(".", "g"))
        found.setdefault(free, set()).add(number(pattern.replace(".", "g")))
    return tuple((free, frozenset(named)) for free, named in found.items())


def number(weights: str) -> int:
    """Give weights as a number."""
    return int(weights.replace("g", "1").replace("l", "0"), 2)
