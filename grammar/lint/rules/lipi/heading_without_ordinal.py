"""A canto's heading without its number, or with another's.

## What it checks

Headings of cantos that name their number (तृतीयः सर्गः - …): whether each canto has its own. A
heading without one is reported if most of the others have it.

## Why

The numbers of the headings are how a reader finds a canto.

## Example

    cantos[0].heading  प्रथमः सर्गः - अवधानतत्त्वप्रबोधः
    cantos[1].heading  द्वितीयः सर्गः - त्रिमार्गप्रक्षेपः
    cantos[2].heading  बिन्दुगुणनप्रमाणम्

## Use instead

    cantos[0].heading  प्रथमः सर्गः - अवधानतत्त्वप्रबोधः
    cantos[1].heading  द्वितीयः सर्गः - त्रिमार्गप्रक्षेपः
    cantos[2].heading  तृतीयः सर्गः - बिन्दुगुणनप्रमाणम्

## References

Aṣṭādhyāyī 5.2.48 *tasya pūraṇe ḍaṭ* and after, on ordinals; Sāhityadarpaṇa 6, on the cantos of a
mahākāvya and their names.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, Repair, TreatiseRule
from dhyana.grammar.lint.treatise import cantos, ordinal_of, parts_of_heading
from dhyana.shlokas.record import TreatiseRecord


def check(record: TreatiseRecord) -> Iterator[RecordFinding]:
    """Find headings without the number of their canto."""
    numbered = sum(parts_of_heading(canto.heading)[0] is not None for canto in record.cantos)
    customary = 2 * numbered > len(record.cantos)
    for path, canto in cantos(record):
        ordinal, name = parts_of_heading(canto.heading)
        expected = ordinal_of(canto)
        if expected is None or ordinal == expected or (ordinal is None and not customary):
            continue
        if ordinal is None:
            message = f"the heading of canto {canto.number} does not say which canto it is"
            meant = f"{expected} सर्गः - {name}"
        else:
            message = f"the heading of canto {canto.number} says {ordinal}"
            meant = canto.heading.replace(ordinal, expected, 1)
        yield RecordFinding(
            field=f"{path}.heading",
            start=0,
            end=len(ordinal or canto.heading),
            message=message,
            word=canto.heading,
            expected=meant,
            found=canto.heading,
            repairs=(Repair(f"write {meant}", ((0, len(canto.heading), meant),)),),
        )


RULE = TreatiseRule(
    code="LIP141",
    name="heading-without-ordinal",
    severity=Severity.ERROR,
    authority="the headings of the other cantos; 5.2.48 tasya pūraṇe ḍaṭ",
    documentation=__doc__,
    check=check,
)
