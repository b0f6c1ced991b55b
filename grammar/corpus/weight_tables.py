"""The tables of `batch`: classes of code points, and what two classes in a row amount to."""

from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.akshara_table import CONTEXTS, LINKS, reasons
from dhyana.grammar.lipi import letters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FAST = ("devanagari", "iast", "iso", "slp1")
"""Scripts that have tables."""

_LINKS = [LINKS.index(link) for link in ("", "k", "k", "a", "ka", "kka", "k/a")]
FOLLOWED, SINGLE, SINGLE_CLOSED, WAYS = 3, 4, 6, 7
"""Ways in which a syllable goes on: by its consonants, 0, 1 or more, and `FOLLOWED` more where a
vowel follows them. With one, which a new line follows: `SINGLE_CLOSED`."""

_LAST = 0x2100
"""Code points from here on are of no known class."""


class Kind(IntEnum):
    """Classes of code points; `LETTER` and below it belong to Devanagari."""

    END = 0  # between two verses
    ODD = 1  # what only `scan` can read
    PLAIN = 2  # spaces and punctuation inside a half
    PAUSE = 3
    LINE = 4
    HYPHEN = 5
    DIGIT = 6
    DOT = 7
    SLASH = 27  # parts pādas or halves, as the verse has it
    A = 8  # of Latin script, from here: a, which begins a diphthong
    I = 9  # noqa: E741 - i and u, which may end one
    SHORT = 10
    LONG = 11
    STOP = 12  # which h makes an aspirate
    H = 13
    CONSONANT = 14
    ANUSVARA = 15
    VISARGA = 16
    LETTER = 17  # of Devanagari, from here to MARK: a consonant
    SHORT_SIGN = 18
    LONG_SIGN = 19
    VIRAMA = 20
    SHORT_VOWEL = 21
    LONG_VOWEL = 22
    AFTER_ANUSVARA = 23
    AFTER_VISARGA = 24
    MARK = 25
    JOINER = 26
    COMMA = 28  # parts pādas, and weighs as what is plain


KIND_BITS = 5
KIND = (1 << KIND_BITS) - 1
DEVANAGARI, LATIN, DIACRITIC, QUOTE = (1 << bit for bit in range(KIND_BITS, KIND_BITS + 4))
"""What a code point shows besides its class."""

SOUND, NUCLEUS, BREAK, NEW_LINE, BAD, NUMBER, SLASH, PARTING = (1 << bit for bit in range(8))
"""What a code point is with the next: a consonant that is heard, a vowel, …, spelled oddly."""

LENGTH = 3 * WAYS
"""What a long vowel has more than a short one, each with three signs or none."""


class Tables(NamedTuple):
    """What to look up by code point, by two kinds in a row, and by vowel and way.

    `vowels` has for the kind of a vowel and the next a number, `LENGTH` more if it is long; a
    syllable's weight is at that number and the way it goes on.
    """

    classes: "NDArray[np.uint16]"
    pairs: "NDArray[np.uint8]"
    vowels: "NDArray[np.uint8]"
    weights: "NDArray[np.uint8]"


@lru_cache(maxsize=2)
def tables(slp1: bool) -> Tables:
    """Build the tables for SLP1, or for Devanagari and IAST together."""
    import numpy as np

    classes = np.full(_LAST + 1, Kind.ODD, np.uint16)
    for character, kind in {**_punctuation(), **_devanagari()}.items():
        classes[ord(character)] = kind
    classes[ord("/")] = Kind.ODD if slp1 else Kind.SLASH  # an accent of SLP1
    for character, kind in (_slp1() if slp1 else _iast()).items():
        classes[ord(character)] = kind | LATIN | (0 if character.isascii() else DIACRITIC)
    pairs = np.zeros(1 << 2 * KIND_BITS, np.uint8)
    for first, second in product(Kind, Kind):
        pairs[first << KIND_BITS | second] = _pair(first, second)
    long = np.zeros((KIND + 1, 1), np.uint8)
    long[[Kind.LONG, Kind.LONG_SIGN, Kind.LONG_VOWEL]] = LENGTH
    sign = np.zeros(KIND + 1, np.uint8)
    sign[[Kind.ANUSVARA, Kind.AFTER_ANUSVARA]] = WAYS
    sign[[Kind.VISARGA, Kind.AFTER_VISARGA]] = 2 * WAYS
    weights = np.array([ord("l" if reasons()[c] == "short" else "g") for c in CONTEXTS], np.uint8)
    ways = weights.reshape(-1, len(LINKS))[:, _LINKS]
    return Tables(classes, pairs, (long + sign).ravel(), ways.ravel())


_LATIN_VOWELS = {Kind.A, Kind.I, Kind.SHORT, Kind.LONG}
_LATIN_LETTERS = _LATIN_VOWELS | {Kind.STOP, Kind.H, Kind.CONSONANT}
_SIGNS = {Kind.SHORT_SIGN, Kind.LONG_SIGN}
_FINALS = {Kind.ANUSVARA, Kind.VISARGA}
_AFTERS = {Kind.AFTER_ANUSVARA, Kind.AFTER_VISARGA}
_WRITTEN = _LATIN_LETTERS | _FINALS | {kind for kind in Kind if Kind.LETTER <= kind <= Kind.JOINER}


