"""A line by morae with more or fewer than its metre has.

## What it checks

Before its close an odd line of the vaitālīya family has six morae and an even one eight. A line
of the mātrāsamaka family has sixteen in all.

## Why

These metres are defined by that count.

## Example

    mūḍha jahi dhanāgamatṛṣṇāṃ
    kuru tanubuddhe manasi vitṛṣṇām
    yal labhase nijakarmopāttaṃ
    vittaṃ tena vinodaya cittam

The first line has fifteen morae.

## Use instead

    mūḍha jahīhi dhanāgamatṛṣṇāṃ
    kuru tanubuddhe manasi vitṛṣṇām
    yal labhase nijakarmopāttaṃ
    vittaṃ tena vinodaya cittam

## References

Piṅgala 4.32, 4.42; Vṛttaratnākara 2, *ṣaḍ viṣame 'ṣṭau same kalāḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine, matra_findings
from dhyana.grammar.chandas.matravrtta import MatraRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find a line of another length."""
    return matra_findings(line, MatraRule.MORAE, "a line of {metre} must have {expected} here")


RULE: Rule = LineRule(
    code="CHA306",
    name="morae-of-line-wrong",
    severity=Severity.ERROR,
    authority="Piṅgala 4.32, 4.42; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
