"""A pāda whose second and third syllables are both light.

## What it checks

In any pāda at least one of syllables 2 and 3 is heavy: the opening (syllables 2–4) is neither
the gaṇa na (lll) nor sa (llg).

## Why

All writers on the śloka forbid it, and 99.9 % of the half verses of the Rāmāyaṇa keep it.

## Example

    bhūmidānasaman dānam iha loke na vidyate
    yaḥ prayacchati bhūmiṃ hi sarvakamān dadāti saḥ

In the last pāda `rva` and `ka` are both light.

## Use instead

    yaḥ prayacchati bhūmiṃ hi sarvakāmān dadāti saḥ

## References

Piṅgala, *na prathamāt snau*; Vṛttaratnākara 2.21; Macdonell, *A Sanskrit Grammar for Students*,
appendix II.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find syllables 2 and 3 when both are light."""
    if pada.weights[1:3] == "ll":
        yield Finding(
            syllables=(2, 3),
            message="syllables 2 and 3 must not both be light",
            expected="syllable 2 or 3 heavy",
            found=f"{pada.why(2)}; {pada.why(3)}",
        )


RULE: Rule = PadaRule(
    code="CHA103",
    name="second-and-third-light",
    severity=Severity.ERROR,
    authority="Piṅgala, na prathamāt snau; Vṛttaratnākara 2.21",
    documentation=__doc__,
    check=check,
)
