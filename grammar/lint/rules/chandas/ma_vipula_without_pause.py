"""A ma-vipulā without a word end after its fifth syllable.

## What it checks

In a ma-vipulā a word, or a member of a compound, ends with syllable 5. A space or hyphen shows
it; so does the padaccheda. Where the padaccheda shows that none ends there it is a warning. Where
there is no padaccheda and the spelling runs on, sandhi or a compound may hide the end: that is
only noted.

## Why

The pause (yati) keeps the heavy syllables of the vipulā apart. 97 % of the ma-vipulās of the
Rāmāyaṇa have it.

## Example

    dṛṣṭvā nu bhāgīrathyāṃ tu

The fifth syllable is inside `bhāgīrathyāṃ`.

## Use instead

An order of words that lets one end there, as in

    yathā nirohanty uptāni

## References

DHARMA prosodicPatterns; padya §5.2.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find a ma-vipulā in which no word is seen to end after syllable 5."""
    end = pada.word_ends_after(5) if pada.kind == "ma_vipula" else True
    if not end:
        yield Finding(
            syllables=(5,),
            message="a word should end after syllable 5 of a ma-vipulā",
            expected="a word end or compound seam after syllable 5",
            found="no word ends there" if end is False else "no word end is written there",
            severity=Severity.INFO if end is None else None,
            fixes=(),
        )


RULE: Rule = PadaRule(
    code="CHA115",
    name="ma-vipula-without-pause",
    severity=Severity.WARNING,
    authority="DHARMA prosodicPatterns; padya §5.2",
    documentation=__doc__,
    check=check,
)
