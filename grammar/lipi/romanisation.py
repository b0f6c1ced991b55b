"""Sanskrit in Latin letters: IAST with ISO 15919, SLP1, and the ASCII schemes.

IAST and SLP1 are ours. HK, ITRANS, Velthuis and WX are read by the tables of
`indic_transliteration`, which is imported only for them.
"""

import re
import unicodedata
from functools import lru_cache

from dhyana.grammar.akshara_table import ANUSVARA, CONSONANT, LONG, MARK, SHORT, VISARGA
from dhyana.grammar.lipi import letters
from dhyana.grammar.lipi.alphabet import (
    ACCENTS,
    CONJUNCT,
    CONSONANT_LONG,
    CONSONANT_SHORT,
    PLUTA,
    REST,
    UNKNOWN,
    Alphabet,
    Unit,
)
from dhyana.grammar.lipi.near_miss import Rule
from dhyana.grammar.lipi.punctuation import GAP
from dhyana.grammar.lipi.source_text import SourceText

_MACRON, _BREVE, _TILDE, _DIAERESIS = "\u0304", "\u0306", "\u0303", "\u0308"
_DOT_BELOW, _RING_BELOW, _CANDRABINDU = "\u0323", "\u0325", "\u0310"
# Acute, grave, vertical line, double acute and grave, inverted breve above; lines below.
_PITCH = "\u0300\u0301\u030d\u030b\u030f\u0311\u0331\u0320\u0332\u0329"
_DOUBLED = "aa|AA|Aa|ii|II|Ii|uu|UU|Uu"  # long vowels, as other romanisations write them
LATIN = "a-zA-ZÀ-ɏḀ-ỿ"
"""Body of a character class."""

_CONSONANTS = {c.iast: c.iast for c in letters.CONSONANTS} | {"ḻ": "ḷ", "ṟ": "r", "ṉ": "n"}
_OTHERS = {
    "ṃ": Unit(ANUSVARA, "ṃ"),
    "ṁ": Unit(ANUSVARA, "ṃ"),
    "ḥ": Unit(VISARGA, "ḥ"),
    "ẖ": Unit(VISARGA, "ẖ"),
    "ḫ": Unit(VISARGA, "ḫ"),
    "ॐ": Unit(LONG, "oṃ"),
} | dict.fromkeys("'’ʼऽ", Unit(MARK, "'"))
_L = "ḷḶ"
ZWNJ = "\u200c"


def _cases(characters: str) -> str:
    return characters + characters.upper()


def _with(bases: str, marks: str) -> str:
    """List the code points that are one of `bases` with some of `marks`, in either case."""
    points = [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x250), *range(0x1E00, 0x1F00)]
    found = []
    for character in map(chr, points):
        parts = unicodedata.normalize("NFD", character.lower())
        if parts[0] in bases and set(parts[1:]) <= set(marks):
            found.append(character)
    return "".join(found)


class Iast(Alphabet):
    """IAST, and ISO 15919 where it goes beyond: `ṁ m̐ r̥ l̥ ē ō ẖ ḫ`, with Vedic accents.

    `ḷ` is the consonant ळ here; `part_the_l` respells where it is the vowel ऌ.
    """

    def __init__(self) -> None:
        super().__init__()
        marks = f"[{_MACRON}{_BREVE}{_TILDE}{_DIAERESIS}{_PITCH}{ACCENTS}]*"
        first, second = _with("a", _PITCH), _with("iu", _PITCH + _TILDE)
        vowels = _with("aiueo", f"{_MACRON}{_BREVE}{_TILDE}{_PITCH}") + _cases("ïüḯǘǜṛṝḹ")
        unsigned = f"[{_cases('mrlyv')}](?![{_RING_BELOW}{_CANDRABINDU}{_TILDE}])"
        consonant = f"(?:[{_cases('kgcjṭḍtdpb')}][hH]?|[{_cases('ṅñṇnśṣshḷḻṟṉ')}]|{unsigned})"
        vowel = (
            f"(?:{_DOUBLED}|[{first}](?:[{_PITCH}]*[{second}])?|[{vowels}]|[rlRL]{_RING_BELOW})"
            f"{marks}(?:{PLUTA})?"
        )
        self._parts = re.compile(f"({consonant})?({vowel})?")
        self.pattern = re.compile(
            f"{consonant}(?:{vowel})?|{vowel}|[{_cases('myvl')}]{_CANDRABINDU}|{REST}"
        )

    def letter(self, spelling: str) -> Unit:
        """Say what the unit stands for, whatever its case and accents."""
        lower = spelling.lower()
        if lower in _OTHERS:
            return _OTHERS[lower]
        if lower[-1] == _CANDRABINDU and lower[0] in "myvl":
            if lower[0] == "m":
                return Unit(MARK, letters.CANDRABINDU.iast)
            return Unit(CONSONANT, lower, lower)
        parts = self._parts.fullmatch(spelling)
        if parts is None or not spelling:
            return UNKNOWN
        onset = _CONSONANTS[parts[1].lower()] if parts[1] else ""
        return syllable(onset, _vowel(parts[2].lower()) if parts[2] else None)


