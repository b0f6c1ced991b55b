"""How near any metre by morae comes to verses, bounded for many at once.

What `chandas.moraic` counts as evidence is bounded from above: every mora too many or too few in
a line, every two in a half is a change, and a half takes one at least if a heavy syllable stands in
it on a mora on which, in that half, no gaṇa lets one begin.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from dhyana.grammar.chandas import moraic
from dhyana.grammar.chandas.division import most_layout
from dhyana.grammar.chandas.gana import morae
from dhyana.grammar.chandas.jati import PLACES
from dhyana.grammar.chandas.matravrtta import LINE_MORAE
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.rows import PIECES, WIDTH, Rows
from dhyana.grammar.corpus.syllables import HALF
from dhyana.grammar.vrttas import Vaitaliya, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LINES = 4


def is_moraic(rows: Rows, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell for which verses a metre by morae has so much evidence, or is kept."""
    import numpy as np

    if not len(rows.sizes):
        return np.zeros(0, np.bool_)
    may = _may_be_jati(rows, limit) | _may_be_in_lines(rows, limit)
    for row in np.flatnonzero(may).tolist():
        may[row] = _is_read(rows.text(row), float(limit[row]))
    return may


def _is_read(text: Text, limit: float) -> bool:
    """Tell whether a text is read in a metre by morae with such evidence, or without a fault."""
    weights, breaks = text.weights, text.breaks
    faultless: Iterable[moraic.JatiReading | moraic.MatraReading] = chain.from_iterable(
        family(weights, breaks, faultless=True)
        for family in (moraic.jatis, moraic.vaitaliyas, moraic.matrasamakas)
    )
    close: Iterable[moraic.JatiReading | moraic.MatraReading] = chain.from_iterable(
        family(weights, breaks, floor=limit) for family in (moraic.jatis, moraic.vaitaliyas)
    )
    return any(not r.distance for r in faultless) or any(r.bits >= limit for r in close)


