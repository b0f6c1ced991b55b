"""The sister scripts of Devanagari, read as Devanagari.

Nine blocks of Unicode have the order of Devanagari's, so a letter's place says which it is;
elsewhere its name does. Scripts that go other ways (Sinhala, Burmese) are read by the tables of
`indic_transliteration`, which is imported only for them.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from dhyana.grammar.lipi.letters import VIRAMA
from dhyana.grammar.lipi.near_miss import NearMiss, Rule, mend
from dhyana.grammar.lipi.source_text import SourceText

_DEVANAGARI_BLOCK = 0x900
_BLOCKS = {
    0x980: "bengali",
    0xA00: "gurmukhi",
    0xA80: "gujarati",
    0xB00: "odia",
    0xB80: "tamil",
    0xC00: "telugu",
    0xC80: "kannada",
    0xD00: "malayalam",
    0x11300: "grantha",
}
"""Blocks of 128 code points in the order of Devanagari's."""

_NAMED = (
    "brahmi", "bhaiksuki", "dogra", "kaithi", "khojki", "modi", "nandinagari", "newa", "sharada",
    "siddham", "takri", "tirhuta",
)  # fmt: skip
"""Scripts whose letters have Devanagari's names."""

_TABLED = {"SINHALA": "sinhala", "MYANMAR": "burmese", "KHMER": "khmer", "JAVANESE": "javanese",
           "BALINESE": "balinese"}  # fmt: skip
"""Scripts that the library reads: name in Unicode → name there."""

SCRIPTS = (*_BLOCKS.values(), *_NAMED, *_TABLED.values())

# What stands elsewhere than in Devanagari: final consonants of one character, Vedic signs.
_OWN = {
    "ৎ": "त्", "ৰ": "र", "ৱ": "व", "ੰ": "ं", "ੴ": "ॐ", "ੲ": "इ", "ੳ": "उ", "ୱ": "व", "ೞ": "ऴ",
    "ೱ": "ᳵ", "ೲ": "ᳶ", "ൎ": "र्", "ൺ": "ण्", "ൻ": "न्", "ർ": "र्", "ൽ": "ल्", "ൾ": "ळ्", "ൿ": "क्",
    "ൔ": "म्", "ൕ": "य्", "ൖ": "ऴ्", "ഺ": "त", "ൗ": "ौ",
}  # fmt: skip
_RENAMED = {"VIRAMA": "SIGN VIRAMA", "LETTER WA": "LETTER VA"}  # in Brahmi and Newa
_TAMIL_VOCALICS = {
    "ரு": "ऋ", "ரூ": "ॠ", "லு": "ऌ", "லூ": "ॡ", "்ரு": "ृ", "்ரூ": "ॄ", "்லு": "ॢ", "்லூ": "ॣ",
}  # fmt: skip
"""What Tamil writes with an apostrophe: க்ரு' is कृ."""

_SHORT_E_O = {"ऎ": "ए", "ऒ": "ओ", "ॆ": "े", "ॊ": "ो"}
_READ = frozenset(("Lo", "Mn", "Mc", "Nd"))  # categories of letters, signs and digits


@lru_cache(maxsize=4096)
def script_of(character: str) -> str | None:
    """Name the sister script that a letter belongs to, or None."""
    block = _BLOCKS.get(ord(character) & ~0x7F)
    if block:
        return block if unicodedata.category(character) in _READ else None
    first = unicodedata.name(character, "").partition(" ")[0]
    if first.lower() in _NAMED:
        return first.lower()
    return _TABLED.get(first)


@lru_cache(maxsize=4096)
def devanagari(character: str) -> str | None:
    """Give the Devanagari of one letter of a sister script, or None where it has no counterpart."""
    if character in _OWN:
        return _OWN[character]
    script = script_of(character)
    if script in _BLOCKS.values():
        twin = chr((ord(character) & 0x7F) + _DEVANAGARI_BLOCK)
        return twin if unicodedata.category(twin) in _READ else None
    if script in _NAMED:
        _, _, letter = unicodedata.name(character).partition(" ")
        try:
            return unicodedata.lookup(f"DEVANAGARI {_RENAMED.get(letter, letter)}")
        except KeyError:
            return None
    return None


@lru_cache(maxsize=8)
def _table(script: str) -> Mapping[str, str]:
    from indic_transliteration import sanscript

    scheme = sanscript.SCHEMES[script]
    groups = ("vowels", "vowel_marks", "yogavaahas", "virama", "consonants", "symbols")
    table: dict[str, str] = {}
    for group in groups:
        # Where one sign writes several letters, it is the long e or o, and the anusvāra.
        for letter, written in sorted(
            scheme.get(group, {}).items(), key=lambda pair: pair[0] in _SHORT_E_O
        ):
            if written and not written.isascii():
                table.setdefault(written, letter)
    # The stackers of Khmer and Burmese, which the library has only inside other letters.
    return table | {"\u17d2": VIRAMA, "\u1039": VIRAMA}


def respell(source: SourceText, script: str) -> list[NearMiss]:
    """Respell the letters of a sister script in Devanagari.

    A short e or o of the southern scripts is taken for the long one, which is Sanskrit's.
    """
    if script == "tamil":
        source.respell(re.compile("(்?[ரல][ுூ])['’ʼ]"), lambda m: _TAMIL_VOCALICS[m[1]])
        source.respell(re.compile("ம்ʼ"), lambda _: "ं")
        source.respell(re.compile(r"\(அ\)"), lambda _: "ऽ")
        source.respell(re.compile("[²³⁴₂₃₄]"), lambda _: "")  # the number of a stop
    if script in _TABLED.values():
        table = _table(script)
        longest = sorted(table, key=len, reverse=True)
        source.respell(re.compile("|".join(map(re.escape, longest))), lambda m: table[m[0]])
    else:
        letters = "".join(c for c in set(source.text) if script_of(c) == script)
        if letters:
            source.respell(re.compile(f"[{letters}]"), lambda m: devanagari(m[0]))
    return mend(source, _short_rules())


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Letters of a sister script inside Devanagari."""
    return (
        Rule(
            re.compile("[\u0980-\u0d7f\U00011000-\U00011cff]"),
            lambda m: devanagari(m[0]),
            "{written} is a letter of another script; read as {read}",
        ),
    )


@lru_cache(maxsize=1)
def _short_rules() -> tuple[Rule, ...]:
    return (
        Rule(
            re.compile(f"[{''.join(_SHORT_E_O)}]"),
            lambda m: _SHORT_E_O[m[0]],
            "{written} is short, which Sanskrit has not; read as {read}",
        ),
    )
