"""A bracket in the anvaya that is not closed, or never opened.

## What it checks

Each ( or [ of the anvaya has its ) or ].

## Why

From there on nobody knows what is supplied.

## Example

    padaccheda  वस्तूनि दीप्तानि
    anvaya      वस्तूनि दीप्तानि (भवन्ति

## Use instead

    padaccheda  वस्तूनि दीप्तानि
    anvaya      वस्तूनि दीप्तानि (भवन्ति)

## References

*nāmūlaṃ likhyate kiñcin nānapekṣitam ucyate*, Mallinātha at the head of his commentaries.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import MALLINATHA
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.padaccheda import unbalanced
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find the first bracket without a partner."""
    place = unbalanced(record.anvaya)
    if place is not None:
        bracket = record.anvaya[place]
        yield RecordFinding(
            field="anvaya",
            start=place,
            end=place + 1,
            message=f"{bracket} has no partner",
            found=bracket,
        )


RULE = RecordRule(
    code="ANV106",
    name="bracket-without-partner",
    severity=Severity.ERROR,
    authority=MALLINATHA,
    documentation=__doc__,
    check=check,
)