def syllable(onset: str, vowel: Unit | None) -> Unit:
    """Join a consonant, or none, with a vowel, or none, into one written unit."""
    if vowel is None:
        return Unit(CONSONANT, onset, onset)
    if not onset or vowel is UNKNOWN:
        return vowel
    kind = CONSONANT_LONG if vowel.kind == LONG else CONSONANT_SHORT
    return Unit(kind, onset + vowel.iast, onset)


def _vowel(spelling: str) -> Unit:
    """Read the letters of a vowel and the signs on it; UNKNOWN if they disagree."""
    if re.match(_DOUBLED, spelling):
        return UNKNOWN
    base, *signs = list(unicodedata.normalize("NFD", spelling))
    second = "".join(sign for sign in signs if sign in "iu")
    pluta = "3" if signs[-1:] in (["3"], ["३"]) else ""
    if {_MACRON, _BREVE} <= set(signs):
        return UNKNOWN
    if base in "rl":
        base += _DOT_BELOW
    long = _MACRON in signs or (base in "eo" and _BREVE not in signs)
    length = _MACRON if long and base not in "eo" else _BREVE if base in "eo" and not long else ""
    nasal = letters.CANDRABINDU.iast if _TILDE in signs else ""
    iast = unicodedata.normalize("NFC", base + length) + second + pluta + nasal
    return Unit(LONG if long or second or pluta else SHORT, iast)


@lru_cache(maxsize=1)
def _vocalic_l() -> re.Pattern[str]:
    vowels = _with("aiueo", f"{_MACRON}{_BREVE}{_TILDE}{_PITCH}") + _cases("ṛṝḹ")
    return re.compile(f"(?<![{vowels}])[{_L}](?!h?[{vowels}])")


def part_the_l(source: SourceText) -> None:
    """Respell the vowel ऌ as `l̥`: where `ḷ` stands neither before nor after a vowel."""
    if "ḷ" in source.text or "Ḷ" in source.text:
        source.respell(_vocalic_l(), lambda _: f"l{_RING_BELOW}")


class Slp1(Alphabet):
    r"""SLP1: one character a letter; `/ \ ^` after a vowel are its accents."""

    def __init__(self) -> None:
        super().__init__()
        self.update({v.slp1: Unit(LONG if v.long else SHORT, v.iast) for v in letters.VOWELS})
        self.update({c.slp1: Unit(CONSONANT, c.iast, c.iast) for c in letters.CONSONANTS})
        self.update({m.slp1: Unit(MARK, m.iast) for m in letters.MARKS})
        self[letters.ANUSVARA.slp1] = Unit(ANUSVARA, letters.ANUSVARA.iast)
        for sign in (letters.VISARGA, letters.JIHVAMULIYA, letters.UPADHMANIYA):
            self[sign.slp1] = Unit(VISARGA, sign.iast)
        self["ḥ"] = Unit(VISARGA, "ḥ")  # what a colon is mended to
        vowels = "".join(v.slp1 for v in letters.VOWELS)
        consonants = "".join(c.slp1 for c in letters.CONSONANTS)
        vowel = rf"[{vowels}](?:[\^]|/(?=[a-zA-Z~]))?(?:{PLUTA})?"
        self._parts = re.compile(f"([{consonants}])?(?:([{vowels}]).*)?")
        self.pattern = re.compile(f"[{consonants}](?:{vowel})?|{vowel}|{REST}")

    def letter(self, spelling: str) -> Unit:
        """Say what a consonant with its vowel stands for."""
        parts = self._parts.fullmatch(spelling)
        if parts is None or not parts[2]:
            return UNKNOWN
        vowel = self[parts[2]]
        if spelling[-1] in "3३":
            vowel = Unit(LONG, vowel.iast + "3")
        return syllable(self[parts[1]].onset if parts[1] else "", vowel)


class Tabled(Alphabet):
    """A scheme of `indic_transliteration`: the longest spelling in its table wins."""

    def __init__(self, scheme: str) -> None:
        super().__init__()
        from indic_transliteration import sanscript

        from dhyana.grammar.lipi.devanagari import Devanagari

        deva = Devanagari()
        table = sanscript.SCHEMES[scheme]
        others = table.get("alternates", {})
        for group in ("vowels", "yogavaahas", "consonants", "extra_consonants", "symbols"):
            for written, spelling in table.get(group, {}).items():
                consonant = group.endswith("consonants")
                units = [deva[u] for u in deva.pattern.findall(written + "्" * consonant)]
                unit = units[0]
                if len(units) > 1:
                    onset = "".join(part.onset for part in units)
                    unit = Unit(CONJUNCT, onset, onset)
                for each in (spelling, *others.get(spelling, ())):
                    # A digit in a spelling (`r3` for ड़) would swallow numbers.
                    if each and unit.iast and not any(map(str.isdigit, each)):
                        self.setdefault(each, unit)
        self.setdefault("_", Unit(MARK))
        self.setdefault("ḥ", self.get("H", Unit(VISARGA, "ḥ")))  # what a colon is mended to
        longer = sorted((s for s in self if len(s) > 1), key=len, reverse=True)
        single = "".join(s for s in self if len(s) == 1)
        vowels = "|".join(
            re.escape(s)
            for s in sorted(self, key=len, reverse=True)
            if self[s].kind in (SHORT, LONG)
        )
        spellings = f"{'|'.join(map(re.escape, longer))}|[{re.escape(single)}]"
        # Punctuation that begins a letter (`.m`, `"s`) is none.
        gap = f"(?:(?!{spellings})[{GAP}])+"
        self.pattern = re.compile(f"(?:{vowels}){PLUTA}|{spellings}|{gap}|{REST}")

    def letter(self, spelling: str) -> Unit:
        """Say what a vowel with a pluta sign stands for."""
        vowel = self.get(spelling[:-1]) if spelling[-1] in "3३" else None
        return UNKNOWN if vowel is None else Unit(LONG, vowel.iast + "3")