def _pair(first: Kind, second: Kind) -> int:
    """Say what the first of two classes in a row is, and whether the second may follow it."""
    inherent = first == Kind.LETTER and second not in _SIGNS | {Kind.VIRAMA}
    diphthong = first == Kind.A and second == Kind.I
    aspirate = first == Kind.STOP and second == Kind.H
    vowels = _LATIN_VOWELS | _SIGNS | {Kind.SHORT_VOWEL, Kind.LONG_VOWEL}
    consonants = {Kind.STOP, Kind.H, Kind.CONSONANT, Kind.LETTER}
    return (
        SOUND * (first in consonants and not aspirate)
        | NUCLEUS * (inherent or (first in vowels and not diphthong))
        | BREAK * (first in (Kind.END, Kind.PAUSE))
        | NEW_LINE * (first == Kind.LINE)
        | NUMBER * (first == Kind.DIGIT)
        | SLASH * (first == Kind.SLASH)
        | PARTING * (first == Kind.COMMA)
        | BAD * (first == Kind.ODD or not _may_follow(first, second))
    )


def _may_follow(first: Kind, second: Kind) -> bool:
    """Whether two classes in a row are plain spelling."""
    match second:
        case Kind.ANUSVARA | Kind.VISARGA:
            return first in _LATIN_VOWELS | _FINALS
        case Kind.SHORT_SIGN | Kind.LONG_SIGN | Kind.VIRAMA:
            return first == Kind.LETTER
        case Kind.AFTER_ANUSVARA | Kind.AFTER_VISARGA:
            vowels = _SIGNS | {Kind.LETTER, Kind.SHORT_VOWEL, Kind.LONG_VOWEL}
            return first in vowels | _AFTERS
        case Kind.JOINER:
            return first not in {Kind.LETTER, Kind.JOINER}
        case Kind.DOT:
            return first == Kind.DIGIT
        case Kind.LINE:
            return first not in {Kind.HYPHEN, Kind.DOT}
        case Kind.A | Kind.I if first == second:
            return False  # aa, ii, uu: see `romanisation.iast_rules`
        case Kind.DIGIT:
            return first not in _WRITTEN
        case _ if first == Kind.DIGIT:
            return second not in _WRITTEN
        case _:
            return first != Kind.DOT


def _punctuation() -> dict[str, int]:
    """Classes of what stands between letters, as `punctuation.gap` has them."""
    table: dict[str, int] = dict.fromkeys(' \t\u00a0!?"()[]{}<>*#“”„«»‹›‘†‡§—–', Kind.PLAIN)
    table |= dict.fromkeys(",;", Kind.COMMA) | dict.fromkeys("।॥|‖", Kind.PAUSE)
    table |= dict.fromkeys("\r\n", Kind.LINE)
    table |= dict.fromkeys(f"0123456789{letters.DIGITS}", Kind.DIGIT)
    table |= dict.fromkeys("'’", Kind.PLAIN | QUOTE)
    return table | {"\0": Kind.END, "-": Kind.HYPHEN, ".": Kind.DOT}


def _devanagari() -> dict[str, int]:
    """Classes of Devanagari's letters and signs."""
    signs = letters.MARKS
    table: dict[str, int] = {letter.devanagari: Kind.LETTER for letter in letters.CONSONANTS}
    for vowel in letters.VOWELS:
        table[vowel.devanagari] = Kind.LONG_VOWEL if vowel.long else Kind.SHORT_VOWEL
        if vowel.sign:
            table[vowel.sign] = Kind.LONG_SIGN if vowel.long else Kind.SHORT_SIGN
    table |= {sign.devanagari: Kind.AFTER_VISARGA for sign in signs if sign.slp1 in "HZV"}
    table |= {sign.devanagari: Kind.MARK for sign in signs if sign.slp1 in "~'"}
    table |= {letters.ANUSVARA.devanagari: Kind.AFTER_ANUSVARA, letters.VIRAMA: Kind.VIRAMA}
    table |= {letters.OM: Kind.LONG_VOWEL}
    table |= dict.fromkeys((letters.SVARITA, letters.ANUDATTA), Kind.MARK)
    table = {character: kind | DEVANAGARI for character, kind in table.items()}
    return table | dict.fromkeys("\u200c\u200d", Kind.JOINER)


def _iast() -> dict[str, int]:
    """Classes of IAST's letters; what combines or varies (ḷ, accents) is left to `scan`."""
    table: dict[str, int] = {}
    for consonant in letters.CONSONANTS:
        if len(consonant.iast) == 1 and consonant.iast != "ḷ":
            table[consonant.iast] = Kind.CONSONANT
    table |= dict.fromkeys("kgcjṭḍtdpb", Kind.STOP) | {"h": Kind.H}
    for vowel in letters.VOWELS:
        if len(vowel.iast) == 1 and vowel.iast not in "ḷḹ":
            table[vowel.iast] = Kind.LONG if vowel.long else Kind.SHORT
    table |= {"a": Kind.A, "i": Kind.I, "u": Kind.I, "ï": Kind.SHORT, "ü": Kind.SHORT}
    table |= dict.fromkeys("ēō", Kind.LONG)
    table |= dict.fromkeys("ṃṁ", Kind.ANUSVARA) | dict.fromkeys("ḥẖḫ", Kind.VISARGA)
    return table | {
        character.upper(): kind for character, kind in table.items() if character != "ẖ"
    }


def _slp1() -> dict[str, int]:
    """Classes of SLP1's letters."""
    table: dict[str, int] = {letter.slp1: Kind.CONSONANT for letter in letters.CONSONANTS}
    table |= {v.slp1: Kind.LONG if v.long else Kind.SHORT for v in letters.VOWELS}
    table |= {"H": Kind.VISARGA, "Z": Kind.VISARGA, "V": Kind.VISARGA}
    return table | {letters.ANUSVARA.slp1: Kind.ANUSVARA}
