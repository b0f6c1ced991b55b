"""Rules of the ties between a book and the code and the evidence that it is bound to.

They are asked of all records linted together, once. What speaks of the whole (code that no verse
describes, a verse without code) is asked only of a treatise that the code belongs to: its front and
back matter is among the records, and any of its verses is linked to code.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.grammar.lint.rule import Rule
from dhyana.shlokas.code import marked_symbols
from dhyana.shlokas.record import TreatiseRecord, VerseRecord


@dataclass(frozen=True)
class Book:
    """Records that are linted together, and their files in the same order."""

    records: Sequence[AnyRecord]
    paths: Sequence[Path]

    @cached_property
    def marks(self) -> dict[str, tuple[int, ...]]:
        """The verses that components of the model are marked with, by symbol."""
        return {marked.symbol: marked.verses for marked in marked_symbols()}

    @property
    def is_whole(self) -> bool:
        """Whether this is a treatise that describes code, with its front and back matter."""
        return bool(self.numbers) and any(verse.code for _, verse in self.verses)

    @property
    def is_complete(self) -> bool:
        """Whether these are a treatise's front and back matter and all of its verses."""
        return bool(self.numbers) and self.numbers <= {verse.number for _, verse in self.verses}

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers of the verses that the treatise has, be they among the records or not."""
        return frozenset(
            number
            for record in self.records
            if isinstance(record, TreatiseRecord)
            for canto in record.cantos
            for number in range(canto.first_verse, canto.last_verse + 1)
        )

    @property
    def verses(self) -> Iterator[tuple[int, VerseRecord]]:
        """The records of verses, each with its place among all."""
        for index, record in enumerate(self.records):
            if isinstance(record, VerseRecord):
                yield index, record


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeFinding:
    """What a rule found in a line of a source file; the line and what it reads count from 1."""

    file: Path
    line: int
    message: str
    word: str
    expected: str | None = None
    found: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundRule(Rule):
    """A rule of the ties of a book."""

    check: Callable[[Book], Iterator[BookFinding | CodeFinding]]
