"""Code that a verse is linked to, but that is not marked with the verse.

## What it checks

Each component that a record names under `code` carries `@shloka` with the number of that verse.
Constants cannot be marked.

## Why

Who reads the code must find the verse, as who reads the verse finds the code.

## Example

    # verse 12: code: [{symbol: dhyana.attention.scale_scores}]
    def scale_scores(scores, head_dim): ...

## Use instead

    # verse 12: code: [{symbol: dhyana.attention.scale_scores}]
    @shloka(12)
    def scale_scores(scores, head_dim): ...

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, links
from dhyana.shlokas.code import locate


def check(book: Book) -> Iterator[BookFinding]:
    """Find links whose component has no mark of the verse."""
    marked = book.marks
    for link in links(book):
        verses = marked.get(link.symbol, ())
        if link.verse.number not in verses and link.is_alive and _can_be_marked(link.symbol):
            yield link.finding(
                f"{link.symbol} is not marked with verse {link.verse.number}",
                expected=f"@shloka({', '.join(map(str, sorted({*verses, link.verse.number})))})",
                found=f"@shloka({', '.join(map(str, verses))})" if verses else "no mark",
            )


def _can_be_marked(symbol: str) -> bool:
    """Whether a component is a function or class."""
    return locate(symbol).signature.startswith(("def ", "async def ", "class "))


RULE = BoundRule(
    code="SUT111",
    name="link-without-mark",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
