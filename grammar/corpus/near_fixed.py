"""How near any metre fixed syllable by syllable comes to verses, bounded for many at once.

Eight syllables that lie in a row need at least so many changes wherever about there in a metre
they stand: a table says how many, of each of the 256 patterns of weights, each place and each
metre. The sum over a verse bounds its changes. Where that tells too little, edit distances are
computed (Myers, as in `chandas.distance`): of each line of a verse from the lines of a metre that
it holds, one a lane.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import inf, log2
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.chandas import fixed
from dhyana.grammar.chandas.distance import fits
from dhyana.grammar.chandas.division import most_layout
from dhyana.grammar.chandas.matching import evidence, partition
from dhyana.grammar.corpus.rows import PIECES, WIDTH, Rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_OCTET = 8
_FAR = 5  # changes in a verse that eights do not tell from more
_SLACK = 4  # syllables by which a metre may be longer or shorter than what is read as it
_CLOSE = 1  # metres that take so many more changes than the nearest are close to it
_FARTHEST = 16  # changes that nothing tells from more
_WINDOW = _OCTET + 2 * (_FAR - 1)  # where eight syllables may stand if there are fewer


def may_be_near(rows: Rows, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell which verses a metre may have so much evidence for, or be kept by."""
    import numpy as np

    pairs = _Pairs(rows)
    pairs.compare(pairs.reach(limit))
    return np.asarray(pairs.reach(limit).any(axis=1)) | rows.claimed()


def bounds(rows: Rows, limit: float) -> "list[fixed.Bounds | None]":
    """Bound the changes that each verse takes in each of the metres of about its size.

    None where no metre can have so much evidence.
    """
    import numpy as np

    pairs = _Pairs(rows)
    limits = np.full(len(rows.sizes), limit)
    near = pairs.least <= pairs.least.min(axis=1, initial=_FAR)[:, None] + _CLOSE
    pairs.compare(near)
    # What may yet be as near as the nearest is compared, too.
    found_at = np.where(near, pairs.least, _FARTHEST).min(axis=1, initial=_FARTHEST)[:, None]
    pairs.compare(~near & (pairs.least <= found_at + 1) & pairs.reach(limits))
    reached: list[bool] = np.asarray(pairs.reach(limits).any(axis=1)).tolist()
    changes = np.maximum(pairs.least.astype(np.int64) - pairs.licences, 0).tolist()
    found: list[fixed.Bounds | None] = []
    for size, row, is_reached in zip(rows.sizes.tolist(), changes, reached, strict=True):
        length = _lengths(size)
        found.append(fixed.Bounds(row[: len(length)], length) if is_reached else None)
    return found


@lru_cache(maxsize=WIDTH)
def _lengths(size: int) -> list[int]:
    """By how many syllables each metre of about a size is longer or shorter."""
    return [abs(candidate.size - size) for candidate in fixed.close_to(size)]


