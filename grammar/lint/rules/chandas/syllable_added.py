"""A line with too many syllables in a metre that fixes every syllable.

## What it checks

Lines are aligned with their metre so that as little as possible has to change. Where there is a
syllable too many, the syllables that may be it are reported: one, or the run of those that could
as well go. The numbers are those of the line as written.

## Why

A particle put in for the sense, or a word whose sandhi was undone, makes a line one too long.

## Example

    namas te sadā hi vatsale mātṛbhūme

has thirteen syllables; without `hi` it is a bhujaṅgaprayāta (lgg lgg lgg lgg).

## Use instead

    namas te sadā vatsale mātṛbhūme

## References

Vṛttaratnākara 3–5.
"""

from collections.abc import Iterator

from dhyana.grammar.lines import LineRule, ReadLine, span
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.matching import Change
from dhyana.grammar.shloka import Finding


def check(line: ReadLine) -> Iterator[Finding]:
    """Find which syllable is too many."""
    for edit in line.edits:
        if edit.change is not Change.EXTRA:
            continue
        spot = span(edit.first + 1, edit.last + 1)
        written = "".join(a.iast for a in line.aksharas[edit.first : edit.last + 1])
        yield Finding(
            syllables=tuple(range(edit.first + 1, edit.last + 2)),
            message=f"a line of {line.metre} has one syllable too many at {spot}",
            expected=f"{len(line.pattern)} syllables: {line.pattern}",
            found=f"{len(line.aksharas)} syllables: {line.weights}",
            fixes=(Fix(f"leave out a syllable of {written}"),),
        )


RULE: Rule = LineRule(
    code="CHA203",
    name="syllable-added",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 3–5; Apte 1890, appendix I",
    documentation=__doc__,
    check=check,
)
