"""Ślokas with faults, and texts that are neither a śloka nor anything else, told on arrays.

A verse written in halves of fifteen to seventeen syllables that breaks a rule of the śloka is a
śloka with faults if no other metre can have as much evidence; a text whose lines are none of a
śloka is of no metre if none can have enough (`chandas.choice`). How near any other metre may come
is bounded for many verses at once (`near_fixed`, `near_moraic`); where the bounds do not tell,
nothing is said, and the verse is left to `choose`.
"""

from enum import IntEnum
from functools import lru_cache
from itertools import pairwise, product
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.alignment import HALF, HALF_SIZES, PADA, PADA_SIZES, halves
from dhyana.grammar.chandas.belief import ARYA_BITS, EXACT_BITS, FAULTY_BITS, PRIOR_BITS
from dhyana.grammar.chandas.division import SAYS
from dhyana.grammar.chandas.pada import changes, matched
from dhyana.grammar.chandas.shloka_reading import (
    MISCOUNTED,
    SHLOKA_BITS,
    SHLOKA_LINES,
    SHLOKA_LONGEST,
    SHLOKA_SIZES,
    WHICH_BITS,
    as_shloka,
    shloka_bits,
    unlikeness,
)
from dhyana.grammar.chandas.trishtubh import lines_of
from dhyana.grammar.corpus.near_fixed import may_be_near
from dhyana.grammar.corpus.near_moraic import is_moraic
from dhyana.grammar.corpus.rows import WIDTH, Rows
from dhyana.grammar.corpus.syllables import LINE, MARKS
from dhyana.grammar.scansion import Break

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_HALVES = 3
_HALF_SIZES = (HALF - 1, HALF, HALF + 1)
_SEVERAL = 4  # so many lines may be several verses


class Told(IntEnum):
    """What is told of a verse."""

    LEFT = 0
    EXACT_SHLOKA = 1
    FAULTY_SHLOKA = 2
    NO_METRE = 3


def tell(rows: Rows, profile: Profile) -> "tuple[NDArray[np.uint8], NDArray[np.bool_]]":
    """Tell of verses whether they are ślokas or of no metre, as codes of `Told`.

    The second array marks those whose lines are none of a śloka.
    """
    import numpy as np

    told = np.zeros(len(rows.sizes), np.uint8)
    parts, verses = _in_halves(rows)
    seen = rows.of(verses)
    failed, bits = _as_shlokas(seen, parts, profile)
    exact = np.flatnonzero(~failed & (bits >= EXACT_BITS))
    told[verses[exact[~seen.of(exact).claimed()]]] = Told.EXACT_SHLOKA
    plain = failed & ~_may_be_epic(seen, profile)
    faulty = plain & (bits >= SHLOKA_BITS) & ~_may_be_regular(seen)
    no_shloka = _are_no_shlokas(rows) & ~_may_be_epic(rows, profile)
    without = no_shloka.copy()
    without[verses[plain & (bits < SHLOKA_BITS)]] = True
    without &= (rows.pieces < _SEVERAL) & ~rows.free.any(axis=1)
    limit = np.where(without, FAULTY_BITS, inf)
    limit[verses[faulty]] = bits[faulty] + PRIOR_BITS
    others = np.flatnonzero(np.isfinite(limit))
    alone = others[~_has_rival(rows.of(others), limit[others])]
    told[alone] = np.where(without[alone], Told.NO_METRE, Told.FAULTY_SHLOKA)
    return told, no_shloka


