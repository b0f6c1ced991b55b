"""Code that is marked with a verse that is not linked to it.

## What it checks

Asked of a treatise as a whole: each number of an `@shloka` mark is a verse whose record names the
component under `code`.

## Why

A mark that no verse answers sends the reader to a verse that speaks of something else.

## Example

    # verse 12 has no code
    @shloka(12)
    def scale_scores(scores, head_dim): ...

## Use instead

    # verse 12: code: [{symbol: dhyana.attention.scale_scores}]
    @shloka(12)
    def scale_scores(scores, head_dim): ...

## References

D. E. Knuth, *Literate Programming*, The Computer Journal 27 (1984).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.sutra import AUTHORITY, at_mark, links


def check(book: Book) -> Iterator[CodeFinding]:
    """Find marks whose verse does not link the component."""
    if not book.is_whole:
        return
    numbers, read = book.numbers, {verse.number for _, verse in book.verses}
    linked = {(link.symbol, link.verse.number) for link in links(book)}
    for symbol, verses in book.marks.items():
        for verse in dict.fromkeys(verses):
            if verse not in numbers:
                yield at_mark(symbol, verse, f"the treatise has no verse {verse}")
            elif verse in read and (symbol, verse) not in linked:
                message = f"{symbol} is marked with verse {verse}, which is not linked to it"
                expected = f"code: [{{symbol: {symbol}}}] in the record of verse {verse}"
                yield at_mark(symbol, verse, message, expected=expected)


RULE = BoundRule(
    code="SUT112",
    name="mark-without-link",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
