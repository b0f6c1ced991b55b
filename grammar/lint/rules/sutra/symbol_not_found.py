"""A link to code that is not there.

## What it checks

Each `symbol` under `code` names a module of the package and a function, class, method or constant
in it. Where it does not, names spelt alike and the places to which a name may have moved are
suggested.

## Why

Code is renamed and moved; the verse then describes nothing.

## Example

    code:
      - symbol: dhyana.attention.scale_score

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
from dhyana.grammar.lint.record_rule import Repair
from dhyana.grammar.lint.sutra import AUTHORITY, links
from dhyana.shlokas.code import CodeError, locate, nearest


def check(book: Book) -> Iterator[BookFinding]:
    """Find links that lead nowhere."""
    for link in links(book):
        try:
            locate(link.symbol)
        except CodeError as error:
            near = nearest(link.symbol)
            yield link.finding(
                str(error).partition(";")[0],
                expected=" or ".join(near) or "a component of the package",
                repairs=tuple(
                    Repair(f"link {symbol}", ((0, len(link.symbol), symbol),)) for symbol in near
                ),
            )


RULE = BoundRule(
    code="SUT102",
    name="symbol-not-found",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
