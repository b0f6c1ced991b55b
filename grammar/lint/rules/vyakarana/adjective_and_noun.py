"""An adjective whose noun has another gender or number.

## What it checks

In the anvaya an adjective stands directly before a noun of the same case, by their labels, the two
differ in gender or number, and its clause has no other noun or pronoun with which it agrees, as in
रामः शूरः मित्रम् अस्ति. Numerals, which may have a number of their own (पञ्चाशता श्लोकैः), and words
between which something stands are not judged.

## Why

A word that qualifies another has its gender, number and case.

## Example

    anvaya    पूर्वे तन्त्राणि
    form      पूर्वे
    category  विशेषणम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    form      तन्त्राणि
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, नपुंसकलिंगम्)

## Use instead

    anvaya    पूर्वाणि तन्त्राणि
    form      पूर्वाणि
    category  विशेषणम् (प्रथमा, बहुवचनम्, नपुंसकलिंगम्)
    form      तन्त्राणि
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, नपुंसकलिंगम्)

## References

Aṣṭādhyāyī 1.2.52, *viśeṣaṇānāṃ cājāteḥ*; Kāśikā on 2.1.57.
"""

from collections.abc import Iterator
from itertools import pairwise

from dhyana.grammar.category import VACANAS, Kind
from dhyana.grammar.lint.clauses import clauses
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word
from dhyana.grammar.vyakarana.cells import LINGAS
from dhyana.shlokas.record import VerseRecord

_QUALIFYING = (Kind.VISHESHANA, Kind.SARVANAMA, Kind.KRDANTA)


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find adjectives that differ from the noun after them."""
    for clause in clauses(record):
        for adjective, noun in pairwise(clause.words):
            if adjective is None or noun is None or not _differ(adjective, noun):
                continue
            if not any(word and _agrees(adjective, word) for word in clause.words):
                yield adjective.in_label(
                    f"{adjective.examined.written} is {_place(adjective)}, "
                    f"{noun.examined.written} after it {_place(noun)}",
                    expected=_place(noun),
                    found=_place(adjective),
                )


def _differ(adjective: Word, noun: Word) -> bool:
    one, other = adjective.category, noun.category
    return (
        one is not None
        and other is not None
        and one.kind in _QUALIFYING
        and other.kind is Kind.SUBANTA
        and one.vibhakti is not None
        and one.vibhakti == other.vibhakti
        and (one.vacana, one.linga or other.linga) != (other.vacana, other.linga)
    )


def _agrees(adjective: Word, word: Word) -> bool:
    """Whether an adjective may be of a word that stands elsewhere in its clause."""
    one, other = adjective.category, word.category
    return (
        one is not None
        and other is not None
        and word is not adjective
        and other.kind in (Kind.SUBANTA, Kind.SARVANAMA)
        and (one.vibhakti, one.vacana) == (other.vibhakti, other.vacana)
        and other.linga in (None, one.linga)
    )


def _place(word: Word) -> str:
    category = word.category
    if category is None or category.vacana is None or category.linga is None:
        return ""
    return f"{VACANAS[category.vacana - 1]} {LINGAS[category.linga]}"


RULE = RecordRule(
    code="VYA162",
    name="adjective-and-noun",
    severity=Severity.ERROR,
    authority="1.2.52 viśeṣaṇānāṃ cājāteḥ",
    documentation=__doc__,
    check=check,
)
