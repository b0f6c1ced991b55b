"""A vaitālīya line in which an even mora is joined to the next.

## What it checks

Before the close no heavy syllable begins on an even mora (2, 4, 6). Where the metre asks for one
such syllable (the udīcyavṛtti and prācyavṛtti), that it is there.

## Why

The free morae go in pairs; a heavy syllable across two pairs breaks them.

## Example

    sadā pravidadhīta na kriyām
    avivekaḥ param āpadāṃ padam
    vṛṇate hi vimṛśyakāriṇaṃ
    guṇalubdhāḥ svayam eva saṃpadaḥ

`dā` holds the second mora and the third.

## Use instead

    sahasā vidadhīta na kriyām
    avivekaḥ param āpadāṃ padam
    vṛṇate hi vimṛśyakāriṇaṃ
    guṇalubdhāḥ svayam eva saṃpadaḥ

## References

Piṅgala 4.35–39; Vṛttaratnākara 2, *na samātra parāśritā kalā*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine, matra_findings
from dhyana.grammar.chandas.matravrtta import MatraRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find each heavy syllable that begins on an even mora, or is wanted there."""
    return matra_findings(
        line, MatraRule.JOINED, "the pairs of morae of a line of {metre} must stay apart"
    )


RULE: Rule = LineRule(
    code="CHA307",
    name="even-mora-joined",
    severity=Severity.ERROR,
    authority="Piṅgala 4.35–39; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
