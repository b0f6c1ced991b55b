"""A sixth gaṇa that is not what its half asks for.

## What it checks

In a half of 30 or 32 morae the sixth gaṇa is ja (lgl) or four light syllables (llll). In a half
of 27 morae it is one light syllable.

## Why

The sixth gaṇa is the turn of the half. It tells the long half from the short one, and so the
āryā from the gīti, upagīti and udgīti.

## Example

    sarasā sālaṅkārā supadanyāsā kāñcanamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

The first half has thirty morae, but its sixth gaṇa, `kāñcana`, is bha (gll).

## Use instead

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

## References

Piṅgala 4.16–17, *ṣaṣṭho j | nlau vā*; Vṛttaratnākara 2, *ṣaṣṭho 'yaṃ ca nalaghū vā … bhavati
ṣaṣṭho laḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.jati import GanaRule
from dhyana.grammar.chandas.lines import LineRule, ReadLine, gana_findings
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find a sixth gaṇa that is of another form."""
    return gana_findings(
        line, GanaRule.SIXTH, "gaṇa {number} of a half of {morae} morae must be {expected}"
    )


RULE: Rule = LineRule(
    code="CHA302",
    name="sixth-gana-wrong",
    severity=Severity.ERROR,
    authority="Piṅgala 4.16–17; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
