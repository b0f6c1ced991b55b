"""A resolution of a compound that is one word.

## What it checks

Before the name of the compound (तत्पुरुषः) stands a single word: the compound itself, or another one.

## Why

A resolution says in words with case endings what the compound means; a compound for a compound
does not say how its members belong together.

## Example

    form         क्रमहीनम्
    description  क्रमविहीनम् (तत्पुरुषः)

## Use instead

    form         क्रमहीनम्
    description  क्रमेण हीनम् (तत्पुरुषः)

## References

*vṛttyarthāvabodhakaṃ vākyaṃ vigrahaḥ* (Siddhāntakaumudī, sarvasamāsaśeṣa); Aṣṭādhyāyī 2.1.4.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.vyakarana.description import vigraha
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find resolutions of one word."""
    for index, row in enumerate(record.morphology):
        claimed = vigraha(row.description)
        if claimed is not None and len(claimed.words) == 1:
            (word,) = claimed.words
            yield RecordFinding(
                field=f"morphology[{index}].description",
                start=word.start,
                end=word.end,
                message=f"{word.text} does not resolve {row.form}",
                word=row.form,
                expected="its members as words with case endings",
                found=word.text,
            )


RULE = RecordRule(
    code="VYA152",
    name="vigraha-in-one-word",
    severity=Severity.WARNING,
    authority="vṛttyarthāvabodhakaṃ vākyaṃ vigrahaḥ (Siddhāntakaumudī)",
    documentation=__doc__,
    check=check,
)
