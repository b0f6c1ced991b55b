"""The anvaya clause by clause, each word with its morphology row: where agreement is seen."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from dhyana.grammar.lint.vyakarana import Word, words
from dhyana.grammar.lipi.phonemes import sounds
from dhyana.grammar.padaccheda import split
from dhyana.shlokas.record import VerseRecord

_CLAUSE = re.compile("[^,;।॥|]+")


@dataclass(frozen=True, slots=True)
class Clause:
    """The words of a clause in the order of prose; None for one without a row of its own.

    `supplied`: some of them stand in brackets.
    """

    words: tuple[Word | None, ...]
    supplied: bool


def clauses(record: VerseRecord) -> Iterator[Clause]:
    """Give the clauses of an anvaya, which its punctuation parts."""
    rows: dict[str, list[Word]] = defaultdict(list)
    for word in words(record):
        rows[_heard(word.examined.written)].append(word)
    for clause in _CLAUSE.finditer(record.anvaya):
        found = split(clause[0])
        waiting = [rows[_heard(token.written)] for token in found]
        yield Clause(
            tuple(of.pop(0) if of else None for of in waiting),
            any(token.supplied for token in found),
        )


def _heard(written: str) -> str:
    """Read a word; its final anusvāra is m."""
    heard = sounds(written.replace("-", "")).slp1
    return heard[:-1] + "m" if heard.endswith("M") else heard
