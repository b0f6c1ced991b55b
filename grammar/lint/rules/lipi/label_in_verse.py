"""What stands in verse and is none: a letter that counts pādas, a reference, who speaks.

## What it checks

A label (`(a)`, `|| b ||`, `BhG_1.1`) or a speaker (`sañjaya uvāca`) within a text that is scanned
as one verse. It is left out of the scansion, and said to be.

## Why

A letter between daṇḍas could be a syllable; whoever meant one must see that it was not read.

## Example

    || a || rāmo rājā daśarathas / ayodhyāyāṃ purā kila

The `a` counts the pāda.

## Use instead

Nothing, if it is a label. Otherwise write the syllable into the line it belongs to.

## References

None; it is how editions are typed.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.lipi import ScanRule
from dhyana.grammar.lint.places import place
from dhyana.grammar.scansion import Scan

REPORTED = 20
"""More in one text are not said: it is no verse."""


def check(scanned: Scan) -> Iterator[Diagnostic]:
    """Say of each part of the text that was left out that it was."""
    for aside in scanned.asides[:REPORTED]:
        yield Diagnostic(
            code=RULE.code,
            name=RULE.name,
            severity=RULE.severity,
            message=f"{aside.written.strip()} is a label or tells who speaks; not scanned",
            **place(scanned.text, aside.start, aside.end)._asdict(),
            word=aside.written,
            found=aside.written,
            authority=RULE.authority,
        )


RULE = ScanRule(
    code="LIP107",
    name="label-in-verse",
    severity=Severity.INFO,
    authority="how editions are typed",
    documentation=__doc__,
    check=check,
)
