"""A text that is half a stanza or a single line.

## What it checks

Whether the text has fewer lines than a stanza of its metre.

## Why

Quotations are often of a half or a line. They are checked as what they are, and the report says
so.

## Example

    rāmo rājā daśarathas ayodhyāyāṃ purā kila

Half of a śloka.

## Use instead

Nothing, unless the rest of the stanza was meant to be there.

## References

Vṛttaratnākara 1: a stanza has four lines.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule

_PARTS = {1: "one line", 2: "half a stanza", 6: "a stanza of six lines"}


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note that the text is not one whole stanza."""
    count = len(verse.padas)
    if verse.names and count in _PARTS and count != verse.whole:
        yield (
            None,
            Finding(
                syllables=(),
                message=f"this is {_PARTS[count]} of {verse.names[0]}",
                expected=f"{verse.whole} lines",
                found=str(count),
                fixes=(),
            ),
        )


RULE: Rule = VerseRule(
    code="CHA403",
    name="part-of-stanza",
    severity=Severity.INFO,
    authority="Vṛttaratnākara 1",
    documentation=__doc__,
    check=check,
)
