"""A ma-vipulā with another opening than heavy–light–heavy.

## What it checks

When syllables 5–7 of an odd pāda are all heavy, syllables 2–4 are heavy, light, heavy (the gaṇa
ra). The syllable named is the fifth: light, it makes the pāda a pathyā whatever its opening is.

## Why

96 % of the ma-vipulās of the Rāmāyaṇa open so. Where the opening is another, a long fifth
syllable in what should be a pathyā is the likelier fault; both ways out are given.

## Example

    vrāhmaṇā vaiṣnavāś śaivā janāś śiṣṭāś ca śīlinaḥ
    śayīran sarvvā evaite japadhyānasamanvitāḥ

In the third pāda `rvvā`, its fifth syllable, is heavy.

## Use instead

    śayīran sarvva evaite japadhyānasamanvitāḥ

## References

Vṛttaratnākara 2.27–30; DHARMA prosodicPatterns (after Apte 1890, Velankar 1949).
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the fifth syllable of a cadence ma after any opening but ra."""
    if not pada.even and pada.cadence == "ggg" and pada.opening != "glg":
        yield Finding(
            syllables=(5,),
            message="syllable 5 must be light (pathyā), or syllables 2–4 heavy, light, heavy "
            "(ma-vipulā)",
            expected="light: 5–7 lgg (ya); or 2–4 glg (ra) before 5–7 ggg (ma)",
            found=f"{pada.why(5)}; 2–4 are {pada.opening}, 5–7 are ggg",
        )


RULE: Rule = PadaRule(
    code="CHA114",
    name="ma-vipula-opening",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2.27–30; DHARMA prosodicPatterns",
    documentation=__doc__,
    check=check,
)
