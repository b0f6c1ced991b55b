"""Which syllables are which pāda, and where a pāda of other than eight lost or gained one.

A stanza is cut at the breaks its writer made, and a half without one inside is cut after its
eighth syllable. When a half has not sixteen, the cut and the place of the fault are inferred:
every way in which a good half could have become this one is weighed by how often verse and
scribes do such things, and the likeliest is taken. What is reported of the place is a span that
holds most of that weight, so it is as narrow as the cadence and the words make it, no narrower.

Weights are strings of `g` and `l`; `breaks` holds what is written after each syllable. Syllables
of a pāda count from 1.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product

from dhyana.grammar.anushtubh_table import Profile, sound
from dhyana.grammar.scansion import Break

PADA = 8
HALF = 2 * PADA
PADA_SIZES = range(5, 12)
HALF_SIZES = range(12, 21)

SHARES = {
    "pathya": 0.888,
    "ma_vipula": 0.037,
    "na_vipula": 0.043,
    "bha_vipula": 0.028,
    "ra_vipula": 0.002,
    "even": 1.0,
}
"""How often a pāda is of each kind: 35,608 half verses of the Rāmāyaṇa."""

MISWRITTEN = 0.01
"""Likelihood of one syllable of wrong weight: rules broken in human-labelled inscriptions."""

MISCOUNTED = 0.001
"""Likelihood of one syllable dropped or added."""

NEIGHBOUR = 0.13
"""How often dropping an akṣara changes the weight of the one before it (Brahmapurāṇa: 13.2 %)."""

INSIDE_WORD = 0.05
"""An added syllable that is part of a word, against one that is a word: scribes add particles."""

AT_PADA_END = {Break.NONE: 0.01, Break.SEAM: 0.05}
"""Likelihood that a pāda ends inside a word, or in a compound, against at a word end."""

OTHER_LINE = 0.02
"""Likelihood that the pāda ends elsewhere than where the writer broke the line."""

MOST = 0.85
"""Share of the weight that the reported span must hold."""

FURTHEST = 2
"""More dropped or added syllables than this are counted and not located one by one."""

DANDAS = (Break.HALF, Break.VERSE)
LINES = (Break.LINE, *DANDAS)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to eight syllables: those added are left out, or those missing are put in.

    `syllables` are numbers in the pāda as written when there are too many, and in the mended
    pāda when there are too few. `weights` are those of the mended pāda.
    """

    syllables: tuple[int, ...]
    weights: str
    likelihood: float


@dataclass(frozen=True, slots=True)
class Location:
    """Where a pāda lost or gained syllables: a span, and the readings, likeliest first."""

    first: int
    last: int
    readings: tuple[Reading, ...]


def padas(weights: str, breaks: Sequence[Break]) -> tuple[tuple[range, ...], ...]:
    """Divide a stanza into pādas, ranges of its syllables, by half; a half may have only one."""
    stanza: list[tuple[range, ...]] = []
    for half in halves(weights, breaks) if weights else ():
        if len(half) in PADA_SIZES or len(half) < min(PADA_SIZES):
            stanza.append((half,))
        else:
            cut = half.start + split(
                weights[half.start : half.stop], breaks[half.start : half.stop]
            )
            stanza.append((range(half.start, cut), range(cut, half.stop)))
    return tuple(stanza)


def split(weights: str, breaks: Sequence[Break]) -> int:
    """How many syllables of a half belong to its odd pāda."""
    size = len(weights)
    line = next((k + 1 for k in range(size - 1) if breaks[k] in LINES), None)
    if size == HALF and line in (None, PADA):
        return PADA
    cuts = (
        {PADA} if size == HALF else set(range(min(PADA, size - PADA), max(PADA, size - PADA) + 1))
    )
    if line is not None:
        cuts.add(line)
    return max(sorted(cuts), key=lambda cut: _half_likelihood(weights, breaks, cut, line))


def locate(weights: str, breaks: Sequence[Break], *, even: bool) -> Location | None:
    """Find where a pāda lost or gained one or two syllables; None for any other length."""
    if not 0 < abs(len(weights) - PADA) <= FURTHEST:
        return None
    return _located(weights, tuple(map(bool, breaks)), even)


