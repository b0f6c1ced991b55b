"""The family VYA, व्याकरणम्: each row's form stands in its cell, and what the row says is so.

The words of a record are examined once; each rule speaks of one way in which a row is refuted.
What cannot be decided is no finding.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from dhyana.grammar.category import DECLINED, FINITE, Category
from dhyana.grammar.lint.record_rule import AnyRecord, RecordFinding
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.vyakarana.cells import Cell
from dhyana.grammar.vyakarana.deriving import Derived, UndecidableError, Vyakarana
from dhyana.grammar.vyakarana.dhatupatha import dhatupatha
from dhyana.grammar.vyakarana.examining import Examined, examine, verdict_in
from dhyana.grammar.vyakarana.sutras import cite, deciding
from dhyana.shlokas.record import MorphologyRow, VerseRecord, WordAnalysis

LONGEST = 200
"""Characters of the longest form that is examined."""

_dhatupatha: ContextVar[Path | None] = ContextVar("dhatupatha", default=None)


@contextmanager
def reading_dhatupatha(path: Path | None) -> Iterator[None]:
    """Let the rules read the roots of a file in place of the treatise's own; None: these."""
    token = _dhatupatha.set(path)
    try:
        yield
    finally:
        _dhatupatha.reset(token)


def grammar(*, steps: bool = False) -> Vyakarana:
    """Give the grammar that the rules ask; `steps`: with the history of every derivation.

    Raises ValueError or OSError as `dhatupatha` does.
    """
    return _grammar(_dhatupatha.get(), steps)


@lru_cache(maxsize=4)
def _grammar(path: Path | None, steps: bool) -> Vyakarana:
    return Vyakarana(dhatupatha(path) if path else None, steps=steps)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a morphology row, examined."""

    index: int
    row: MorphologyRow
    examined: Examined

    @property
    def analysis(self) -> WordAnalysis | None:
        """What we say of it."""
        return self.examined.analysis

    @property
    def category(self) -> Category | None:
        """What its label says of it, where that can be read."""
        return self.examined.category

    @property
    def is_declined(self) -> bool:
        """Whether its label names a case."""
        category = self.category
        return category is not None and category.kind in DECLINED and bool(category.vibhakti)

    @property
    def is_finite(self) -> bool:
        """Whether its label names a person."""
        return self.category is not None and self.category.kind in FINITE

    def in_form(self, message: str, **parts: Any) -> RecordFinding:
        """Point at the word in the form of its row."""
        return self._at("form", self.examined.start, self.examined.end, message, **parts)

    def in_label(self, message: str, term: str | None = None, **parts: Any) -> RecordFinding:
        """Point at a term of the label, or at the whole of it."""
        label = self.row.category
        start = label.find(term) if term else -1
        if term is None or start < 0:
            return self._at("category", 0, len(label), message, **parts)
        return self._at("category", start, start + len(term), message, **parts)

    def in_description(self, start: int, end: int, message: str, **parts: Any) -> RecordFinding:
        """Point at a place in the description."""
        return self._at("description", start, end, message, **parts)

    def _at(self, field: str, start: int, end: int, message: str, **parts: Any) -> RecordFinding:
        return RecordFinding(
            field=f"morphology[{self.index}].{field}",
            start=start,
            end=end,
            message=message,
            word=self.examined.written,
            **parts,
        )


def words(record: VerseRecord) -> tuple[Word, ...]:
    """Examine the words of all rows of a record."""
    return _words(record.morphology, grammar())


def words_of(record: AnyRecord) -> tuple[Word, ...]:
    """Examine the words of a record of any kind; only a verse has any."""
    return words(record) if isinstance(record, VerseRecord) else ()


@lru_cache(maxsize=256)  # a book, in two editions
def _words(rows: tuple[MorphologyRow, ...], asked: Vyakarana) -> tuple[Word, ...]:
    return tuple(
        Word(index, row, examined)
        for index, row in enumerate(rows)
        if len(row.form) <= LONGEST
        for examined in examine(row, asked)
    )


def shown(given: Sequence[Derived]) -> str:
    """Write forms in Devanagari; a final voiced stop is another spelling of the voiceless one."""
    return " / ".join(dict.fromkeys(devanagari(derived.form) for derived in given)) or "no form"


def history(word: Word, cell: Cell | None, analysis: WordAnalysis) -> str:
    """Name the sūtras by which a cell of a word has its forms."""
    try:
        verdict = verdict_in(word.examined.written, cell, analysis, grammar(steps=True))
    except UndecidableError:
        return ""
    return cite(number for derived in verdict.given for number in deciding(derived))
