"""An odd pāda whose syllables 5–7 are light–light–heavy.

## What it checks

The cadence sa in a or c. Editors of inscriptions call it sa-vipulā; no table of rules has it.
Under the profile `epic` it is a warning. The syllable named is the sixth: heavy, it makes the
pāda a pathyā. After a heavy fourth the seventh is named as well: light, it makes a na-vipulā, as a
heavy fifth would make a ra-vipulā.

## Why

0.13 % of the odd pādas of the Rāmāyaṇa and 0.7 % of those in inscriptions have it. In a composed
śloka it is far more often a short sixth syllable that should be long.

## Example

    svadattāṃ paradattāṃ vā yo hareta vasundharām
    ṣaṣṭiṃ varṣasaharāṇi kumbhīpākeṣu pacyate

In the third pāda `ha`, its sixth syllable, is light.

## Use instead

    ṣaṣṭiṃ varṣasahasrāṇi kumbhīpākeṣu pacyate

## References

DHARMA prosodicPatterns name it; Vṛttaratnākara 2.27–30 does not.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.chandas.ways_out import ways_out
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the syllable that gives an odd pāda the cadence sa."""
    if not pada.even and pada.cadence == "llg":
        ways = ways_out(pada)
        yield Finding(
            syllables=ways.syllables,
            message=f"sa-vipulā, a form in no table of rules: {ways.words}",
            expected="syllables 5–7 lgg (pathyā) or those of a vipulā",
            found=f"{'; '.join(map(pada.why, ways.syllables))}; 5–7 are llg (sa)",
        )


RULE: Rule = PadaRule(
    code="CHA118",
    name="sa-vipula",
    severity=Severity.ERROR,
    under={"epic": Severity.WARNING},
    authority="Vṛttaratnākara 2.27–30 has no sa; DHARMA editors name it",
    documentation=__doc__,
    check=check,
)
