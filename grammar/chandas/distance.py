"""Edit distances of a line from many patterns at once.

G. Myers, *A fast bit-vector algorithm for approximate string matching based on dynamic
programming*, JACM 46 (1999), with all patterns side by side in the lanes of one long integer: a
step of the algorithm serves all of them.
"""

from collections.abc import Sequence

FREE = "."
UNSURE = "?"


class Patterns:
    """Patterns of `g`, `l` and `.` (a free place), to be compared with weights.

    Weights may have `?`, which fits every place.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self.lengths = [len(pattern) for pattern in patterns]
        # One bit more than the longest pattern has places: it takes the carry of a sum.
        self._lane = max(self.lengths, default=0) + 1
        self._ones = self._lanes([(1 << length) - 1 for length in self.lengths])
        self._low = self._lanes([min(length, 1) for length in self.lengths])
        self._fits = {UNSURE: self._ones}
        for weight in "gl":
            self._fits[weight] = self._lanes(
                [sum((place in (weight, FREE)) << i for i, place in enumerate(p)) for p in patterns]
            )

    def _lanes(self, values: Sequence[int]) -> int:
        return sum(value << i * self._lane for i, value in enumerate(values))

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
        mask = (1 << self._lane) - 1
        size = len(weights)
        return [
            size + ((up >> at) & mask).bit_count() - ((down >> at) & mask).bit_count()
            for at in range(0, len(self.lengths) * self._lane, self._lane)
        ]
