"""Vowel before vowel (अच्सन्धिः), and ch after a vowel (6.1.73–128)."""

from collections.abc import Iterator

from dhyana.grammar.sandhi.classes import AC, LENGTHENED, SHORT, SHORTENED, Change, first

_GUNA = {"i": "e", "I": "e", "u": "o", "U": "o", "f": "ar", "F": "ar", "x": "al", "X": "al"}
_VRDDHI = {"e": "E", "E": "E", "o": "O", "O": "O"}
_YAN = {"i": "y", "I": "y", "u": "v", "U": "v", "f": "r", "F": "r", "x": "l", "X": "l"}
_AYAV = {"e": "ay", "o": "av", "E": "Ay", "O": "Av"}
_SAVARNA = {"x": "f", "X": "f"}  # vārttika on 1.1.9: ṛ and ḷ are homogeneous

_AN_AND_MAN = ("A", "mA")
_OM_AND_AN = ("om", "ehi")
"""ओम्, and आङ् fused with its verb, where that shows."""
_PREVERBS_IN_A = ("upa", "pra", "ava", "apa", "parA", "A")
_DEBT = ("pra", "vatsatara", "kambala", "vasana", "daSa", "fRa")
_SAKANDHU = {
    ("Saka", "anDu"), ("karka", "anDu"), ("kula", "awA"), ("hala", "IzA"), ("lANgala", "IzA"),
    ("mArta", "aRqa"), ("sAra", "aNga"), ("sIma", "anta"),
}  # fmt: skip

PRAGRHYA_PARTICLES = frozenset(
    ("aho", "Aho", "utAho", "aTo", "ho", "no", "mo", "heho", "Bo", "a", "i", "u", "e", "o")
)
"""Particles that end in o (1.1.15) or are one vowel, but for ā (1.1.14)."""
PRAGRHYA_OF_ADAS = frozenset(("amI", "amU"))


def pragrhya(word: str, known: bool | None) -> tuple[str, str] | None:
    """Whether a word keeps its last vowel before another: the sūtra and the condition, if any.

    `known` says whether it is a dual, where that is known; a word in ī, ū, e may always be one.
    """
    if word in PRAGRHYA_PARTICLES:
        return ("1.1.15" if word[-1] == "o" else "1.1.14"), ""
    if word in PRAGRHYA_OF_ADAS:
        return "1.1.12", ""
    if known is not False and word[-1:] in ("I", "U", "e"):
        return "1.1.11", "" if known else f"{{{word}}} is a dual"
    if word == "A":
        return "1.1.14", "ā is the exclamation, not the preverb"
    return None


def after_vowel(left: str, right: str, *, seam: bool) -> Iterator[Change]:
    """Join a word that ends in a vowel to the next; pragṛhya words are not its concern."""
    if first(right, AC):
        if left[-1] in "aA":
            yield from _after_a(left, right, seam=seam)
        elif left[-1] in _AYAV:
            yield from _after_diphthong(left, right, seam=seam)
        else:
            yield from _after_ik(left, right, seam=seam)
    elif first(right, "C"):
        yield from _before_ch(left, right)
    else:
        yield Change(left, right)


def _after_a(left: str, right: str, *, seam: bool) -> Iterator[Change]:
    stem, vowel, rest = left[:-1], right[0], right[1:]
    yield from _after_a_in_some_words(left, right, seam=seam)
    if right in _OM_AND_AN:
        yield Change(stem, right, ("6.1.95",))
    elif vowel in "aA":
        yield Change(stem, "A" + ("'" if vowel == "a" else "''") + rest, ("6.1.101",))
    elif vowel in _GUNA:
        yield Change(stem, _GUNA[vowel] + rest, ("6.1.87",))
    else:
        yield Change(stem, _VRDDHI[vowel] + rest, ("6.1.88",))
    if vowel in "fF":
        yield Change(stem + "a", right, ("6.1.128",))


def _after_a_in_some_words(left: str, right: str, *, seam: bool) -> Iterator[Change]:
    """Give the results that single words or kinds of word have over and above (6.1.89–94)."""
    stem, rest = left[:-1], right[1:]
    if any(left == one and right.startswith(other) for one, other in _SAKANDHU):
        yield Change(stem, right, ("6.1.94",))
    if seam and right.startswith(("ozW", "otu")):
        yield Change(stem, right, ("6.1.94",))
    if left in _PREVERBS_IN_A and right[0] in "eo" and right not in _OM_AND_AN:
        yield Change(stem, right, ("6.1.94",), f"{{{right}}} is a form of a verb")
    if left in _PREVERBS_IN_A and right[0] == "f":
        yield Change(stem, "Ar" + rest, ("6.1.91",), f"{{{right}}} is a form of a verb")
    if left == "pra" and right.startswith(("Uh", "UQ", "ez", "Ez")):
        yield Change(stem, ("O" if right[0] == "U" else "E") + rest, ("6.1.89",))
    if left == "akza" and right.startswith("Uhin"):
        yield Change(stem, "OhiR" + right[4:], ("6.1.89", "8.4.3"))
    if left == "sva" and right.startswith("Ir"):
        yield Change(stem, "E" + rest, ("6.1.89",))
    if seam and right.startswith("fta"):
        yield Change(stem, "Ar" + rest, ("6.1.89",), f"{{{left}}} is in the third case")
    if left in _DEBT and right.startswith("fRa"):
        yield Change(stem, "Ar" + rest, ("6.1.89",))


def _after_diphthong(left: str, right: str, *, seam: bool) -> Iterator[Change]:
    stem, vowel = left[:-1], left[-1]
    if left == "go" and right[0] in AC:
        yield from _after_go(stem, right)
    if vowel == "o" and right == "iti":
        yield Change(left, right, ("1.1.16", "6.1.125"))
    if vowel in "eo" and right[0] == "a":
        yield Change(left, "'" + right[1:], ("6.1.109",))
        return
    ay = _AYAV[vowel]
    yield Change(stem + ay[0], right, ("6.1.78", "8.3.19"))
    yield Change(stem + ay, right, ("6.1.78",))


def _after_go(stem: str, right: str) -> Iterator[Change]:
    if right[0] == "a":
        yield Change(stem + "o", right, ("6.1.122",))
    sutra = "6.1.124" if right.startswith("indr") else "6.1.123"
    for change in _after_a(stem + "ava", right, seam=False):
        yield change._replace(sutras=(sutra, *change.sutras))


def _after_ik(left: str, right: str, *, seam: bool) -> Iterator[Change]:
    stem, vowel, other = left[:-1], left[-1], right[0]
    if _quality(vowel) == _quality(other):
        yield Change(stem, LENGTHENED[_quality(other)] + right[1:], ("6.1.101",))
    else:
        yield Change(stem + _YAN[vowel], right, ("6.1.77",))
        if not seam:
            yield Change(stem + SHORTENED[vowel], right, ("6.1.127",))
    if other in "fF":
        yield Change(stem + SHORTENED[vowel], right, ("6.1.128",))


def _quality(vowel: str) -> str:
    short = SHORTENED.get(vowel, vowel)
    return _SAVARNA.get(short, short)


def _before_ch(left: str, right: str) -> Iterator[Change]:
    """Give the augment t (तुक्), which becomes c before ch."""
    doubled = "c" + right
    if left[-1] in SHORT:
        yield Change(left, doubled, ("6.1.73", "8.4.40"))
    elif left in _AN_AND_MAN:
        yield Change(left, doubled, ("6.1.74", "8.4.40"))
    else:
        yield Change(left, right)
        yield Change(left, doubled, ("6.1.76", "8.4.40"))
