"""Final stops and nasals before any sound (हल्सन्धिः)."""

from collections.abc import Iterator

from dhyana.grammar.sandhi.classes import (
    AC,
    AM,
    JHAY,
    KHAR,
    KHAY,
    NAM,
    SAR,
    SHORT,
    Change,
    first,
    row,
    second,
)

_STOP_OF_STEM = {"c": "k", "C": "w", "j": "k", "J": "k", "S": "k", "z": "w", "h": "w"}
"""What a stem that is written with its own last sound has before others: 8.2.30, 8.2.31, 8.2.36."""
_VRASCH = ("rAj", "BrAj", "vrAj", "sfj", "mfj", "devej")
"""Stems in j of the roots of 8.2.36, whose end is ṭ: samrāṭ, parivrāṭ."""
_NOT_NAMATI = ("nAm", "navati", "nagar")
_DENTAL_SIBILANT = {"c": "S", "C": "S", "w": "z", "W": "z", "t": "s", "T": "s"}
_UD = ("ut", "ud")
_STHA_STAMBH = ("sTA", "sTi", "sTI", "sTe", "stamB", "staB", "stabD")
"""How forms of the roots of 8.4.61 begin."""
_S_OF_KR = ("ska", "skA", "skf", "skri", "sku")
"""Forms of kṛ with suṭ (6.1.137)."""


def final_stop(word: str) -> str:
    """Write the word with its last stop as pausa has it, voiceless: tad is tat, vāc is vāk."""
    last = word[-1]
    if word.endswith(_VRASCH):
        return word[:-1] + "w"
    return word[:-1] + row(_STOP_OF_STEM.get(last, last))[0]


def after_stop(left: str, right: str) -> Iterator[Change]:
    """Join a word that ends in a stop to the next."""
    word = final_stop(left)
    stem, stop = word[:-1], word[-1]
    voiced, aspirate = row(stop)[2], row(stop)[3]
    if left in _UD and right.startswith(_STHA_STAMBH):
        yield Change(stem + "t", right[1:], ("8.4.61", "8.4.65"))
    elif first(right, AC + "yrv") or (first(right, "l") and stop != "t"):
        yield Change(stem + voiced, right, ("8.2.39",))
    elif first(right, "l"):
        yield Change(stem + "l", right, ("8.2.39", "8.4.60"))
    elif first(right, "h"):
        yield Change(stem + voiced, aspirate + right[1:], ("8.2.39", "8.4.62"))
        yield Change(stem + voiced, right, ("8.2.39",))
    elif first(right, "S"):
        yield from _stop_before_sh(stem, stop, right)
    elif first(right, "zs"):
        yield Change(word, right, ("8.4.55",) if stop != "t" else ("8.4.43",))
        if stop == "w" and right[0] == "s":
            yield Change(stem + "wt", right, ("8.3.29", "8.4.55"))
    elif first(right, NAM):
        yield from _stop_before_nasal(stem, stop, right)
    else:
        yield from _stop_before_stop(stem, stop, right)


def _stop_before_sh(stem: str, stop: str, right: str) -> Iterator[Change]:
    palatal = stop == "t"
    last = "c" if palatal else stop
    stu = ("8.4.40",) if palatal else ()
    yield Change(stem + last, right, (*stu, "8.4.55"))
    if second(right, AM):
        yield Change(stem + last, "C" + right[1:], (*stu, "8.4.55", "8.4.63"))


def _stop_before_nasal(stem: str, stop: str, right: str) -> Iterator[Change]:
    if stop == "w" and right.startswith(_NOT_NAMATI):
        yield Change(stem + "R", "R" + right[1:], ("8.4.42", "8.4.41", "8.4.45"))
        return
    place = _assimilated(stop, right)
    stu = _stu(stop, place)
    yield Change(stem + row(place)[4], right, ("8.2.39", *stu, "8.4.45"))
    yield Change(stem + row(place)[2], right, ("8.2.39", *stu))


def _stop_before_stop(stem: str, stop: str, right: str) -> Iterator[Change]:
    place = _assimilated(stop, right)
    voiceless = first(right, KHAR)
    last = row(place)[0 if voiceless else 2]
    sutras = ("8.2.39", *_stu(stop, place), *(("8.4.55",) if voiceless else ()))
    yield Change(stem + last, right, sutras)


def _assimilated(stop: str, right: str) -> str:
    """Where a final dental is spoken before a palatal or cerebral; other stops keep their place."""
    here = row(right[0])
    return here[0] if stop == "t" and here[0] in "cw" and right[0] in here else stop


def _stu(stop: str, place: str) -> tuple[str, ...]:
    return () if stop == place else ("8.4.40",) if place == "c" else ("8.4.41",)


# --- m -----------------------------------------------------------------------------------


