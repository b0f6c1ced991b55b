"""What the weights of a verse and its lines decide: śloka and metres fixed syllable by syllable.

A verse is decided here if it keeps one of them without a fault, and if where its words end has no
say in which.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.chandas import fixed
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.chandas.belief import EXACT_BITS, is_proven
from dhyana.grammar.chandas.choice import Fixed, choose
from dhyana.grammar.chandas.division import SAYS
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.chandas.naming import all_names
from dhyana.grammar.chandas.shloka_reading import shloka_bits, unlikeness
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.claims import are_claimed, claims, is_claimed, number
from dhyana.grammar.corpus.syllables import divisions
from dhyana.grammar.corpus.weights import Counted, count
from dhyana.grammar.scansion import Break

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNDECIDED = -1
_HALVES = (1, 2, 3)

_METRES: dict[str, int] = {}


def code(metre: str) -> int:
    """Give a metre its code, the same as ever in this process."""
    return _METRES.setdefault(metre, len(_METRES))


def metres() -> tuple[str, ...]:
    """Give the metres met so far, in the order of their codes."""
    return tuple(_METRES)


class Decided(NamedTuple):
    """A chunk: its weights, the lines it is written in, and what is decided of each verse.

    `divides` tells of every syllable whether a line or half ends after it. `meter` is the code of
    the metre that a verse keeps without an error, or `UNDECIDED`; `shloka` marks the ślokas
    among these.
    """

    counted: Counted
    divides: "NDArray[np.bool_]"
    meter: "NDArray[np.int16]"
    shloka: "NDArray[np.bool_]"


def decide(texts: Sequence[str], profile: Profile, script: str | None) -> Decided:
    """Decide what can be decided of a chunk on arrays."""
    import numpy as np

    counted = count(texts, script)
    offsets = np.append(0, np.cumsum(counted.counts))
    divides = divisions(counted, offsets)[0] > 0
    shloka = np.zeros(len(texts), np.bool_)
    for halves in _HALVES:
        verses = np.flatnonzero((counted.counts == halves * HALF) & ~counted.odd)
        if len(verses):
            shloka[verses] = _are_shlokas(counted.flat, divides, offsets[verses], halves, profile)
    meter = np.where(shloka, code(ANUSHTUBH[0]), UNDECIDED).astype(np.int16)
    weights, breaks = counted.flat.tobytes(), divides.tobytes()
    bits = weights.translate(_BITS)
    rest = np.flatnonzero(~shloka & ~counted.odd & (counted.counts > 0))
    spans = zip(offsets[rest].tolist(), offsets[rest + 1].tolist(), strict=True)
    for verse, (start, stop) in zip(rest.tolist(), spans, strict=True):
        if is_claimed(int(bits[start:stop], 2), stop - start):
            metre = _fixed_metre(weights[start:stop], breaks[start:stop], profile)
            meter[verse] = UNDECIDED if metre is None else code(metre)
    return Decided(counted, divides, meter, shloka)


def _are_shlokas(
    flat: "NDArray[np.uint8]",
    divides: "NDArray[np.bool_]",
    starts: "NDArray[np.int64]",
    halves: int,
    profile: Profile,
) -> "NDArray[np.bool_]":
    """Tell of verses of so many halves of 16 syllables whether they are written and good so."""
    import numpy as np

    tables = _shloka_tables(halves, profile)
    syllables = starts[:, None] + np.arange(halves * HALF)
    padas = np.packbits(flat.take(syllables) == ord("g"), axis=1)
    good = tables.odd[padas[:, 0::2]].all(axis=1) & tables.even[padas[:, 1::2]].all(axis=1)
    good &= _in_lines(divides, starts, halves)
    unlike = tables.unlike[0][padas[:, 0::2]].sum(axis=1) + tables.unlike[1][padas[:, 1::2]].sum(
        axis=1
    )
    good &= tables.proven[unlike]
    doubtful = np.flatnonzero(good & tables.begins[padas[:, 0]])
    good[doubtful] = ~are_claimed(_numbers(padas[doubtful]), halves * HALF)
    found: NDArray[np.bool_] = good
    return found


def _in_lines(
    divides: "NDArray[np.bool_]", starts: "NDArray[np.int64]", halves: int
) -> "NDArray[np.bool_]":
    """Tell of verses of so many halves if each is written in a line, or in two of a pāda each."""
    import numpy as np

    before = np.append(0, np.cumsum(divides, dtype=np.int32))
    ends = before.take(starts + halves * HALF) - before.take(starts)
    seams = divides.take(starts[:, None] + np.arange(PADA - 1, halves * HALF - 1, PADA))
    return np.asarray((ends == np.count_nonzero(seams, axis=1)) & seams[:, 1::2].all(axis=1))


def _numbers(octets: "NDArray[np.uint8]") -> "NDArray[np.uint64]":
    """Read each row of at most eight octets as a number, the first octet its highest."""
    import numpy as np

    wide = np.zeros((len(octets), 8), np.uint8)
    wide[:, 8 - octets.shape[1] :] = octets
    return wide.view(">u8")[:, 0].astype(np.uint64)


class _ShlokaTables(NamedTuple):
    """What makes a śloka of so many halves good.

    `odd` and `even` tell of each pattern whether it is good in that place, `unlike` how unlike it
    is to what poets write; `proven`, whether verses so unlike have the evidence of a śloka, even if
    no pāda inside a half ends with a word. `begins` tells with which first pāda there are metres
    fixed syllable by syllable.
    """

    odd: "NDArray[np.bool_]"
    even: "NDArray[np.bool_]"
    unlike: "NDArray[np.int64]"
    proven: "NDArray[np.bool_]"
    begins: "NDArray[np.bool_]"


@lru_cache(maxsize=8)
def _shloka_tables(halves: int, profile: Profile) -> _ShlokaTables:
    import numpy as np

    good = np.zeros((2, 256), np.bool_)
    for even in (False, True):
        good[int(even), [number(pattern) for pattern in accepted(even, profile)]] = True
    above = halves * HALF - PADA
    begins = np.zeros(256, np.bool_)
    octets = np.arange(256, dtype=np.uint64)
    for free, named in claims(halves * HALF):
        for pattern in named:
            begins |= (octets | np.uint64(free >> above)) == pattern >> above
    patterns = ["".join("lg"[n >> 7 - k & 1] for k in range(PADA)) for n in range(256)]
    unlike = np.array([[unlikeness(p, even, profile) for p in patterns] for even in (False, True)])
    layout = halves * SAYS[Break.NONE] + (halves - 1) * SAYS[Break.LINE]
    most = range(2 * halves * int(unlike.max()) + 1)
    bits = np.array([shloka_bits((False, True) * halves, changes) for changes in most])
    return _ShlokaTables(good[0], good[1], unlike, bits + layout >= EXACT_BITS, begins)


_BITS = bytes.maketrans(b"lg", b"01")


@lru_cache(maxsize=1 << 14)
def _fixed_metre(weights: bytes, divides: bytes, profile: Profile) -> str | None:
    """Name the metre fixed syllable by syllable that is kept, if word ends have no say in it."""
    written = weights.decode("ascii")
    breaks = tuple([Break.LINE if ends else Break.NONE for ends in divides])
    readings = list(fixed.exact(written, breaks))
    metres = [reading.candidate for reading in readings]
    # Of several metres of one pattern the pauses choose.
    if not metres or any(len(c.vrttas) > 1 and c.mixture is None for c in metres):
        return None
    # Words that end where lines do only add to the evidence.
    if len(readings) == 1 and is_proven(readings[0]):
        return metres[0].name
    names = set()
    for mark in (Break.NONE, Break.WORD):
        text = Text(written, tuple([Break.LINE if ends else mark for ends in divides]))
        choice = choose(text, profile)
        if not isinstance(choice, Fixed):
            return None
        names.add(all_names(text, choice.readings))
    return names.pop()[0] if len(names) == 1 else None
