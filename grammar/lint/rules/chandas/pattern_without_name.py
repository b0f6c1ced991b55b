"""A regular pattern that no handbook we read names.

## What it checks

Four lines of one pattern, or two equal halves, that are no metre of the table. The gaṇas are
given; the verse takes no other metre's name, however near that is.

## Why

More metres are possible than have names, and poets invent them. A wrong name is worse than none.

## Example

    rāma mādhava keśavo hariḥ
    rāma mādhava keśavo hariḥ
    rāma mādhava keśavo hariḥ
    rāma mādhava keśavo hariḥ

An unknown samavṛtta of 10, ra-sa-ja-ga.

## Use instead

Nothing, if the pattern is meant. If a known metre was meant, the report's `nearest` shows it.

## References

Piṅgala 8: the number of possible metres; the table of metres with its sources is
`grammar/vrttas.yaml`.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Describe a regular pattern that has no name."""
    if not verse.unnamed:
        return
    sizes = " + ".join(str(len(line)) for line in verse.unnamed)
    named = ", ".join("-".join(ganas(line)) for line in verse.unnamed)
    kind = {1: "samavṛtta", 2: "ardhasamavṛtta"}[len(verse.unnamed)]
    if len(verse.padas) == 2:
        kind = "pattern of two equal halves"
    yield (
        None,
        Finding(
            syllables=(),
            message=f"unknown {kind} of {sizes}, {named}",
            expected="a pattern that has a name",
            found=", ".join(verse.unnamed),
            fixes=(),
        ),
    )


RULE: Rule = VerseRule(
    code="CHA404",
    name="pattern-without-name",
    severity=Severity.INFO,
    authority="the metres of grammar/vrttas.yaml",
    documentation=__doc__,
    check=check,
)
