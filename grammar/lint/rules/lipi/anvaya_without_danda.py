"""An anvaya that ends otherwise than the others of its book.

## What it checks

Of the records linted together, whether the anvaya ends with a daṇḍa, a question or an exclamation
mark where nearly all of the others do. In Latin letters a sentence may end as it likes.

## Why

Where every sentence has its end, one without it looks cut off, and may be.

## Example

    anvaya  रामः गच्छति ।
    number  2
    anvaya  सः पश्यति ।
    number  3
    anvaya  वनं याति ।
    number  4
    anvaya  सीता

## Use instead

    anvaya  रामः गच्छति ।
    number  2
    anvaya  सः पश्यति ।
    number  3
    anvaya  वनं याति ।
    number  4
    anvaya  सीता तिष्ठति ।

## References

The Unicode Standard, chapter 12.1, Danda.
"""

import re
from collections.abc import Iterator, Sequence

from dhyana.grammar.lint.book_rule import BookFinding, BookRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import AnyRecord, RecordFinding
from dhyana.shlokas.record import VerseRecord

_ENDS = ("।", "॥", "?", "!")
_NEARLY_ALL = 3 / 4
_INDIC = re.compile("[\u0900-\u0dff]")
_FEWEST = 4
"""Records from which on most of them make a custom."""


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Find anvayas that end without a mark where the others have one."""
    texts = [
        (index, record.anvaya.rstrip())
        for index, record in enumerate(records)
        if isinstance(record, VerseRecord) and _INDIC.search(record.anvaya)
    ]
    unmarked = [(index, text) for index, text in texts if not text.endswith(_ENDS)]
    if len(texts) < _FEWEST or len(texts) - len(unmarked) < _NEARLY_ALL * len(texts):
        return
    for index, text in unmarked:
        finding = RecordFinding(
            field="anvaya",
            start=len(text) - 1,
            end=len(text),
            message="the anvaya ends without a daṇḍa, unlike the others",
            word=text.split()[-1],
            expected="।",
            found="no daṇḍa",
        )
        yield BookFinding(index, finding)


RULE = BookRule(
    code="LIP132",
    name="anvaya-without-danda",
    severity=Severity.WARNING,
    authority="the Unicode Standard, chapter 12.1",
    documentation=__doc__,
    check=check,
)
