"""A ma-vipulā with another opening than heavy–light–heavy.

## What it checks

When syllables 5–7 of an odd pāda are all heavy, syllables 2–4 are heavy, light, heavy (the gaṇa
ra). The syllable named is the fifth: light, it makes the pāda a pathyā whatever its opening is.
Where one other syllable would make it a vipulā it is named as well, or told.

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
from dhyana.grammar.chandas.ways_out import ways_out
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the syllables that would end a cadence ma after any opening but ra."""
    if not pada.even and pada.cadence == "ggg" and pada.opening != "glg":
        ways = ways_out(pada)
        opening = ", or syllables 2–4 heavy, light, heavy (ma-vipulā)"
        yield Finding(
            syllables=ways.syllables,
            message=ways.words + ("" if "ma_vipula" in ways.kinds else opening),
            expected="light: 5–7 lgg (ya); or 2–4 glg (ra) before 5–7 ggg (ma)",
            found=f"2–4 are {pada.opening}, 5–7 ggg; {'; '.join(map(pada.why, ways.syllables))}",
            place=ways.place,
        )


RULE: Rule = PadaRule(
    code="CHA114",
    name="ma-vipula-opening",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2.27–30; DHARMA prosodicPatterns",
    documentation=__doc__,
    check=check,
)
