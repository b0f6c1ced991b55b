"""Metre and verdict of many verses at once, as columns.

What the weights of a verse and its lines decide is decided on arrays. The rest (a fault, a text
of no metre, a name that pauses decide) is chosen as `identify` chooses, without the report. Both
say the same of every verse.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.chandas import fixed
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.chandas.choice import (
    AfterOm,
    Choice,
    Fixed,
    Several,
    Unread,
    choose,
    has_failed,
    metre_of,
)
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.chandas.naming import all_names
from dhyana.grammar.chandas.text import Text, text_of
from dhyana.grammar.corpus.faulty import Told, tell
from dhyana.grammar.corpus.faulty_fixed import metres_with_faults
from dhyana.grammar.corpus.rows import rows_of
from dhyana.grammar.corpus.syllables import divisions, syllables_of
from dhyana.grammar.corpus.weights import CHUNK, Chunk, Counted, Weights, chunks, count, merged
from dhyana.grammar.lipi.script import known_script
from dhyana.grammar.report import Verdict
from dhyana.grammar.scansion import Break, scan

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa  # type: ignore[import-not-found]
    from numpy.typing import NDArray

VERDICTS = tuple(Verdict)
"""What the codes of `Verdicts.verdict` mean."""

UNDECIDED = -1
_HALVES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Columns of many verses: weights, metre, verdict.

    `meter` has codes of `names`, -1 where there is no metre; `verdict` codes of `VERDICTS`.
    """

    weights: Weights
    meter: "NDArray[np.int16]"
    verdict: "NDArray[np.uint8]"
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.weights)

    def __getitem__(self, verse: int) -> tuple[str | None, Verdict]:
        """Metre and verdict of one verse. Raises IndexError."""
        code = int(self.meter[verse])
        return None if code < 0 else self.names[code], VERDICTS[int(self.verdict[verse])]

    def arrow(self) -> "pa.Table":
        """Give the columns as an Arrow table; weights and codes are not copied.

        Needs pyarrow. Raises ImportError without it.
        """
        import numpy as np
        import pyarrow as pa

        weights = pa.LargeStringArray.from_buffers(
            len(self), pa.py_buffer(self.weights.offsets), pa.py_buffer(self.weights.flat)
        )
        none = np.asarray(self.meter < 0)
        meter = pa.DictionaryArray.from_arrays(
            pa.array(self.meter, mask=none), pa.array(self.names, pa.string())
        )
        verdict = pa.DictionaryArray.from_arrays(
            pa.array(self.verdict), pa.array([v.value for v in VERDICTS])
        )
        return pa.table({"weights": weights, "meter": meter, "verdict": verdict})


def identify_batch(
    texts: Iterable[str],
    profile: str | Profile = Profile.CLASSICAL,
    script: str | None = None,
) -> Verdicts:
    """Tell metre and verdict of many verses: for each what `identify` says.

    `texts` may be any iterable of strings, a numpy array of strings or an Arrow column.
    Raises ValueError for an unknown profile or script.
    """
    import numpy as np

    profile = Profile(profile)
    if script is not None:
        script = known_script(script)
    weighed: list[Chunk] = []
    meters: list[NDArray[np.int16]] = [np.zeros(0, np.int16)]
    left: list[int] = []
    rest: list[str] = []
    settled: list[tuple[list[int], list[_Said]]] = []
    first = 0
    for part in chunks(texts):
        decided = decide(part, profile, script)
        scanned = [scan(part[verse], script).weights for verse in decided.counted.rest]
        weighed.append(merged(decided.counted, scanned))
        meters.append(decided.meter)
        undecided = np.flatnonzero(decided.meter == UNDECIDED).tolist()
        left += [first + verse for verse in undecided]
        rest += [part[verse] for verse in undecided]
        first += len(part)
        if len(rest) >= CHUNK:
            settled.append((left, _settle(rest, profile, script)))
            left, rest = [], []
    settled.append((left, _settle(rest, profile, script)))
    meter = np.concatenate(meters)
    verdict = np.full(len(meter), VERDICTS.index(Verdict.EXACT), np.uint8)
    for verses, said in settled:
        meter[verses] = [UNDECIDED if name is None else _code(name) for name, _ in said]
        verdict[verses] = [VERDICTS.index(told) for _, told in said]
    weights = Weights(
        np.cumsum(np.concatenate([np.zeros(1, np.int64), *(chunk.counts for chunk in weighed)])),
        np.concatenate([np.zeros(0, np.uint8), *(chunk.flat for chunk in weighed)]),
        np.concatenate([np.zeros(0, np.bool_), *(chunk.scanned for chunk in weighed)]),
    )
    return Verdicts(weights, meter, verdict, tuple(_METRES))


