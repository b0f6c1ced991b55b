"""An even pāda that opens heavy–light–heavy.

## What it checks

Syllables 2–4 of b and d are not heavy, light, heavy (the gaṇa ra). Under the profile `epic` it is
a warning: the Śrutabodha and Apte do not give the rule.

## Why

With the cadence light–heavy–light after it the whole pāda would run iambic. 99.96 % of the half
verses of the Rāmāyaṇa avoid it.

## Example

    vajrastambhāgrasaṃsthendu pañcamaṇḍalamaṇḍitam
    sūtrayen maṇḍalaṃ tatra sūtraṃ raṅaiḥ prapūrayet

The last pāda opens `traṃ raṅaiḥ`: heavy, light, heavy.

## Use instead

    sūtraṃ raṅgaiḥ prapūrayet

## References

Piṅgala, *dvitīyacaturthayo raḥ*, as skrutable quotes it.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the opening ra of an even pāda."""
    if pada.even and pada.opening == "glg":
        yield Finding(
            syllables=(2, 3, 4),
            message="syllables 2–4 of an even pāda must not be heavy, light, heavy",
            expected="syllables 2–4 other than glg (ra)",
            found="; ".join(map(pada.why, (2, 3, 4))),
        )


RULE: Rule = PadaRule(
    code="CHA104",
    name="even-opening-ra",
    severity=Severity.ERROR,
    under={"epic": Severity.WARNING},
    authority="Piṅgala, dvitīyacaturthayo raḥ (as quoted by skrutable)",
    documentation=__doc__,
    check=check,
)