@lru_cache(maxsize=512)
def _located(weights: str, words: tuple[bool, ...], even: bool) -> Location:
    """Find the same by where words end."""
    found = sorted(_readings(weights, words, even), key=lambda reading: -reading.likelihood)
    total = sum(reading.likelihood for reading in found)
    share: defaultdict[int, float] = defaultdict(float)
    for reading in found:
        for syllable in reading.syllables:
            share[syllable] += reading.likelihood / total / len(reading.syllables)
    first, last = _span(share)
    return Location(first, last, tuple(found))


def _span(share: Mapping[int, float]) -> tuple[int, int]:
    """Find the shortest run of syllables that holds most of the weight."""
    syllables = range(min(share), max(share) + 1)
    runs = [
        (last - first, -weight, first, last)
        for first in syllables
        for last in range(first, syllables.stop)
        if (weight := sum(share.get(k, 0) for k in range(first, last + 1))) >= MOST
    ]
    _, _, first, last = min(runs)
    return first, last


def _readings(weights: str, words: Sequence[bool], even: bool) -> Iterator[Reading]:
    likelihoods = _likelihoods(weights, tuple(words), even)
    for (syllables, mended, _), likelihood in zip(_mended(weights, even), likelihoods, strict=True):
        yield Reading(syllables, mended, likelihood)


def _likelihoods(weights: str, words: tuple[bool, ...], even: bool) -> Iterator[float]:
    """How likely each way is in which a good pāda became these syllables, with these words."""
    surplus = len(weights) - PADA
    shares = _shares(words, surplus)
    total = sum(shares)
    for (*_, likelihood), share in zip(_mended(weights, even), shares, strict=True):
        yield likelihood * share / total * MISCOUNTED ** abs(surplus)


@lru_cache(maxsize=4096)
def _mended(weights: str, even: bool) -> tuple[tuple[tuple[int, ...], str, float], ...]:
    """Mend a pāda in every way: the syllables (as in `Reading`), the weights, how likely these are.

    Where a syllable was dropped or added, the one before it may have changed its weight.
    """
    surplus = len(weights) - PADA
    found = []
    for syllables, added in (
        _omissions(len(weights), surplus) if surplus > 0 else _insertions(-surplus)
    ):
        mended = _mend(weights, syllables, added)
        likelihood = _likelihood(mended, even)
        if len(syllables) == 1 and syllables[0] > 1:
            before = syllables[0] - 2
            changed = mended[:before] + "gl"[mended[before] == "g"] + mended[before + 1 :]
            likelihood += NEIGHBOUR * (_likelihood(changed, even) - likelihood)
        found.append((syllables, mended, likelihood))
    return tuple(found)


@lru_cache(maxsize=4096)
def _shares(words: tuple[bool, ...], surplus: int) -> tuple[float, ...]:
    """Weigh each way to mend a pāda whose words end so: whole words are likelier too many."""
    if surplus < 0:
        return (1.0,) * sum(1 for _ in _insertions(-surplus))
    size = len(words)
    shares = []
    for syllables, _ in _omissions(size, surplus):
        share = 1.0
        for syllable in syllables:
            k = syllable - 1
            starts = k == 0 or words[k - 1] or k in syllables
            ends = k == size - 1 or words[k] or k + 2 in syllables
            share *= 1 if starts and ends else INSIDE_WORD
        shares.append(share)
    return tuple(shares)


def _omissions(size: int, surplus: int) -> Iterator[tuple[tuple[int, ...], str]]:
    """Which of so many syllables may be too many."""
    for chosen in combinations(range(1, size + 1), surplus):
        yield chosen, ""


def _insertions(missing: int) -> Iterator[tuple[tuple[int, ...], str]]:
    """Where syllables may be missing and of which weight."""
    for chosen in combinations(range(1, PADA + 1), missing):
        for added in product("gl", repeat=missing):
            yield chosen, "".join(added)


def _mend(weights: str, syllables: tuple[int, ...], added: str) -> str:
    """Leave out the syllables, or put in those added at their numbers in the mended pāda."""
    mended = weights
    if not added:
        for syllable in reversed(syllables):
            mended = mended[: syllable - 1] + mended[syllable:]
        return mended
    for syllable, weight in zip(syllables, added, strict=True):
        mended = mended[: syllable - 1] + weight + mended[syllable - 1 :]
    return mended


