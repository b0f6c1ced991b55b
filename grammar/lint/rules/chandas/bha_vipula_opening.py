"""A bha-vipulā with another opening than heavy–light–heavy.

## What it checks

When syllables 5–7 of an odd pāda are heavy, light, light, syllables 2–4 are heavy, light, heavy
(the gaṇa ra). Three heavy ones are a rare form: CHA113. The syllables named are those of the
smallest repairs, which may lie in the cadence.

## Why

98 % of the bha-vipulās of the Rāmāyaṇa open so; each vipulā is known by opening and cadence
together.

## Example

    sapta kaṭṭī sapta palā

The opening `pta kaṭṭī` is light, heavy, heavy; with a light fifth syllable the pāda would be a
na-vipulā, with a heavy second one the rare form.

## Use instead

Open heavy, light, heavy, or make the fifth syllable light after a heavy fourth (na-vipulā).

## References

Vṛttaratnākara 2.27; DHARMA prosodicPatterns (after Apte 1890, Velankar 1949).
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.chandas.ways_out import ways_out
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule

OPENINGS = ("glg", "ggg")


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the syllables that keep a bha-vipulā from the nearest of its openings."""
    if pada.even or pada.cadence != "gll" or pada.opening in OPENINGS:
        return
    ways = ways_out(pada)
    opening = ", or syllables 2–4 heavy, light, heavy (bha-vipulā)"
    yield Finding(
        syllables=ways.syllables,
        message=ways.words + ("" if "bha_vipula" in ways.kinds else opening),
        expected="syllables 2–4 glg (ra), or seldom ggg, before 5–7 gll (bha)",
        found=f"2–4 are {pada.opening}; {'; '.join(map(pada.why, ways.syllables))}",
        place=ways.place,
    )


RULE: Rule = PadaRule(
    code="CHA112",
    name="bha-vipula-opening",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2.27; DHARMA prosodicPatterns",
    documentation=__doc__,
    check=check,
)
