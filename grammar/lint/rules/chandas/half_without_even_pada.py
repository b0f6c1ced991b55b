"""A half verse of a single pāda beside halves of two.

## What it checks

In a text of more than one half, each half has two pādas. A text that is one pāda only is taken
for what it is and not reported.

## Why

Three pādas of eight are another metre (gāyatrī) or a verse of which a quarter is lost.

## Example

    dharmakṣetre kurukṣetre samavetā yuyutsavaḥ
    māmakāḥ pāṇḍavāś caiva

## Use instead

    māmakāḥ pāṇḍavāś caiva kim akurvata sañjaya

## References

Piṅgala and all after him: the anuṣṭubh has four pādas of eight syllables.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the one pāda of a half that has no other."""
    if pada.alone:
        size = len(pada.aksharas)
        yield Finding(
            syllables=tuple(range(1, size + 1)),
            message="this half verse has one pāda only",
            expected="sixteen syllables in the half",
            found=f"{size} syllables",
            fixes=(),
        )


RULE: Rule = PadaRule(
    code="CHA106",
    name="half-without-even-pada",
    severity=Severity.ERROR,
    authority="the anuṣṭubh has four pādas of eight syllables",
    documentation=__doc__,
    check=check,
    any_length=True,
)
