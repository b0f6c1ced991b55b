"""Cantos or verses other than those that the treatise says it has.

## What it checks

Whether the cantos are numbered in order, each beginning with the verse after the last one of the
canto before, and whether their numbers are those that the treatise gives for its extent (“10
Cantos, 50 Verses”).

## Why

A number that is wrong by one sends every reference after it to another verse.

## Example

    structure              2 Cantos, 10 Verses
    cantos[0].number       1
    cantos[0].first_verse  1
    cantos[0].last_verse   5
    cantos[1].number       2
    cantos[1].first_verse  7
    cantos[1].last_verse   10

## Use instead

    structure              2 Cantos, 10 Verses
    cantos[0].number       1
    cantos[0].first_verse  1
    cantos[0].last_verse   5
    cantos[1].number       2
    cantos[1].first_verse  6
    cantos[1].last_verse   10

## References

The Chicago Manual of Style, chapter 2, on cross-checking numbers.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, TreatiseRule
from dhyana.grammar.lint.treatise import cantos
from dhyana.shlokas.record import TreatiseRecord

_CLAIM = re.compile(r"\b(\d+) (Cantos?|Verses?)\b")


def check(record: TreatiseRecord) -> Iterator[RecordFinding]:
    """Find numbers of cantos and verses that do not follow, or are not those claimed."""
    following = 1
    for index, (path, canto) in enumerate(cantos(record)):
        yield from _compared(f"{path}.heading", canto.heading, "number", canto.number, index + 1)
        first = canto.first_verse
        yield from _compared(f"{path}.heading", canto.heading, "first verse", first, following)
        following = canto.last_verse + 1
    counted = {"Canto": len(record.cantos), "Verse": following - 1}
    for found in _CLAIM.finditer(record.structure):
        there = counted[found[2].removesuffix("s")]
        if record.cantos and int(found[1]) != there:
            yield RecordFinding(
                field="structure",
                start=found.start(),
                end=found.end(),
                message=f"the treatise has {there} {found[2].lower()}",
                expected=str(there),
                found=found[1],
            )


def _compared(
    field: str, heading: str, what: str, found: int, expected: int
) -> Iterator[RecordFinding]:
    if found != expected:
        yield RecordFinding(
            field=field,
            start=0,
            end=len(heading),
            message=f"the {what} of this canto is {found}",
            expected=str(expected),
            found=str(found),
        )


RULE = TreatiseRule(
    code="LIP143",
    name="verses-miscounted",
    severity=Severity.ERROR,
    authority="the cantos as they are counted",
    documentation=__doc__,
    check=check,
)
