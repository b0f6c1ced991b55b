"""A line of an epic triṣṭubh whose third syllable is heavy.

## What it checks

In a verse that is read as a triṣṭubh or jagatī of the epics (profile `epic`, or
`--expect triṣṭubh`): whether the opening, syllables 1–4, has another third syllable than the light
one of indravajrā and upendravajrā.

## Why

The older triṣṭubh opens with two free syllables, the first and the third. The classical metres
fixed the third as light, śālinī and vātormī as heavy.

## Example

    evaṃrūpaḥ śakya ahaṃ nṛloke
    draṣṭuṃ tvadanyena kurupravīra

## Use instead

Nothing is wrong in an epic. Of the 220 lines of triṣṭubh in the Bhagavadgītā 42 are so. By the
profile `classical` it is a fault.

## References

E. W. Hopkins, *The Great Epic of India* (1901), chapter 4.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.chandas.trishtubh import AUTHORITY, form_of
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Note a heavy third syllable."""
    form = form_of(line.pattern)
    if form and not line.edits and line.weights[2] == "g":
        yield Finding(
            syllables=(3,),
            message="the third syllable is heavy, as in many lines of the epics",
            expected=f"classical: {form.classical}",
            found=f"{line.why(3)}; the line is {line.weights}",
            fixes=(),
        )


RULE: Rule = LineRule(
    code="CHA205",
    name="epic-opening",
    severity=Severity.INFO,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