# --- near-misses -------------------------------------------------------------------------

_LOOK_ALIKES = dict(
    zip("аеорсухіјѕһԁɡıаοανικβɑ", "aeopcyxijshdgiaoavikba", strict=True)
)  # Cyrillic, Greek, IPA
_NEARLY = {
    "ḿ": "ṃ", "ń": "ñ", "ň": "ñ", "ç": "ś", "š": "ś", "ş": "ṣ", "ș": "ṣ", "ṡ": "ś", "ţ": "ṭ",
    "ț": "ṭ", "â": "ā", "î": "ī", "û": "ū", "ê": "e", "ô": "o", "ä": "a", "ë": "e", "ö": "o",
    "w": "v", "q": "k", "x": "kṣ", "z": "ś", "f": "ph",
    "ŗ": "ṛ", "ņ": "ṇ", "ļ": "ḷ",
}  # fmt: skip


def _nearly(match: re.Match[str]) -> str | None:
    return _NEARLY.get(match[0].lower())


@lru_cache(maxsize=1)
def colon_rules() -> tuple[Rule, ...]:
    """How a colon is read in any romanisation."""
    return (
        # ISO 15919 parts a:i (no diphthong) and k:h (no aspirate) so.
        Rule(re.compile("(?<=a):([iu])"), lambda m: {"i": "ï", "u": "ü"}[m[1]], ""),
        Rule(re.compile("(?<=[kgcjṭḍtdpb]):(?=h)"), lambda _: ZWNJ, ""),
        Rule(
            re.compile(
                f"(?<=[{_with('aiueorlxfqRLXFQ', _MACRON + _PITCH + _DOT_BELOW)}])[:：꞉∶](?![-–—])"
            ),
            lambda _: "ḥ",
            "a colon for visarga; read as {read}",
        ),
        Rule(re.compile("[:：꞉∶]"), lambda _: " ", ""),
    )


def _devanagari(match: re.Match[str]) -> str:
    letter = next(c.iast for c in letters.CONSONANTS if c.devanagari == match[0])
    after = match.string[match.end() : match.end() + 1].lower()
    return letter if after and after in "aāiīuūṛṝḷḹeo" else f"{letter}a"


@lru_cache(maxsize=1)
def iast_rules() -> tuple[Rule, ...]:
    """How writers miss IAST, in the order in which a text is mended."""
    nearly = "".join(letter for letter in {*_NEARLY, *map(str.upper, _NEARLY)})
    return (
        Rule(
            re.compile(f"[{''.join(_LOOK_ALIKES)}]"),
            lambda m: _LOOK_ALIKES[m[0]],
            "{written} is a letter of another script; read as {read}",
        ),
        # The letters of a wide keyboard: ｄ.
        Rule(
            re.compile("[Ａ-Ｚａ-ｚ]"),
            lambda m: unicodedata.normalize("NFKC", m[0]),
            "{written} is a wide letter; read as {read}",
        ),
        Rule(
            re.compile(f"(?<=[{LATIN}])[क-हळ]|[क-हळ](?=[{LATIN}])"),
            _devanagari,
            "a Devanagari letter in IAST; read as {read}",
        ),
        Rule(re.compile(f"[{nearly}]"), _nearly, "{written} is not IAST; read as {read}"),
        Rule(
            re.compile(f"([āīūṝĀĪŪṜ]){_BREVE}"),
            lambda m: m[1],
            "{written} may be long or short; read as {read}",
        ),
        Rule(
            re.compile(_DOUBLED),
            lambda m: unicodedata.normalize("NFC", m[0][0] + _MACRON),
            "{written} is not IAST; read as {read}",
        ),
        # The editions of Khmer and Cham inscriptions write the anusvāra so.
        Rule(re.compile(f"[mM]{_TILDE}"), lambda _: "ṃ", "{written} is not IAST; read as {read}"),
        Rule(re.compile("[`´]"), lambda _: "'", "{written} for avagraha; read as {read}"),
        *colon_rules(),
    )
