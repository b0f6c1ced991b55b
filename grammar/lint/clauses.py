"""The anvaya clause by clause, each word with its morphology row: where agreement is seen."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from dhyana.grammar.lint.vyakarana import Word, words
from dhyana.grammar.padaccheda import split
from dhyana.grammar.vyakarana.examining import heard_as
from dhyana.shlokas.record import VerseRecord

_CLAUSE = re.compile("[^,;।॥|]+")


@dataclass(frozen=True, slots=True)
class Clause:
    """The words of a clause in the order of prose; None for one without a row.

    A word that stands more often than it has rows is explained by its last. `places` are theirs in
    the anvaya. `supplied`: some of them stand in brackets.
    """

    words: tuple[Word | None, ...]
    places: tuple[tuple[int, int], ...]
    supplied: bool


def clauses(record: VerseRecord) -> tuple[Clause, ...]:
    """Give the clauses of an anvaya, which its punctuation parts."""
    return _clauses(record.anvaya, words(record))


@lru_cache(maxsize=64)
def _clauses(anvaya: str, of_rows: tuple[Word, ...]) -> tuple[Clause, ...]:
    rows: dict[str, list[Word]] = defaultdict(list)
    for word in of_rows:
        rows[heard_as(word.examined.written)].append(word)
    found: list[Clause] = []
    for clause in _CLAUSE.finditer(anvaya):
        tokens = split(clause[0])
        waiting = [rows[heard_as(token.written.replace("-", ""))] for token in tokens]
        in_order = tuple(_next(of) for of in waiting)
        at = clause.start()
        places = tuple((at + token.start, at + token.end) for token in tokens)
        found.append(Clause(in_order, places, any(token.supplied for token in tokens)))
    return tuple(found)


def _next(rows: list[Word]) -> Word | None:
    """Take the next row of a word; the last serves again."""
    if len(rows) > 1:
        return rows.pop(0)
    return rows[0] if rows else None
