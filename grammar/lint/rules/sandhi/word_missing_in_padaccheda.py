"""Words of the verse that are not in the padaccheda.

## What it checks

The verse has more than the words of the padaccheda make.

## Why

What the padaccheda leaves out is neither construed nor analysed.

## Example

    verse       धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः
    padaccheda  धर्म-क्षेत्रे समवेताः युयुत्सवः

## Use instead

    verse       धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः
    padaccheda  धर्म-क्षेत्रे कुरु-क्षेत्रे समवेताः युयुत्सवः

## References

The definition: *padacchedaḥ padārthoktir vigraho vākyayojanā* (the five parts of a commentary);
the words of the text, all of them, come first.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.sandhi import finding, partings
from dhyana.grammar.sandhi import Fault
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find what the verse has over and above the padaccheda."""
    for compared, parting, found in partings(record, Fault.ADDED):
        message = f"{found} of the verse is not in the padaccheda"
        yield finding(compared, parting, message, found, RULE.authority)


RULE = RecordRule(
    code="SAN104",
    name="word-missing-in-padaccheda",
    severity=Severity.ERROR,
    authority="padacchedaḥ padārthoktir vigraho vākyayojanā",
    documentation=__doc__,
    check=check,
)
