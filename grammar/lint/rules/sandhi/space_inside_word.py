"""A space in the verse that stands inside a word.

## What it checks

Where verse and padaccheda agree, each space of the verse stands where two words of the padaccheda
meet, give or take the sounds that sandhi made of their ends.

## Why

A reader takes what stands between spaces for a word. A compound is one word.

## Example

    verse       जयत्यद्भुत रूपकम्
    padaccheda  जयति अद्भुत-रूपकम्

## Use instead

    verse       जयत्यद्भुतरूपकम्
    padaccheda  जयति अद्भुत-रूपकम्

## References

Aṣṭādhyāyī 1.2.46 *kṛttaddhitasamāsāś ca*, 1.4.14 *suptiṅantaṃ padam*: the compound is the word.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.grammar.lint.sandhi import comparison
from dhyana.grammar.sandhi import Refuted
from dhyana.shlokas.record import VerseRecord

_SPACE = re.compile(r" +")
_NEAR = 2
"""Sounds from the end of a word within which sandhi may let the space stand."""


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find spaces far from any end of a word."""
    compared = comparison(record)
    if compared is None or isinstance(compared.verdict, Refuted):
        return
    said, written = compared.verdict.said, compared.verse.slp1
    ends = [
        one.end for index, one in enumerate(said[:-1])
        if compared.owners[index] != compared.owners[index + 1]
    ]  # fmt: skip
    for space in _SPACE.finditer(written.rstrip()):
        if all(not space.start() - _NEAR <= end <= space.end() + _NEAR for end in ends):
            start, end = compared.verse.span(space.start(), space.end())
            before = sum(one.start < space.start() for one in said) - 1
            word = compared.words[compared.owners[max(before, 0)]].written
            yield RecordFinding(
                field="verse",
                start=start,
                end=end,
                message=f"a space stands inside {word}",
                word=word,
                repairs=(Repair("close the space", ((start, end, ""),)),),
            )


RULE = RecordRule(
    code="SAN106",
    name="space-inside-word",
    severity=Severity.WARNING,
    authority="Aṣṭādhyāyī 1.4.14 suptiṅantaṃ padam",
    documentation=__doc__,
    check=check,
)
