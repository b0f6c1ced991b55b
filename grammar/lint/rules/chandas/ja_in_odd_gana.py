"""The gaṇa ja in an odd place of an āryā half.

## What it checks

In the āryā, gīti, upagīti, udgīti and āryāgīti gaṇas 1, 3, 5 and 7 of each half are of four
morae and not ja (light, heavy, light).

## Why

Counting 12, 18, 12 and 15 morae is not enough: the beat of the āryā falls on the odd gaṇas, and
ja has its heavy syllable off the beat.

## Example

    sadaiva sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

The first half has thirty morae, but its first gaṇa, `sadaiva`, is ja: syllables 1–3.

## Use instead

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

## References

Piṅgala 4.15, *atrāyuṅ na j*; Vṛttaratnākara 2, *neha viṣame jaḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.jati import GanaRule
from dhyana.grammar.chandas.lines import LineRule, ReadLine, gana_findings
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find each ja in an odd place."""
    return gana_findings(line, GanaRule.JA_IN_ODD, "gaṇa {number}, an odd one, must not be ja")


RULE: Rule = LineRule(
    code="CHA301",
    name="ja-in-odd-gana",
    severity=Severity.ERROR,
    authority="Piṅgala 4.15; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
