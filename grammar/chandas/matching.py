"""How far weights are from a fixed line, and where: alignment of syllables with places.

A line pattern has `g`, `l` and `.` (a free place); weights may have `?`, a syllable that a licence
lets be either. A wrong weight is cheaper than a syllable too few or too many, so that a line of
the right length is read place by place unless shifting it explains clearly more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate, pairwise
from math import comb, log2

from dhyana.grammar.chandas.division import SAYS
from dhyana.grammar.scansion import Break

WRONG_COST = 2
LENGTH_COST = 3
FAR = 10**6
_SHIFT = 3
_SEAM = 2  # syllables by which a line may end elsewhere than its weights say


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


def _fits(weight: str, place: str) -> bool:
    return weight == place or place == "." or weight == "?"


@lru_cache(maxsize=2048)
def _places(weights: str) -> tuple[int, int]:
    """Where weights or places are heavy and where light, as bits, the first the lowest."""
    backwards = "0" + weights[::-1]
    return int(backwards.translate(_HEAVY), 2), int(backwards.translate(_LIGHT), 2)


_HEAVY = str.maketrans("gl.?", "1000")
_LIGHT = str.maketrans("gl.?", "0100")


def _wrong(weights: str, pattern: str) -> int:
    """Where weights do not fit a pattern of as many places, as bits."""
    heavy, light = _places(weights)
    no_light, no_heavy = _places(pattern)
    return heavy & no_heavy | light & no_light


def _lacks_one(weights: str, pattern: str) -> tuple[int, int] | None:
    """Bounds of the one place or syllable that the other lacks, if that is all that differs."""
    long, short = max(len(weights), len(pattern)), min(len(weights), len(pattern))
    if long != short + 1:
        return None
    heavy, light = _places(weights)
    no_light, no_heavy = _places(pattern)
    front = heavy & no_heavy | light & no_light
    if len(weights) == short:
        back = heavy << 1 & no_heavy | light << 1 & no_light
    else:
        back = heavy & no_heavy << 1 | light & no_light << 1
    head = (front & -front).bit_length() - 1 if front else short
    tail = long - back.bit_length() if back else short
    return (long - 1 - tail, head) if head + tail >= short else None


@lru_cache(maxsize=2048)
def _misfits(pattern: str) -> dict[str, list[int]]:
    """Cost of each weight in each place."""
    return {
        weight: [0 if _fits(weight, place) else WRONG_COST for place in pattern] for weight in "gl?"
    }


@lru_cache(maxsize=512)
def _prefix_costs(weights: str, pattern: str) -> list[list[int]]:
    """`costs[i][j]`: cost of the first i syllables against the first j places.

    Where no cheapest alignment comes by, it may be said to be more.
    """
    misfits = _misfits(pattern)
    off = len(pattern) - len(weights)
    # A cheapest one shifts there and back, at so much a syllable.
    spare = (fit_cost(weights, pattern) // LENGTH_COST - abs(off)) // 2
    least_shift, most_shift = min(off, 0) - spare, max(off, 0) + spare
    above = [j * LENGTH_COST for j in range(len(pattern) + 1)]
    costs = [above]
    for i, weight in enumerate(weights, 1):
        first, last = max(i + least_shift, 1), min(i + most_shift, len(pattern))
        row = [FAR] * (len(pattern) + 1)
        row[0] = i * LENGTH_COST
        least = row[first - 1]
        misfit = misfits[weight]
        for j in range(first, last + 1):
            over, met = above[j], above[j - 1] + misfit[j - 1]
            shifted = (over if over < least else least) + LENGTH_COST
            row[j] = least = met if met < shifted else shifted
        costs.append(row)
        above = row
    return costs


@lru_cache(maxsize=4096)
def fit_cost(weights: str, pattern: str, limit: int = FAR) -> int:
    """Cost of the cheapest alignment that nowhere shifts by many more syllables than it must.

    What costs more than `limit` is only said to cost more.
    """
    width = len(pattern)
    if len(weights) == width:
        wrong = _wrong(weights, pattern).bit_count()
        if WRONG_COST * wrong <= 2 * LENGTH_COST:  # to shift and shift back costs no less
            return WRONG_COST * wrong
    elif _lacks_one(weights, pattern):
        return LENGTH_COST
    shift = min(_SHIFT + abs(len(weights) - width), limit // LENGTH_COST)
    misfits = _misfits(pattern)
    row = [j * LENGTH_COST if j <= shift else FAR for j in range(width + 1)]
    for i, weight in enumerate(weights, 1):
        first, last = max(1, i - shift), min(width, i + shift)
        misfit = misfits[weight]
        below = [FAR] * (width + 1)
        below[0] = i * LENGTH_COST if i <= shift else FAR
        least = below[first - 1]
        lowest = least
        for j in range(first, last + 1):
            over = row[j]
            shifted = (over if over < least else least) + LENGTH_COST
            met = row[j - 1] + misfit[j - 1]
            below[j] = least = met if met < shifted else shifted
            if least < lowest:
                lowest = least
        if lowest > limit:
            return limit + 1
        row = below
    return min(row[width], limit + 1)


def divide(weights: str, patterns: Sequence[str]) -> list[int]:
    """How many syllables belong to each of several lines written without a break."""
    pattern = "".join(patterns)
    ends = set(accumulate(map(len, patterns)))
    cuts = []
    for change, i, j in _path(weights, pattern):
        if j in ends and change is not Change.EXTRA:
            cuts.append(i)
    cuts[-1] = len(weights)
    return [b - a for a, b in pairwise([0, *cuts])]


def divide_at_words(weights: str, patterns: Sequence[str], breaks: Sequence[Break]) -> list[int]:
    """How many syllables belong to each of several lines written without a break.

    Where a syllable too few or too many lets a line end earlier or later, it ends with a word.
    """
    lengths = divide(weights, patterns)
    start = 0
    for index, (one, other) in enumerate(pairwise(patterns)):
        cut, end = start + lengths[index], start + lengths[index] + lengths[index + 1]
        odd = (cut - start, end - cut) != (len(one), len(other))
        if start < cut < end and odd and breaks[cut - 1] is Break.NONE:
            cut = min(
                range(max(start + 1, cut - _SEAM), min(end, cut + _SEAM + 1)),
                key=lambda k: (
                    fit_cost(weights[start:k], one) + fit_cost(weights[k:end], other),
                    -SAYS[breaks[k - 1]],
                    abs(k - cut),
                ),
            )
            lengths[index : index + 2] = cut - start, end - cut
        start = cut
    return lengths


@lru_cache(maxsize=4096)
def edits(weights: str, pattern: str) -> tuple[Edit, ...]:
    """List the changes of a cheapest alignment, in order.

    Where a missing or surplus syllable could as cheaply be a neighbour, its bounds cover all
    spots of the run.
    """
    if len(weights) == len(pattern):
        wrong = _wrong(weights, pattern)
        if WRONG_COST * wrong.bit_count() < 2 * LENGTH_COST:  # to shift and shift back costs more
            places = [i for i in range(len(weights)) if wrong >> i & 1]
            return tuple(Edit(Change.WRONG, i, i, i) for i in places)
    elif spots := _lacks_one(weights, pattern):
        return (Edit(Change.MISSING if len(weights) < len(pattern) else Change.EXTRA, *spots),)
    path = _path(weights, pattern)
    if all(change in (None, Change.WRONG) for change, _, _ in path):
        return tuple(Edit(change, j - 1, j - 1, i - 1) for change, i, j in path if change)
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
    for change, i, j in path:
        if change is Change.WRONG:
            found.append(Edit(change, j - 1, j - 1, i - 1))
        elif change is Change.MISSING:
            found.append(Edit(change, *_run(missing, j - 1)))
        elif change is Change.EXTRA:
            found.append(Edit(change, *_run(extra, i - 1)))
    return tuple(found)


@lru_cache(maxsize=4096)
def count_edits(weights: str, pattern: str) -> tuple[int, int]:
    """Count the changes that `edits` lists: wrong weights, and syllables missing or too many."""
    if len(weights) == len(pattern):
        wrong = _wrong(weights, pattern).bit_count()
        if WRONG_COST * wrong < 2 * LENGTH_COST:
            return wrong, 0
    elif _lacks_one(weights, pattern):
        return 0, 1
    steps = [change for change, _, _ in _path(weights, pattern) if change]
    wrong = steps.count(Change.WRONG)
    return wrong, len(steps) - wrong


def _path(weights: str, pattern: str) -> list[tuple[Change | None, int, int]]:
    """Trace a cheapest alignment: step by step the change, and how much is read after it."""
    costs = _prefix_costs(weights, pattern)
    i, j = len(weights), len(pattern)
    path: list[tuple[Change | None, int, int]] = []
    while i or j:
        here = costs[i][j]
        met = bool(i and j) and _fits(weights[i - 1], pattern[j - 1])
        if i and j and costs[i - 1][j - 1] + (0 if met else WRONG_COST) == here:
            path.append((None if met else Change.WRONG, i, j))
            i, j = i - 1, j - 1
        elif j and costs[i][j - 1] + LENGTH_COST == here:
            path.append((Change.MISSING, i, j))
            j -= 1
        else:
            path.append((Change.EXTRA, i, j))
            i -= 1
    return path[::-1]


def _run(spots: set[int], spot: int) -> tuple[int, int]:
    """Bounds of the unbroken run of spots around one of them."""
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


@lru_cache(maxsize=4096)
def partition(segments: tuple[int, ...], lines: tuple[int, ...]) -> list[int] | None:
    """How many lines each segment of the text holds, by their lengths in syllables.

    None if there are more segments than lines.
    """
    if not segments or len(segments) > len(lines):
        return None
    if len(segments) == len(lines):
        return [1] * len(lines)
    # best[k]: least misfit of the segments so far if they hold the first k lines.
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for number, length in enumerate(segments, 1):
        left = len(segments) - number
        step: dict[int, tuple[int, list[int]]] = {}
        for used, (misfit, counts) in best.items():
            for upto in range(used + 1, len(lines) - left + 1):
                off = misfit + abs(length - sum(lines[used:upto]))
                if off < step.get(upto, (FAR, []))[0]:
                    step[upto] = (off, [*counts, upto - used])
        best = step
    return best[len(lines)][1]
