"""A verdict that is not the measured one.

## What it checks

The verdict of each claim is the one that the evidence has for it.

## Why

The record says what a reader may rely on; it must be what the experiment found.

## Example

    # evidence/verse-012.json
    {"claims": [{"claim": "Dividing by √d_k costs nothing.", "verdict": "qualified"}]}
    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k costs nothing.
        verdict: holds

## Use instead

    # evidence/verse-012.json
    {"claims": [{"claim": "Dividing by √d_k costs nothing.", "verdict": "qualified"}]}
    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k costs nothing.
        verdict: qualified
        qualification: where it is folded into the projection of the queries

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, cases


def check(book: Book) -> Iterator[BookFinding]:
    """Find claims of which something else was found."""
    for case in cases(book):
        for index, claim, finding in case.pairs:
            if claim.verdict is not finding.verdict:
                yield case.at_claim(
                    index,
                    f"the record says {claim.verdict}, the experiment found {finding.verdict}",
                    field="verdict",
                    expected=finding.verdict,
                    found=claim.verdict,
                )


RULE = BoundRule(
    code="PRA106",
    name="verdict-differs",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
