"""Metre and verdict of many verses at once, as columns.

What the weights of a verse and its lines decide is decided on arrays (`deciding`), and of most
verses with faults and texts of no metre bounds tell (`faulty`, `faulty_fixed`). The rest is chosen
as `identify` chooses, without the report. All say the same of every verse.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.choice import (
    AfterOm,
    Choice,
    Several,
    Unread,
    choose,
    has_failed,
    metre_of,
)
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.chandas.text import Text, text_of
from dhyana.grammar.corpus.deciding import UNDECIDED, code, decide, metres
from dhyana.grammar.corpus.faulty import Told, tell
from dhyana.grammar.corpus.faulty_fixed import metres_with_faults
from dhyana.grammar.corpus.rows import rows_of
from dhyana.grammar.corpus.syllables import syllables_of
from dhyana.grammar.corpus.weights import CHUNK, Chunk, Weights, chunks, merged
from dhyana.grammar.lipi.script import known_script
from dhyana.grammar.report import Verdict
from dhyana.grammar.scansion import Scan, scan

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa  # type: ignore[import-not-found] # an extra that may be absent
    from numpy.typing import NDArray

VERDICTS = tuple(Verdict)
"""What the codes of `Verdicts.verdict` mean."""


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
    left: dict[int, str] = {}
    scans: dict[int, Scan] = {}
    settled: dict[int, _Said] = {}
    first = 0
    for part in chunks(texts):
        decided = decide(part, profile, script)
        scanned = {first + verse: scan(part[verse], script) for verse in decided.counted.rest}
        weighed.append(merged(decided.counted, [found.weights for found in scanned.values()]))
        meters.append(decided.meter)
        undecided = np.flatnonzero(decided.meter == UNDECIDED).tolist()
        left |= {first + verse: part[verse] for verse in undecided}
        scans |= scanned
        first += len(part)
        if len(left) >= CHUNK:
            settled |= _settle(left, scans, profile, script)
            left, scans = {}, {}
    settled |= _settle(left, scans, profile, script)
    meter = np.concatenate(meters)
    verdict = np.full(len(meter), VERDICTS.index(Verdict.EXACT), np.uint8)
    verses = np.fromiter(settled, np.int64, len(settled))
    meter[verses] = [UNDECIDED if name is None else code(name) for name, _ in settled.values()]
    verdict[verses] = [VERDICTS.index(said) for _, said in settled.values()]
    weights = Weights(
        np.cumsum(np.concatenate([np.zeros(1, np.int64), *(chunk.counts for chunk in weighed)])),
        np.concatenate([np.zeros(0, np.uint8), *(chunk.flat for chunk in weighed)]),
        np.concatenate([np.zeros(0, np.bool_), *(chunk.scanned for chunk in weighed)]),
    )
    return Verdicts(weights, meter, verdict, metres())


_Said = tuple[str | None, Verdict]
"""Metre and verdict of a verse."""

_TOLD: dict[int, _Said] = {
    Told.EXACT_SHLOKA: (ANUSHTUBH[0], Verdict.EXACT),
    Told.FAULTY_SHLOKA: (ANUSHTUBH[0], Verdict.FAULTY),
    Told.NO_METRE: (None, Verdict.NONE),
}


def _settle(
    left: Mapping[int, str], scans: Mapping[int, Scan], profile: Profile, script: str | None
) -> dict[int, _Said]:
    """Tell metre and verdict of the verses that weights and lines do not decide.

    `scans` has the scans of those that could not be counted.
    """
    import numpy as np

    seen = syllables_of(list(left.values()), script)
    read = {
        index: text_of((scans.get(verse) or scan(left[verse], script)).aksharas)
        for index, verse in enumerate(left)
        if seen.unsure[index]
    }
    plain = {index: text for index, text in read.items() if not text.om}
    verses, rows = rows_of(seen, plain)
    told = np.zeros(len(left), np.uint8)
    told[verses], no_shlokas = tell(rows, profile)
    still = np.flatnonzero(no_shlokas & (told[verses] == Told.LEFT))
    named = {int(verses[row]): name for row, name in metres_with_faults(rows, still).items()}
    said: dict[int, _Said] = {}
    for index, (verse, what) in enumerate(zip(left, told.tolist(), strict=True)):
        if what != Told.LEFT:
            said[verse] = _TOLD[what]
        elif index in named:
            said[verse] = named[index], Verdict.FAULTY
        else:
            said[verse] = _chosen(read.get(index) or seen.text(index), profile)
    return said


def _chosen(text: Text | None, profile: Profile) -> _Said:
    """Metre and verdict of a text that may have no syllable, as its report would have them."""
    if text is None or not text.weights:
        return None, Verdict.NONE
    return _said(text, choose(text, profile, name_nearest=False))


def _said(text: Text, choice: Choice) -> _Said:
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
