"""A text that fits a metre and is too short to prove it.

## What it checks

Whether a text that fits some metre would do so by chance: one line of eight syllables fits some
line of a śloka more often than not.

## Why

What is not decidable is not guessed: the metre is named as the nearest, not as the metre.

## Example

    rāmo rājā daśarathas

It may be the first line of a śloka, or prose.

## Use instead

Give the whole stanza or half, or say which metre is meant.

## References

The bounds: a stanza or half is believed if one text of no metre in 16 would fit so well; a single
line if one in a hundred would, or if it is of a metre whose lines are quoted (indravajrā,
vaṃśastha, bhujaṅgaprayāta and the like); half an āryā if one in 4,000 would.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Say which metre the text fits without proving it."""
    if verse.undecided:
        yield (
            None,
            Finding(
                syllables=(),
                message=f"this fits {verse.undecided} and is too short to tell",
                expected="a half or a whole stanza",
                found=f"{sum(len(pada.weights) for pada in verse.padas)} syllables",
                fixes=(),
            ),
        )


RULE: Rule = VerseRule(
    code="CHA406",
    name="too-little-to-tell",
    severity=Severity.INFO,
    authority="the odds of a chance fit",
    documentation=__doc__,
    check=check,
    undecided=True,
)
