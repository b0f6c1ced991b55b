"""A label that speaks of another number of words than the row has.

## What it checks

अव्यययुग्मम् is of two words, अव्ययत्रयम् of three; वीप्सा is of a word that stands twice (8.1.4).

## Why

One of the words is then without a category.

## Example

    form      च एव
    category  अव्ययत्रयम्

## Use instead

    form      च एव
    category  अव्यययुग्मम्

## References

Aṣṭādhyāyī 8.1.1, *sarvasya dve*; 8.1.4, *nityavīpsayoḥ*.
"""

from collections.abc import Iterator
from itertools import groupby

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import words
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find labels that count words otherwise."""
    for _, group in groupby(words(record), key=lambda word: word.index):
        row = list(group)
        category = row[0].category
        if category is None:
            continue
        if category.words is not None and category.words != len(row):
            message = f"the label is of {category.words} words, the row has {len(row)}"
            yield row[0].in_label(message, expected=str(category.words), found=str(len(row)))
        elif category.repeated and len({word.examined.written for word in row}) * 2 != len(row):
            yield row[0].in_label("वीप्सा is of a word that stands twice", found=row[0].row.form)


RULE = RecordRule(
    code="VYA103",
    name="words-miscounted",
    severity=Severity.WARNING,
    authority="8.1.1 sarvasya dve; 8.1.4 nityavīpsayoḥ",
    documentation=__doc__,
    check=check,
)
