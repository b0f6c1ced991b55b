"""Lines as words are written: a consonant that ends a word stays in the line of its vowel.

An akṣara has the consonants before its vowel, across words too: `daśarathas ayodhyāyāṃ` is
scanned `… ra tha, s a, yo …`. Where a line ends between the two words, its reader wants it to
end with the first.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from dhyana.grammar.report import Pada
from dhyana.grammar.scansion import Akshara, Scan, scan

_WORD_END = re.compile(r"(?P<ending>.*[^\s,;])[,;]*\s+(?=\S)", re.DOTALL)


def as_words(scanned: Scan, padas: Sequence[Pada]) -> tuple[Pada, ...]:
    """Give the lines of a scanned text, each from the beginning of a word to the end of one.

    Where a line begins or ends inside a word it stays as scanned.
    """
    found: list[Pada] = []
    aksharas = scanned.aksharas
    index = 0
    for pada in padas:
        while aksharas[index].end < pada.aksharas[0].end:
            index += 1
        before = _parted(pada.aksharas[0], scanned.script) if index else None
        index += len(pada.aksharas)
        after = _parted(aksharas[index], scanned.script) if index < len(aksharas) else None
        found.append(_with(scanned.text, pada, before, after) if before or after else pada)
    return tuple(found)


_Parts = tuple[Akshara, Akshara]


def _with(text: str, pada: Pada, before: _Parts | None, after: _Parts | None) -> Pada:
    """Leave to the line before what belongs to it, and take from the next what belongs here."""
    own = list(pada.aksharas)
    if before:
        own[0] = before[1]
    if after:
        ending, last = after[0], own[-1]
        own[-1] = last._replace(
            written=text[last.start : ending.end], iast=last.iast + ending.iast, end=ending.end
        )
    return replace(pada, text=text[own[0].start : own[-1].end], aksharas=tuple(own))


def _parted(akshara: Akshara, script: str) -> _Parts | None:
    """Part an akṣara that begins with the end of a word: that end, and the rest."""
    word = _WORD_END.match(akshara.written)
    if word is None:
        return None
    rest = akshara.written[word.end() :]
    iast = _iast(rest, script)
    if not iast or not akshara.iast.endswith(iast):
        return None
    ending = akshara._replace(
        written=word["ending"],
        iast=akshara.iast.removesuffix(iast),
        end=akshara.start + word.end("ending"),
    )
    return ending, akshara._replace(written=rest, iast=iast, start=akshara.start + word.end())


@lru_cache(maxsize=1 << 12)
def _iast(written: str, script: str) -> str:
    """IAST of an akṣara without what stands before it."""
    aksharas = scan(written, script).aksharas
    return aksharas[0].iast if len(aksharas) == 1 else ""
