"""An experiment for a verse that the treatise does not have.

## What it checks

Asked of a treatise as a whole: each number of an `@experiment` mark is a verse that has claims.

## Why

It measures for nobody, and its number may be meant for another verse.

## Example

    # dhyana/pramana/canto_03.py
    @experiment(51)
    def measure_scaling(settings): ...

## Use instead

    # dhyana/pramana/canto_03.py
    @experiment(12)
    def measure_scaling(settings): ...

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, experiments
from dhyana.grammar.lint.sutra import at_mark


def check(book: Book) -> Iterator[CodeFinding]:
    """Find experiments whose verse has no claims or is not there."""
    if not book.is_whole:
        return
    claims = {verse.number: verse.claims for _, verse in book.verses}
    for verse, symbol in experiments().items():
        if verse not in book.numbers or not claims.get(verse, True):
            message = f"the treatise has no verse {verse} with claims"
            yield at_mark(symbol, verse, message, mark="experiment")


RULE = BoundRule(
    code="PRA109",
    name="experiment-without-verse",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
