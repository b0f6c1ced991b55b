"""A verse that a component is marked with twice.

## What it checks

No `@shloka` of a component has a number that it or another mark of it has already.

## Why

The second says nothing, and hides which one was meant.

## Example

    @shloka(12, 12)
    def scale_scores(scores, head_dim): ...

## Use instead

    @shloka(12)
    def scale_scores(scores, head_dim): ...

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, at_mark


def check(book: Book) -> Iterator[CodeFinding]:
    """Find numbers that stand in the marks of a component a second time."""
    if not book.is_whole:
        return
    for symbol, verses in book.marks.items():
        for verse in sorted({verse for verse in verses if verses.count(verse) > 1}):
            yield at_mark(symbol, verse, f"{symbol} is marked with verse {verse} twice")


RULE = BoundRule(
    code="SUT115",
    name="verse-marked-twice",
    severity=Severity.WARNING,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
