"""A claim of which the evidence has no verdict.

## What it checks

Each claim stands, in the same words, in the evidence of its verse (`evidence/verse-012.json`).

## Why

A claim that was added or reworded after measuring has not been measured.

## Example

    # evidence/verse-012.json
    {"claims": [{"claim": "Dividing by √d_k scales the variance back to 1.", "verdict": "holds"}]}
    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k scales the variance.
        verdict: holds

## Use instead

    # evidence/verse-012.json
    {"claims": [{"claim": "Dividing by √d_k scales the variance back to 1.", "verdict": "holds"}]}
    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k scales the variance back to 1.
        verdict: holds

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, cases


def check(book: Book) -> Iterator[BookFinding]:
    """Find claims that the evidence does not have."""
    for case in cases(book):
        if case.fault:
            continue
        measured = {index for index, _, _ in case.pairs}
        for index in range(len(case.verse.claims)):
            if index not in measured:
                what = "has no verdict on this claim" if case.evidence else "is not there"
                message = f"the evidence of verse {case.verse.number} {what}"
                yield case.at_claim(index, message, repairs=(case.measuring,))


RULE = BoundRule(
    code="PRA103",
    name="claim-without-evidence",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