def after_m(left: str, right: str) -> Iterator[Change]:
    """Join a word that ends in m to the next."""
    stem = left[:-1]
    if first(right, AC):
        yield Change(left, right)
        return
    if left == "sam" and right.startswith(("rAj", "rAw")):
        yield Change(left, right, ("8.3.25",))
        return
    if left == "pum" and first(right, KHAY) and second(right, AM):
        yield from _nasal_and_sibilant("pu", right, ("8.2.23", "8.3.6"))
        return
    yield Change(stem + "M", right, ("8.3.23",))
    if left == "sam" and right.startswith(_S_OF_KR):
        yield from _nasal_and_sibilant("sa", right, ("8.3.5",))
        yield Change("sa~", right, ("8.3.2", "8.3.5"))
    elif right[0] in JHAY + NAM:
        yield Change(stem + row(right[0])[4], right, ("8.3.23", "8.4.59"))
    elif right[0] in "yvl":
        for nasal in (right[0] + "~", "~" + right[0]):
            yield Change(stem + nasal, right, ("8.3.23", "8.4.59"))
        if right[0] == "l":  # how printers without ँ write it
            yield Change(stem + "Ml", right, ("8.3.23", "8.4.59"))
    elif right[0] == "h":
        yield from _m_before_h(stem, right)


def _m_before_h(stem: str, right: str) -> Iterator[Change]:
    follower = right[1:2]
    if follower == "m":
        yield Change(stem + "m", right, ("8.3.26",))
    elif follower == "n":
        yield Change(stem + "n", right, ("8.3.27",))
    elif follower in ("y", "v", "l"):
        for nasal in (follower + "~", "~" + follower):
            yield Change(stem + nasal, right, ("8.3.26",))


# --- n, ṅ, ṇ, ñ --------------------------------------------------------------------------


def after_n(left: str, right: str) -> Iterator[Change]:
    """Join a word that ends in n, ṅ or ṇ to the next."""
    stem, nasal = left[:-1], left[-1]
    if first(right, AC):
        if stem[-1:] != "" and stem[-1] in SHORT:
            yield Change(left + nasal, right, ("8.3.32",))
        else:
            yield Change(left, right)
    elif nasal == "n":
        yield from _after_dental_n(left, right)
    elif first(right, SAR):
        yield from _augmented(left, "k" if nasal == "N" else "w", right)
    else:
        yield Change(left, right)


def _augmented(left: str, augment: str, right: str) -> Iterator[Change]:
    """ṅ and ṇ before a sibilant, with and without k and ṭ."""
    yield Change(left, right)
    yield Change(left + augment, right, ("8.3.28",))
    if right[0] == "S" and second(right, AM):
        yield Change(left + augment, "C" + right[1:], ("8.3.28", "8.4.63"))


def _after_dental_n(left: str, right: str) -> Iterator[Change]:
    stem, sound = left[:-1], right[0]
    if sound in _DENTAL_SIBILANT and second(right, AM) and left != "praSAn":
        yield from _nasal_and_sibilant(stem, right, ("8.3.7",))
    elif (left, right) == ("kAn", "kAn"):
        yield from _nasal_and_sibilant(stem, right, ("8.3.12",))
    elif left == "nFn" and sound == "p":
        yield Change(left, right)
        for nasal in ("~H", "MH"):
            yield Change(stem + nasal, right, ("8.3.10", "8.3.15"))
    elif sound == "S":
        yield from _n_before_sh(stem, right)
    elif sound == "s":
        yield Change(left, right)
        yield Change(left + "t", right, ("8.3.30", "8.4.55"))
    elif sound == "l":
        for lateral in ("~l", "l~", "Ml"):  # the last is how printers without ँ write it
            yield Change(stem + lateral, right, ("8.4.60",))
    elif sound in "cCjJY":
        yield Change(stem + "Y", right, ("8.4.40",))
    elif sound in "wWqQR":
        yield Change(stem + "R", right, ("8.4.41",))
    else:
        yield Change(left, right)


def _nasal_and_sibilant(stem: str, right: str, sutras: tuple[str, ...]) -> Iterator[Change]:
    """Give s for the nasal, the vowel before it nasal (8.3.2) or with anusvāra (8.3.4)."""
    sibilant = _DENTAL_SIBILANT.get(right[0], "s")
    stu = {"S": ("8.4.40",), "z": ("8.4.41",), "s": ()}[sibilant]
    yield Change(f"{stem}M{sibilant}", right, (*sutras, "8.3.4", "8.3.15", "8.3.34", *stu))
    yield Change(f"{stem}~{sibilant}", right, (*sutras, "8.3.2", "8.3.15", "8.3.34", *stu))


def _n_before_sh(stem: str, right: str) -> Iterator[Change]:
    yield Change(stem + "Y", right, ("8.4.40",))
    yield Change(stem + "Yc", right, ("8.3.31", "8.4.40"))
    if second(right, AM):
        chhatva = "C" + right[1:]
        yield Change(stem + "Yc", chhatva, ("8.3.31", "8.4.40", "8.4.63"))
        yield Change(stem + "Y", chhatva, ("8.3.31", "8.4.40", "8.4.63", "8.4.65"))
