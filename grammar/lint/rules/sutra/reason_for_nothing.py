"""A reason why code has no verse, where there is no such code or it has a verse.

## What it checks

Asked of a treatise as a whole: each name in `dhyana.binding.WITHOUT_VERSE` is a module of the
model, or a component without a mark; and each has words.

## Why

A stale reason hides the next component of that name.

## Example

    WITHOUT_VERSE = {"dhyana.attention.scale_scores": "a detail"}  # it is marked with verse 12

## Use instead

    WITHOUT_VERSE = {}

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, reasons
from dhyana.shlokas.code import components


def check(book: Book) -> Iterator[CodeFinding]:
    """Find reasons that nothing needs."""
    if not book.is_whole:
        return
    marked = book.marks
    without = {component.symbol for component in components()} - marked.keys()
    for name, reason in reasons().items():
        message = ""
        if name in marked:
            message = (
                f"{name} has a verse, {', '.join(map(str, marked[name]))}, and a reason why not"
            )
        elif not any(symbol == name or symbol.startswith(f"{name}.") for symbol in without):
            message = f"the model has no {name} without a verse"
        elif not reason.value.strip():
            message = f"no reason is given why {name} has no verse"
        if message:
            yield CodeFinding(file=reason.file, line=reason.line, message=message, word=name)


RULE = BoundRule(
    code="SUT114",
    name="reason-for-nothing",
    severity=Severity.WARNING,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
