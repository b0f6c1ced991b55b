"""A line break where no line of the metre ends.

## What it checks

Line breaks and daṇḍas inside the text against the lines of the metre that it keeps.

## Why

The verse is good, but its layout hides it: a word that belongs to the next line was left in this
one, or the lines were wrapped.

## Example

    mātā rāmo matpitā rāmacandraḥ svāmī
    rāmo matsakhā rāmacandraḥ

The first line of the śālinī ends with the first `rāmacandraḥ`.

## Use instead

Break the line where the line of the metre ends, or not at all.

## References

The practice of editions.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note each line break inside a line of the metre."""
    before = 0
    for pada in verse.padas:
        for stray in verse.stray:
            syllable = stray - before + 1
            if 0 < syllable <= len(pada.weights):
                yield (
                    pada.label,
                    Finding(
                        syllables=(syllable,),
                        message=f"the text breaks the line after syllable {syllable}",
                        expected=f"a line of {len(pada.weights)} syllables",
                        found=f"a line break after {pada.aksharas[syllable - 1].iast}",
                        fixes=(),
                    ),
                )
        before += len(pada.weights)


RULE: Rule = VerseRule(
    code="CHA405",
    name="line-broken-elsewhere",
    severity=Severity.INFO,
    authority="practice of editions",
    documentation=__doc__,
    check=check,
)
