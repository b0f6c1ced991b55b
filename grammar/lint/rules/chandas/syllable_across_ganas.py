"""A heavy syllable that lies across the seam of two gaṇas.

## What it checks

In the āryā family and the mātrāsamaka family, that a gaṇa of four morae is full before the next
begins. Two gaṇas of three and five morae have a heavy syllable on the seam between them.

## Why

The gaṇas are felt as beats; a syllable held over a beat cannot be recited to them.

## Example

    surasavākyā hi bhāryā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

`vā` holds the fourth mora and the fifth.

## Use instead

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

## References

Piṅgala 4.12–14; Vṛttaratnākara 2.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.jati import GanaRule
from dhyana.grammar.chandas.lines import LineRule, ReadLine, gana_findings, matra_findings
from dhyana.grammar.chandas.matravrtta import MatraRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find each heavy syllable on a seam."""
    yield from gana_findings(
        line, GanaRule.STRADDLE, "a heavy syllable lies across gaṇa {number} and the next"
    )
    yield from matra_findings(line, MatraRule.STRADDLE, "a heavy syllable lies across two gaṇas")


RULE: Rule = LineRule(
    code="CHA304",
    name="syllable-across-ganas",
    severity=Severity.ERROR,
    authority="Piṅgala 4.12–14; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
