"""A word of the padaccheda that is not in the verse.

## What it checks

The verse goes on without a word that the padaccheda has.

## Why

A padaccheda adds nothing; what the sense needs and the verse lacks is supplied, in brackets, in
the anvaya.

## Example

    verse       धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः
    padaccheda  धर्म-क्षेत्रे कुरु-क्षेत्रे च समवेताः युयुत्सवः

## Use instead

    verse       धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः
    padaccheda  धर्म-क्षेत्रे कुरु-क्षेत्रे समवेताः युयुत्सवः

## References

Mallinātha, at the head of his commentaries: *nāmūlaṃ likhyate kiñcit*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.sandhi import finding, partings
from dhyana.grammar.sandhi import Fault
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words of the padaccheda that the verse does not have."""
    for compared, parting, found in partings(record, Fault.MISSING):
        words = compared.words_of(parting.first, parting.last)
        written = " ".join(word.written for word in words)
        message = f"{written} of the padaccheda is not in the verse"
        yield finding(compared, parting, message, found, RULE.authority)


RULE = RecordRule(
    code="SAN103",
    name="word-missing-in-verse",
    severity=Severity.ERROR,
    authority="Mallinātha, nāmūlaṃ likhyate kiñcit",
    documentation=__doc__,
    check=check,
)
