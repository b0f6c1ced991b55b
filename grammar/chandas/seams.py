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

_WORD_END = re.compile(r"(?P<ending>.*\S)(?P<gap>\s+)(?=\S)", re.DOTALL)


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
        own = list(pada.aksharas)
        if index and (parted := _parted(own[0], scanned.script)):
            own[0] = parted[1]
        index += len(own)
        if index < len(aksharas) and (parted := _parted(aksharas[index], scanned.script)):
            ending, last = parted[0], own[-1]
            own[-1] = last._replace(
                written=scanned.text[last.start : ending.end],
                iast=last.iast + ending.iast,
                end=ending.end,
            )
        text = scanned.text[own[0].start : own[-1].end]
        found.append(replace(pada, text=text, aksharas=tuple(own)))
    return tuple(found)


def _parted(akshara: Akshara, script: str) -> tuple[Akshara, Akshara] | None:
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
