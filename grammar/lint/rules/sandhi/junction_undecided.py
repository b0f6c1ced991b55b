"""A junction that is right or wrong by what the sounds do not tell.

## What it checks

The verse is what the padaccheda makes, but only if a word is of a certain kind: a dual, whose
last vowel stays (1.1.11), a vocative in r, a compound in which s or n becomes cerebral. Where
the morphology rows say whether a word is a dual, they are asked.

## Why

What is not decided is said, not guessed.

## Example

    verse       फले अत्र पततः
    padaccheda  फले अत्र पततः

Right if फले is a dual; the locative would be फलेऽत्र.

## References

Aṣṭādhyāyī 1.1.11 *īdūdeddvivacanaṃ pragṛhyam*, 6.1.125, 8.3.59, 8.4.3.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.sandhi import comparison
from dhyana.grammar.sandhi import Undecided, in_words
from dhyana.grammar.sandhi.sutras import cite
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find the junctions that hold under a condition."""
    compared = comparison(record)
    if compared is None or not isinstance(compared.verdict, Undecided):
        return
    for said in compared.verdict.said:
        condition = said.change.condition
        if condition:
            start, end = compared.verse.span(said.start, said.end)
            yield RecordFinding(
                field="verse",
                start=start,
                end=end,
                message=f"right only if {in_words(condition)}",
                found=record.verse[start:end],
                authority=cite(said.change.sutras) or None,
            )


RULE = RecordRule(
    code="SAN105",
    name="junction-undecided",
    severity=Severity.INFO,
    authority="Aṣṭādhyāyī 1.1.11 īd-ūd-ed-dvivacanaṃ pragṛhyam",
    documentation=__doc__,
    check=check,
    undecided=True,
)
