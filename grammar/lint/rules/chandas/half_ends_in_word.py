"""A half verse that runs on into the next.

## What it checks

With b (and d, in a stanza of six) a word ends and the writing shows it. Where the syllables run
on, a word, a compound or sandhi crosses the end of the half.

## Why

The half verse is the unit of the śloka: no sandhi works over its end.

## Example

    dharmakṣetre kurukṣetre samavetā yuyutsavomāmakāḥ pāṇḍavāś caiva kim akurvata sañjaya

## Use instead

    dharmakṣetre kurukṣetre samavetā yuyutsavaḥ | māmakāḥ pāṇḍavāś caiva kim akurvata sañjaya

## References

The practice of the poets and of all editions.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.scansion import Break


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find an even pāda that the stanza goes on from without a word end."""
    ending = pada.aksharas[-1].after
    if pada.even and not pada.last and ending in (Break.NONE, Break.SEAM):
        yield Finding(
            syllables=(len(pada.aksharas),),
            message="a half verse must end a word, without sandhi into the next",
            expected="a word end after the half",
            found=f"{pada.aksharas[-1].iast} runs on into the next half",
            fixes=(),
        )


RULE: Rule = PadaRule(
    code="CHA122",
    name="half-ends-in-word",
    severity=Severity.WARNING,
    authority="practice of the poets",
    documentation=__doc__,
    check=check,
    any_length=True,
)
