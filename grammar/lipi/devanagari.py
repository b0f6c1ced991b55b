"""Devanagari as it is written and typed: its units, and the near-misses of its typists."""

import re
from functools import lru_cache

from dhyana.grammar.akshara_table import ANUSVARA, CONSONANT, LONG, MARK, SHORT, VISARGA
from dhyana.grammar.lipi import letters
from dhyana.grammar.lipi.alphabet import (
    ACCENTS,
    CONSONANT_LONG,
    CONSONANT_SHORT,
    JOINERS,
    PLUTA,
    REST,
    UNKNOWN,
    Alphabet,
    Unit,
)
from dhyana.grammar.lipi.near_miss import Rule

NUKTA = "\u093c"

# Letters outside Sanskrit by the letter they are written after: क़, ऩ, Sindhi implosives.
_CONSONANTS = {c.devanagari: c.iast for c in letters.CONSONANTS} | dict(
    zip("ऩऱऴॸॹॺॻॼॾॿ", ("n", "r", "ḷ", "ḍ", "j", "y", "g", "j", "ḍ", "b"), strict=True)
)
_VOWELS = {v.devanagari: (v.iast, v.long) for v in letters.VOWELS} | {
    "ऎ": ("ĕ", False),
    "ऒ": ("ŏ", False),
}
_SIGNS = {v.sign: (v.iast, v.long) for v in letters.VOWELS if v.sign} | {
    "ॆ": ("ĕ", False),
    "ॊ": ("ŏ", False),
    "ॎ": ("e", True),  # pṛṣṭhamātrā
}
# Beyond the letters of classical print: the Vedic spellings of anusvāra and visarga.
_OTHERS = (
    dict.fromkeys("ं\u1ce9\u1cea\u1ceb\u1cec\u1cee\u1cef\u1cf0\u1cf1\ua8f3", Unit(ANUSVARA, "ṃ"))
    | dict.fromkeys("ः\u1cf2\u1cf3", Unit(VISARGA, "ḥ"))
    | {letters.JIHVAMULIYA.devanagari: Unit(VISARGA, "ẖ")}
    | {letters.UPADHMANIYA.devanagari: Unit(VISARGA, "ḫ")}
    | dict.fromkeys("ऀँ", Unit(MARK, "m̐"))
    | {letters.AVAGRAHA.devanagari: Unit(MARK, "'")}
    | dict.fromkeys((letters.OM, "\ua8fd"), Unit(LONG, "oṃ"))
)

CONSONANT_LETTERS = "क-हॸ-ॼॾॿ"  # normal form C has no letter with a dot
VOWEL_LETTERS = "ऄ-औॠॡॲ-ॷ"
SIGNS = "ा-ौॎॢॣ"
LETTERS = f"{CONSONANT_LETTERS}{VOWEL_LETTERS}{SIGNS}{letters.VIRAMA}{NUKTA}ऀ-ःऽॐ"
"""Bodies of character classes."""

_JOINED = f"[{JOINERS}]{{0,2}}"
_STOP = f"[{CONSONANT_LETTERS}]{NUKTA}?{_JOINED}"


class Devanagari(Alphabet):
    """Units: a consonant with its vowel sign or virāma, a vowel, a sign after the vowel."""

    pattern = re.compile(
        f"{_STOP}(?:[{SIGNS}](?:{PLUTA})?|{letters.VIRAMA}{_JOINED}|{PLUTA})?"
        f"|[{VOWEL_LETTERS}](?:{PLUTA})?|{REST}"
    )
    _skipped = re.compile(f"[{NUKTA}{JOINERS}]")

    def letter(self, spelling: str) -> Unit:
        """Say what the unit stands for: कि is `ki`, क is `ka`, क् is `k`, ओ३ is the long `o3`."""
        head, tail = spelling[0], self._skipped.sub("", spelling[1:])
        if head in _OTHERS:
            return _OTHERS[head]
        onset = _CONSONANTS.get(head, "")
        if onset and tail == letters.VIRAMA:
            return Unit(CONSONANT, onset, onset)
        pluta = tail[-1:] in ("3", "३") and tail != ""
        sign = tail[:-1] if pluta else tail
        vowel = _SIGNS.get(sign) if onset and sign else _VOWELS.get("अ" if onset else head)
        if vowel is None or (sign and not onset):
            return UNKNOWN
        iast, long = (f"{vowel[0]}3", True) if pluta else vowel
        if onset:
            return Unit(CONSONANT_LONG if long else CONSONANT_SHORT, onset + iast, onset)
        return Unit(LONG if long else SHORT, iast)


# --- near-misses -------------------------------------------------------------------------

