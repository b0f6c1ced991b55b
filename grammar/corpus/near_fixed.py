"""How near any metre fixed syllable by syllable comes to verses, bounded for many at once.

Eight syllables that lie in a row need at least so many changes wherever about there in a metre
they stand: a table says how many, of each of the 256 patterns of weights, each place and each
metre. The sum over a verse bounds its changes. Where that tells too little, the edit distance of
the whole verse is computed (Myers, as in `chandas.distance`), a verse and a metre a lane.
"""

from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.chandas import fixed
from dhyana.grammar.chandas.division import most_layout
from dhyana.grammar.chandas.matching import evidence
from dhyana.grammar.corpus.rows import PIECES, WIDTH, Rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_OCTET = 8
_FAR = 5  # changes in a verse that eights do not tell from more
_SLACK = 4  # syllables by which a metre may be longer or shorter than what is read as it
_FARTHEST = 16  # changes that nothing tells from more
_WINDOW = _OCTET + 2 * (_FAR - 1)  # where eight syllables may stand if there are fewer


def may_be_near(rows: Rows, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell which verses a metre may have so much evidence for, or be kept by."""
    import numpy as np

    may = np.zeros(len(rows.sizes), np.bool_)
    for size in np.unique(rows.sizes).tolist():
        verses = np.flatnonzero(rows.sizes == size)
        may[verses] = _may_be_near(rows.of(verses), size, limit[verses])
    return may


def _may_be_near(rows: Rows, size: int, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell the same of verses of that size."""
    import numpy as np

    metres = _metres(size)
    least = _least(rows, size, metres)
    verses, near = np.nonzero(_reach(rows, metres, least, limit))
    exact = _distances(rows.of(verses), metres.codes[near])
    least[verses, near] = exact
    return np.asarray(_reach(rows, metres, least, limit).any(axis=1))


def bounds(rows: Rows) -> list[fixed.Bounds]:
    """Bound the changes that each verse takes in each of the metres of about its size."""
    import numpy as np

    found: dict[int, fixed.Bounds] = {}
    for size in np.unique(rows.sizes).tolist():
        verses = np.flatnonzero(rows.sizes == size)
        metres, own = _metres(size), rows.of(verses)
        least = _least(own, size, metres)
        near = np.nonzero(least < _FAR)
        least[near] = _distances(own.of(near[0]), metres.codes[near[1]])
        changes = np.maximum(least.astype(np.int64) - _licences(own), 0)
        length = [abs(candidate.size - size) for candidate in fixed.close_to(size)]
        for verse, row in zip(verses.tolist(), changes.tolist(), strict=True):
            found[verse] = fixed.Bounds(row, length)
    return [found[verse] for verse in range(len(rows.sizes))]


def _least(rows: Rows, size: int, metres: "_Metres") -> "NDArray[np.uint8]":
    """Bound the changes to each metre (verses × metres) by the eights of verses of that size."""
    import numpy as np

    octets = np.packbits(rows.heavy[:, : size // _OCTET * _OCTET], axis=1)
    least = np.zeros((len(octets), len(metres.codes)), np.uint8)
    for place, patterns in enumerate(octets.T):
        least += _near(place)[:, metres.codes][patterns]
    return np.minimum(least, _FAR)


def _licences(rows: Rows) -> "NDArray[np.int64]":
    """Count the changes that licences save at most, one each (verses × 1)."""
    import numpy as np

    return np.asarray(np.count_nonzero(rows.free, axis=1))[:, None]


def _reach(
    rows: Rows, metres: "_Metres", least: "NDArray[np.uint8]", limit: "NDArray[np.float64]"
) -> "NDArray[np.bool_]":
    """Tell which metres (verses × metres) may have so much evidence at so many changes."""
    import numpy as np

    changes = np.maximum(np.minimum(least, _FARTHEST) - _licences(rows), 0)
    said = metres.said[np.arange(len(metres.codes)), changes]
    most = said + metres.layouts[:, rows.pieces - 1].T
    reach = (most >= limit[:, None]) | (least == 0)
    return np.asarray(reach)


class _Metres(NamedTuple):
    """The metres that a text of some size is compared with.

    `codes` are places in `fixed.candidates()`, `said` is the evidence that so many changes leave
    (metres × changes), `layouts` what so many line breaks say at most (metres × breaks).
    """

    codes: "NDArray[np.int64]"
    said: "NDArray[np.float64]"
    layouts: "NDArray[np.float64]"


@lru_cache(maxsize=WIDTH)
def _metres(size: int) -> _Metres:
    import numpy as np

    codes = {id(candidate): code for code, candidate in enumerate(fixed.candidates())}
    close = fixed.close_to(size)
    off = np.array([abs(candidate.size - size) for candidate in close])[:, None]
    # A syllable more or less counts for two changes: see `fixed.read`.
    changes = np.maximum(np.arange(_FARTHEST + 1), off) + off
    fixed_places = np.array([candidate.fixed for candidate in close])[:, None]
    said = _evidence()[fixed_places, changes] - log2(max(len(close), 1))
    layouts = [[most_layout(len(c.lines), breaks) for breaks in range(PIECES)] for c in close]
    return _Metres(np.array([codes[id(c)] for c in close], np.int64), said, np.array(layouts))


@lru_cache(maxsize=1)
def _evidence() -> "NDArray[np.float64]":
    """Tabulate what so many fixed places say where so many are changed, were there one metre."""
    import numpy as np

    most = WIDTH + _SLACK
    return np.array(
        [[evidence(f, n, 1) for n in range(_FARTHEST + _SLACK + 1)] for f in range(most)]
    )


@lru_cache(maxsize=WIDTH)
def _near(place: int) -> "NDArray[np.uint8]":
    """Count the changes from each pattern of eight to the nearest stretch, about there, of metres.

    Edit distance with both ends of the stretch free, all patterns and metres side by side.
    """
    import numpy as np

    first = place * _OCTET - (_FAR - 1)
    lines = ["".join(candidate.lines) for candidate in fixed.candidates()]
    padded = [f"{'x' * max(-first, 0)}{line[max(first, 0) :]}{'x' * _WINDOW}" for line in lines]
    stretches, which = np.unique([text[:_WINDOW] for text in padded], return_inverse=True)
    places = np.array([list(text.encode()) for text in stretches.tolist()])
    shape = 1 << _OCTET, len(stretches)
    row = [np.zeros(shape, np.uint8)] * (_WINDOW + 1)
    for syllable in range(_OCTET):
        heavy = (np.arange(1 << _OCTET) >> _OCTET - 1 - syllable & 1)[:, None]
        weight = np.where(heavy, ord("g"), ord("l"))
        below = [np.full(shape, syllable + 1, np.uint8)]
        for at in range(_WINDOW):
            column = places[:, at]
            misses = ((column != weight) & (column != ord("."))).astype(np.uint8)
            shifted = np.minimum(row[at + 1], below[at]) + np.uint8(1)
            below.append(np.minimum(row[at] + misses, shifted))
        row = below
    found: NDArray[np.uint8] = np.minimum.reduce(row)[:, which]
    return found


# --- edit distances ------------------------------------------------------------------------


class _Lanes(NamedTuple):
    """The metres as bits, the first place lowest: where they are, where they fit a weight."""

    ones: "NDArray[np.uint64]"
    heavy: "NDArray[np.uint64]"
    light: "NDArray[np.uint64]"


@lru_cache(maxsize=1)
def _lanes() -> _Lanes:
    import numpy as np

    lines = ["".join(candidate.lines)[::-1] for candidate in fixed.candidates()]
    lines = [line if len(line) <= 64 else "" for line in lines]

    def bits(fits: str) -> "NDArray[np.uint64]":
        return np.array(
            [sum(1 << k for k, w in enumerate(reversed(line)) if w in fits) for line in lines],
            np.uint64,
        )

    return _Lanes(bits("gl."), bits("g."), bits("l."))


def _distances(rows: Rows, codes: "NDArray[np.int64]") -> "NDArray[np.uint8]":
    """Count the changes, losses and gains from each verse to its metre; all of one size."""
    import numpy as np

    lanes = _lanes()
    ones, heavy, light = (bits[codes] for bits in lanes)
    up, down = ones, np.zeros_like(ones)
    for syllable in range(int(rows.sizes.max(initial=0))):
        fits = np.where(rows.heavy[:, syllable], heavy, light)
        level = fits | down
        across = (((fits & up) + up) ^ up) | fits
        rises = down | (ones & ~(across | up))
        falls = up & across
        rises = ((rises << np.uint64(1)) | np.uint64(1)) & ones
        falls = (falls << np.uint64(1)) & ones
        up = falls | (ones & ~(level | rises))
        down = rises & level & ones

    def count(bits: "NDArray[np.uint64]") -> "NDArray[np.int64]":
        octets = bits.view(np.uint8).reshape(len(bits), 8)
        found: NDArray[np.int64] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
        return found

    distance: NDArray[np.int64] = rows.sizes + count(up) - count(down)
    return distance.astype(np.uint8)
