"""A word of the verse that the anvaya leaves out.

## What it checks

Each word of the padaccheda stands in the anvaya, as often as in the verse.

## Why

An anvaya only changes the order. A word that it leaves out is not construed; of two ca one may
seem idle, but which of the joined members the verse counts can hang on it.

## Example

    padaccheda  प्रमाणेन च धानेन विस्तारेण च वर्धते
    anvaya      प्रमाणेन धानेन विस्तारेण च वर्धते

The first च is gone.

## Use instead

    padaccheda  प्रमाणेन च धानेन विस्तारेण च वर्धते
    anvaya      प्रमाणेन च धानेन विस्तारेण च वर्धते

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, anvaya, at_word
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words without a place in the anvaya."""
    compared = anvaya(record)
    if compared is not None:
        for word in compared.pairing.missing:
            written = compared.written(word)
            yield at_word(compared, word, f"{written} of the padaccheda is not in the anvaya")


RULE = RecordRule(
    code="ANV101",
    name="word-missing-in-anvaya",
    severity=Severity.ERROR,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
