"""An odd pāda with the cadence of an even one.

## What it checks

Syllables 5–7 of a and c are not light, heavy, light (the gaṇa ja). The syllable named is the
seventh: heavy, it makes the pāda a pathyā. After a heavy fourth the sixth is named as well: light,
it makes the pāda a na-vipulā, and nothing tells which of the two was meant.

## Why

The two pādas of a half are told apart by their cadences. None of the lists of odd cadences has
this one, and 99.9 % of the half verses of the Rāmāyaṇa avoid it.

## Example

    tena rājendrasiṅhena samrājā śrīndravarmmaṇā
    tāni sarvvāṇi dattani devatāsv āsu bhaktitaḥ

In the third pāda `ta`, its seventh syllable, is light.

## Use instead

    tāni sarvvāṇi dattāni devatāsv āsu bhaktitaḥ

## References

Vṛttaratnākara 2.21–30: the list of the odd pādas has no ja.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.chandas.ways_out import ways_out
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the syllable that gives an odd pāda the cadence of an even one."""
    if not pada.even and pada.cadence == "lgl":
        ways = ways_out(pada)
        yield Finding(
            syllables=ways.syllables,
            message=f"an odd pāda must not end like an even one: {ways.words}",
            expected="syllables 5–7 lgg (pathyā) or those of a vipulā",
            found=f"{'; '.join(map(pada.why, ways.syllables))}; 5–7 are lgl (ja)",
        )


RULE: Rule = PadaRule(
    code="CHA105",
    name="odd-cadence-iambic",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2.21–30: no odd pāda has ja in 5–7",
    documentation=__doc__,
    check=check,
)
