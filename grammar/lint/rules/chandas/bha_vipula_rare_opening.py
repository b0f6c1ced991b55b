"""A bha-vipulā that opens with three heavy syllables.

## What it checks

When syllables 5–7 of an odd pāda are heavy, light, light and 2–4 all heavy, the form is rare, and
a word ends after the fourth syllable. It is worth knowing where the word ends there or spelling
hides whether it does, and a warning where the padaccheda shows that it does not.

## Why

0.6 % of the bha-vipulās of the Rāmāyaṇa are of this form, all with a word end after the fourth.

## Example

    dattvā teṣāṃ śrībhavanam

## Use instead

Open heavy, light, heavy: the usual bha-vipulā.

## References

Padya, §5.2; skrutable (without the word end).
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find the rare opening, and whether a word ends after it."""
    if pada.even or pada.opening + pada.cadence != "ggggll":
        return
    end = pada.word_ends_after(4)
    yield Finding(
        syllables=(2, 3, 4),
        message="a bha-vipulā seldom opens with three heavy syllables"
        + ("" if end else ", and then a word ends after syllable 4"),
        expected="syllables 2–4 glg (ra), or ggg with a word end after 4",
        found="2–4 are ggg; "
        + {
            True: "a word ends after 4",
            False: "no word ends after 4",
            None: "no word end is written after 4",
        }[end],
        severity=Severity.WARNING if end is False else None,
    )


RULE: Rule = PadaRule(
    code="CHA113",
    name="bha-vipula-rare-opening",
    severity=Severity.INFO,
    authority="padya §5.2; skrutable",
    documentation=__doc__,
    check=check,
)
