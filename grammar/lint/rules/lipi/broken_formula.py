r"""A formula that LaTeX would refuse, or read otherwise than it is meant.

## What it checks

Formulas between `$` signs: braces, brackets and environments that are not closed, `\left` without
`\right`, commands that LaTeX does not have, arguments and marks of an index that are missing, a
`$` without its partner. What is left of a command after its backslash was lost is LIP112.

## Why

The formula is printed wrongly, or not at all.

## Example

    commentary  $\text{Concat}(\text{head}1, \dots, \text{head}_h)$

## Use instead

    commentary  $\text{Concat}(\text{head}_1, \dots, \text{head}_h)$

## References

D. E. Knuth, *The TeXbook*, chapters 16–18; *User's Guide for the amsmath Package*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.lipi import formula_findings
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding
from dhyana.grammar.lipi.latex import unpaired_dollar
from dhyana.grammar.lipi.latex_tree import FaultKind


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find what is wrong with the formulas of a text."""
    if "$" not in text:
        return
    yield from formula_findings(field, text, frozenset(FaultKind) - {FaultKind.LOST_BACKSLASH})
    place = unpaired_dollar(text)
    if place is not None:
        yield RecordFinding(
            field=field,
            start=place,
            end=place + 1,
            message="$ neither opens nor closes a formula",
            expected=r"a second $, or \$ for the sign itself",
            found="$",
        )


RULE = FieldRule(
    code="LIP111",
    name="broken-formula",
    severity=Severity.ERROR,
    authority="The TeXbook, chapters 16–18",
    documentation=__doc__,
    check=check,
)
