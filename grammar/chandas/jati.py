"""Metres by morae: the gaṇa rules of the āryā family.

A half (ardha) of the āryā has seven gaṇas of four morae and a heavy syllable. No odd gaṇa is ja
(`lgl`); the sixth is ja or four light syllables in a half of 30 morae and a single light syllable
in one of 27; in the āryāgīti (32) a full eighth gaṇa closes the half. No heavy syllable lies
across the seam of two gaṇas. Sources: Piṅgala 4.14 ff.; Vṛttaratnākara 2, *lakṣmaitat sapta gaṇā
gopetā bhavati neha viṣame jaḥ*. Weights are `g` and `l`; syllables count from 0 in a half.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate, pairwise

from dhyana.grammar.chandas.gana import morae

JA = "lgl"
SEAM = 3  # gaṇas in the first line of a half


class GanaRule(StrEnum):
    """Which rule of the gaṇas a fault breaks."""

    JA_IN_ODD = "ja in an odd gaṇa"
    SIXTH = "sixth gaṇa"
    MORAE = "morae of a gaṇa"
    STRADDLE = "heavy syllable across two gaṇas"
    CLOSE = "close of a half"


@dataclass(frozen=True, slots=True)
class MatraGana:
    """A gaṇa of a half: its number from 1 and its syllables `start` up to `stop`."""

    number: int
    start: int
    stop: int
    weights: str


@dataclass(frozen=True, slots=True)
class GanaFault:
    """A fault in the gaṇas: which, on which syllables, what should stand there and what does.

    `since` is the first gaṇa of the same line that may as well be the faulty one, those after it
    being counted from the end of the half.
    """

    rule: GanaRule
    number: int
    start: int
    stop: int
    expected: str
    found: str
    since: int


@dataclass(frozen=True, slots=True)
class Half:
    """A half read as one of `morae` morae; `cost` counts what would have to change."""

    morae: int
    ganas: tuple[MatraGana, ...]
    faults: tuple[GanaFault, ...]
    cost: int

    @property
    def seam(self) -> int:
        """Syllables before the end of the third gaṇa, where a pathyā has a word end."""
        return self.ganas[SEAM - 1].stop

    @property
    def capala(self) -> bool:
        """Whether gaṇas 2 and 4 are ja between heavy syllables (VR 2, the capalā half)."""
        by_number = {gana.number: gana.weights for gana in self.ganas}
        return (
            by_number.get(2) == by_number.get(4) == JA
            and by_number[1].endswith("g")
            and by_number[3].startswith("g")
            and by_number[3].endswith("g")
            and by_number[5].startswith("g")
        )


_FOUR = frozenset({"gg", "gll", "llg", "lgl", "llll"})
_ODD = _FOUR - {JA}
_SIXTH = frozenset({JA, "llll"})
_LIGHT = frozenset({"l"})
_HEAVY = frozenset({"g"})
_LAST_FOUR = frozenset({"gg", "llg"})
PLACES: dict[int, tuple[frozenset[str], ...]] = {
    30: (_ODD, _FOUR, _ODD, _FOUR, _ODD, _SIXTH, _ODD, _HEAVY),
    27: (_ODD, _FOUR, _ODD, _FOUR, _ODD, _LIGHT, _ODD, _HEAVY),
    32: (_ODD, _FOUR, _ODD, _FOUR, _ODD, _SIXTH, _ODD, _LAST_FOUR),
}
"""By the morae of a half, the gaṇas that may stand in each of its places."""

_LENGTHS = (2, 3, 4, 1, 5, 0, 6)  # syllables that a gaṇa may have, right ones first
_FEW_FAULTS = 2
_FULL_PLACES = frozenset({0, 1, 2, 3, 4, 6})  # where a gaṇa of four morae of any form stands


_Spans = tuple[int, tuple[tuple[int, int], ...]]
"""Cost of a reading, and where each of its gaṇas starts and stops."""


@lru_cache(maxsize=4096)
def read_half(weights: str, total: int) -> Half:
    """Read a half as one of `total` morae (27, 30 or 32) with the fewest faults.

    The last syllable counts as heavy (VR 1.9). Of several readings with as few faults the one
    whose first gaṇas are right is taken.
    """
    weights = weights[:-1] + "g"
    places = PLACES[total]
    off = least_changes(morae(weights) - total)
    for most in (off + _FEW_FAULTS, 2 * (off + _FEW_FAULTS), len(weights) + total):
        cost, spans = _cheapest(weights, places, most)
        if cost <= most:
            break
    else:
        return Half(total, (), (), len(weights))
    return _half(weights, total, cost, spans)


@lru_cache(maxsize=4096)
def has_at_most(faults: int, weights: str, total: int) -> bool:
    """Tell whether a half, read as one of `total` morae, has no more faults than so many."""
    return _cheapest(weights[:-1] + "g", PLACES[total], faults)[0] <= faults


def _cheapest(weights: str, places: Sequence[frozenset[str]], most: int) -> _Spans:
    """Find the cheapest reading; one that costs more than `most` need not be found.

    A gaṇa has at most two morae too many or too few a change, so that a seam far from where the
    gaṇas before it end, or from where those after it begin, is on no cheap reading.
    """
    before = list(accumulate(map(morae, weights), initial=0))
    due = list(accumulate((morae(next(iter(allowed))) for allowed in places), initial=0))
    off = before[-1] - due[-1]
    ahead = range(min(off, 0) - 2 * most, max(off, 0) + 2 * most + 1)
    cheap = {k for k in ahead if least_changes(k) + least_changes(off - k) <= most}
    # best[i][p]: cheapest reading of the gaṇas from place i on, starting at syllable p.
    best: list[dict[int, _Spans]] = [{} for _ in places]
    best.append({len(weights): (0, ())})
    for place in reversed(range(len(places))):
        for start, spent in enumerate(before):
            if spent - due[place] not in cheap:
                continue
            following = best[place + 1]
            options = [
                (_cost(weights[start:stop], places[place]) + rest, ((start, stop), *spans))
                for stop in [start + length for length in _LENGTHS]
                if stop in following
                for rest, spans in (following[stop],)
            ]
            options += _over_the_seam(weights, start, place, best)
            if options:
                best[place][start] = min(options, key=lambda option: option[0])
    return best[0].get(0, (most + 1, ()))


def _over_the_seam(
    weights: str,
    start: int,
    place: int,
    best: list[dict[int, _Spans]],
) -> Iterator[_Spans]:
    """Read two gaṇas of four morae with a heavy syllable on their seam: one fault, not two."""
    if place + 2 >= len(best) or not {place, place + 1} <= _FULL_PLACES:
        return
    for middle in (start + 2, start + 3):  # lg, gl or lll
        if morae(weights[start:middle]) == 3 and weights[middle : middle + 1] == "g":
            for stop in range(middle + 3, middle + 5):  # ggl, glg or glll
                if morae(weights[middle:stop]) == 5 and stop in best[place + 2]:
                    rest, spans = best[place + 2][stop]
                    yield 1 + rest, ((start, middle), (middle, stop), *spans)


def least_changes(off: int) -> int:
    """How many changes mend so many morae too many or too few, at best: a syllable has two."""
    return (abs(off) + 1) // 2


@lru_cache(maxsize=1024)
def _cost(gana: str, allowed: frozenset[str]) -> int:
    """How far a gaṇa is from what may stand in its place.

    It is one change if it lacks, or has too many, one syllable; else one a mora.
    """
    if gana in allowed:
        return 0
    if any(gana in _shorter(form) or form in _shorter(gana) for form in allowed):
        return 1
    off = abs(morae(gana) - morae(next(iter(allowed))))
    return max(1, off)


def _shorter(gana: str) -> set[str]:
    """Give what is left of a gaṇa without one of its syllables."""
    return {gana[:k] + gana[k + 1 :] for k in range(len(gana))}


def _faults(ganas: Sequence[MatraGana], places: Sequence[frozenset[str]]) -> Iterator[GanaFault]:
    skip = 0
    alone = faulty_alone("".join(gana.weights for gana in ganas), places)
    for gana, allowed in zip(ganas, places, strict=True):
        if gana.weights in allowed or gana.number == skip:
            continue
        found = gana.weights
        stop = gana.stop
        if gana.number == len(places):
            rule = GanaRule.CLOSE
        elif found == JA and allowed == _ODD:
            rule = GanaRule.JA_IN_ODD
        elif gana.number == 6:
            rule = GanaRule.SIXTH
        else:
            rule = GanaRule.MORAE
            following = ganas[gana.number]
            if {morae(found), morae(following.weights)} == {3, 5}:
                rule, stop, skip = GanaRule.STRADDLE, following.stop, following.number
                found = f"{found} {following.weights}"
        expected = " or ".join(sorted(allowed, key=lambda option: (len(option), option)))
        since = min([k for k in alone if (k > SEAM) == (gana.number > SEAM)], default=gana.number)
        yield GanaFault(rule, gana.number, gana.start, stop, expected, found, since)


def faulty_alone(weights: str, places: Sequence[frozenset[str]]) -> list[int]:
    """Give the numbers of the gaṇas of which one change would mend any, all others being right."""
    due = list(accumulate((morae(next(iter(allowed))) for allowed in places), initial=0))
    before = list(accumulate(map(morae, weights), initial=0))
    front = {spent: k for k, spent in enumerate(before)}
    back = {before[-1] - spent: k for k, spent in enumerate(before)}
    starts = [front.get(spent) for spent in due]
    stops = [back.get(due[-1] - spent) for spent in due]
    found = []
    for number, allowed in enumerate(places, 1):
        start, stop = starts[number - 1], stops[number]
        if start is None or stop is None or stop < start:
            continue
        rest = [*pairwise(starts[:number]), *pairwise(stops[number:])]
        others = [*places[: number - 1], *places[number:]]
        right = all(
            a is not None and b is not None and weights[a:b] in fits
            for (a, b), fits in zip(rest, others, strict=True)
        )
        if right and _cost(weights[start:stop], allowed) == 1:
            found.append(number)
    return found


def read_half_parted(weights: str, total: int, seam: int, most: int) -> Half | None:
    """Read a half so that its third gaṇa ends before the syllable `seam`.

    None where that takes more than `most` changes.
    """
    weights = weights[:-1] + "g"
    places = PLACES[total]
    first, before = _cheapest(weights[:seam], places[:SEAM], most)
    rest, after = _cheapest(weights[seam:], places[SEAM:], most)
    if first + rest > most:
        return None
    spans = (*before, *((seam + start, seam + stop) for start, stop in after))
    return _half(weights, total, first + rest, spans)


def _half(weights: str, total: int, cost: int, spans: Sequence[tuple[int, int]]) -> Half:
    ganas = tuple(
        MatraGana(number, start, stop, weights[start:stop])
        for number, (start, stop) in enumerate(spans, 1)
    )
    return Half(total, ganas, tuple(_faults(ganas, PLACES[total])), cost)
