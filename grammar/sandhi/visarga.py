"""Final s and r: ru, visarga and what becomes of them (विसर्गसन्धिः).

A word that is written with visarga ends in s (rāmaḥ) or in r (punaḥ). Behind any vowel but a
and ā the two sound alike everywhere; behind those the words in r are known, and listed here.
"""

from collections.abc import Iterator

from dhyana.grammar.sandhi.classes import (
    AC,
    HAS,
    KHAR,
    LENGTHENED,
    SAR,
    Change,
    first,
    second,
)
from dhyana.grammar.sandhi.vowels import after_vowel

R_WORDS = {
    "punaH": "",
    "prAtaH": "",
    "ahaH": "",
    "sanutaH": "",
    "vAH": "",
    "dvAH": "",
    "pitaH": "",
    "mAtaH": "",
    "BrAtaH": "",
    "duhitaH": "",
    "jAmAtaH": "",
    "savitaH": "",
    "ajAgaH": "",
    "antaH": "the noun anta is meant",
    "svaH": "the pronoun sva is meant",
    "BuvaH": "the noun bhū is meant",
    "uzaH": "the noun uṣas is meant",
}
"""Words whose visarga is an r, with what must be so for it to be an s; empty where it is none.

Avyayas: Gaṇapāṭha, svarādi (1.1.37). Vocatives of nouns of relation in ṛ: 7.3.110. ahar: 8.2.69.
"""

_BHO = ("Bos", "Bagos", "aGos")
_RU_OF_AHAN = ("rAtr", "rUpa", "raTantara")
"""Vārttika on 8.2.68: before these ahan has ru, elsewhere (without case ending) r.

Before any other r it may have it too: aho ramyam, aho ratnāni (Kāśikā: so some hold).
"""

_ASPIRATED = {"c": "S", "C": "S", "w": "z", "W": "z", "t": "s", "T": "s"}
_S_BEFORE_KU_PU = {
    "namas": "8.3.40", "puras": "8.3.40", "tiras": "8.3.42", "aDas": "8.3.47", "Siras": "8.3.47",
}  # fmt: skip
_Z_BEFORE_KU_PU = {
    "nis": "8.3.41", "nir": "8.3.41", "dus": "8.3.41", "dur": "8.3.41", "bahis": "8.3.41",
    "Avis": "8.3.41", "prAdus": "8.3.41", "catus": "8.3.41", "catur": "8.3.43", "dvis": "8.3.43",
    "tris": "8.3.43",
}  # fmt: skip
_KASKADI = {
    ("BAs", "kara"), ("ahas", "kara"), ("BrAtus", "putra"), ("sadyas", "kAla"),
    ("medas", "piRqa"), ("tamas", "kARqa"), ("ayas", "kARqa"), ("vAcas", "pati"),
    ("divas", "pati"), ("bfhas", "pati"), ("vanas", "pati"),
}  # fmt: skip
_KR = ("kar", "kur", "kf", "kri")
_KR_AND_OTHERS = ("kar", "kAr", "kf", "kAm", "kaMs", "kumB", "pAtra", "kuSA", "karR")
_IS_US = ("sarpis", "havis", "jyotis", "arcis", "barhis", "rocis", "Danus", "Ayus", "cakzus",
          "yajus", "vapus", "tapus", "parus", "januS")  # fmt: skip
_RA_BEFORE_PATI = ("ahar", "gIr", "DUr")


def ends_in_s_or_r(word: str) -> bool:
    """Whether a word, in whatever spelling, ends in what pausa makes a visarga."""
    return word[-1:] in ("H", "s", "r")


def readings(word: str) -> Iterator[tuple[str, str]]:
    """Give what a word in visarga may end in, each with its condition: punaḥ is punar.

    A word in -taḥ may be the vocative of a stem in -tṛ, which its sounds do not tell.
    """
    stem = word[:-1]
    if word in R_WORDS:
        yield stem + "r", ""
        if R_WORDS[word]:
            yield stem + "s", R_WORDS[word]
    else:
        yield stem + "s", ""
        if word.endswith("taH"):
            yield stem + "r", f"{{{word}}} is the vocative of a stem in ṛ"


def after_s_or_r(left: str, right: str, *, seam: bool) -> Iterator[Change]:
    """Join a word that ends in s or r to the next."""
    if left == "ahar" and first(right, "r"):
        if not right.startswith(_RU_OF_AHAN):
            yield from _after_r(left, right, ())
        yield from _after_ru("ahas", right)
    elif not seam and left in ("sas", "ezas"):
        yield from _after_tad(left, right)
    elif first(right, KHAR):
        yield from _before_voiceless(left, right)
        if right[0] in "kKpP" and (seam or right.startswith(_KR)):
            yield from _before_ku_pu(left, right)
        if seam and right[0] in "kKpP":
            yield from _as_in_kaska(left, right)
    elif left[-1] == "r":
        yield from _after_r(left, right, ())
    else:
        yield from _after_ru(left, right)


