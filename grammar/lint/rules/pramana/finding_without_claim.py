"""Evidence for what the record does not claim.

## What it checks

Each finding in the evidence of a verse is of a claim of its record, and no claim is in it twice.

## Why

A claim that was dropped after it was measured is one that somebody did not like.

## Example

    # evidence/verse-012.json
    {"claims": [{"claim": "Dividing by √d_k costs nothing.", "verdict": "refuted"}]}
    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k scales the variance back to 1.
        verdict: holds

## Use instead

    # evidence/verse-012.json
    {"claims": [{"claim": "Dividing by √d_k costs nothing.", "verdict": "refuted"}]}
    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k costs nothing.
        verdict: refuted
        qualification: it costs a multiplication for each score

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, cases


def check(book: Book) -> Iterator[BookFinding]:
    """Find findings that no claim of the record asked for."""
    for case in cases(book):
        claims = [claim.text for claim in case.verse.claims]
        for finding in case.evidence.claims if case.evidence else ():
            if finding.claim in claims:
                claims.remove(finding.claim)
            else:
                yield case.at_verse(f"the evidence has a claim more: {finding.claim}")


RULE = BoundRule(
    code="PRA108",
    name="finding-without-claim",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
