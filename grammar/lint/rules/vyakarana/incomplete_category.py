"""A label that leaves out what its kind of word must have.

## What it checks

A declined word has case, number and gender, a finite verb lakāra, person and number. Reported is
the term after which the first of them is missing. अस्मद्, युष्मद् and the numbers from five on have
no gender, and need none in their labels.

## Why

Without them the row does not say in which cell the form stands, so that nothing it says can be
proven.

## Example

    form      पर्याप्तम्
    category  विशेषणम्

## Use instead

    form      पर्याप्तम्
    category  विशेषणम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)

## References

Aṣṭādhyāyī 1.4.104, *vibhaktiś ca*; 1.4.22, *dvyekayor dvivacanaikavacane*.
"""

from collections.abc import Iterator

from dhyana.grammar.category import VACANAS, CategoryError, parse
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import words
from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.grammar.vyakarana.gender import is_without_gender
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find the place of a label where something is left out."""
    for index, row in enumerate(record.morphology):
        try:
            parse(row.category)
        except CategoryError as error:
            if error.incomplete:
                found = row.category[error.start : error.end]
                before = row.category[: error.start].rstrip(" ,(")
                last = before.split()[-1]
                yield RecordFinding(
                    field=f"morphology[{index}].category",
                    start=len(before) - len(last),
                    end=len(before),
                    message=f"{last} is not followed by {error.expected}",
                    word=row.form,
                    expected=error.expected,
                    found=found or "the end of the label",
                )
    yield from _without_gender(record)


def _without_gender(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find pronouns and numerals whose label has no gender, though the word has one."""
    for word in words(record):
        category, stem = word.category, word.analysis.stem if word.analysis else None
        if category is None or stem is None or category.vibhakti is None:
            continue
        if category.linga is None and not is_without_gender(slp1(stem)):
            yield word.in_label(
                f"{VACANAS[(category.vacana or 1) - 1]} is not followed by a gender",
                VACANAS[(category.vacana or 1) - 1],
                expected="a gender (पुंल्लिङ्गम् …)",
                found=word.row.category,
            )


RULE = RecordRule(
    code="VYA102",
    name="incomplete-category",
    severity=Severity.WARNING,
    authority="1.4.104 vibhaktiś ca; 1.4.22 dvyekayor dvivacanaikavacane",
    documentation=__doc__,
    check=check,
)
