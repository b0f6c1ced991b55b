"""Code that nobody has compared with its verse.

## What it checks

Each link has the fingerprint of the code that was compared with the verse, under `reviewed`.

## Why

A link that was never looked at proves nothing. `dhyana review 12` shows the code and stamps the
record.

## Example

    code:
      - symbol: dhyana.attention.scale_scores

## Use instead

    code:
      - symbol: dhyana.attention.scale_scores
        reviewed: v1:fe1a065eaa459f5e

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import Repair
from dhyana.grammar.lint.sutra import AUTHORITY, links


def check(book: Book) -> Iterator[BookFinding]:
    """Find links without a fingerprint."""
    for link in links(book):
        if not link.link.reviewed and link.is_alive:
            yield link.finding(
                f"{link.symbol} was never compared with verse {link.verse.number}",
                repairs=(Repair(f"compare them and stamp: dhyana review {link.verse.number}"),),
            )


RULE = BoundRule(
    code="SUT122",
    name="never-reviewed",
    severity=Severity.WARNING,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
