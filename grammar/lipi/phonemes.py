"""The sounds of a text in any script: SLP1, one character a sound, with their places.

Grammar works on sounds: sandhi joins `A` and `a`, not ा and अ. Scansion's reader does the
reading, so that every script and near-miss it knows is known here; what stands between the
letters becomes a space, a hyphen, a line feed, or `|` for a daṇḍa.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from dhyana.grammar.akshara_table import COMMA, HALF, LINE, SEAM, VERSE, WORD
from dhyana.grammar.lipi.letters import (
    ANUSVARA,
    AVAGRAHA,
    CANDRABINDU,
    CONSONANTS,
    MARKS,
    VIRAMA,
    VISARGA,
    VOWELS,
)
from dhyana.grammar.lipi.script import read

PAUSE = "|"
"""What a daṇḍa becomes."""

_GAPS = {SEAM: "-", WORD: " ", COMMA: " ", LINE: "\n", HALF: PAUSE, VERSE: PAUSE}
_CONSONANT_OF = {c.iast: c.slp1 for c in CONSONANTS}
_VOWEL_OF = {v.iast: v.slp1 for v in VOWELS} | {"ĕ": "e", "ŏ": "o", "": ""}
_MARK_OF = {m.iast: m.slp1 for m in MARKS}
_CONSONANT = re.compile("[kgcjṭḍtdpb]h|.")
_OM = "oṃ"


@dataclass(frozen=True, slots=True)
class Sounds:
    """The sounds of a text; `starts` and `ends` place each one's written unit in the text.

    A unit is what is written in one: a consonant with its vowel sign, so that both sounds of
    दि have the place of दि.
    """

    text: str
    slp1: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the text of `slp1[start:end]`, widened to whole units; may be empty."""
        if start < end:
            return self.starts[start], self.ends[end - 1]
        place = self.starts[start] if start < len(self.starts) else len(self.text)
        return place, place


def sounds(text: str, script: str | None = None) -> Sounds:
    """Read a text in the given script, or the one it appears to be in.

    Raises ValueError for a script of an unknown name; no text raises.
    """
    return (_sounds if len(text) <= _SHORT else _sounds.__wrapped__)(text, script)


_SHORT = 200
"""Characters of the longest text that is remembered: words come up again and again."""


@lru_cache(maxsize=4096)
def _sounds(text: str, script: str | None) -> Sounds:
    reading = read(text, script)
    classes = reading.leading + "".join(reading.segments)
    spelled: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, (kind, unit) in enumerate(zip(classes, reading.units, strict=False)):
        written = _GAPS.get(kind) or _spelled(unit.iast, unit.onset)
        spelled.append(written)
        starts += [reading.places[index]] * len(written)
        ends += [reading.places[index + 1]] * len(written)
    return Sounds(text, "".join(spelled), tuple(starts), tuple(ends))


def _spelled(iast: str, onset: str) -> str:
    if iast in _MARK_OF:
        return _MARK_OF[iast]
    if iast == _OM:
        return "om"
    consonants = "".join(_CONSONANT_OF.get(c, "") for c in _CONSONANT.findall(onset))
    vowel = iast[len(onset) :].rstrip("3")
    return consonants + _VOWEL_OF.get(vowel, "")


_LETTER = {c.slp1: c.devanagari for c in CONSONANTS}
_SIGN = {v.slp1: v.sign for v in VOWELS}
_INITIAL = {v.slp1: v.devanagari for v in VOWELS} | {
    mark.slp1: mark.devanagari for mark in (ANUSVARA, VISARGA, CANDRABINDU, AVAGRAHA)
}


def devanagari(slp1: str) -> str:
    """Write sounds in Devanagari; what is no sound (a space, a hyphen) stays."""
    written: list[str] = []
    bare = False  # the last consonant awaits its vowel or a virāma
    for sound in slp1:
        if sound in _LETTER:
            written += [VIRAMA] * bare + [_LETTER[sound]]
            bare = True
            continue
        if bare:
            sign = _SIGN.get(sound)
            written.append(VIRAMA + _INITIAL.get(sound, sound) if sign is None else sign)
        else:
            written.append(_INITIAL.get(sound, sound))
        bare = False
    return "".join(written) + VIRAMA * bare
