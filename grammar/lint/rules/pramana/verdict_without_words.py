"""A verdict that needs words and has none.

## What it checks

A claim that is qualified says under which condition it holds; one that is refuted or not
measurable says why, under `qualification`.

## Why

*Qualified* alone leaves the reader to guess when to rely on it.

## Example

    claims:
      - text: …
        verdict: not_measurable

## Use instead

    claims:
      - text: …
        verdict: not_measurable
        qualification: it speaks of what readers find beautiful

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, cases
from dhyana.shlokas.record import Verdict


def check(book: Book) -> Iterator[BookFinding]:
    """Find verdicts other than *holds* without a qualification."""
    for case in cases(book):
        for index, claim in enumerate(case.verse.claims):
            if claim.verdict is not Verdict.HOLDS and not (claim.qualification or "").strip():
                yield case.at_claim(
                    index,
                    f"{claim.verdict.replace('_', ' ')}, and no word of why or when",
                    field="verdict",
                    expected="qualification: …",
                )


RULE = BoundRule(
    code="PRA107",
    name="verdict-without-words",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
