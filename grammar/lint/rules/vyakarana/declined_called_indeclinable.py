"""A declined word that its label calls indeclinable.

## What it checks

The label has अव्ययम्, and the form is a case form of its stem other than an adverbial accusative
(of which usage does not let one decide) and those that are used like indeclinables, as चिरेण, सहसा
and अग्रे. Doubling (8.1.4) makes a word no indeclinable.

## Why

Only what 1.1.37–41 name is indeclinable; पदे पदे is a locative said twice.

## Example

    form      पदे पदे
    category  वीप्सा-अव्ययम्
    analysis  {words: [{stem: पद, linga: नपुं, vibhakti: 7, vacana: 1},
                       {stem: पद, linga: नपुं, vibhakti: 7, vacana: 1}]}

## Use instead

    form      पदे पदे
    category  सुबन्तरूपम् (सप्तमी, एकवचनम्, नपुंसकलिंगम्)
    analysis  {words: [{stem: पद, linga: नपुं, vibhakti: 7, vacana: 1},
                       {stem: पद, linga: नपुं, vibhakti: 7, vacana: 1}]}

## References

Aṣṭādhyāyī 1.1.37–41; 8.1.1, *sarvasya dve*; 8.1.4, *nityavīpsayoḥ*.
"""

from collections.abc import Iterator
from itertools import groupby

from dhyana.grammar.category import Kind
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, words
from dhyana.grammar.vyakarana.cells import Nominal
from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.grammar.vyakarana.examining import Outcome
from dhyana.grammar.vyakarana.indeclinables import is_like_a_case_form
from dhyana.shlokas.record import VerseRecord

_ACCUSATIVE = 2


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find declined words called indeclinable, once a row."""
    for _, group in groupby(filter(_is_declined, words(record)), key=lambda word: word.index):
        word, *others = group
        twice = " said twice" if others else ""
        yield word.in_label(
            f"{word.examined.written} is {word.examined.verdict.cell}{twice}, no indeclinable",
            expected=str(word.examined.verdict.cell),
            found=word.row.category,
        )


def _is_declined(word: Word) -> bool:
    category, verdict = word.category, word.examined.verdict
    return (
        category is not None
        and category.kind is Kind.AVYAYA
        and verdict.outcome is Outcome.PROVEN
        and isinstance(verdict.cell, Nominal)
        and verdict.cell.vibhakti != _ACCUSATIVE
        and not is_like_a_case_form(slp1(word.examined.written))
    )


RULE = RecordRule(
    code="VYA141",
    name="declined-called-indeclinable",
    severity=Severity.ERROR,
    authority="1.1.37–41; 8.1.4 nityavīpsayoḥ",
    documentation=__doc__,
    check=check,
)
