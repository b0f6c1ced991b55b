"""A verse that is linked to no code.

## What it checks

Every verse of a treatise that is linted as a whole has an entry under `code`.

## Why

The treatise is the documentation of its code; a verse without code promises what nothing does.

## Example

    number: 12
    verse: |
      संख्याया मूलभागेन विभागः क्रियते ततः ।

## Use instead

    number: 12
    verse: |
      संख्याया मूलभागेन विभागः क्रियते ततः ।
    code:
      - symbol: dhyana.attention.scale_scores

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding
from dhyana.grammar.lint.sutra import AUTHORITY


def check(book: Book) -> Iterator[BookFinding]:
    """Find the verses of a whole treatise that have no code."""
    if not book.is_whole:
        return
    for index, verse in book.verses:
        if not verse.code:
            yield BookFinding(
                index,
                RecordFinding(
                    field="verse",
                    start=0,
                    end=len(verse.verse),
                    message=f"verse {verse.number} is linked to no code",
                    expected="code: [{symbol: dhyana.…}]",
                ),
            )


RULE = BoundRule(
    code="SUT101",
    name="verse-without-code",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
