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


def indeclinable(word: str) -> str | None:
    """Say where a particle (SLP1) is named; None if it stands in none of the lists kept here."""
    return _PARTICLES.get(word)