def _has_rival(rows: Rows, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell which verses another metre may have so much evidence for, or be kept by."""
    import numpy as np

    has = is_moraic(rows, np.where(limit == FAULTY_BITS, ARYA_BITS, limit))
    open_ = np.flatnonzero(~has)
    has[open_] = may_be_near(rows.of(open_), limit[open_])
    return has


def _may_be_epic(rows: Rows, profile: Profile) -> "NDArray[np.bool_]":
    """Tell which verses may be triṣṭubhs or jagatīs of the epics, by their size."""
    import numpy as np

    sizes = [size for size in range(WIDTH + 1) if lines_of(size)]
    return np.isin(rows.sizes, sizes if profile is Profile.EPIC else [])


# --- the śloka -----------------------------------------------------------------------------


class _Halves(NamedTuple):
    """Where halves begin and how long they are (verses × halves); length 0 where there is none."""

    starts: "NDArray[np.int64]"
    lengths: "NDArray[np.int64]"


def _in_halves(rows: Rows) -> "tuple[_Halves, NDArray[np.int64]]":
    """Find the verses whose halves are plain to see: one a line, or two lines of a pāda each."""
    import numpy as np

    stops = rows.stops[:, :_MOST_HALVES]
    starts = np.pad(stops, ((0, 0), (1, 0)))[:, :_MOST_HALVES]
    lengths = stops - starts
    size = rows.sizes[:, None]
    uneven = np.isin(lengths, (0, *_HALF_SIZES)).all(axis=1) & (rows.pieces > 1)
    uneven &= (rows.pieces <= _MOST_HALVES) & ~np.isin(rows.sizes, SHLOKA_SIZES)
    uneven &= (lengths[:, 0] != lengths[:, 1]) | (rows.pieces > 2)
    places = np.arange(WIDTH) + 1
    ends = rows.marks >= LINE
    even = (ends <= (places % PADA == 0)).all(axis=1)
    even &= (ends >= ((places % HALF == 0) & (places < size))).all(axis=1)
    even &= np.isin(rows.sizes, (2 * HALF, _MOST_HALVES * HALF))
    by_half = np.minimum(np.arange(_MOST_HALVES) * HALF, size)
    starts = np.where(even[:, None], by_half, starts)
    lengths = np.where(even[:, None], np.minimum(HALF, size - by_half), lengths)
    verses = np.flatnonzero(even | uneven)
    return _Halves(starts[verses], lengths[verses]), verses


def _as_shlokas(
    rows: Rows, parts: _Halves, profile: Profile
) -> "tuple[NDArray[np.bool_], NDArray[np.float64]]":
    """Read the verses as ślokas: which break a rule, and evidence, no more than there is."""
    import numpy as np

    wrong, bits = _evidence(rows, parts, profile)
    failed, sure = _failed(rows, parts, wrong, profile)
    uneven = (parts.lengths % HALF > 0).any(axis=1)
    for row in np.flatnonzero(~sure | uneven & (bits < SHLOKA_BITS)).tolist():
        text = rows.text(row)
        read = as_shloka(text.weights, text.breaks, text.free, profile)
        failed[row], bits[row] = (read.failed, read.bits) if read else (True, -inf)
    return failed, bits


def _evidence(
    rows: Rows, parts: _Halves, profile: Profile
) -> "tuple[NDArray[np.int64], NDArray[np.float64]]":
    """Count the changes of each half that has sixteen syllables; bound the evidence from below.

    A half of fifteen or seventeen has its pāda of eight in front or behind, and of the two the
    one is counted that says less: see `shloka_reading.as_shloka`.
    """
    import numpy as np

    tables, unlike, said = _tables(profile)
    says = np.array([SAYS[mark] for mark in MARKS])
    verses = np.arange(len(rows.sizes))[:, None]
    octets = _octets(rows.heavy)
    starts, lengths = parts
    last = np.maximum(starts + lengths - PADA, 0)
    there = lengths > 0
    whole = lengths == HALF
    first, second = octets[verses, starts % WIDTH], octets[verses, last]
    wrong, unlikely = (
        np.stack([table[0][first], table[1][second]]) * there for table in (tables, unlike)
    )
    seams = np.stack(
        [rows.marks[verses, (starts + PADA - 1) % WIDTH], rows.marks[verses, last - 1]]
    )
    inside = says[seams] - WHICH_BITS * ~whole
    ends = rows.marks[verses, starts + lengths - 1]
    layout = np.where(ends >= LINE, says[ends], 0.0).sum(axis=1, where=there)
    full, unlikely_full = (np.where(whole, counts.sum(axis=0), 0) for counts in (wrong, unlikely))
    bits = np.full(len(verses), inf)
    halves = np.arange(_MOST_HALVES)
    for chosen in product((0, 1), repeat=_MOST_HALVES):
        place = np.array(chosen)
        count = np.where(whole, unlikely_full, unlikely[place, :, halves].T).sum(axis=1)
        odd = (whole | there & (place == 0)).sum(axis=1)
        even = (whole | there & (place == 1)).sum(axis=1)
        written = inside[place, :, halves].T.sum(axis=1, where=there) + layout
        bits = np.minimum(bits, said[odd, even, count] + written)
    return full, bits


def _octets(heavy: "NDArray[np.bool_]") -> "NDArray[np.uint8]":
    """Weights of eight syllables as a number, from each syllable on, the first its highest bit."""
    import numpy as np

    wide = np.pad(heavy, ((0, 0), (0, PADA))).astype(np.uint8)
    octets = np.zeros(heavy.shape, np.uint8)
    for place in range(PADA):
        octets |= wide[:, place : place + heavy.shape[1]] << (PADA - 1 - place)
    return octets


@lru_cache(maxsize=2)
def _tables(
    profile: Profile,
) -> "tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]":
    """Tabulate pādas of eight: how far each pattern is from a good one, in odd and even places.

    And from one that poets write, and what odd and even ones with so many changes in all say.
    """
    import numpy as np

    patterns = ["".join("lg"[n >> 7 - k & 1] for k in range(PADA)) for n in range(256)]
    wrong, unlike = (
        np.array([[count(p, even, profile) for p in patterns] for even in (False, True)])
        for count in (changes, unlikeness)
    )
    counts = range(_MOST_HALVES + 1)
    most = range(2 * _MOST_HALVES * int(wrong.max()) + 1)
    said = [
        [[shloka_bits((False,) * odd + (True,) * even, n) for n in most] for even in counts]
        for odd in counts
    ]
    return wrong, unlike, np.array(said)


def _failed(
    rows: Rows, parts: _Halves, wrong: "NDArray[np.int64]", profile: Profile
) -> "tuple[NDArray[np.bool_], NDArray[np.bool_]]":
    """Tell which verses break a rule, and of which that is sure."""
    import numpy as np

    miscounted = (parts.lengths > 0) & (parts.lengths != HALF)
    failed = (wrong > 0).any(axis=1) | miscounted.any(axis=1)
    # The epics may have a pāda of nine syllables.
    long = (parts.lengths > HALF).any(axis=1) & (profile is Profile.EPIC)
    sure = ~long | (parts.lengths == HALF - 1).any(axis=1)
    for row in np.flatnonzero(rows.free.any(axis=1) & ~miscounted.any(axis=1)).tolist():
        text = rows.text(row)
        failed[row] = any(
            matched(
                text.weights[start : start + PADA],
                tuple(k - start for k in text.free if start <= k < start + PADA),
                start // PADA % 2 == 1,
                profile,
            )[1]
            is None
            for start in range(0, len(text.weights), PADA)
        )
    return failed, sure


def _may_be_regular(rows: Rows) -> "NDArray[np.bool_]":
    """Tell which verses of two halves or four pādas may repeat a pattern: see `chandas.text`."""
    octets = _octets(rows.heavy)[:, : 4 * PADA : PADA]
    ends = octets | 1  # the last syllable of a line is free
    regular: NDArray[np.bool_] = (ends[:, 0] == ends[:, 2]) & (ends[:, 1] == ends[:, 3])
    regular |= (octets & 0xFE == octets[:, :1] & 0xFE).all(axis=1)
    regular &= rows.sizes == 4 * PADA
    return regular


# --- what is no śloka ----------------------------------------------------------------------


def _are_no_shlokas(rows: Rows) -> "NDArray[np.bool_]":
    """Tell which verses have lines that no śloka has."""
    import numpy as np

    found = np.fromiter(
        (_is_no_shloka(tuple(stops)) for stops in rows.stops.tolist()), np.bool_, len(rows.sizes)
    )
    return found & (rows.pieces > 1)


@lru_cache(maxsize=4096)
def _is_no_shloka(stops: tuple[int, ...]) -> bool:
    """Tell whether lines that stop so are not a śloka's, whatever their weights.

    It is so of lines that are divided by their lengths alone: see `shloka_reading.as_shloka`.
    """
    size = stops[-1]
    lengths = [b - a for a, b in pairwise((0, *stops)) if b > a]
    if size > SHLOKA_LONGEST:
        return True
    if size in SHLOKA_SIZES or not all(n in PADA_SIZES or n in HALF_SIZES for n in lengths):
        return False
    breaks = [Break.LINE if place + 1 in stops else Break.NONE for place in range(size)]
    parts = list(map(len, halves("l" * size, breaks)))
    alone = [part for part in parts if part in PADA_SIZES]
    return (
        max(parts) > HALF_SIZES[-1]
        or 2 * len(parts) - len(alone) not in SHLOKA_LINES
        or any(abs(part - PADA) > MISCOUNTED for part in alone)
    )
