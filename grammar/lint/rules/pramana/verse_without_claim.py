"""A verse of which no claim is stated.

## What it checks

Every verse of a treatise that is linted as a whole, and is linked to code, has an entry under
`claims`.

## Why

What a verse asserts can be tested only when it is written down as a sentence that can be true or
false.

## Example

    code:
      - symbol: dhyana.attention.scale_scores

## Use instead

    code:
      - symbol: dhyana.attention.scale_scores
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
from dhyana.grammar.lint.pramana import AUTHORITY, Case


def check(book: Book) -> Iterator[BookFinding]:
    """Find linked verses of a whole treatise without claims."""
    if not book.is_whole:
        return
    for index, verse in book.verses:
        if verse.code and not verse.claims:
            yield Case(index, verse, None).at_verse(
                f"no claim of verse {verse.number} is stated", expected="claims: [{text: …}]"
            )


RULE = BoundRule(
    code="PRA101",
    name="verse-without-claim",
    severity=Severity.WARNING,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
