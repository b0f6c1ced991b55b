"""An odd pāda whose syllables 5–7 are heavy–heavy–light.

## What it checks

The cadence ta in a or c: the ta-vipulā. The syllables named are those that would make it a form
that poets use; after heavy, light, heavy (2–4) that is the seventh, heavy in a ma-vipulā, or the
sixth, light in a bha-vipulā.

## Why

Only the Vṛttaratnākara has it; one odd pāda of 35,608 in the Rāmāyaṇa is of this form. It is a
theorists' form: allowed, and so no error, and hardly ever meant: most likely a syllable is wrong.
A run that is to end with exit code 1 for it takes `--strict`.

## Example

    tisro vṛhatyo dvādaśa

The cadence `tyo dvāda` is ggl.

## Use instead

A pathyā: syllable 5 light and 7 heavy; or whichever form the finding names.

## References

Vṛttaratnākara 2.30.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.chandas.ways_out import ways_out
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the cadence ta."""
    if not pada.even and pada.cadence == "ggl":
        ways = ways_out(pada)
        yield Finding(
            syllables=ways.syllables,
            message=f"ta-vipulā, a theorists' form that poets do not use: {ways.words}",
            expected="syllables 5–7 lgg (pathyā) or those of another vipulā",
            found=f"{'; '.join(map(pada.why, ways.syllables))}; 5–7 are ggl (ta)",
            place=ways.place,
        )


RULE: Rule = PadaRule(
    code="CHA119",
    name="ta-vipula",
    severity=Severity.WARNING,
    authority="Vṛttaratnākara 2.30",
    documentation=__doc__,
    check=check,
)