_Said = tuple[str | None, Verdict]
"""Metre and verdict of a verse."""

_TOLD: dict[int, _Said] = {
    Told.EXACT_SHLOKA: (ANUSHTUBH[0], Verdict.EXACT),
    Told.FAULTY_SHLOKA: (ANUSHTUBH[0], Verdict.FAULTY),
    Told.NO_METRE: (None, Verdict.NONE),
}


def _settle(texts: Sequence[str], profile: Profile, script: str | None) -> list[_Said]:
    """Tell metre and verdict of the verses that the weights alone do not decide."""
    import numpy as np

    seen = syllables_of(texts, script)
    verses, rows = rows_of(seen)
    told = np.zeros(len(texts), np.uint8)
    told[verses], no_shlokas = tell(rows, profile)
    open_ = np.flatnonzero(no_shlokas & (told[verses] == Told.LEFT))
    named = {int(verses[row]): name for row, name in metres_with_faults(rows, open_).items()}
    said: list[_Said] = []
    for index, code in enumerate(told.tolist()):
        if code != Told.LEFT:
            said.append(_TOLD[code])
            continue
        if index in named:
            said.append((named[index], Verdict.FAULTY))
            continue
        text = seen.text(index)
        if text is None:
            text = text_of(scan(texts[index], script).aksharas)
        said.append(_chosen(text, profile))
    return said


def _are_claimed(padas: "NDArray[np.uint8]", tables: "_ShlokaTables") -> "NDArray[np.bool_]":
    """Tell which verses are in a metre fixed syllable by syllable."""
    import numpy as np

    claimed = [
        any(pattern | free in named for free, named in tables.claims) for pattern in _numbers(padas)
    ]
    return np.array(claimed, np.bool_)


def _chosen(text: Text, profile: Profile) -> tuple[str | None, Verdict]:
    """Metre and verdict of a text, as its report would have them."""
    if not text.weights:
        return None, Verdict.NONE
    return _said(text, choose(text, profile, name_nearest=False))


def _said(text: Text, choice: Choice) -> tuple[str | None, Verdict]:
    match choice:
        case AfterOm(rest):
            return _said(text.part(range(1, len(text.weights))), rest)
        case Unread():
            return None, Verdict.NONE
        case Several(name, verses):
            failed = any(has_failed(verse) for _, verse in verses)
            return name, Verdict.FAULTY if failed else Verdict.EXACT
        case _:
            failed = has_failed(choice)
            return metre_of(text, choice), Verdict.FAULTY if failed else Verdict.EXACT


_METRES: dict[str, int] = {}
"""Metres met so far and their codes."""


def _code(metre: str) -> int:
    return _METRES.setdefault(metre, len(_METRES))


# --- deciding ----------------------------------------------------------------------------


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
    meter = np.where(shloka, _code(ANUSHTUBH[0]), UNDECIDED).astype(np.int16)
    weights, breaks = counted.flat.tobytes(), divides.tobytes()
    for verse in np.flatnonzero(~shloka & ~counted.odd & (counted.counts > 0)).tolist():
        span = slice(offsets[verse], offsets[verse + 1])
        metre = _fixed_metre(weights[span], breaks[span], profile)
        if metre is not None:
            meter[verse] = _code(metre)
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
    doubtful = np.flatnonzero(good & tables.begins[padas[:, 0]])
    good[doubtful] = ~_are_claimed(padas[doubtful], tables)
    found: NDArray[np.bool_] = good
    return found


