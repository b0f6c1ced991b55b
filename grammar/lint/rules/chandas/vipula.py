"""An odd pāda that is a vipulā and not the pathyā.

## What it checks

Names a good vipulā: an odd pāda whose syllables 5–7 are na (lll), bha (gll), ma (ggg) or ra (glg)
instead of the pathyā's ya (lgg). It is only worth knowing, never a fault.

## Why

One odd pāda in nine is a vipulā; poets place them, and editors look for them.

## Example

    rāmo rājā daśarathas

The cadence `daśara` is lll: a na-vipulā.

## Use instead

Nothing: the pāda is good. For the pathyā make syllables 5–7 light, heavy, heavy.

## References

Vṛttaratnākara 2.21–22 (pathyā), 2.27–29 (vipulās).
"""

from collections.abc import Iterator

from dhyana.grammar.anushtubh_table import LICENSED, VARIANTS
from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Name the vipulā of a good odd pāda."""
    if pada.even or pada.kind in (None, "pathya") or pada.kind in LICENSED:
        return
    opening, cadence = ganas(pada.opening + pada.cadence)
    yield Finding(
        syllables=(5, 6, 7),
        message=f"this odd pāda is a {VARIANTS[pada.kind]}",
        expected="syllables 5–7 lgg (ya) in a pathyā",
        found=f"2–4 {pada.opening} ({opening}), 5–7 {pada.cadence} ({cadence})",
        fixes=(),
    )


RULE: Rule = PadaRule(
    code="CHA110",
    name="vipula",
    severity=Severity.INFO,
    authority="Vṛttaratnākara 2.21–22, 2.27–29",
    documentation=__doc__,
    check=check,
)
