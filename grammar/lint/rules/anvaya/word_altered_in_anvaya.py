"""A word of the verse that has another form in the anvaya.

## What it checks

A word of the anvaya that nearly is one of the padaccheda: letters differ, or the ending does.

## Why

An anvaya gives the words of the verse as they are; another case or number is another sentence.

## Example

    padaccheda  मूल्येन दीयते सारः
    anvaya      मूल्येन सारम् दीयते

## Use instead

    padaccheda  मूल्येन दीयते सारः
    anvaya      मूल्येन सारः दीयते

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, anvaya, joined_members
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words that the anvaya gives in another form."""
    compared = anvaya(record)
    if compared is not None:
        for word, token in compared.pairing.altered:
            one, written = compared.tokens[token], joined_members(compared.words[word])
            message = f"the padaccheda has {written}, the anvaya {one.word.written}"
            yield one.finding(message, written)


RULE = RecordRule(
    code="ANV103",
    name="word-altered-in-anvaya",
    severity=Severity.ERROR,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
