"""What happens at the seam of a compound beyond external sandhi (समासे सन्धिः).

The first member has lost its case ending and counts as a word (1.1.62), so external sandhi holds
at the seam. Besides, a stem loses its n, the privative na its n, and an s or n of the second
member may become cerebral: which words do so is for the most part a matter of each word, and a
change of that kind carries its condition.
"""

from collections.abc import Iterator

from dhyana.grammar.sandhi.classes import AC, NAM, VARGAS, YAN, Change, first

_IN = "iIuUfFxXeEoO"
_KU = VARGAS[0]
_STU = {"t": "w", "T": "W", "n": "R"}
_RA_SA = "rzfF"
_BETWEEN = AC + "hyvrM'" + VARGAS[0] + VARGAS[4]
"""What may stand between r or ṣ and n: vowels, semivowels but l, h, k- and p-sounds, anusvāra."""

_SIBILANT_CEREBRAL = {
    "agni": ("8.3.82", ("stut", "stoma", "soma")),
    "agnI": ("8.3.82", ("som",)),
    "jyotis": ("8.3.83", ("stoma",)),
    "Ayus": ("8.3.83", ("stoma",)),
    "su": ("8.3.88", ("supt", "sUti", "sama")),
    "vi": ("8.3.88", ("supt", "sUti", "sama")),
    "dus": ("8.3.88", ("sama",)),
    "gavi": ("8.3.95", ("sTira",)),
    "yuDi": ("8.3.95", ("sTira",)),
    "go": ("8.3.97", ("sTa",)),
    "BUmi": ("8.3.97", ("sTa",)),
    "agre": ("8.3.97", ("sTa",)),
    "paramezWin": ("8.3.97", ("sTa",)),
}
"""First members behind which s of these second members is always cerebral."""

_OTHER_STEMS = {
    "ahan": ("ahar", "8.2.69"), "vidvas": ("vidvat", "8.2.72"), "anaquh": ("anaqut", "8.2.72"),
}  # fmt: skip
"""Stems that end otherwise as words."""
_NUMBERS = ("daSa", "viMSat", "triMSat")
_OTHER_BEFORE = (
    ("eka", ("daSa",), "ekA", "6.3.109"),
    ("dvi", _NUMBERS, "dvA", "6.3.47"),
    ("azwa", _NUMBERS, "azwA", "6.3.47"),
    ("azwan", _NUMBERS, "azwA", "6.3.47"),
    ("tri", _NUMBERS, "trayas", "6.3.48"),
    ("viSva", ("vasu", "rAj"), "viSvA", "6.3.128"),
    ("viSva", ("nara",), "viSvA", "6.3.129"),
    ("viSva", ("mitra",), "viSvA", "6.3.130"),
    ("ku", ("paTa", "paTi", "akz"), "kA", "6.3.104"),
    ("ku", ("jala", "maDur", "lavaR"), "kA", "6.3.105"),
    ("ku", ("puruz",), "kA", "6.3.106"),
    ("ku", ("uzR",), "kA", "6.3.107"),
    ("ku", ("uzR",), "kava", "6.3.107"),
    ("agni", ("som", "varuR"), "agnI", "6.3.27"),
    ("bfhat", ("pati",), "bfhas", "6.1.157"),
    ("tat", ("kar",), "tas", "6.1.157"),
    ("mAtf", ("pitar",), "mAtara", "6.3.32"),
)
"""First members, before which second ones they are otherwise, and how.

Of bṛhaspati and taskara speaks a vārttika on 6.1.157.
"""
_IN_R = ("mAtf", "pitf", "hotf", "potf", "nezwf", "yAtf", "nanAndf", "BrAtf", "svasf", "duhitf")
_GODS = (
    "mitra", "indra", "sUrya", "agni", "soma", "rudra", "vizRu", "pUzan", "dyu", "parjanya", "vAyu",
)  # fmt: skip
_SECOND_GODS = ("varuR", "som", "pUz", "candramas", "vizR", "bfhaspat", "marut", "vAt", "mAs")
_PREVERBS_WITH_R = ("pra", "parA", "pari", "nis", "nir")
_NASAL_CEREBRAL_ENDINGS = ("ena", "Ani", "AnAm", "inA", "ini", "inas", "inAm", "inO", "ine")


