r"""A LaTeX command that has lost its backslash.

## What it checks

What is left of commands in formulas: `ext{`, `rac{`, `imes`, `lpha`, a tab or form feed before
them, or a whole name such as `sqrt{x}`.

## Why

In a quoted string `\t` is a tab and `\f` a form feed. A program that wrote the text between quotes
made of `\text` a tab and `ext`, and the formula is no longer one.

## Example

    commentary  $N imes N$ and $rac{1}{2}$

## Use instead

    commentary  $N \times N$ and $\frac{1}{2}$

## References

D. E. Knuth, *The TeXbook*, chapter 16; the YAML specification 1.2, section 5.7, escaped characters.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.lipi import formula_findings
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding
from dhyana.grammar.lipi.latex_tree import FaultKind


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find what is left of commands in the formulas of a text."""
    if "$" in text:
        yield from formula_findings(field, text, frozenset({FaultKind.LOST_BACKSLASH}))


RULE = FieldRule(
    code="LIP112",
    name="lost-backslash",
    severity=Severity.ERROR,
    authority="YAML 1.2, section 5.7",
    documentation=__doc__,
    check=check,
)
