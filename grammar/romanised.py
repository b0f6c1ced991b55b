"""A scanned text in IAST, and where in it each akṣara stands: what marks and carets go under.

Columns count what a terminal advances: a combining mark takes none.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.scansion import Akshara, Break, Scan, scan

_GAP = re.compile(r"[\s-]+")
_VOWEL = re.compile("[aāiīuūṛṝḹeoïü]|ḷ(?![aāiīuūeo])")
_DEVANAGARI = re.compile("[\u0900-\u097f]")
_HIATUS = {"i": "ï", "u": "ü"}  # प्रउग is praüga: prauga would be प्रौग
_SIGNS = {Break.SEAM: "-", Break.HALF: " | ", Break.VERSE: " || "}


class Columns(NamedTuple):
    """Columns of an akṣara, from 0: where it starts, where its vowel stands, where it ends."""

    start: int
    vowel: int
    end: int


@dataclass(frozen=True, slots=True)
class Romanised:
    """Akṣaras in IAST as one line of text, and the columns of each."""

    text: str
    columns: tuple[Columns, ...]


def romanise(scanned: Scan, aksharas: Sequence[Akshara]) -> Romanised:
    """Write akṣaras of a scan that follow one another in IAST.

    Spaces, hyphens and daṇḍas of the source stay; what is not verse (a speaker) does not.
    """
    pieces: list[str] = []
    columns: list[Columns] = []
    width = 0
    last: Akshara | None = None
    for akshara in aksharas:
        gap = ""
        if last and last.end < akshara.start and last.after is not Break.NONE:
            gap = _SIGNS.get(last.after, " ")
        spelled = _spelled(akshara, scanned.script)
        if not gap and spelled[0] in _HIATUS and pieces and pieces[-1].endswith("a"):
            spelled = _HIATUS[spelled[0]] + spelled[1:]
        vowel = _VOWEL.search(spelled)
        start = width + len(gap)
        width = start + advance(spelled)
        before = spelled[: vowel.start()] if vowel else ""
        columns.append(Columns(start, start + advance(before), width))
        pieces += gap, spelled
        last = akshara
    return Romanised("".join(pieces), tuple(columns))


def advance(text: str) -> int:
    """Columns that Latin text takes."""
    return sum(not unicodedata.combining(character) for character in text)


def _spelled(akshara: Akshara, script: str) -> str:
    """IAST of one akṣara, with the gaps that the source has between its letters."""
    spelled = akshara.iast
    done = 0
    for gap in _GAP.finditer(akshara.written):
        # Only consonants stand before a gap inside an akṣara: तम् एव is त, म् ए, व.
        head = _consonants(akshara.written[: gap.start()], script)
        if len(head) < len(akshara.iast) and head:
            sign = "-" if "-" in gap[0] else " "
            at = len(head) + done
            spelled = spelled[:at] + sign + spelled[at:]
            done += 1
    return spelled


def _consonants(written: str, script: str) -> str:
    if _DEVANAGARI.search(written):
        return _GAP.sub("", transliterate(written, Script.IAST))
    if script in ("iast", "iso"):
        return _GAP.sub("", written)
    syllable = scan(written + "a", script).aksharas
    return syllable[0].iast[:-1] if syllable else ""
