"""An odd pāda whose syllables 5–7 are heavy–heavy–light.

## What it checks

The cadence ta in a or c: the ta-vipulā.

## Why

Only the Vṛttaratnākara has it; one odd pāda of 35,608 in the Rāmāyaṇa is of this form. It is a
theorists' form: allowed, and hardly ever meant.

## Example

    tisro vṛhatyo dvādaśa

The cadence `tyo dvāda` is ggl.

## Use instead

A pathyā: syllable 5 light and 7 heavy.

## References

Vṛttaratnākara 2.30.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the cadence ta."""
    if not pada.even and pada.cadence == "ggl":
        yield Finding(
            syllables=(5, 6, 7),
            message="ta-vipulā, a theorists' form that poets do not use",
            expected="syllables 5–7 lgg (pathyā) or those of another vipulā",
            found=f"5–7 are ggl (ta): {'; '.join(map(pada.why, (5, 6, 7)))}",
        )


RULE: Rule = PadaRule(
    code="CHA119",
    name="ta-vipula",
    severity=Severity.WARNING,
    authority="Vṛttaratnākara 2.30",
    documentation=__doc__,
    check=check,
)
