"""Several words of the verse in one morphology row.

## What it checks

A row with more than one word of the padaccheda: न च अपि, पदे पदे.

## Why

It may be meant, as with a repetition or a particle that goes with its word; it is noted so that
counts of rows and words agree.

## Example

    padaccheda  गच्छन्ति स्म पदे पदे
    row         गच्छन्ति स्म
    row         पदे पदे

## Use instead

    padaccheda  गच्छन्ति स्म पदे पदे
    row         गच्छन्ति
    row         स्म
    row         पदे
    row         पदे

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.padaccheda import split
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find rows with several words."""
    for index, row in enumerate(record.morphology):
        words = [word.written for word in split(row.form)]
        if len(words) > 1:
            yield RecordFinding(
                field=f"morphology[{index}].form",
                start=0,
                end=len(row.form),
                message=f"one row has {len(words)} words: {', '.join(words)}",
                word=row.form,
                found=row.form,
            )


RULE = RecordRule(
    code="ANV115",
    name="words-in-one-row",
    severity=Severity.INFO,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
