"""An even pāda without the cadence light–heavy–light.

## What it checks

Syllables 5, 6 and 7 of b and d are light, heavy, light (the gaṇa ja). Each syllable of another
weight is a finding of its own. The last syllable is free.

## Why

It is the one cadence that every authority states and nearly every śloka keeps: 99.98 % of the
half verses of the Rāmāyaṇa. A reader hears the end of the half verse by it.

## Example

    idan nṛpanidher grāhyan trivelaṃ prativatsaram
    pratyekañ caitrapūrṇamyāṃ śrāddhe cāpy uttarayaṇe

In the last pāda `ra`, its sixth syllable, is light.

## Use instead

    pratyekañ caitrapūrṇamyāṃ śrāddhe cāpy uttarāyaṇe

## References

Piṅgala, *yujo j*; Vṛttaratnākara 2.22; Śrutabodha; Macdonell, *A Sanskrit Grammar for Students*,
appendix II.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import WEIGHTS, Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule

CADENCE = {5: "l", 6: "g", 7: "l"}


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find each syllable of the cadence that has the wrong weight."""
    if not pada.even:
        return
    for syllable, weight in CADENCE.items():
        if pada.weights[syllable - 1] != weight:
            yield Finding(
                syllables=(syllable,),
                message=f"syllable {syllable} of an even pāda must be {WEIGHTS[weight]}",
                expected=f"{WEIGHTS[weight]}: syllables 5–7 lgl (ja)",
                found=f"{pada.why(syllable)}; 5–7 are {pada.cadence}",
            )


RULE: Rule = PadaRule(
    code="CHA102",
    name="even-cadence-not-iambic",
    severity=Severity.ERROR,
    authority="Piṅgala, yujo j; Vṛttaratnākara 2.22; Śrutabodha",
    documentation=__doc__,
    check=check,
)
