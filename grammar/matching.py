"""How far weights are from a fixed line, and where: alignment of syllables with places.

A line pattern has `g`, `l` and `.` (a free place). A wrong weight is cheaper than a syllable too
few or too many, so that a line of the right length is read place by place unless shifting it
explains clearly more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, log2

WRONG_COST = 2
LENGTH_COST = 3
_FAR = 10**6


class Change(StrEnum):
    """What stands between a line and its pattern at one spot."""

    WRONG = "wrong weight"
    MISSING = "syllable missing"
    EXTRA = "syllable too many"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change. `first` to `last` (from 0) bound where it may be.

    They are places of the pattern for a wrong weight and a missing syllable, syllables of the
    line for one too many. `syllable` is the syllable of a wrong weight.
    """

    change: Change
    first: int
    last: int
    syllable: int = -1


def _prefix_costs(weights: str, pattern: str) -> list[list[int]]:
    """`costs[i][j]`: cost of the first i syllables against the first j places."""
    width = len(pattern)
    costs = [[j * LENGTH_COST for j in range(width + 1)]]
    for i, weight in enumerate(weights, 1):
        above = costs[-1]
        row = [i * LENGTH_COST]
        for j, place in enumerate(pattern):
            fits = above[j] if place in (weight, ".") else above[j] + WRONG_COST
            row.append(min(fits, above[j + 1] + LENGTH_COST, row[j] + LENGTH_COST))
        costs.append(row)
    return costs


def fit_cost(weights: str, pattern: str) -> int:
    """Cost of the cheapest alignment."""
    if len(weights) == len(pattern):
        wrong = sum(p not in (w, ".") for w, p in zip(weights, pattern, strict=True))
        if wrong * WRONG_COST <= 2 * LENGTH_COST:
            return wrong * WRONG_COST
    return _prefix_costs(weights, pattern)[-1][-1]


def edits(weights: str, pattern: str) -> tuple[Edit, ...]:
    """The changes of a cheapest alignment, in order.

    Where a missing or surplus syllable could as cheaply be a neighbour, its bounds cover all
    spots of the run.
    """
    before = _prefix_costs(weights, pattern)
    after = _prefix_costs(weights[::-1], pattern[::-1])
    height, width = len(weights), len(pattern)
    total = before[height][width]

    def rest(i: int, j: int) -> int:
        return after[height - i][width - j]

    missing = {
        j
        for j in range(width)
        if any(before[i][j] + LENGTH_COST + rest(i, j + 1) == total for i in range(height + 1))
    }
    extra = {
        i
        for i in range(height)
        if any(before[i][j] + LENGTH_COST + rest(i + 1, j) == total for j in range(width + 1))
    }
    found: list[Edit] = []
    i, j = height, width
    while i or j:
        here = before[i][j]
        fits = i and j and pattern[j - 1] in (weights[i - 1], ".")
        if i and j and before[i - 1][j - 1] + (0 if fits else WRONG_COST) == here:
            if not fits:
                found.append(Edit(Change.WRONG, j - 1, j - 1, i - 1))
            i, j = i - 1, j - 1
        elif j and before[i][j - 1] + LENGTH_COST == here:
            found.append(Edit(Change.MISSING, *_run(missing, j - 1)))
            j -= 1
        else:
            found.append(Edit(Change.EXTRA, *_run(extra, i - 1)))
            i -= 1
    return tuple(reversed(found))


def _run(spots: set[int], spot: int) -> tuple[int, int]:
    """The unbroken run of spots around one of them."""
    first = last = spot
    while first - 1 in spots:
        first -= 1
    while last + 1 in spots:
        last += 1
    return first, last


def evidence(fixed: int, changes: int, tried: int) -> float:
    """Bits by which so close a fit is unlikely for syllables of no metre.

    Each of `fixed` places says one bit; `changes` places at will take back what choosing them
    says, and having tried so many patterns takes back its logarithm.
    """
    changes = min(changes, fixed)
    chosen = sum(comb(fixed, k) for k in range(changes + 1))
    return fixed - log2(chosen) - log2(max(tried, 1))


def partition(segments: Sequence[int], lines: Sequence[int]) -> list[int] | None:
    """How many lines each segment of the text holds, by their lengths in syllables.

    None if there are more segments than lines.
    """
    if not segments or len(segments) > len(lines):
        return None
    # best[k]: least misfit of the segments so far if they hold the first k lines.
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for number, length in enumerate(segments, 1):
        left = len(segments) - number
        step: dict[int, tuple[int, list[int]]] = {}
        for used, (misfit, counts) in best.items():
            for upto in range(used + 1, len(lines) - left + 1):
                off = misfit + abs(length - sum(lines[used:upto]))
                if off < step.get(upto, (_FAR, []))[0]:
                    step[upto] = (off, [*counts, upto - used])
        best = step
    return best[len(lines)][1]