def privative(left: str, right: str) -> Iterator[Change]:
    """Join the privative na: its n goes before a consonant, and stands behind it before a vowel.

    It may be written as it is taught (na) or as it is then (a, an).
    """
    if left in ("na", "an") and first(right, AC):
        yield Change("an", right, ("6.3.73", "6.3.74"))
    elif left == "na" and first(right, "C"):
        yield Change("a", "c" + right, ("6.3.73", "6.1.73", "8.4.40"))
    elif left == "na":
        yield Change("a", right, ("6.3.73",))


def stems(left: str, right: str) -> Iterator[Change]:
    """Give the first member as a word: rājan is rāja, mahat also mahā, dvi before daśa dvā."""
    if left in _OTHER_STEMS:
        yield Change(_OTHER_STEMS[left][0], right, (_OTHER_STEMS[left][1],))
        return
    if left in ("zaz", "zaw") and right.startswith("daSa"):
        yield Change("zo", "q" + right[1:], ("6.3.109",))
        return
    if left == "ku" and first(right, AC):
        yield Change("kad", right, ("6.3.101",))
    if left == "mahat":  # in a compound of one case (6.3.46); in others it stays
        yield from _bare(left, right)
        yield Change("mahA", right, ("6.3.46",))
        return
    for first_member, before, there, sutra in _OTHER_BEFORE:
        if left == first_member and right.startswith(before):
            yield Change(there, right, (sutra,))
    yield from _in_pairs(left, right)
    yield from _bare(left, right)


def _in_pairs(left: str, right: str) -> Iterator[Change]:
    """Give the long ā that names of kin and priests, and of gods, have in a dvandva."""
    if left in _IN_R and right.startswith((*(name[:-1] for name in _IN_R), "putr")):
        yield Change(left[:-1] + "A", right, ("6.3.25",))
    if left in _GODS and right.startswith(_SECOND_GODS):
        yield Change(left.rstrip("aiun") + "A", right, ("6.3.26",))


def _bare(left: str, right: str) -> Iterator[Change]:
    if left == "":
        return
    if left.endswith("n") and left not in ("an", "nFn"):
        yield Change(left[:-1], right, ("8.2.7",))
        yield Change(left, right, (), f"{{{left}}} is no bare stem")
    elif not (left == "an" and first(right, AC)):
        yield Change(left, right)


def cerebrals(left: str, change: Change) -> Iterator[Change]:
    """Give the change, and with it what s and n of the second member may become."""
    yield change
    spoken, right = change.left, change.right
    if right[:1] == "s" and spoken[-1:] != "" and spoken[-1] in _IN + _KU + "zr":
        yield _with_cerebral_s(left, change)
    at = _cerebral_n(spoken, right)
    if at is not None:
        cerebral = right[:at] + "R" + right[at + 1 :]
        ending = right[at - 1 :].removesuffix("H") in _NASAL_CEREBRAL_ENDINGS
        preverb = left in _PREVERBS_WITH_R and at == 0
        sutra = "8.4.14" if preverb else "8.4.11" if ending else "8.4.3"
        condition = "" if preverb or ending else f"n becomes ṇ in {{{cerebral}}}"
        yield _also(change, cerebral, sutra, condition)


def _with_cerebral_s(left: str, change: Change) -> Change:
    right = change.right
    cerebral = "z" + _STU.get(right[1:2], right[1:2]) + right[2:]
    sutra, seconds = _SIBILANT_CEREBRAL.get(left, ("8.3.59", ()))
    known = right.startswith(seconds) if seconds else False
    return _also(change, cerebral, sutra, "" if known else f"s becomes ṣ in {{{cerebral}}}")


def _also(change: Change, right: str, sutra: str, condition: str) -> Change:
    return Change(change.left, right, (*change.sutras, sutra), change.condition or condition)


def _cerebral_n(left: str, right: str) -> int | None:
    """Where the first n stands that r or ṣ of the first member would make cerebral (8.4.1–2)."""
    cause = max((left.rfind(sound) for sound in _RA_SA), default=-1)
    if cause < 0 or any(sound not in _BETWEEN for sound in left[cause + 1 :]):
        return None
    for index, sound in enumerate(right):
        if sound == "n":
            follows = right[index + 1 : index + 2]
            return index if follows and follows in AC + NAM + YAN else None
        if sound not in _BETWEEN:
            return None
    return None
