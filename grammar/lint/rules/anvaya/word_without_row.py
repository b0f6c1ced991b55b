"""A word of the verse that no morphology row explains.

## What it checks

Each word of the padaccheda has a row. A word that comes more than once needs one only; `ANV116`
notes it. A table with rows for less than half of the words explains some of them, and is left
alone.

## Why

The table claims to explain the verse word by word.

## Example

    padaccheda  मूल्येन दीयते सारः
    row         मूल्येन
    row         सारः

## Use instead

    padaccheda  मूल्येन दीयते सारः
    row         मूल्येन
    row         दीयते
    row         सारः

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, at_word, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words that no row has."""
    compared = rows(record)
    if compared is not None and 2 * len(compared.pairing.missing) <= len(compared.words):
        for word in compared.pairing.missing:
            yield at_word(compared, word, f"{compared.written(word)} has no morphology row")


RULE = RecordRule(
    code="ANV111",
    name="word-without-row",
    severity=Severity.ERROR,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