@lru_cache(maxsize=512)
def _likelihood(weights: str, even: bool) -> float:
    """How likely these eight syllables stand for some good pāda of this place."""
    written = _number(weights)
    return sum(
        [share * _MISWRITTEN[(written ^ good).bit_count()] for good, share in _good_padas(even)]
    )


_MISWRITTEN = [MISWRITTEN**wrong for wrong in range(PADA + 1)]
"""Likelihood of so many syllables of wrong weight."""


@lru_cache(maxsize=2)
def _good_padas(even: bool) -> tuple[tuple[int, float], ...]:
    """Give the good pādas of this place as numbers, and how often a pāda is each."""
    patterns = sound(even, Profile.CLASSICAL)
    patterns_of = Counter(patterns.values())
    return tuple(
        (_number(pattern), SHARES[kind] / patterns_of[kind]) for pattern, kind in patterns.items()
    )


def _number(weights: str) -> int:
    """Give weights as a number, heavy being 1."""
    return int(weights.replace("g", "1").replace("l", "0"), 2)


def _pada_likelihood(weights: str, breaks: Sequence[Break], even: bool) -> float:
    if len(weights) == PADA:
        return _likelihood(weights, even)
    surplus = abs(len(weights) - PADA)
    if surplus > FURTHEST:
        return float(MISWRITTEN * MISCOUNTED**surplus)
    # Where a syllable is missing, the words say nothing.
    words = tuple(map(bool, breaks)) if len(weights) > PADA else (False,) * len(weights)
    return _miscounted_likelihood(weights, words, even)


@lru_cache(maxsize=4096)
def _miscounted_likelihood(weights: str, words: tuple[bool, ...], even: bool) -> float:
    """How likely it is that these syllables, with these word ends, are some good pāda."""
    return sum(_likelihoods(weights, words, even))


def _half_likelihood(
    weights: str, breaks: Sequence[Break], cut: int, line: int | None = None
) -> float:
    """How likely a half is to have this cut, where its writer broke the line after `line`."""
    return (
        _pada_likelihood(weights[:cut], breaks[:cut], even=False)
        * _pada_likelihood(weights[cut:], breaks[cut:], even=True)
        * AT_PADA_END.get(breaks[cut - 1], 1)
        * (1 if line in (None, cut) else OTHER_LINE)
    )


def _undivided_likelihood(weights: str, breaks: Sequence[Break]) -> float:
    """How likely a half is that its writer did not part from what follows."""
    cut = split(weights, breaks)
    return _half_likelihood(weights, breaks, cut) * AT_PADA_END.get(breaks[-1], 1)


def halves(weights: str, breaks: Sequence[Break]) -> Iterator[range]:
    """Divide a stanza into halves, a lone pāda being a half of its own.

    Lines, daṇḍas and slashes are tried first, then daṇḍas alone: lines that are wrapped anywhere
    say nothing. Lines of a pāda each are paired; what no break divides is cut by its cadences.
    """
    pieces = _pieces(breaks, LINES)
    if not all(len(piece) in PADA_SIZES or len(piece) in HALF_SIZES for piece in pieces):
        pieces = _pieces(breaks, DANDAS)
    pending = iter(pieces)
    for piece in pending:
        if len(piece) not in PADA_SIZES:
            yield from _cut(piece, weights, breaks)
        elif (second := next(pending, None)) is None:
            yield piece
        elif len(second) in PADA_SIZES:
            yield range(piece.start, second.stop)
        else:
            yield piece
            yield from _cut(second, weights, breaks)


def _cut(piece: range, weights: str, breaks: Sequence[Break]) -> Iterator[range]:
    """Cut a piece that no break divides into halves."""
    start = piece.start
    while piece.stop - start > HALF_SIZES[-1]:
        stop = start + HALF
        if (piece.stop - start) % HALF:
            stops = range(stop - FURTHEST, stop + FURTHEST + 1)
            rated = [(_undivided_likelihood(weights[start:k], breaks[start:k]), k) for k in stops]
            stop = max(rated)[1]
        yield range(start, stop)
        start = stop
    yield range(start, piece.stop)


def _pieces(breaks: Sequence[Break], marks: Collection[Break]) -> list[range]:
    """Divide the syllables after these marks."""
    stops = [k + 1 for k, mark in enumerate(breaks[:-1]) if mark in marks]
    return [range(a, b) for a, b in pairwise([0, *stops, len(breaks)])]
