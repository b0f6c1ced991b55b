"""An even vaitālīya line whose free morae are light without a stop.

## What it checks

Among the eight free morae of b and d there are no six light syllables in a row.

## Why

So the rule has it; a run of light syllables would hide the pairs.

## Example

    sahasā vidadhīta na kriyām
    avinayakaraṇe 'py āpadāṃ padam
    vṛṇate hi vimṛśyakāriṇaṃ
    guṇalubdhāḥ svayam eva saṃpadaḥ

The second line begins with six light syllables.

## Use instead

    sahasā vidadhīta na kriyām
    avivekaḥ param āpadāṃ padam
    vṛṇate hi vimṛśyakāriṇaṃ
    guṇalubdhāḥ svayam eva saṃpadaḥ

## References

Piṅgala 4.36, *ṣaṭ cāmiśrā yuji*; Vṛttaratnākara 2, *tāś ca same syur no nirantarāḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine, matra_findings
from dhyana.grammar.chandas.matravrtta import MatraRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find a run of light syllables."""
    return matra_findings(
        line, MatraRule.ALL_LIGHT, "an even line of {metre} must not have six light in a row"
    )


RULE: Rule = LineRule(
    code="CHA308",
    name="even-line-all-light",
    severity=Severity.ERROR,
    authority="Piṅgala 4.36; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
