"""A line of an epic triṣṭubh that has a syllable more.

## What it checks

In a verse that is read as a triṣṭubh or jagatī of the epics (profile `epic`, or
`--expect triṣṭubh`): whether a line is hypermetric, with an opening of five syllables, or is one of
the other of the two metres.

## Why

Triṣṭubh (eleven syllables) and jagatī (twelve) share opening and break, and the epics mix them. A
line with five syllables before its break and the cadence of a triṣṭubh is the other way in which
one has twelve.

## Example

    na caitad vidmaḥ kataran no garīyo
    yad vā jayema yadi vā no jayeyuḥ

Five syllables come before the break `kataran` and `yadi vā`.

## Use instead

Nothing is wrong in an epic. Of the 220 lines of triṣṭubh in the Bhagavadgītā four are hypermetric
and one is a jagatī. By the profile `classical` it is a fault.

## References

E. W. Hopkins, *The Great Epic of India* (1901), chapter 4. Mixture of both metres: S. Karashima on
the list INDOLOGY, 8 July 2017.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.chandas.trishtubh import AUTHORITY, form_of
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Note a hypermetric line, and one of the other metre."""
    form = form_of(line.pattern)
    if form is None or line.edits:
        return
    size = len(line.weights)
    if form.hypermetric:
        said = f"hypermetric: {size} syllables, five of them before the break {form.middle}"
        yield Finding(
            syllables=(5,),
            message=said,
            expected=f"classical: {form.classical}",
            found=f"{size} syllables: {line.weights}",
            fixes=(),
        )
    elif line.metre != line.stanza:
        yield Finding(
            syllables=(size - 1,),
            message=f"a line of {line.metre} among lines of {line.stanza}",
            expected=f"{line.stanza} in all lines",
            found=f"{size} syllables: {line.weights}",
            fixes=(),
        )


RULE: Rule = LineRule(
    code="CHA207",
    name="epic-length",
    severity=Severity.INFO,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