def _after_tad(left: str, right: str) -> Iterator[Change]:
    """Join saḥ, eṣaḥ: bare before all but a and pause; before a vowel also to fill a pāda."""
    bare = left[:-1]
    if first(right, AC):
        yield from _after_ru(left, right)
        for change in after_vowel(bare, right, seam=False):
            yield change._replace(sutras=("6.1.134", *change.sutras))
    else:
        for change in after_vowel(bare, right, seam=False):  # ch is doubled after it
            yield change._replace(sutras=("6.1.132", *change.sutras))


def _after_ru(left: str, right: str) -> Iterator[Change]:
    stem, vowel = left[:-1], left[-2:-1]
    if left in _BHO:
        sutra = ("8.2.66", "8.3.17", "8.3.22" if first(right, HAS) else "8.3.20")
        yield Change(stem, right, sutra)
        if first(right, AC):
            yield Change(stem + "y", right, ("8.2.66", "8.3.17", "8.3.18"))
    elif vowel == "a" and first(right, "a"):
        sutras = ("8.2.66", "6.1.113", "6.1.87", "6.1.109")
        yield Change(stem[:-1] + "o", "'" + right[1:], sutras)
    elif vowel == "a" and first(right, HAS):
        yield Change(stem[:-1] + "o", right, ("8.2.66", "6.1.114", "6.1.87"))
    elif vowel in ("a", "A") and first(right, AC):
        yield Change(stem, right, ("8.2.66", "8.3.17", "8.3.19"))
        yield Change(stem + "y", right, ("8.2.66", "8.3.17"))
    elif vowel == "A":
        yield Change(stem, right, ("8.2.66", "8.3.17", "8.3.22"))
    else:
        yield from _after_r(stem + "r", right, ("8.2.66",))


def _after_r(left: str, right: str, sutras: tuple[str, ...]) -> Iterator[Change]:
    if first(right, "r"):
        stem = left[:-1]
        long = stem[:-1] + LENGTHENED.get(stem[-1:], stem[-1:])
        yield Change(long, right, (*sutras, "8.3.14", "6.3.111"))
    else:
        yield Change(left, right, sutras)


def _before_voiceless(left: str, right: str) -> Iterator[Change]:
    stem = left[:-1]
    ru = ("8.2.66",) if left[-1] == "s" else ()
    visarga = (*ru, "8.3.15")
    if second(right, SAR) and right[0] not in SAR:
        yield Change(stem + "H", right, (*visarga, "8.3.35"))
    elif right[0] in _ASPIRATED:
        sibilant = _ASPIRATED[right[0]]
        stu = {"S": ("8.4.40",), "z": ("8.4.41",), "s": ()}[sibilant]
        yield Change(stem + sibilant, right, (*visarga, "8.3.34", *stu))
    elif right[0] in SAR:
        yield Change(stem + "H", right, (*visarga, "8.3.36"))
        yield Change(stem + right[0], right, (*visarga, "8.3.34"))
        if second(right, KHAR):
            # vārttika: before a sibilant with a voiceless stop behind it the visarga may go
            yield Change(stem, right, (*visarga, "8.3.36"))
    else:
        yield Change(stem + "H", right, (*visarga, "8.3.37"))
        if left in _IS_US:
            yield Change(stem + "z", right, (*visarga, "8.3.44"))


def _before_ku_pu(left: str, right: str) -> Iterator[Change]:
    """Give s or ṣ for visarga before k and p in a compound, or before forms of kṛ (8.3.38–48).

    Where the sūtras oblige, the visarga is given as well: editors keep it in words newly made.
    """
    stem, vowel = left[:-1], left[-2:-1]
    if any(stem + "s" == one and right.startswith(other) for one, other in _KASKADI):
        yield Change(stem + "s", right, ("8.3.48",))
    elif left in _S_BEFORE_KU_PU:
        yield Change(stem + "s", right, (_S_BEFORE_KU_PU[left],))
    elif left in _Z_BEFORE_KU_PU:
        yield Change(stem + "z", right, (_Z_BEFORE_KU_PU[left],))
    elif stem + "r" in _RA_BEFORE_PATI and right.startswith(("pati", "putr")):
        yield Change(stem + "r", right, ("8.2.70",))
    elif left[-1] == "s" and vowel in ("i", "u") and left not in _IS_US:
        yield Change(stem + "z", right, ("8.3.45",), f"{{{left}}} has the suffix is or us")
    elif left[-1] == "s" and vowel == "a" and right.startswith(_KR_AND_OTHERS):
        yield Change(stem + "s", right, ("8.3.46",))


def _as_in_kaska(left: str, right: str) -> Iterator[Change]:
    """Give s or ṣ before k and p in a compound that may be one of kaskādi, an open list."""
    stem, vowel = left[:-1], left[-2:-1]
    sibilant = "s" if vowel in ("a", "A") else "z"
    yield Change(
        stem + sibilant, right, ("8.3.48",), f"{{{left[:-1]}H}} with {{{right}}} is in kaskādi"
    )
