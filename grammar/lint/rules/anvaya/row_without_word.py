"""A morphology row of a word that the verse does not have.

## What it checks

Each word in the rows is one of the padaccheda, not more often than there.

## Why

A word that is analysed and not there was left over from another text of the verse.

## Example

    padaccheda  मूल्येन दीयते
    row         मूल्येन
    row         तत्र
    row         दीयते

## Use instead

    padaccheda  मूल्येन दीयते
    row         मूल्येन
    row         दीयते

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find rows whose word is not in the padaccheda."""
    compared = rows(record)
    if compared is not None:
        for token in compared.pairing.extra:
            one = compared.tokens[token]
            yield one.finding(f"{one.word.written} is not in the padaccheda")


RULE = RecordRule(
    code="ANV112",
    name="row-without-word",
    severity=Severity.ERROR,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
