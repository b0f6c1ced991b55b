"""A link to private code.

## What it checks

No part of a linked name begins with an underscore.

## Why

What is private may change without notice, and readers cannot call it; a verse describes what the
model offers.

## Example

    code:
      - symbol: dhyana.attention._fused

## Use instead

    code:
      - symbol: dhyana.attention.attention

## References

PEP 8, *Designing for Inheritance*: a leading underscore is not part of the public interface.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, links


def check(book: Book) -> Iterator[BookFinding]:
    """Find links to what begins with an underscore."""
    for link in links(book):
        private = [part for part in link.symbol.split(".") if part.startswith("_")]
        if private and link.is_alive:
            yield link.finding(f"{private[0]} is private", expected="a public component")


RULE = BoundRule(
    code="SUT104",
    name="private-symbol",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
