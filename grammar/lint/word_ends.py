"""Where words end in a verse, by its padaccheda: what pauses of metre are proven by."""

from collections.abc import Iterator
from itertools import pairwise

from dhyana.grammar.lint.sandhi import comparison
from dhyana.grammar.sandhi import Refuted
from dhyana.grammar.sandhi.matching import Said
from dhyana.shlokas.record import VerseRecord

_VOWELS = frozenset("aAiIuUfFxXeEoO")


def word_ends(record: VerseRecord) -> frozenset[int] | None:
    """Syllables of the verse, from 0, after which a word or a member of a compound ends.

    None where the words of the padaccheda, joined, are not the verse, or it has none. A
    vowel that two words share belongs to either: *pūrvāntavat svaraḥ sandhau kvacid eva
    parādivat*, as Halāyudha has it on Piṅgala 6.1.
    """
    if not record.padaccheda.strip():
        return None
    compared = comparison(record)
    if compared is None or isinstance(compared.verdict, Refuted):
        return None
    return frozenset(_ends(compared.verdict.said, compared.verse.slp1))


def _ends(said: tuple[Said, ...], slp1: str) -> Iterator[int]:
    for word, following in pairwise(said):
        before = sum(sound in _VOWELS for sound in slp1[: word.end])
        if before:
            yield before - 1
        shared = word.pada.text[-1:] in _VOWELS and following.pada.text[:1] in _VOWELS
        if shared and slp1[word.end : word.end + 1] in _VOWELS:
            yield before