_TWO_PARTS = {
    "अा": "आ", "अो": "ओ", "अौ": "औ", "अे": "ए", "अै": "ऐ", "एे": "ऐ", "आे": "ओ", "आै": "औ",
    "ाे": "ो", "ाै": "ौ", "ेा": "ो", "ैा": "ौ", "ेे": "ै",
}  # fmt: skip
_CANDRA = {"ॅ": "े", "ॉ": "ो", "ऍ": "ए", "ऑ": "ओ", "ॲ": "अ", "ऄ": "अ"}
_INDEPENDENT = {v.sign: v.devanagari for v in letters.VOWELS if v.sign} | {"ॆ": "ऎ", "ॊ": "ऒ"}
_SIGN_OF = {v.devanagari: v.sign for v in letters.VOWELS}
_LATIN = dict(zip("kgcjtdnpbmyrlvwshTDNfqz", "कगचजतदनपबमयरलववसहटडणफकज", strict=True)) | dict(
    zip("aiueoāīūṛṝḷśṣṭḍṇñṅṃḥ", "अइउएओआईऊऋॠऌशषटडणञङंः", strict=True)
)
_LATIN_LETTERS = "A-Za-zÀ-ɏḀ-ỿ\u0300-\u036f"
_AFTER_CONSONANT = f"[{CONSONANT_LETTERS}{NUKTA}{JOINERS}]"


def _latin(match: re.Match[str]) -> str | None:
    letter = _LATIN.get(match[0])
    before = match.string[match.start() - 1 : match.start()]
    if letter in _SIGN_OF and re.match(_AFTER_CONSONANT, before):
        return _SIGN_OF[letter]
    return letter


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """How typists miss Devanagari, in the order in which a text is mended."""
    return (
        Rule(
            re.compile("|".join(_TWO_PARTS)),
            lambda m: _TWO_PARTS[m[0]],
            "{written} is typed in two parts; read as {read}",
        ),
        Rule(
            re.compile(
                f"(?<![{CONSONANT_LETTERS}{NUKTA}{JOINERS}{SIGNS}{VOWEL_LETTERS}])"
                f"ि((?:{_STOP}{letters.VIRAMA}{_JOINED})*{_STOP})(?![{SIGNS}{letters.VIRAMA}])"
            ),
            lambda m: m[1] + "ि",
            "ि is typed before its consonant; read as {read}",
        ),
        # The numeral under an independent svarita: अ॒प्स्व१॒॑न्तः.
        Rule(re.compile(f"[13१३](?=[{ACCENTS}])"), lambda _: "", ""),
        Rule(re.compile(f"ृ{NUKTA}"), lambda _: "ॄ", "ृ with a dot below; read as {read}"),
        Rule(
            re.compile(
                f"(?<=[{LETTERS}])[A-Za-zÀ-ɏḀ-ỿ](?![{_LATIN_LETTERS}])"
                f"|(?<![{_LATIN_LETTERS}])[A-Za-zÀ-ɏḀ-ỿ](?=[{LETTERS}])"
            ),
            _latin,
            "a Latin letter in Devanagari; read as {read}",
        ),
        Rule(
            re.compile(f"{letters.VIRAMA}[{JOINERS}]*([{SIGNS}])"),
            lambda m: m[1],
            "virāma before a vowel sign; read as {read}",
        ),
        Rule(
            re.compile(f"(?<!{_AFTER_CONSONANT}){letters.VIRAMA}"),
            lambda _: "",
            "virāma without a consonant; ignored",
        ),
        Rule(
            re.compile(f"(?<![{CONSONANT_LETTERS}]){NUKTA}"), lambda _: "", "a stray dot; ignored"
        ),
        Rule(
            re.compile(f"[{''.join(_CANDRA)}]"),
            lambda m: _CANDRA[m[0]],
            "{written} is no vowel of Sanskrit; read as {read}",
        ),
        Rule(
            re.compile(f"(?<!{_AFTER_CONSONANT})[{SIGNS}]"),
            lambda m: _INDEPENDENT.get(m[0]),
            "vowel sign without a consonant; read as {read}",
        ),
        Rule(
            re.compile(f"(?<=[{CONSONANT_LETTERS}{VOWEL_LETTERS}{SIGNS}ँ])[:：꞉∶](?![-–—])"),
            lambda _: "ः",
            "a colon for visarga; read as {read}",
        ),
        Rule(re.compile("[:：꞉∶]"), lambda _: " ", ""),
        Rule(
            re.compile(
                f"(?<=[{LETTERS}])['’ʼ`´]+(?=[{LETTERS}])|(?<=[{LETTERS}])S+|S+(?=[{LETTERS}])"
            ),
            lambda m: "ऽ" * len(m[0]),
            "{written} for avagraha; read as {read}",
        ),
        Rule(re.compile("['’ʼ`´]+"), lambda _: " ", ""),
        Rule(
            re.compile(r"(?<![A-Za-z])(?:I{1,2}|l{1,2})(?=\s|$)"),
            lambda m: letters.DANDA if len(m[0]) == 1 else letters.DOUBLE_DANDA,
            "{written} for a daṇḍa; read as {read}",
        ),
        Rule(
            re.compile(f"[{_LATIN_LETTERS}]+(?:[ ,.'’-]+[{_LATIN_LETTERS}]+)*"),
            lambda _: " ",
            "Latin words in Devanagari text; not read",
        ),
        Rule(
            re.compile("\U0001f549"), lambda _: letters.OM, "{written} is a picture; read as {read}"
        ),
    )
