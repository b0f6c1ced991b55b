"""A gaṇa of an āryā half with more or less than four morae.

## What it checks

The halves are read gaṇa by gaṇa with as few faults as possible; a gaṇa that then has not four
morae is reported with its syllables.

## Why

A half has seven gaṇas of four morae and a close. A mora too many or too few breaks the beat from
there on, and the total tells only that there is a fault, not where.

## Example

    sarasā sālaṅkāra supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

The third gaṇa, `kāra`, has three morae.

## Use instead

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

## References

Piṅgala 4.12–14, *laḥ samudrā gaṇaḥ … svarā ardhaṃ cāryārdham*; Vṛttaratnākara 2.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.jati import GanaRule
from dhyana.grammar.chandas.lines import LineRule, ReadLine, gana_findings
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find each gaṇa of another length."""
    return gana_findings(line, GanaRule.MORAE, "gaṇa {number} must have four morae")


RULE: Rule = LineRule(
    code="CHA303",
    name="gana-not-four-morae",
    severity=Severity.ERROR,
    authority="Piṅgala 4.12–14; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
