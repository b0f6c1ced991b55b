"""Evidence that cannot be read, or contradicts itself.

## What it checks

The evidence of each verse with claims has the shape that `dhyana run --save` writes, is of that
verse, and its verdicts are those that its measurements give.

## Why

A verdict that was typed in, and not measured, is no evidence.

## Example

    # evidence/verse-012.json
    {"claims": [{"verdict": "holds",
                 "measurements": [{"value": 3, "relation": "at_most", "expected": 1}]}]}

## Use instead

    # evidence/verse-012.json
    {"claims": [{"verdict": "refuted",
                 "measurements": [{"value": 3, "relation": "at_most", "expected": 1}]}]}

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, cases


def check(book: Book) -> Iterator[BookFinding]:
    """Find evidence with a fault."""
    for case in cases(book):
        if case.fault:
            yield case.at_verse(case.fault, repairs=(case.measuring,))


RULE = BoundRule(
    code="PRA104",
    name="evidence-unreadable",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
