"""A text that cannot be read as the metre it was declared to be in.

## What it checks

A text checked against a declared metre is read as that metre with as few faults as possible. If
it is far too long or too short for any such reading, that is the one fault.

## Why

A list of forty faults would say less.

## Example

    vāgarthāv iva saṃpṛktau vāgarthapratipattaye jagataḥ pitarau vande pārvatīparameśvarau
    punaḥ punar ahaṃ vande pārvatīparameśvarau

A śloka of three halves, declared to be an āryā.

## Use instead

Declare the metre it is in, or none: then the metre is told.

## References

The sizes of the metres: Vṛttaratnākara 2.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Find that the text has no reading in the declared metre."""
    if verse.declared:
        size = sum(len(pada.weights) for pada in verse.padas)
        syllables = "one syllable" if size == 1 else f"{size} syllables"
        yield (
            None,
            Finding(
                syllables=(),
                message=f"{syllables} cannot be read as {verse.declared}",
                expected=f"a stanza, half or line of {verse.declared}",
                found=syllables,
                fixes=(),
            ),
        )


RULE: Rule = VerseRule(
    code="CHA408",
    name="not-the-declared-metre",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