def _may_be_jati(rows: Rows, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell for which verses the āryā family may have so much evidence, or be kept by.

    The halves are cut in the middle line, at the only daṇḍa, or where the morae of the first are
    full: see `moraic.jatis`.
    """
    import numpy as np

    may = np.zeros(len(rows.sizes), np.bool_)
    lines = np.array(
        [[moraic.most_lines(halves, breaks) for breaks in range(PIECES)] for halves in (1, 2)]
    )[:, rows.pieces - 1]
    pairs = {metre.halves for metre in table().jatis}
    own = _own_cuts(rows)
    start = np.zeros_like(rows.sizes)
    for total in {total for halves in pairs for total in halves}:
        said, off, kept = _half(rows, start, rows.sizes, total)
        near = said + lines[0] >= limit
        may |= (off <= moraic.SLACK) & (near | kept)
    for one, other in pairs:
        for cut, possible in (_full(rows, one, start, rows.sizes), *own):
            said, off, kept = _half(rows, start, cut, one)
            rest = _half(rows, cut, rows.sizes, other)
            near = said + rest[0] + lines[1] >= limit
            possible = possible & (off <= moraic.SLACK) & (rest[1] <= moraic.SLACK)
            may |= possible & (near | (kept & rest[2]))
    return may


def _own_cuts(rows: Rows) -> "list[tuple[NDArray[np.int64], NDArray[np.bool_]]]":
    """Give the cuts that the writer of a verse may have meant, and of which verses."""
    import numpy as np

    verses = np.arange(len(rows.sizes))
    middle = rows.stops[verses, rows.pieces // 2 - 1]
    dandas = rows.marks == HALF
    danda = np.minimum(dandas.argmax(axis=1) + 1, rows.sizes - 1)
    return [
        (middle, np.isin(rows.pieces, (2, _LINES))),
        (danda, np.count_nonzero(dandas, axis=1) == 1),
    ]


def _half(
    rows: Rows, start: "NDArray[np.int64]", stop: "NDArray[np.int64]", total: int
) -> "tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]]":
    """Bound what halves of so many morae say; by how many they are off; which may be kept."""
    import numpy as np

    bits, begins = _half_tables(total)
    off = np.abs(_morae(rows, start, stop) - total)
    kept = off == 0
    full = np.flatnonzero(kept)
    first, last = start[full, None], stop[full, None]
    places = np.arange(WIDTH)
    inside = (places >= first) & (places < last - 1)
    mora = rows.before[full, :WIDTH] - rows.before[full[:, None], first]
    wrong = rows.heavy[full] & inside & ~begins[np.clip(mora, 0, total)]
    kept[full] = ~wrong.any(axis=1)
    changes = np.where(kept, 0, np.maximum((off + 1) // 2, 1))  # as `jati.least_changes`
    return bits[np.maximum(stop - start, 0)] - moraic.CHANGE * changes, off, kept


@lru_cache(maxsize=8)
def _half_tables(total: int) -> "tuple[NDArray[np.float64], NDArray[np.bool_]]":
    """Tabulate a half: what it says by its syllables, and on which morae a heavy one may begin."""
    import numpy as np

    bits = [0.0, *(moraic.half_bits(size, total) for size in range(1, WIDTH + 1))]
    begins = np.zeros(total + 1, np.bool_)
    first = 0
    for allowed in PLACES[total]:
        for gana in allowed:
            begins[[first + morae(gana[:k]) for k, w in enumerate(gana) if w == "g"]] = True
        first += morae(next(iter(allowed)))
    return np.array(bits), begins


def _may_be_in_lines(rows: Rows, limit: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Tell for which verses a metre of four lines by morae may have so much, or be kept by."""
    import numpy as np

    _, off, may = _lines(rows, (LINE_MORAE,) * _LINES)
    may &= (off == 0).all(axis=1)
    layouts = np.array([most_layout(_LINES, breaks) for breaks in range(PIECES)])
    for metre in {(m.odd, m.even, m.close): m for m in table().vaitaliyas}.values():
        may |= _may_be_vaitaliya(rows, metre, limit - layouts[rows.pieces - 1])
    may &= (rows.pieces <= _LINES) & (rows.pieces != _LINES - 1)
    return may


def _may_be_vaitaliya(
    rows: Rows, metre: Vaitaliya, limit: "NDArray[np.float64]"
) -> "NDArray[np.bool_]":
    import numpy as np

    verses = np.arange(len(rows.sizes))[:, None]
    close = morae(metre.close)
    ends, off, possible = _lines(rows, (metre.odd + close, metre.even + close) * 2)
    lengths = np.clip(np.diff(ends, axis=1), 0, WIDTH)
    said = _line_tables(metre)[[0, 1, 0, 1], lengths].sum(axis=1)
    # The last syllable counts as heavy.
    place = ends[:, 1:, None] - len(metre.close) + np.arange(len(metre.close) - 1)
    close_is = rows.heavy[verses[:, :, None], np.clip(place, 0, WIDTH - 1)]
    wrong = (close_is != [weight == "g" for weight in metre.close[:-1]]).any(axis=2)
    changes = np.where(lengths >= len(metre.close), np.maximum(off, wrong), 0).sum(axis=1)
    found: NDArray[np.bool_] = possible & (
        (changes == 0) | (said - moraic.CHANGE * changes >= limit)
    )
    return found


def _lines(
    rows: Rows, totals: tuple[int, ...]
) -> "tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]":
    """Cut verses into four lines of so many morae, as `moraic` does.

    Where the lines begin, with the end of the last (verses × 5), by how many morae each is off
    (verses × 4), and which verses can be cut so.
    """
    import numpy as np

    verses = np.arange(len(rows.sizes))
    possible = np.ones(len(verses), np.bool_)
    ends, off = [np.zeros_like(rows.sizes)], []
    for line, total in enumerate(totals):
        # Of one piece three lines end where they are full, of two pieces the first of each.
        piece = rows.stops[verses, np.minimum(line * rows.pieces // _LINES, PIECES - 1)]
        full, there = _full(rows, total, ends[-1], piece)
        given = (line + 1) * rows.pieces % _LINES == 0
        stop = np.where(given, piece, full)
        possible &= given | there
        off.append(np.abs(_morae(rows, ends[-1], stop) - total))
        ends.append(stop)
    return np.stack(ends, axis=1), np.stack(off, axis=1), possible


@lru_cache(maxsize=16)
def _line_tables(metre: Vaitaliya) -> "NDArray[np.float64]":
    """Tabulate what odd and even lines say by their syllables."""
    import numpy as np

    lines = product((False, True), range(1, WIDTH + 1))
    said = [moraic.line_bits(size, metre, even=even) for even, size in lines]
    return np.pad(np.reshape(said, (2, WIDTH)), ((0, 0), (1, 0)))


def _morae(
    rows: Rows, start: "NDArray[np.int64]", stop: "NDArray[np.int64]"
) -> "NDArray[np.int64]":
    """Morae of a line in each verse, the last syllable counted as heavy."""
    import numpy as np

    verses = np.arange(len(rows.sizes))
    last = np.maximum(stop - 1, start)
    found: NDArray[np.int64] = rows.before[verses, last] - rows.before[verses, start] + 2
    return found


def _full(
    rows: Rows, total: int, start: "NDArray[np.int64]", end: "NDArray[np.int64]"
) -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
    """Where the syllables from `start` on have so many morae, before `end`; and whether they do."""
    import numpy as np

    places = np.arange(WIDTH)
    wanted = rows.before[np.arange(len(start)), start] + total - 2
    full = rows.before[:, :WIDTH] == wanted[:, None]
    full &= (places >= start[:, None]) & (places < end[:, None] - 1)
    return full.argmax(axis=1) + 1, full.any(axis=1)
