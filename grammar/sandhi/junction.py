"""Two words where they meet: every permitted result, each with its sūtras."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dhyana.grammar.sandhi.classes import AC, NAM, Change, first, row
from dhyana.grammar.sandhi.compounds import cerebrals, privative, stems
from dhyana.grammar.sandhi.consonants import after_m, after_n, after_stop, final_stop
from dhyana.grammar.sandhi.visarga import after_s_or_r, ends_in_s_or_r, readings
from dhyana.grammar.sandhi.vowels import after_vowel, pragrhya


class Joint(StrEnum):
    """What stands between a word and the next."""

    WORD = " "
    SEAM = "-"
    """Both are members of one compound."""
    PAUSE = "|"
    """The half or the verse ends: no sandhi."""


@dataclass(frozen=True, slots=True)
class Pada:
    """A word, or a member of a compound, as it is said alone; in SLP1.

    A final visarga may stand as it is or as the s or r it comes from. `dual` says whether it is
    a dual (1.1.11), None where that is not known. `joint` is what stands between it and the next.
    """

    text: str
    joint: Joint = Joint.WORD
    dual: bool | None = None


def underlying(text: str) -> tuple[tuple[str, str], ...]:
    """Give what a word as it is said alone may end in by nature, each with its condition.

    >>> underlying("punaH"), underlying("rUpaM")
    ((('punar', ''),), (('rUpam', ''),))
    """
    if text.endswith("H"):
        return tuple(readings(text))
    if text.endswith("M"):
        return ((text[:-1] + "m", ""),)
    return ((text, ""),)


def spoken(begun: str, pada: Pada, following: Pada | None) -> Iterator[Change]:
    """Say a word before the next one, or before a pause.

    `begun` is the word as given but for its beginning, which the word before may have changed.
    Each result is the whole word as it is said, and how the next then begins.
    """
    for form, condition in underlying(pada.text):
        word = begun if form == pada.text else begun[:-1] + form[-1]
        changes = _in_pausa(word) if following is None else _before(word, form, pada, following)
        for change in changes:
            yield change if not condition else change._replace(condition=condition)


def _in_pausa(word: str) -> Iterator[Change]:
    if ends_in_s_or_r(word):
        yield Change(word[:-1] + "H", "", ("8.3.15",))
    elif not word or word[-1] in AC + NAM + _UNCHANGED + "'":
        yield Change(word, "")
    else:
        voiceless = final_stop(word)
        yield Change(voiceless, "", ("8.2.39", "8.4.56"))
        yield Change(voiceless[:-1] + row(voiceless[-1])[2], "", ("8.2.39",))


def _before(word: str, form: str, pada: Pada, following: Pada) -> Iterator[Change]:
    """Join at one side what may have been changed at the other: a rule goes by the word itself."""
    kept = _common_end(word, form)
    if kept < _END:
        form, kept = word, len(word)
    begun = word[: len(word) - kept]
    for change in _joined(form, pada, following.text):
        yield change._replace(left=begun + change.left[len(form) - kept :])


_UNCHANGED = "yvlL~M"
"""Last sounds that no word of Sanskrit has, but a term of grammar or a slip may."""

_NEVER_FIRST = "MH~L"
"""Sounds with which no word begins, but a slip may."""

_END = 2
"""Sounds at the end of a word that sandhi with the next may change (-as becomes -o)."""


def _common_end(one: str, other: str) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[-1 - length] == other[-1 - length]:
        length += 1
    return length


def _joined(word: str, pada: Pada, right: str) -> Iterator[Change]:
    if not word or not right or right[0] in _NEVER_FIRST:
        yield Change(word, right)
    elif pada.joint is not Joint.SEAM:
        yield from _external(word, pada, right)
    else:
        yield from privative(word, right)
        for stem in stems(word, right):
            for change in _external(stem.left, pada, stem.right):
                whole = change._replace(
                    sutras=(*stem.sutras, *change.sutras),
                    condition=stem.condition or change.condition,
                )
                yield from cerebrals(stem.left, whole)


def _external(word: str, pada: Pada, right: str) -> Iterator[Change]:
    seam = pada.joint is Joint.SEAM
    last = word[-1:]
    if not last or (last == "'" and word.rstrip("'")[-1:] not in AC):
        yield Change(word, right)
    elif last in AC or last == "'":
        if pada.text == "u" and not seam and first(right, AC):
            yield Change("v", right, ("8.3.33",), "a stop or nasal stands before u")
        if first(right, AC):
            kept = None if seam else pragrhya(pada.text, pada.dual)
            if kept:
                sutra, condition = kept
                yield Change(word, right, (sutra, "6.1.125"), condition)
                if not condition:
                    return
        yield from after_vowel(word.rstrip("'") or "A", right, seam=seam)
    elif ends_in_s_or_r(word):
        yield from after_s_or_r(word, right, seam=seam)
    elif last == "m":
        yield from after_m(word, right)
    elif last in NAM:
        yield from after_n(word, right)
    elif last in _UNCHANGED or right[0] == "'":
        yield Change(word, right)
    else:
        yield from after_stop(word, right)
