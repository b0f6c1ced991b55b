"""A public component of the model of which no verse speaks, and no reason is given.

## What it checks

Asked of a treatise as a whole: every public function and class at the top of a module of the
model carries `@shloka`, or it or its module stands in `dhyana.binding.WITHOUT_VERSE` with a
reason. A class whose method is marked is spoken of.

## Why

The treatise claims to describe the model. What it leaves out is left out on purpose, and the
reader is told why.

## Example

    def export_onnx(model, path): ...

## Use instead

    WITHOUT_VERSE = {"dhyana.export": "writes the model for other programs"}

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, at_code, has_reason, reasons
from dhyana.shlokas.code import components


def check(book: Book) -> Iterator[CodeFinding]:
    """Find public components with neither mark nor reason."""
    if not book.is_whole:
        return
    marked, stated = book.marks, reasons()
    spoken_of = {*marked, *(symbol.rpartition(".")[0] for symbol in marked)}
    for component in components():
        if component.symbol not in spoken_of and not has_reason(component.symbol, stated):
            yield at_code(
                component.symbol,
                f"no verse speaks of {component.symbol}, and no reason is given",
                expected="@shloka(…), or a reason in dhyana.binding.WITHOUT_VERSE",
            )


RULE = BoundRule(
    code="SUT113",
    name="component-without-verse",
    severity=Severity.WARNING,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