class _Pairs:
    """Verses, each with the metres of about its size, and bounds of the changes (V × metres)."""

    def __init__(self, rows: Rows) -> None:
        import numpy as np

        self.rows = rows
        sizes = np.unique(rows.sizes)
        self._metres = _metres(tuple(sizes.tolist()))
        self._own = np.searchsorted(sizes, rows.sizes)
        # A licence saves one change at most.
        self.licences = np.count_nonzero(rows.free, axis=1)[:, None]
        codes = self._metres.codes
        self.least = np.zeros((len(rows.sizes), codes.shape[1]), np.uint8)
        octets = np.packbits(rows.heavy, axis=1)
        for place in range(int(rows.sizes.max(initial=0)) // _OCTET):
            verses = np.flatnonzero(rows.sizes >= (place + 1) * _OCTET)
            near = _near(place)[octets[verses, place][:, None], codes[self._own[verses]]]
            self.least[verses] += near
        np.minimum(self.least, _FAR, out=self.least)

    def reach(self, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
        """Tell which pairs may have so much evidence."""
        import numpy as np

        said, layouts = self._metres.said, self._metres.layouts
        changes = np.maximum(np.minimum(self.least, _FARTHEST) - self.licences, 0)
        metres = np.arange(said.shape[1])
        most = said[self._own[:, None], metres, changes]
        most = most + layouts[self._own, :, self.rows.pieces - 1]
        reach: NDArray[np.bool_] = most >= limit[:, None]
        return reach

    def compare(self, chosen: "NDArray[np.bool_]") -> None:
        """Put edit distances in place of the bounds of the chosen pairs."""
        import numpy as np

        verses, near = np.nonzero(chosen)
        codes = self._metres.codes[self._own[verses], near]
        shapes, shape_of = _shapes()
        stops, written = np.unique(self.rows.stops, axis=0, return_inverse=True)
        ways, way = np.unique(
            written.ravel()[verses] * len(shapes) + shape_of[codes], return_inverse=True
        )
        held = [
            _held(tuple(dict.fromkeys(stops[lines].tolist())), shapes[shape])
            for lines, shape in zip(*divmod(ways, len(shapes)), strict=True)
        ]
        self.least[verses, near] = _distances(self.rows, verses, codes, held, way)


class _Metres(NamedTuple):
    """The metres that texts of some sizes are compared with (sizes × metres).

    `codes` are places in `fixed.candidates()`, `said` is the evidence that so many changes leave,
    -inf where there are no more metres, `layouts` what so many line breaks say at most.
    """

    codes: "NDArray[np.int64]"
    said: "NDArray[np.float64]"
    layouts: "NDArray[np.float64]"


@lru_cache(maxsize=16)
def _metres(sizes: tuple[int, ...]) -> _Metres:
    import numpy as np

    numbers = {id(candidate): code for code, candidate in enumerate(fixed.candidates())}
    places = np.array([candidate.fixed for candidate in fixed.candidates()])
    lines = np.array([len(candidate.lines) for candidate in fixed.candidates()])
    shape = len(sizes), max((len(fixed.close_to(size)) for size in sizes), default=0)
    codes = np.zeros(shape, np.int64)
    said = np.full((*shape, _FARTHEST + 1), -inf)
    for own, size in enumerate(sizes):
        close = [numbers[id(candidate)] for candidate in fixed.close_to(size)]
        codes[own, : len(close)] = close
        off = np.array(_lengths(size), np.int64)[:, None]
        # A syllable more or less counts for two changes: see `fixed.read`.
        changes = np.maximum(np.arange(_FARTHEST + 1), off) + off
        said[own, : len(close)] = _evidence()[places[close, None], changes] - log2(len(close) or 1)
    most = [[most_layout(n, b) for b in range(PIECES)] for n in range(int(lines.max()) + 1)]
    layouts = np.array(most)[lines[codes]]
    return _Metres(codes, said, layouts)


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

    Myers' search: the eight syllables are the bits of a lane, the places go by one after another,
    and both ends of the stretch are free.
    """
    import numpy as np

    first = place * _OCTET - (_FAR - 1)
    lines = ["".join(candidate.lines) for candidate in fixed.candidates()]
    padded = [f"{'x' * max(-first, 0)}{line[max(first, 0) :]}{'x' * _WINDOW}" for line in lines]
    stretches, which = np.unique([text[:_WINDOW] for text in padded], return_inverse=True)
    places = np.array([list(text.encode()) for text in stretches.tolist()])
    bits = np.unpackbits(np.arange(1 << _OCTET, dtype=np.uint8)[:, None], axis=1)
    heavy = np.packbits(bits, axis=1, bitorder="little")  # the first syllable is the lowest bit
    up = np.full((1 << _OCTET, len(stretches)), (1 << _OCTET) - 1, np.uint8)
    down = np.zeros_like(up)
    changes = np.full_like(up, _OCTET)
    found: NDArray[np.uint8] = changes.copy()
    for column in places.T:
        fits = np.where((column == ord("g")) | (column == ord(".")), heavy, np.uint8(0))
        fits |= np.where((column == ord("l")) | (column == ord(".")), ~heavy, np.uint8(0))
        level = fits | down
        across = (((fits & up) + up) ^ up) | fits
        rises = down | ~(across | up)
        falls = up & across
        changes += rises >> _OCTET - 1
        changes -= falls >> _OCTET - 1
        np.minimum(found, changes, out=found)
        rises <<= 1
        falls <<= 1
        up = falls | ~(level | rises)
        down = rises & level
    return found[:, which]


# --- edit distances ------------------------------------------------------------------------


class _Part(NamedTuple):
    """Syllables of a text from `start` on, and the places of a metre that they are held to."""

    start: int
    size: int
    first: int
    places: int


@lru_cache(maxsize=1)
def _shapes() -> "tuple[list[tuple[int, ...]], NDArray[np.int64]]":
    """Give the line lengths that metres have, and which of them each metre has."""
    import numpy as np

    shapes = dict.fromkeys(candidate.lengths for candidate in fixed.candidates())
    numbers = {lengths: number for number, lengths in enumerate(shapes)}
    return list(shapes), np.array([numbers[c.lengths] for c in fixed.candidates()])


@lru_cache(maxsize=1 << 12)
def _held(stops: tuple[int, ...], lengths: tuple[int, ...]) -> tuple[_Part, ...]:
    """Hold the lines of a text, which stop there, to those of a metre: see `fixed.read`."""
    starts = (0, *stops[:-1])
    counts = partition(tuple(b - a for a, b in zip(starts, stops, strict=True)), lengths)
    if counts is None:
        return (_Part(0, stops[-1], 0, sum(lengths)),)
    ends = list(accumulate(lengths, initial=0))
    seams = [ends[count] for count in accumulate(counts, initial=0)]
    return tuple(
        _Part(start, stop - start, first, last - first)
        for start, stop, (first, last) in zip(starts, stops, pairwise(seams), strict=True)
    )


@lru_cache(maxsize=1)
def _fits() -> "NDArray[np.uint64]":
    """Which places of each metre a heavy and a light syllable fit, as bits, the first the lowest.

    Of metres that are too long for any row only the first places count.
    """
    import numpy as np

    lines = ["".join(candidate.lines)[: WIDTH + _SLACK] for candidate in fixed.candidates()]
    return np.array([fits(line) for line in lines], np.uint64)


def _distances(
    rows: Rows,
    verses: "NDArray[np.int64]",
    codes: "NDArray[np.int64]",
    ways: Sequence[tuple[_Part, ...]],
    way: "NDArray[np.int64]",
) -> "NDArray[np.uint8]":
    """Count the changes, losses and gains from verses to metres.

    How each is held to the lines of its metre is one of `ways`, and `way` tells which.
    """
    import numpy as np

    parts = np.array(list(chain.from_iterable(ways)), np.int64).reshape(-1, len(_Part._fields))
    lengths = np.fromiter(map(len, ways), np.int64, len(ways))
    counts = lengths[way]
    ends = np.cumsum(counts)
    own_first = (np.cumsum(lengths) - lengths)[way]
    parts = parts[np.arange(counts.sum()) + np.repeat(own_first - (ends - counts), counts)]
    # The longest go first, so that those which go on are the first of all.
    order = np.argsort(-parts[:, 1], kind="stable")
    start, sizes, first, places = parts[order].T
    own, metres = np.repeat(verses, counts)[order], np.repeat(codes, counts)[order]
    one = np.uint64(1)
    ones = ~np.uint64(0) >> (WIDTH + _SLACK - places).astype(np.uint64)
    heavy, light = (_fits()[metres] >> first.astype(np.uint64)[:, None] & ones[:, None]).T
    up, down = ones.copy(), np.zeros_like(ones)
    steps = range(int(sizes.max(initial=0)))
    for step, going in enumerate(np.searchsorted(-sizes, [-step for step in steps]).tolist()):
        on = slice(going)
        fits = np.where(rows.heavy[own[on], start[on] + step], heavy[on], light[on])
        level = fits | down[on]
        across = (((fits & up[on]) + up[on]) ^ up[on]) | fits
        rises = ((down[on] | (ones[on] & ~(across | up[on]))) << one | one) & ones[on]
        falls = (up[on] & across) << one & ones[on]
        up[on] = falls | (ones[on] & ~(level | rises))
        down[on] = rises & level
    distances = np.empty_like(sizes)
    distances[order] = sizes + _bits(up) - _bits(down)
    summed = np.append(0, np.cumsum(distances))
    found: NDArray[np.int64] = summed[ends] - summed[ends - counts]
    return found.astype(np.uint8)


def _bits(lanes: "NDArray[np.uint64]") -> "NDArray[np.int64]":
    """Count the bits that are set in each lane."""
    import numpy as np

    octets = lanes.view(np.uint8).reshape(len(lanes), 8)
    return np.asarray(np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64))
