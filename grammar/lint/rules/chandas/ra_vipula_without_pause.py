"""A ra-vipulā without a word end after its fourth syllable.

## What it checks

In a ra-vipulā a word, or a member of a compound, ends with syllable 4. A space or hyphen shows
it; so does the padaccheda. Where the padaccheda shows that none ends there it is a warning. Where
there is no padaccheda and the spelling runs on, sandhi or a compound may hide the end: that is
only noted.

## Why

The pause (yati) keeps the heavy syllables of the vipulā apart. 91 % of the ra-vipulās of the
Rāmāyaṇa have it.

## Example

    tatra vaiśampāyano 'tha

The fourth syllable is inside `vaiśampāyano`.

## Use instead

An order of words that lets one end there, as in

    tatsutābhūd revakāṃbā

## References

DHARMA prosodicPatterns; padya §5.2.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find a ra-vipulā in which no word is seen to end after syllable 4."""
    end = pada.word_ends_after(4) if pada.kind == "ra_vipula" else True
    if not end:
        yield Finding(
            syllables=(4,),
            message="a word should end after syllable 4 of a ra-vipulā",
            expected="a word end or compound seam after syllable 4",
            found="no word ends there" if end is False else "no word end is written there",
            severity=Severity.INFO if end is None else None,
            fixes=(),
        )


RULE: Rule = PadaRule(
    code="CHA117",
    name="ra-vipula-without-pause",
    severity=Severity.WARNING,
    authority="DHARMA prosodicPatterns; padya §5.2",
    documentation=__doc__,
    check=check,
)
