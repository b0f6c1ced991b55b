"""Code that is no longer what was compared with its verse.

## What it checks

The fingerprint of each linked component is the one under `reviewed`. It is taken of the syntax
tree: layout, comments, docstrings and the mark do not count.

## Why

Code changes under a verse that stays; somebody has to read both again. `dhyana review 12` shows
what changed and stamps the record.

## Example

    # dhyana/attention.py
    @shloka(12)
    def scale_scores(scores, head_dim):
        return scores / head_dim**0.5
    # canto-03/verse-012.yaml
    code:
      - symbol: dhyana.attention.scale_scores
        reviewed: v1:0000000000000000

## Use instead

    # dhyana/attention.py
    @shloka(12)
    def scale_scores(scores, head_dim):
        return scores / head_dim**0.5
    # canto-03/verse-012.yaml
    code:
      - symbol: dhyana.attention.scale_scores
        reviewed: v1:5992c689ee855af1

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import Repair
from dhyana.grammar.lint.sutra import AUTHORITY, links
from dhyana.shlokas.code import fingerprint


def check(book: Book) -> Iterator[BookFinding]:
    """Find links whose code has another fingerprint now."""
    for link in links(book):
        if link.link.reviewed and link.is_alive:
            now = fingerprint(link.symbol)
            if now != link.link.reviewed:
                yield link.finding(
                    f"{link.symbol} was changed since it was compared with verse "
                    f"{link.verse.number}",
                    field="reviewed",
                    expected=now,
                    found=link.link.reviewed,
                    repairs=(Repair(f"compare them and stamp: dhyana review {link.verse.number}"),),
                )


RULE = BoundRule(
    code="SUT121",
    name="changed-since-review",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
