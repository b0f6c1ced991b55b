"""A morphology row that stands elsewhere than its word.

## What it checks

The rows come in the order of the padaccheda. Of a row with an ellipsis (यथा … तथा) only the first
word counts.

## Why

The reader goes through verse and table side by side.

## Example

    padaccheda  क्रियते समता-कृते
    row         समताकृते
    row         क्रियते

## Use instead

    padaccheda  क्रियते समता-कृते
    row         क्रियते
    row         समताकृते

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words whose row comes before or after its turn."""
    compared = rows(record)
    if compared is not None:
        for word, token in compared.pairing.moved:
            before = f"after {compared.written(word - 1)}" if word else "at the head"
            yield compared.tokens[token].finding(
                f"the row of {compared.written(word)} stands out of order", f"its place {before}"
            )


RULE = RecordRule(
    code="ANV114",
    name="rows-out-of-order",
    severity=Severity.WARNING,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
