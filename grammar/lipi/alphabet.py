"""An alphabet: how the written units of a script are told apart and what each stands for."""

import re
from abc import ABC, abstractmethod
from typing import NamedTuple

from dhyana.grammar.akshara_table import CONSONANT, LONG, MARK, SHORT
from dhyana.grammar.lipi.punctuation import GAP, UNREAD, gap

CONSONANT_SHORT, CONSONANT_LONG, CONJUNCT = "K", "G", "q"
"""Classes of units that write two phonemes: a consonant with its vowel, two consonants."""

PHONEMES = str.maketrans(
    {
        CONSONANT_SHORT: CONSONANT + SHORT,
        CONSONANT_LONG: CONSONANT + LONG,
        CONJUNCT: CONSONANT * 2,
    }
)
"""From classes of written units to classes of phonemes, the alphabet of `akshara.lark`."""

JOINERS = "\u00ad\u200b-\u200f\u2060\ufeff"
"""Soft hyphen, joiners, direction marks, byte order mark: they part no words."""

ACCENTS = "\u0951-\u0954\u0971\u1cd0-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\ua8e0-\ua8f2\ua8f4-\ua8fc"
"""Vedic accents and signs, in every script."""

PLUTA = rf"[3३](?![{GAP[GAP.index('0') :]}.])"
"""Pattern of the 3 that marks a prolated vowel: ओ३म्."""

REST = rf"[{JOINERS}{ACCENTS}]+|[{GAP}]+|[\s\S]"
"""Pattern of all that is no letter; it ends the pattern of every alphabet."""

_MARK = re.compile(f"[{JOINERS}{ACCENTS}]+")
_GAP = re.compile(f"[{GAP}]+")
_REMEMBERED = 20_000
_LONGEST_REMEMBERED = 8


class Unit(NamedTuple):
    """A written unit: its class, its IAST, and the consonants with which it begins."""

    kind: str
    iast: str = ""
    onset: str = ""


UNKNOWN = Unit(UNREAD)


class Alphabet(dict[str, Unit], ABC):
    """Written units by their spelling, worked out when first met.

    `pattern` splits any text without remainder: `"".join(pattern.findall(text)) == text`.
    """

    pattern: re.Pattern[str]

    @abstractmethod
    def letter(self, spelling: str) -> Unit:
        """Say what a unit other than punctuation stands for; `UNKNOWN` if nothing."""

    def __missing__(self, spelling: str) -> Unit:
        if _MARK.fullmatch(spelling):
            unit = Unit(MARK)
        elif _GAP.fullmatch(spelling):
            unit = Unit(gap(spelling))
        else:
            unit = self.letter(spelling)
        # Bounded, because a stranger's text decides what is met.
        if len(spelling) <= _LONGEST_REMEMBERED and len(self) < _REMEMBERED:
            self[spelling] = unit
        return unit
