"""A pause (yati) of the metre at which the writing shows no word end.

## What it checks

In metres with a pause inside the line: whether a space, a hyphen or a mark stands after the
syllable it follows.

## Why

A pause falls at the end of a word, or of a member of a compound. Sandhi and compounds written in
one hide such ends, so the lack of a space proves nothing: this is a note and never a fault.

## Example

    mātā rāmomatpitā rāmacandraḥ

The śālinī pauses after its fourth syllable; `rāmo` ends there, and the writing does not show it.

## Use instead

    mātā rāmo matpitā rāmacandraḥ

## References

Piṅgala 6.1, *yatir vicchedaḥ*; Vṛttaratnākara 1. The places are those of the metre's
definition.
"""

from collections.abc import Iterator
from itertools import accumulate

from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find pauses of a faultless line that no word end is seen at."""
    if line.edits:
        return
    for syllable in list(accumulate(line.yati))[:-1]:
        if not line.word_ends_after(syllable):
            yield Finding(
                syllables=(syllable,),
                message=f"no word end is seen at the pause of {line.metre} after {syllable}",
                expected=f"pauses after {' + '.join(map(str, line.yati))} syllables",
                found=f"{line.aksharas[syllable - 1].iast} runs on",
                fixes=(),
            )


RULE: Rule = LineRule(
    code="CHA204",
    name="pause-not-seen",
    severity=Severity.INFO,
    authority="Piṅgala 6.1; Vṛttaratnākara 1",
    documentation=__doc__,
    check=check,
)
