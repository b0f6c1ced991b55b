"""A morphology row whose word has another form than in the verse.

## What it checks

A word in the rows that nearly is one of the padaccheda: letters differ, or the ending does.

## Why

The row analyses a form that is not in the verse.

## Example

    padaccheda  मूल्येन दीयते सारः
    row         मूल्येन
    row         दीयते
    row         सारम्

## Use instead

    padaccheda  मूल्येन दीयते सारः
    row         मूल्येन
    row         दीयते
    row         सारः

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, joined_members, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find rows that give a word in another form."""
    compared = rows(record)
    if compared is not None:
        for word, token in compared.pairing.altered:
            one, written = compared.tokens[token], joined_members(compared.words[word])
            yield one.finding(f"the padaccheda has {written}, the row {one.word.written}", written)


RULE = RecordRule(
    code="ANV113",
    name="row-altered",
    severity=Severity.ERROR,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
