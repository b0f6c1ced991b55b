"""A line of an epic triṣṭubh that breaks otherwise than the classical one.

## What it checks

In a verse that is read as a triṣṭubh or jagatī of the epics (profile `epic`, or
`--expect triṣṭubh`): whether the three syllables between opening and cadence are others than the
gll of indravajrā, upendravajrā and vaṃśastha.

## Why

The epics have glg (as in śālinī), llg (as in vātormī, which the classical metres mix with śālinī)
and, seldom, lll and lgl in the same stanza.

## Example

    yac chreyaḥ syān niścitaṃ brūhi tan me
    śiṣyas te 'haṃ śādhi māṃ tvāṃ prapannam

## Use instead

Nothing is wrong in an epic. Of the 216 regular lines of triṣṭubh in the Bhagavadgītā 158 have gll,
31 glg, 24 llg, 2 lll, 1 lgl. By the profile `classical` it is a fault.

## References

E. W. Hopkins, *The Great Epic of India* (1901), chapter 4.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.chandas.trishtubh import AUTHORITY, form_of
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Note a break other than gll in a line of the usual length."""
    form = form_of(line.pattern)
    if form and not line.edits and not form.hypermetric and form.middle != "gll":
        yield Finding(
            syllables=(5, 6, 7),
            message=f"syllables 5–7 are {form.middle}, a break of the epics",
            expected=f"classical: {form.classical}",
            found=f"{form.middle}; the line is {line.weights}",
            fixes=(),
        )


RULE: Rule = LineRule(
    code="CHA206",
    name="epic-break",
    severity=Severity.INFO,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
