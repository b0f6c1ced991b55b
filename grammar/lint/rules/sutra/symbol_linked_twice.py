"""A link that a verse has twice.

## What it checks

No two entries under `code` name the same component.

## Why

Two reviews of one thing can differ; the second is never looked at.

## Example

    code:
      - symbol: dhyana.attention.scale_scores
      - symbol: dhyana.attention.scale_scores

## Use instead

    code:
      - symbol: dhyana.attention.scale_scores

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, links


def check(book: Book) -> Iterator[BookFinding]:
    """Find links that stand in a record a second time."""
    for link in links(book):
        before = link.verse.code[: link.index]
        if any(other.symbol == link.symbol for other in before):
            yield link.finding(f"{link.symbol} is linked to this verse already")


RULE = BoundRule(
    code="SUT103",
    name="symbol-linked-twice",
    severity=Severity.WARNING,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
