"""Edit distances of a line from many patterns at once.

G. Myers, *A fast bit-vector algorithm for approximate string matching based on dynamic
programming*, JACM 46 (1999), with all patterns side by side in the lanes of one long integer: a
step of the algorithm serves all of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from struct import pack

FREE = "."
UNSURE = "?"


@lru_cache(maxsize=1 << 13)
def fits(pattern: str) -> tuple[int, int]:
    """Which places a heavy and a light syllable fit, as bits, the first the lowest."""
    backwards = f"0{pattern[::-1]}"
    return int(backwards.translate(_HEAVY), 2), int(backwards.translate(_LIGHT), 2)


_HEAVY = str.maketrans({"g": "1", FREE: "1", "l": "0"})
_LIGHT = str.maketrans({"l": "1", FREE: "1", "g": "0"})


class Patterns:
    """Patterns of `g`, `l` and `.` (a free place), to be compared with weights.

    Weights may have `?`, which fits every place.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self.lengths = [len(pattern) for pattern in patterns]
        # One bit more than the longest pattern has places: it takes the carry of a sum.
        least = max(self.lengths, default=0) + 1
        self._word = 32 if least <= 32 else 64
        self._words = -(-least // self._word)
        self._lane = self._words * self._word
        self._ones = self._lanes([(1 << length) - 1 for length in self.lengths])
        self._low = self._lanes([min(length, 1) for length in self.lengths])
        heavy, light = zip(*map(fits, patterns), strict=True) if patterns else ((), ())
        self._fits = {"g": self._lanes(heavy), "l": self._lanes(light), UNSURE: self._ones}

    def _lanes(self, values: Sequence[int]) -> int:
        if self._words == 1:
            lanes = pack(f"<{len(values)}{'I' if self._word == 32 else 'Q'}", *values)
            return int.from_bytes(lanes, "little")
        octets = self._lane // 8
        return int.from_bytes(b"".join(v.to_bytes(octets, "little") for v in values), "little")

    def _counts(self, lanes: int) -> list[int]:
        """How many bits of each lane are set."""
        octets = lanes.to_bytes(len(self.lengths) * self._lane // 8, "little")
        counts = list(map(int.bit_count, memoryview(octets).cast("I" if self._word == 32 else "Q")))
        if self._words == 1:
            return counts
        return [sum(counts[i : i + self._words]) for i in range(0, len(counts), self._words)]

    def distances(self, weights: str) -> list[int]:
        """How many changes, losses and gains lead from the weights to each pattern."""
        ones, low = self._ones, self._low
        up, down = ones, 0  # where the distance rises or falls from one place to the next
        for weight in weights:
            fits = self._fits[weight]
            level = fits | down
            across = ((((fits & up) + up) ^ up) | fits) & ones
            rises = down | ones ^ (ones & (across | up))
            falls = up & across
            rises = ((rises << 1) | low) & ones
            falls = (falls << 1) & ones
            up = falls | ones ^ (ones & (level | rises))
            down = rises & level
        size = len(weights)
        return [size + a - b for a, b in zip(self._counts(up), self._counts(down), strict=True)]
