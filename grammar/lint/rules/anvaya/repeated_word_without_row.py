"""A word that comes again and has no morphology row of its own.

## What it checks

A word of the padaccheda without a row, of which another place in the same verse has one.

## Why

What was explained once need not be again; it is noted so that counts of rows and words agree.

## Example

    padaccheda  प्रमाणेन च धानेन च
    row         प्रमाणेन
    row         च
    row         धानेन

## Use instead

    padaccheda  प्रमाणेन च धानेन च
    row         प्रमाणेन
    row         च
    row         धानेन
    row         च

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, at_word, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words that share the row of an equal one."""
    compared = rows(record)
    if compared is not None:
        for word in compared.pairing.repeated:
            message = f"{compared.written(word)} is here again; one row explains both"
            yield at_word(compared, word, message)


RULE = RecordRule(
    code="ANV116",
    name="repeated-word-without-row",
    severity=Severity.INFO,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