def _in_lines(
    divides: "NDArray[np.bool_]", starts: "NDArray[np.int64]", halves: int
) -> "NDArray[np.bool_]":
    """Tell of verses of so many halves whether they are written in halves or in pādas."""
    import numpy as np

    size = halves * HALF
    before = np.append(0, np.cumsum(divides, dtype=np.int64))
    ends = before.take(starts + size) - before.take(starts)
    found = np.zeros(len(starts), np.bool_)
    for step in (HALF, PADA):
        seams = divides.take(starts[:, None] + np.arange(step - 1, size - 1, step))
        found |= (ends == size // step - 1) & seams.all(axis=1)
    return found


def _numbers(octets: "NDArray[np.uint8]") -> list[int]:
    """Read each row of at most eight octets as a number, the first octet its highest."""
    import numpy as np

    wide = np.zeros((len(octets), 8), np.uint8)
    wide[:, 8 - octets.shape[1] :] = octets
    numbers: list[int] = wide.view(">u8")[:, 0].tolist()
    return numbers


class _ShlokaTables(NamedTuple):
    """What makes a śloka of so many halves good.

    `odd` and `even` tell of each pattern whether it is good in that place. `claims` are patterns
    of metres fixed syllable by syllable, each group with its free places, which are set; `begins`
    tells with which first pāda there are any.
    """

    odd: "NDArray[np.bool_]"
    even: "NDArray[np.bool_]"
    begins: "NDArray[np.bool_]"
    claims: tuple[tuple[int, frozenset[int]], ...]


@lru_cache(maxsize=8)
def _shloka_tables(halves: int, profile: Profile) -> _ShlokaTables:
    import numpy as np

    good = np.zeros((2, 256), np.bool_)
    for even in (False, True):
        good[int(even), [_number(pattern) for pattern in accepted(even, profile)]] = True
    size = halves * HALF
    begins = np.zeros(256, np.bool_)
    octets = np.arange(256, dtype=np.uint64)
    claims: dict[int, set[int]] = {}
    for candidate in fixed.candidates():
        if candidate.size == size:
            pattern = "".join(candidate.lines)
            free = _number(pattern.replace("g", "l").replace(".", "g"))
            named = _number(pattern.replace(".", "g"))
            claims.setdefault(free, set()).add(named)
            begins |= (octets | np.uint64(free >> size - 8)) == named >> size - 8
    return _ShlokaTables(
        good[0],
        good[1],
        begins,
        tuple((free, frozenset(named)) for free, named in claims.items()),
    )


def _number(pattern: str) -> int:
    """Weights as a number, the first syllable its highest bit, heavy being 1."""
    return int(pattern.replace("g", "1").replace("l", "0"), 2)


@lru_cache(maxsize=1 << 14)
def _fixed_metre(weights: bytes, divides: bytes, profile: Profile) -> str | None:
    """Name the metre fixed syllable by syllable that is kept, if word ends have no say in it."""
    written = weights.decode("ascii")
    # Of several metres of one pattern the pauses choose.
    breaks = tuple([Break.LINE if ends else Break.NONE for ends in divides])
    metres = [reading.candidate for reading in fixed.exact(written, breaks)]
    if not metres or any(len(c.vrttas) > 1 and c.mixture is None for c in metres):
        return None
    names = set()
    for mark in (Break.NONE, Break.WORD):
        text = Text(written, tuple([Break.LINE if ends else mark for ends in divides]))
        choice = choose(text, profile)
        if not isinstance(choice, Fixed):
            return None
        names.add(all_names(text, choice.readings))
    return names.pop()[0] if len(names) == 1 else None
