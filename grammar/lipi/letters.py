"""The letters of Sanskrit: one table between Devanagari, SLP1 and IAST.

The scanner reads by it and the transliterator writes by it. Sources: Pāṇinīya-Śikṣā 3–5 (the
63 sounds), P. M. Scharf and M. D. Hyman, *Linguistic Issues in Encoding Sanskrit* (2011),
appendix B (SLP1), and ISO 15919 for what IAST leaves open (ँ `m̐`, ᳵ `ẖ`, ᳶ `ḫ`).
"""

from typing import NamedTuple


class Vowel(NamedTuple):
    """A vowel (स्वरः): `devanagari` stands alone, `sign` after a consonant; `a` has no sign."""

    devanagari: str
    sign: str
    slp1: str
    iast: str
    long: bool


class Consonant(NamedTuple):
    """A consonant (व्यञ्जनम्). In Devanagari it carries `a` unless a sign or virāma follows."""

    devanagari: str
    slp1: str
    iast: str


class Mark(NamedTuple):
    """What is written after a vowel (अयोगवाहः), and the avagraha."""

    devanagari: str
    slp1: str
    iast: str


VOWELS = (
    Vowel("अ", "", "a", "a", long=False),
    Vowel("आ", "ा", "A", "ā", long=True),
    Vowel("इ", "ि", "i", "i", long=False),
    Vowel("ई", "ी", "I", "ī", long=True),
    Vowel("उ", "ु", "u", "u", long=False),
    Vowel("ऊ", "ू", "U", "ū", long=True),
    Vowel("ऋ", "ृ", "f", "ṛ", long=False),
    Vowel("ॠ", "ॄ", "F", "ṝ", long=True),
    Vowel("ऌ", "ॢ", "x", "ḷ", long=False),
    Vowel("ॡ", "ॣ", "X", "ḹ", long=True),
    Vowel("ए", "े", "e", "e", long=True),
    Vowel("ऐ", "ै", "E", "ai", long=True),
    Vowel("ओ", "ो", "o", "o", long=True),
    Vowel("औ", "ौ", "O", "au", long=True),
)

# ळ is romanised `ḷ` as in *agnim īḷe*; it follows a vowel, which the vowel ऌ (also `ḷ`) never does.
CONSONANTS = (
    Consonant("क", "k", "k"),
    Consonant("ख", "K", "kh"),
    Consonant("ग", "g", "g"),
    Consonant("घ", "G", "gh"),
    Consonant("ङ", "N", "ṅ"),
    Consonant("च", "c", "c"),
    Consonant("छ", "C", "ch"),
    Consonant("ज", "j", "j"),
    Consonant("झ", "J", "jh"),
    Consonant("ञ", "Y", "ñ"),
    Consonant("ट", "w", "ṭ"),
    Consonant("ठ", "W", "ṭh"),
    Consonant("ड", "q", "ḍ"),
    Consonant("ढ", "Q", "ḍh"),
    Consonant("ण", "R", "ṇ"),
    Consonant("त", "t", "t"),
    Consonant("थ", "T", "th"),
    Consonant("द", "d", "d"),
    Consonant("ध", "D", "dh"),
    Consonant("न", "n", "n"),
    Consonant("प", "p", "p"),
    Consonant("फ", "P", "ph"),
    Consonant("ब", "b", "b"),
    Consonant("भ", "B", "bh"),
    Consonant("म", "m", "m"),
    Consonant("य", "y", "y"),
    Consonant("र", "r", "r"),
    Consonant("ल", "l", "l"),
    Consonant("व", "v", "v"),
    Consonant("श", "S", "ś"),
    Consonant("ष", "z", "ṣ"),
    Consonant("स", "s", "s"),
    Consonant("ह", "h", "h"),
    Consonant("ळ", "L", "ḷ"),
)

ANUSVARA = Mark("ं", "M", "ṃ")
VISARGA = Mark("ः", "H", "ḥ")
CANDRABINDU = Mark("ँ", "~", "m̐")
JIHVAMULIYA = Mark("ᳵ", "Z", "ẖ")
UPADHMANIYA = Mark("ᳶ", "V", "ḫ")
AVAGRAHA = Mark("ऽ", "'", "'")
MARKS = (ANUSVARA, VISARGA, CANDRABINDU, JIHVAMULIYA, UPADHMANIYA, AVAGRAHA)

VIRAMA = "्"
OM = "ॐ"
DANDA = "।"
DOUBLE_DANDA = "॥"
DIGITS = "०१२३४५६७८९"

# The accent signs of the Ṛgveda: a stroke above (svarita) and below (anudātta). Unicode counts
# both as Latin too, so IAST keeps them; SLP1 has letters for them.
SVARITA = "\u0951"
ANUDATTA = "\u0952"
