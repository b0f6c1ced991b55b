"""The sounds by the classes in which Pāṇini speaks of them, in SLP1; and one step of sandhi."""

from typing import NamedTuple

SHORT = "aiufx"
LONG = "AIUFXeEoO"
AC = SHORT + LONG
VARGAS = ("kKgGN", "cCjJY", "wWqQR", "tTdDn", "pPbBm")
NAM = "NYRnm"
YAN = "yrlv"
SAR = "Szs"
KHAY = "kKcCwWtTpP"
KHAR = KHAY + SAR
JHAS = "gGjJqQdDbB"
HAS = "h" + YAN + NAM + JHAS
"""Voiced consonants (हश्)."""
AM = AC + "h" + YAN + NAM
JHAY = KHAY + JHAS

LENGTHENED = dict(zip("aiufxAIUFX", "AIUFXAIUFX", strict=True))
SHORTENED = dict(zip("aiufxAIUFX", "aiufxaiufx", strict=True))
_ROW = {sound: row for row in VARGAS for sound in row}


class Change(NamedTuple):
    """What becomes of two words where they meet, and by which sūtras.

    `left` and `right` are the whole words as changed; a vowel that is made of two stands with
    `right`, after it an optional avagraha (`'`) for each vowel that went. `condition` says in
    words what must be so for the change to be right, where the sounds alone do not tell; words
    of Sanskrit stand in it in braces.
    """

    left: str
    right: str
    sutras: tuple[str, ...] = ()
    condition: str = ""


def row(sound: str) -> str:
    """Return the row of `VARGAS` in which a stop or nasal stands: its place of articulation."""
    return _ROW[sound]


def first(word: str, among: str) -> bool:
    """Whether a word begins with a sound of a class."""
    return word[:1] != "" and word[0] in among


def second(word: str, among: str) -> bool:
    """Whether the second sound of a word is of a class."""
    return word[1:2] != "" and word[1] in among
