"""A na-vipulā whose fourth syllable is light.

## What it checks

When syllables 5–7 of an odd pāda are all light, the fourth is heavy.

## Why

Four light syllables in a row leave the pāda without a hold. 99.9 % of the na-vipulās of the
Rāmāyaṇa have the fourth heavy.

## Example

    ātmajaṃ janayati sā

The fourth syllable `ja` is light, and so are the three after it.

## Use instead

Make the fourth heavy (na-vipulā), or the sixth and seventh (pathyā).

## References

Vṛttaratnākara 2.29, with Sulhaṇa's *prāyeṇa* for the fourth syllable; DHARMA prosodicPatterns.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the light fourth syllable before the cadence na."""
    if not pada.even and pada.cadence == "lll" and pada.weights[3] == "l":
        yield Finding(
            syllables=(4,),
            message="syllable 4 of a na-vipulā must be heavy",
            expected="heavy before syllables 5–7 lll (na)",
            found=pada.why(4),
        )


RULE: Rule = PadaRule(
    code="CHA111",
    name="na-vipula-fourth-light",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2.29 with Sulhaṇa",
    documentation=__doc__,
    check=check,
)
