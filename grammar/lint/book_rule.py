"""Rules of a book: those that compare the records linted together with each other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dhyana.grammar.lint.record_rule import AnyRecord, RecordFinding
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule


@dataclass(frozen=True, slots=True)
class BookFinding:
    """What a rule found in one of several records, by its place among them."""

    record: int
    finding: RecordFinding


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRule(Rule):
    """A rule that compares the records of a book with each other."""

    check: Callable[[Sequence[AnyRecord]], Iterator[BookFinding]]


def book_findings(
    records: Sequence[AnyRecord], family: str = ""
) -> Iterator[tuple[BookRule, BookFinding]]:
    """Ask the rules of a family, or of all, that compare records with each other."""
    for rule in rules(family):
        if isinstance(rule, BookRule):
            for found in rule.check(records):
                yield rule, found


def called(record: AnyRecord) -> str:
    """Name a record as a reader of a finding in another one looks for it."""
    number = getattr(record, "number", None)
    return "the treatise's front and back matter" if number is None else f"verse {number}"
