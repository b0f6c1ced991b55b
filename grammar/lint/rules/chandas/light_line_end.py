"""A light syllable at the end of a line, taken as heavy.

## What it checks

Lines whose metre ends in a heavy syllable and whose last syllable is light as written. The
weights reported are as written; the licence is applied when the metre is told.

## Why

The end of a line counts as heavy whatever stands there, but a licence that is used is said.

## Example

    namo namas te jagadīśvarāya

An upendravajrā, whose light `ya` counts as heavy.

## Use instead

Nothing: the line is good.

## References

Vṛttaratnākara 1.9, *vā pādāntas tv asau*; Piṅgala 1.10. Sulhaṇa allows it in b and d only.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note each light line end that counts as heavy."""
    for pada, end in zip(verse.padas, verse.ends, strict=False):
        if end == "g" and pada.weights.endswith("l"):
            yield (
                pada.label,
                Finding(
                    syllables=(len(pada.weights),),
                    message="the light end counts as heavy",
                    expected="heavy",
                    found=f"{pada.aksharas[-1].iast}, light",
                    fixes=(),
                ),
            )


RULE: Rule = VerseRule(
    code="CHA401",
    name="light-line-end",
    severity=Severity.INFO,
    authority="Vṛttaratnākara 1.9",
    documentation=__doc__,
    check=check,
)
