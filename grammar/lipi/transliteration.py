"""Transliteration: the Devanagari of a text written in another script, the rest left alone.

IAST and SLP1 come from our own table of letters, because every page shows them and importing
`indic_transliteration` costs more than the rest of the program; the other scripts come from
that library, with its faults mended here. English words and `$formulas$` pass untouched, and
so do daṇḍas: the library's `|` and `.` would be read as letters or full stops.
"""

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from dhyana.grammar.lipi.letters import (
    ANUDATTA,
    CANDRABINDU,
    CONSONANTS,
    DIGITS,
    MARKS,
    OM,
    SVARITA,
    UPADHMANIYA,
    VIRAMA,
    VOWELS,
)


class Script(StrEnum):
    """A script, or a romanisation, in which Sanskrit can be shown."""

    DEVANAGARI = "devanagari"
    IAST = "iast"
    SLP1 = "slp1"
    HK = "hk"
    ISO = "iso"
    ITRANS = "itrans"
    VELTHUIS = "velthuis"
    WX = "wx"
    ASSAMESE = "assamese"
    BENGALI = "bengali"
    GRANTHA = "grantha"
    GUJARATI = "gujarati"
    KANNADA = "kannada"
    MALAYALAM = "malayalam"
    NEWA = "newa"
    ODIA = "odia"
    SHARADA = "sharada"
    TAMIL = "tamil"
    TELUGU = "telugu"


# What a reader should know before trusting what is shown: these scripts have too few letters.
LOSSES = {
    Script.BENGALI: "Bengali writes v and b with one letter",
}

_JOINERS = "\u200c\u200d"
_NUKTA = "\u093c"
_COMBINING_CANDRABINDU = "\u0310"

# A formula, or a run of Devanagari letters, signs and digits; daṇḍas belong to no script.
_TOKEN = re.compile(rf"\$[^$]*\$|[\u0900-\u0963\u0966-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff{_JOINERS}]+")
# What the library spells wrongly in every script: the accent signs, which stay as they are.
_ACCENTS = re.compile("([\u0951-\u0954\u1cd0-\u1cf4\u1cf7-\u1cf9]+)")
# Two letters that a romanisation would read as one (अइ is not ऐ, त्ह is not थ) and what parts them.
_STOP_AND_H = "(?<=[कगचजटडतदपब]्)(?=ह)"
_PARTED = {
    Script.ISO: (":", re.compile(f"(?<=[अक-हळ])(?=[इउ])|{_STOP_AND_H}")),
    Script.ITRANS: ("_", re.compile(f"(?<=[अक-हळ])(?=[इउ])|{_STOP_AND_H}")),
    Script.VELTHUIS: ("{}", re.compile(f"(?<=[अक-हळ])(?=[अआइईउऊ])|{_STOP_AND_H}")),
}


class _Romanisation(NamedTuple):
    """What Devanagari letters become; `a` is the vowel that a bare consonant carries."""

    consonants: dict[str, str]
    signs: dict[str, str]
    others: dict[str, str]


def _romanisation(scheme: str, om: str) -> _Romanisation:
    others = {letter.devanagari: getattr(letter, scheme) for letter in (*VOWELS, *MARKS)}
    others |= {digit: str(value) for value, digit in enumerate(DIGITS)}
    return _Romanisation(
        {consonant.devanagari: getattr(consonant, scheme) for consonant in CONSONANTS},
        {vowel.sign: getattr(vowel, scheme) for vowel in VOWELS if vowel.sign},
        others | {OM: om} | dict.fromkeys(_JOINERS, ""),
    )


_IAST = _romanisation("iast", om="oṃ")
_SLP1 = _romanisation("slp1", om="oM")
_SLP1.others.update({SVARITA: "^", ANUDATTA: "\\"})


def transliterate(text: str, script: Script) -> str:
    """Write the Devanagari in `text` in another script.

    A hiatus that would read as a diphthong gets a diaeresis in IAST (प्रउग, *praüga*), and a
    nasalised semivowel the combining candrabindu (ल्ँ, *l̐*). Characters that a script has no
    letter for stay as they are.
    """
    write: Callable[[str], str]
    match script:
        case Script.DEVANAGARI:
            return text
        case Script.IAST:
            write = _to_iast
        case Script.SLP1:
            write = _to_slp1
        case _:
            write = _by_library(script)
    return _TOKEN.sub(lambda token: token[0] if token[0][0] == "$" else write(token[0]), text)


def _to_slp1(run: str) -> str:
    return "".join(_sounds(run, _SLP1))


def _to_iast(run: str) -> str:
    written: list[str] = []
    for sound in _sounds(run, _IAST):
        last = written[-1] if written else ""
        if last == "a" and sound in ("i", "u"):
            written.append("ï" if sound == "i" else "ü")
        elif sound == CANDRABINDU.iast and last in _IAST.consonants.values():
            written.append(_COMBINING_CANDRABINDU)
        else:
            written.append(sound)
    return "".join(written)


def _sounds(run: str, roman: _Romanisation) -> Iterator[str]:
    """Spell a run sound by sound, with the vowel that Devanagari leaves unwritten."""
    bare = False  # the last consonant still awaits its vowel
    for character in run:
        if character in roman.signs:
            yield roman.signs[character]
            bare = False
        elif character == VIRAMA:
            bare = False
        elif character == _NUKTA or character in _JOINERS:
            yield roman.others.get(character, character)
        else:
            if bare:
                yield "a"
            bare = character in roman.consonants
            yield roman.consonants.get(character) or roman.others.get(character, character)
    if bare:
        yield "a"


def _by_library(script: Script) -> Callable[[str], str]:
    # 145 ms to import, so only when such a script is asked for.
    from indic_transliteration import sanscript

    name = {Script.ODIA: "oriya", Script.TAMIL: "tamil_superscripted"}.get(script, script.value)
    scheme = sanscript.SchemeMap(sanscript.SCHEMES[sanscript.DEVANAGARI], sanscript.SCHEMES[name])

    def write(run: str) -> str:
        run = run.translate(dict.fromkeys(map(ord, _JOINERS)))
        if script in _PARTED:
            separator, between = _PARTED[script]
            run = between.sub(separator, run)
        parts = _ACCENTS.split(run)
        parts[::2] = [sanscript.transliterate(part, scheme_map=scheme) for part in parts[::2]]
        return _mend("".join(parts), script)

    return write


def _mend(text: str, script: Script) -> str:
    """Put right what the library spells wrongly in one script."""
    match script:
        case Script.ISO:
            text = text.replace(UPADHMANIYA.devanagari, UPADHMANIYA.iast)
            return re.sub(f"(?<=[ylv])m(?={_COMBINING_CANDRABINDU})", "", text)
        case Script.VELTHUIS:  # its `O` for ॐ is no letter of the scheme
            return text.replace("O", "o.m")
        case Script.WX:
            return text.replace("l\u0324", "lY")
        case (
            Script.TAMIL
        ):  # the number of a stop stands after its vowel sign, not inside the akṣara
            return re.sub("([²³⁴])([\u0bbe-\u0bcd]+)", r"\2\1", text)
        case _:
            return text
