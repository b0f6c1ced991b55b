"""What metre goes by (`Text`) of many verses, read off the arrays instead of scanned."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.spelling import spelling
from dhyana.grammar.corpus.weight_tables import BREAK, Kind
from dhyana.grammar.corpus.weights import Counted, count
from dhyana.grammar.scansion import Break

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DOUBLES = (ord("॥"), ord("‖"))
_MAYBE_OM = tuple(map(ord, "oOōŌओॐ"))
MARKS = (Break.NONE, Break.SEAM, Break.WORD, Break.LINE, Break.HALF, Break.VERSE)
WORD, LINE, HALF = MARKS.index(Break.WORD), MARKS.index(Break.LINE), MARKS.index(Break.HALF)
"""What may stand after a syllable, and the codes of what ends a word, a line and a half."""

# Before a word that begins so a short vowel may stay light. Only the plainest spelling is read
# here: a space or a new line, and nothing else between the words.
_INITIAL = r"(?:[^\w\u0300-\u036f][pbkh]r|(?:[^\w\u0900-\u0963]|\u093d)[पबकह]्र)"
_MAYBE = re.compile(_INITIAL)
_SURE = re.compile(
    r"(?:(?<![aA])[iu]|[aṛ])(?=[ \n][pbkh]r[aāiīuūṛeo])"
    r"|[क-हळिुृ](?=[ \n][पबकह]्र(?!्))"
)
_BETWEEN = re.compile(r"[^\w\u0900-\u0963]|[\u093d\u0951\u0952]")
_NO_HALF = r"(?![|।॥‖])"  # no half ends between
_SHORT_BEFORE = re.compile(
    r"(?:(?<![aA])[iuIU]|[aṛḷAṚḶxfFXक-हळअइउऋऌिुृॢ])"
    rf"(?:{_NO_HALF}(?:{_BETWEEN.pattern}))*{_NO_HALF}{_INITIAL}"
)


class Syllables(NamedTuple):
    """What is written after each syllable of many verses, and what a licence lets be light.

    `marks` has codes of `MARKS`. Of what `unsure` marks only `scan` can tell; there `free` is
    empty.
    """

    counted: Counted
    offsets: "NDArray[np.int64]"
    marks: "NDArray[np.uint8]"
    unsure: "NDArray[np.bool_]"
    free: list[tuple[int, ...]]

    def text(self, verse: int) -> Text | None:
        """Give what metre goes by of one verse; None where only `scan` can tell."""
        if self.unsure[verse]:
            return None
        span = slice(int(self.offsets[verse]), int(self.offsets[verse + 1]))
        weights = self.counted.flat[span].tobytes().decode("ascii")
        breaks = tuple([MARKS[mark] for mark in self.marks[span].tobytes()])
        return Text(weights, breaks, self.free[verse])


def syllables_of(verses: Sequence[str], script: str | None) -> Syllables:
    """Read what is written after the syllables of verses."""
    import numpy as np

    counted = count(verses, script)
    spelled = spelling(counted)
    offsets = np.append(0, np.cumsum(counted.counts))
    marks, unsure = divisions(counted, offsets)
    np.maximum(marks, spelled.apart * np.uint8(WORD), out=marks)
    unsure |= spelled.odd | counted.odd | (counted.counts == 0)
    unclear = np.flatnonzero(spelled.unclear)
    unsure[np.searchsorted(offsets, unclear, side="right") - 1] = True
    begun = np.flatnonzero(counted.counts > 0)
    firsts = counted.codes[counted.vowels[offsets[begun]]]
    unsure[begun[np.isin(firsts, _MAYBE_OM)]] = True
    free: list[tuple[int, ...]] = [()] * len(verses)
    for verse, text in enumerate(verses):
        if _MAYBE.search(text) and not unsure[verse]:
            span = slice(int(offsets[verse]), int(offsets[verse + 1]))
            origin = int(counted.bounds[verse]) + 1
            vowels, flat = counted.vowels[span].tolist(), counted.flat[span].tobytes()
            found = _free(text, flat, vowels, origin)
            unsure[verse] = found is None
            free[verse] = found or ()
    return Syllables(counted, offsets, marks, unsure, free)


def _free(text: str, weights: bytes, vowels: list[int], origin: int) -> tuple[int, ...] | None:
    """Find the heavy syllables that the krama licence lets be light; None if that is unsure."""
    sure = []
    for initial in _MAYBE.finditer(text):
        before = initial.start() - 1
        if _SURE.match(text, before):
            sure.append(before + origin)
            continue
        while _BETWEEN.match(text, before) and before > 0:
            before -= 1
        if _SHORT_BEFORE.match(text, before):
            return None
    return tuple(k for k in (bisect_left(vowels, at) for at in sure) if weights[k] == ord("g"))


def divisions(
    counted: Counted, offsets: "NDArray[np.int64]"
) -> "tuple[NDArray[np.uint8], NDArray[np.bool_]]":
    """Find the syllables after which a line or half ends, but for the last of each verse.

    The second array tells of each verse whether what ends there may be more than a half.
    """
    import numpy as np

    places = counted.stops[:-1]  # without what ends the chunk
    verses = np.cumsum(counted.kinds.take(places) == int(Kind.END)) - 1
    before = counted.ranks.take(places) - 1
    inside = (before >= offsets[verses]) & (before < offsets[verses + 1] - 1)
    places, before, verses = places[inside], before[inside], verses[inside]
    marks = np.zeros(len(counted.flat), np.uint8)
    marks[before] = LINE
    ends = (counted.pairs.take(places) & BREAK) != 0
    marks[before[ends]] = HALF
    unsure = np.zeros(len(counted.counts), np.bool_)
    twice = np.flatnonzero(np.diff(before[ends]) == 0)
    unsure[verses[ends][twice]] = True
    double = np.isin(counted.codes.take(places), _DOUBLES)
    unsure[verses[double]] = True
    return marks, unsure
