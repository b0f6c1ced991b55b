"""Ślokas with faults, told on arrays.

A verse of 32 syllables that is written in halves or pādas and breaks a rule of the śloka is a
śloka with faults if no other metre can have as much evidence (`chandas.choice`). How near any
metre may come is bounded here for many verses at once; where the bound does not tell, nothing is
said, and the verse is left to `choose`.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas import fixed, moraic
from dhyana.grammar.chandas.alignment import PADA
from dhyana.grammar.chandas.choice import PRIOR_BITS
from dhyana.grammar.chandas.division import SAYS, most_layout
from dhyana.grammar.chandas.gana import morae
from dhyana.grammar.chandas.matching import evidence
from dhyana.grammar.chandas.matravrtta import LINE_MORAE
from dhyana.grammar.chandas.pada import changes
from dhyana.grammar.chandas.shloka_reading import SHLOKA_BITS, shloka_bits
from dhyana.grammar.corpus.syllables import HALF, LINE, MARKS
from dhyana.grammar.vrttas import table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE = 4 * PADA
_FAR = 5  # changes that are not told from more
_WINDOW = PADA + 2 * (_FAR - 1)  # where in a metre a pāda with fewer changes may stand


def are_faulty(
    weights: "NDArray[np.bool_]", marks: "NDArray[np.uint8]", profile: Profile
) -> "NDArray[np.bool_]":
    """Tell of verses that are no good ślokas whether they are ślokas with faults.

    `weights` (verses × 32) is true for heavy syllables, none of which a licence lets be light;
    `marks` has codes of `MARKS`, line ends only after pādas.
    """
    import numpy as np

    octets = np.packbits(weights, axis=1)
    tables = _pada_tables(profile)
    places = np.arange(4) % 2
    wrong = tables[places, octets].sum(axis=1)
    says = np.array([SAYS[mark] for mark in MARKS])
    seams = marks[:, PADA - 1 : SIZE - 1 : PADA]
    bits = _shloka_bits()[wrong] + says[seams].sum(axis=1)
    limit = bits + PRIOR_BITS
    divisions = (seams >= LINE).sum(axis=1)
    ends = octets | 1  # the last syllable of a line is free
    regular = ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] == ends[:, 3])) | (
        (octets & 0xFE == octets[:, :1] & 0xFE).all(axis=1)
    )
    sure: NDArray[np.bool_] = (wrong > 0) & (bits >= SHLOKA_BITS) & ~regular
    sure &= _most_fixed(octets, divisions) < limit
    before = np.zeros((len(weights), SIZE + 1), np.int64)
    np.cumsum(weights + np.int64(1), axis=1, out=before[:, 1:])
    sure &= ~_may_be_jati(before, seams, divisions, limit)
    told: NDArray[np.bool_] = sure & ~_may_be_vaitaliya(before, divisions, limit)
    return told


@lru_cache(maxsize=2)
def _pada_tables(profile: Profile) -> "NDArray[np.int64]":
    """How far each pattern is from a good pāda, in odd and in even places."""
    import numpy as np

    patterns = ["".join("lg"[n >> 7 - k & 1] for k in range(PADA)) for n in range(256)]
    return np.array([[changes(p, even, profile) for p in patterns] for even in (False, True)])


@lru_cache(maxsize=1)
def _shloka_bits() -> "NDArray[np.float64]":
    import numpy as np

    return np.array([shloka_bits((False, True) * 2, wrong) for wrong in range(SIZE)])


# --- metres fixed syllable by syllable -----------------------------------------------------


def _most_fixed(
    octets: "NDArray[np.uint8]", divisions: "NDArray[np.int64]"
) -> "NDArray[np.float64]":
    """Bound the evidence for the nearest of the metres fixed syllable by syllable."""
    import numpy as np

    near, said, layouts = _fixed_tables()
    least = np.minimum(near[np.arange(4), octets].sum(axis=1, dtype=np.int64), _FAR)
    metres = np.arange(least.shape[1])
    most = said[metres, least] + layouts[:, divisions].T
    found: NDArray[np.float64] = most.max(axis=1)
    return found


@lru_cache(maxsize=1)
def _fixed_tables() -> "tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]":
    """Tabulate the metres of about that size.

    How many changes each pāda of any pattern takes at least (pādas × 256 × metres), what so many
    changes in all leave as evidence (metres × changes), and what divisions say at most.
    """
    import numpy as np

    close = fixed.close_to(SIZE)
    near = np.stack([_least_changes(close, PADA * quarter) for quarter in range(4)])
    said = np.zeros((len(close), _FAR + 1))
    for index, candidate in enumerate(close):
        off = abs(candidate.size - SIZE)
        for least in range(_FAR + 1):
            # A syllable more or less counts for two changes: see `fixed.read`.
            said[index, least] = evidence(candidate.fixed, max(least, off) + off, len(close))
    layouts = np.array([[most_layout(len(c.lines), d) for d in range(4)] for c in close])
    return near, said, layouts


def _least_changes(close: "tuple[fixed.Candidate, ...]", start: int) -> "NDArray[np.uint8]":
    """Count the changes from patterns of eight to the nearest stretch, about `start`, of metres.

    Edit distance with both ends of the stretch free, all patterns and metres side by side.
    """
    import numpy as np

    first = start - (_FAR - 1)
    lines = ["".join(candidate.lines) for candidate in close]
    stretch = [f"{'x' * max(-first, 0)}{line[max(first, 0) :]}{'x' * SIZE}" for line in lines]
    places = np.array([list(text[:_WINDOW].encode()) for text in stretch])
    row = [np.zeros((256, len(close)), np.uint8)] * (_WINDOW + 1)
    for syllable in range(PADA):
        heavy = (np.arange(256) >> PADA - 1 - syllable & 1)[:, None]
        weight = np.where(heavy, ord("g"), ord("l"))
        below = [np.full((256, len(close)), syllable + 1, np.uint8)]
        for place in range(_WINDOW):
            column = places[:, place]
            misses = ((column != weight) & (column != ord("."))).astype(np.uint8)
            shifted = np.minimum(row[place + 1], below[place]) + np.uint8(1)
            below.append(np.minimum(row[place] + misses, shifted))
        row = below
    found: NDArray[np.uint8] = np.minimum.reduce(row)
    return found


# --- metres by morae -----------------------------------------------------------------------


def _may_be_jati(
    before: "NDArray[np.int64]",
    seams: "NDArray[np.uint8]",
    divisions: "NDArray[np.int64]",
    limit: "NDArray[np.float64]",
) -> "NDArray[np.bool_]":
    """Whether a metre of the āryā family may have as much evidence, or be kept without a fault.

    `before` has the morae before each syllable. The halves are cut in the middle, at the only
    daṇḍa, or where the morae of the first are full: see `moraic.jatis`.
    """
    import numpy as np

    may = np.zeros(len(before), np.bool_)
    lines = np.array([[moraic.most_lines(halves, d) for d in range(4)] for halves in (1, 2)])
    pairs = {metre.halves for metre in table().jatis}
    bits = {
        total: np.array([0.0, *(moraic.half_bits(size, total) for size in range(1, SIZE + 1))])
        for total in {total for halves in pairs for total in halves}
    }
    end = np.full(len(before), SIZE)
    only = (seams == HALF) & ((seams == HALF).sum(axis=1) == 1)[:, None]
    only[:, 1] = True
    own = [(end * 0 + PADA * k, only[:, k - 1]) for k in (1, 2, 3)]
    for total, said in bits.items():
        off = np.abs(_morae(before, 0, end) - total)
        may |= (off <= moraic.SLACK) & (
            said[SIZE] - moraic.CHANGE * off + lines[0, divisions] >= limit
        )
        may |= off == 0
    for one, other in pairs:
        full, there = _full(before, one, 0, SIZE)
        for cut, possible in ((full, there), *own):
            off = np.abs(_morae(before, 0, cut) - one)
            rest = np.abs(_morae(before, cut, end) - other)
            said = bits[one][cut] + bits[other][SIZE - cut]
            most = said - moraic.CHANGE * (off + rest) + lines[1, divisions]
            near = (most >= limit) | (off + rest == 0)
            may |= near & possible & (off <= moraic.SLACK) & (rest <= moraic.SLACK)
    return may


def _may_be_vaitaliya(
    before: "NDArray[np.int64]", divisions: "NDArray[np.int64]", limit: "NDArray[np.float64]"
) -> "NDArray[np.bool_]":
    """Whether a metre of lines by morae may have as much evidence, or be kept without a fault."""
    import numpy as np

    # Four lines of sixteen morae, each of which may end light.
    may: NDArray[np.bool_] = before[:, SIZE] >= 4 * LINE_MORAE - 4
    layouts = np.array([most_layout(4, d) for d in range(4)])[divisions]
    in_padas = divisions == 3
    for metre in {(m.odd, m.even, m.close): m for m in table().vaitaliyas}.values():
        close = morae(metre.close)
        totals = (metre.odd + close, metre.even + close)
        sizes = [
            np.array([0.0, *(moraic.line_bits(n, metre, even=even) for n in range(1, SIZE))])
            for even in (False, True)
        ]
        off, said = np.zeros((2, len(before)))
        possible = np.ones(len(before), np.bool_)
        for half in (0, 2 * PADA):
            full, there = _full(before, totals[0], half, half + 2 * PADA)
            cut = np.where(in_padas, half + PADA, full)
            possible &= in_padas | there
            end = np.full(len(before), half + 2 * PADA)
            for start, stop, even in ((np.full(len(before), half), cut, 0), (cut, end, 1)):
                wrong = np.abs(_morae(before, start, stop) - totals[even])
                off += np.where(stop - start >= len(metre.close), wrong, 0)
                said += sizes[even][stop - start]
        may |= possible & ((said - moraic.CHANGE * off + layouts >= limit) | (off == 0))
    return may


def _morae(
    before: "NDArray[np.int64]", start: "NDArray[np.int64] | int", stop: "NDArray[np.int64]"
) -> "NDArray[np.int64]":
    """Morae of a line in each verse, the last syllable counted as heavy."""
    import numpy as np

    verses = np.arange(len(before))
    found: NDArray[np.int64] = before[verses, stop - 1] - before[verses, start] + 2
    return found


def _full(
    before: "NDArray[np.int64]", total: int, start: int, end: int
) -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
    """Where the syllables from `start` on have so many morae, before `end`; and whether they do."""
    full = before[:, start : end - 1] - before[:, start : start + 1] == total - 2
    return start + full.argmax(axis=1) + 1, full.any(axis=1)
