"""Verses as the rows of padded arrays: what stands at which syllable, and where lines end."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.claims import are_claimed
from dhyana.grammar.corpus.syllables import LINE, MARKS, Syllables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH = 60
"""Syllables at most."""

PIECES = 6
"""Lines at most."""

_LETTERS = bytes.maketrans(b"\0\1", b"lg")


class Rows(NamedTuple):
    """Verses of at most `WIDTH` syllables in at most `PIECES` lines, one a row.

    `heavy` and `free` (of what a licence lets be light) are false past the end of a verse, `marks`
    is 0 there and after its last syllable. `before` has the morae before each syllable and, from
    the end on, those of the whole. `stops` has the syllables up to the end of each line, and the
    size from the last line on.
    """

    sizes: "NDArray[np.int64]"
    heavy: "NDArray[np.bool_]"
    free: "NDArray[np.bool_]"
    marks: "NDArray[np.uint8]"
    before: "NDArray[np.int16]"
    pieces: "NDArray[np.int64]"
    stops: "NDArray[np.int64]"

    def of(self, verses: "NDArray[np.int64] | NDArray[np.bool_]") -> "Rows":
        """Give some of the verses."""
        return Rows(
            self.sizes[verses],
            self.heavy[verses],
            self.free[verses],
            self.marks[verses],
            self.before[verses],
            self.pieces[verses],
            self.stops[verses],
        )

    def claimed(self) -> "NDArray[np.bool_]":
        """Tell which verses have the weights of a metre fixed syllable by syllable."""
        import numpy as np

        numbers = np.packbits(self.heavy, axis=1).view(">u8").ravel().astype(np.uint64)
        found = np.zeros(len(self.sizes), np.bool_)
        for size in set(self.sizes.tolist()):
            same = self.sizes == size
            found[same] = are_claimed(numbers[same] >> np.uint64(64 - size), size)
        return found

    def text(self, row: int) -> Text:
        """Give what metre goes by of one verse."""
        size = self.sizes.item(row)
        weights = self.heavy[row, :size].tobytes().translate(_LETTERS).decode("ascii")
        breaks = tuple([MARKS[mark] for mark in self.marks[row, :size].tobytes()])
        return Text(weights, breaks, tuple(self.free[row].nonzero()[0].tolist()))


def rows_of(seen: Syllables, scanned: Mapping[int, Text]) -> "tuple[NDArray[np.int64], Rows]":
    """Lay out the verses that have a row: their numbers, and the rows.

    `scanned` are verses of which the arrays do not tell; none of the rest that are unsure has one.
    """
    import numpy as np

    sizes = np.where(seen.unsure, 0, seen.counted.counts)
    ends = np.append(0, np.cumsum(seen.marks >= LINE))
    pieces = np.diff(ends[seen.offsets]) + 1
    for verse, text in scanned.items():
        sizes[verse], pieces[verse] = len(text.weights), len(text.pieces)
    verses = np.flatnonzero((sizes > 0) & (sizes <= WIDTH) & (pieces <= PIECES))
    sizes, pieces = sizes[verses], pieces[verses]
    places = np.arange(WIDTH)
    inside = places < sizes[:, None]
    counted = inside & ~seen.unsure[verses][:, None]
    syllables = np.where(counted, seen.offsets[verses][:, None] + places, -1)
    heavy = np.append(seen.counted.flat, np.uint8(0))[syllables] == ord("g")
    marks = np.append(seen.marks, np.uint8(0))[syllables]
    free = np.zeros_like(heavy)
    for row, verse in enumerate(verses.tolist()):
        free[row, list(seen.free[verse])] = True
        if verse in scanned:
            text = scanned[verse]
            size = len(text.weights)
            heavy[row, :size] = [weight == "g" for weight in text.weights]
            marks[row, :size] = list(map(MARKS.index, text.breaks))
            free[row, list(text.free)] = True
    marks[places >= sizes[:, None] - 1] = 0
    before = np.zeros((len(verses), WIDTH + 1), np.int16)
    np.cumsum(inside + heavy.astype(np.int16), axis=1, out=before[:, 1:])
    stops = np.repeat(sizes[:, None], PIECES, axis=1)
    lines, last = np.nonzero(marks >= LINE)
    first = np.append(0, np.cumsum(pieces - 1))
    stops[lines, np.arange(len(lines)) - first[lines]] = last + 1
    return verses, Rows(sizes, heavy, free, marks, before, pieces, stops)
