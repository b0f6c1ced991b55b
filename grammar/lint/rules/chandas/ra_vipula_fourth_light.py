"""A ra-vipulā whose fourth syllable is light.

## What it checks

When syllables 5–7 of an odd pāda are heavy, light, heavy, the fourth is heavy.

## Why

The ra-vipulā is the rarest of the four and has a pause after its fourth syllable, which a light
syllable cannot carry. Practically all of the Rāmāyaṇa's have the fourth heavy.

## Example

    kaviḥ kavicakravarttī

The fourth syllable `vi` is light before `cakrava`, which is glg.

## Use instead

Make the fourth heavy (ra-vipulā), or the fifth light and the sixth heavy (pathyā).

## References

Vṛttaratnākara 2.28; DHARMA prosodicPatterns.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the light fourth syllable before the cadence ra."""
    if not pada.even and pada.cadence == "glg" and pada.weights[3] == "l":
        yield Finding(
            syllables=(4,),
            message="syllable 4 of a ra-vipulā must be heavy",
            expected="heavy before syllables 5–7 glg (ra)",
            found=pada.why(4),
        )


RULE: Rule = PadaRule(
    code="CHA116",
    name="ra-vipula-fourth-light",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2.28",
    documentation=__doc__,
    check=check,
)
