"""A compound of the padaccheda whose members stand apart in the anvaya or in a row.

## What it checks

A word with hyphens in the padaccheda is one word in the other fields.

## Why

A member of a compound has no case ending and cannot stand alone.

## Example

    padaccheda  जयति अद्भुत-रूपकम्
    anvaya      अद्भुत रूपकं जयति

## Use instead

    padaccheda  जयति अद्भुत-रूपकम्
    anvaya      अद्भुतरूपकं जयति

## References

Aṣṭādhyāyī 1.2.46 *kṛttaddhitasamāsāś ca*, 2.4.71 *supo dhātuprātipadikayoḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import Compared, Token, anvaya, joined_members, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find compounds that are parted by spaces."""
    for compared in filter(None, (anvaya(record), rows(record))):
        for word, tokens in compared.pairing.apart:
            first, last = compared.tokens[tokens[0]], compared.tokens[tokens[-1]]
            if first.field == last.field:
                yield _finding(compared, word, first, last)


def _finding(compared: Compared, word: int, first: Token, last: Token) -> RecordFinding:
    start, end = first.word.start, last.word.end
    joined = joined_members(compared.words[word])
    return RecordFinding(
        field=first.field,
        start=start,
        end=end,
        message=f"the compound {compared.written(word)} stands in parts",
        word=compared.written(word),
        expected=joined,
        found=f"{first.word.written} {last.word.written}",
        repairs=(Repair(f"write {joined}", ((start, end, joined),)),),
    )


RULE = RecordRule(
    code="ANV104",
    name="compound-written-apart",
    severity=Severity.ERROR,
    authority="Aṣṭādhyāyī 2.1.3 prāk kaḍārāt samāsaḥ; 2.4.71 supo dhātuprātipadikayoḥ",
    documentation=__doc__,
    check=check,
)
