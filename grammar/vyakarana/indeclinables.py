"""Indeclinables that no suffix makes: particles that Pāṇini's lists or sūtras name.

The lists (svarādi 1.1.37, cādi 1.4.57) are open, so that of a word that stands in neither nothing
is refuted.
"""

_PARTICLES = {
    "ca": "1.4.57 cādi",
    "vA": "1.4.57 cādi",
    "eva": "1.4.57 cādi",
    "evam": "1.4.57 cādi",
    "na": "1.4.57 cādi (nañ)",
    "sma": "1.4.57 cādi",
    "api": "1.4.58 prādi",
    "yugapat": "1.1.37 svarādi",
    "punar": "1.1.37 svarādi",
    "svayam": "1.1.37 svarādi",
    "tu": "8.1.39",
    "hi": "8.1.34",
    "vE": "8.1.64",
    "iti": "1.1.16, 1.4.62",
    "iva": "5.3.96",
    "saha": "2.3.19",
    "paScAt": "5.3.32",
    "kfte": "1.4.57 cādi (vibhaktipratirūpaka)",
}


_LIKE_CASE_FORMS = frozenset(
    {"cireRa", "cirAt", "cirAya", "cirasya", "cire", "acireRa", "acirAt", "sahasA", "aYjasA"}
    | {"tarasA", "ojasA", "balAt", "dizwyA", "helayA", "prage", "prAhRe", "sTAne", "agre", "arTe"}
    | {"kfte", "antareRa", "antare", "prAyeRa", "samantAt", "ArAt", "akasmAt", "paScAt", "ekapade"}
    | {"ahnAya", "rahasi", "rAtrO", "dUreRa", "dUrAt", "dUre", "antike", "antikAt", "hetO"}
    | {"uccEH", "nIcEH", "SanEH", "sukfte", "velAyAm", "mAtrAyAm"}
)
"""Words with the look of a case form that count as indeclinables, or are used as such.

Gaṇasūtra in cādi (1.4.57): *upasarga-vibhakti-svara-pratirūpakāś ca*; the list is open.
"""


def is_like_a_case_form(word: str) -> bool:
    """Whether a word (SLP1) that looks like a case form may be called an indeclinable."""
    return word in _LIKE_CASE_FORMS


def indeclinable(word: str) -> str | None:
    """Say where a particle (SLP1) is named; None if it stands in none of the lists kept here."""
    return _PARTICLES.get(word)
