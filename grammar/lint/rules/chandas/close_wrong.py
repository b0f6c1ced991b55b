"""A half or a line by morae that does not end as its metre does.

## What it checks

A half of the āryā ends in one heavy syllable after its seventh gaṇa, that of the āryāgīti in a
full eighth gaṇa with a heavy end. A vaitālīya line ends in ra la ga (glglg), an aupacchandasika
line in ra ya (glglgg), an āpātalikā line in bha ga ga (gllgg). The last syllable is free.

## Why

The close is what tells these metres apart.

## Example

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtibhiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

After the seventh gaṇa, `mayamūr`, stand two syllables.

## Use instead

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

## References

Piṅgala 4.14 and 4.32–34; Vṛttaratnākara 2, *vaitālīye 'nte ralau guruḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.jati import GanaRule
from dhyana.grammar.chandas.lines import LineRule, ReadLine, gana_findings, matra_findings
from dhyana.grammar.chandas.matravrtta import MatraRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find a close that is not that of the metre."""
    yield from gana_findings(line, GanaRule.CLOSE, "a half of {morae} morae must end in {expected}")
    yield from matra_findings(line, MatraRule.CLOSE, "a line of {metre} must end in {expected}")


RULE: Rule = LineRule(
    code="CHA305",
    name="close-wrong",
    severity=Severity.ERROR,
    authority="Piṅgala 4.14, 4.32–34; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
