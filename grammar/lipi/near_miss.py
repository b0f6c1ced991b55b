"""Near-misses: spellings that are not what the scheme prescribes and that say what is meant."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from dhyana.grammar.lipi.source_text import SourceText


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A character read the sensible way and not silently: what stands there, how it was read.

    `start` and `end` are code-point offsets in the scanned text; `read_as` is empty for what
    is ignored.
    """

    start: int
    end: int
    written: str
    read_as: str
    message: str


class Rule(NamedTuple):
    """One kind of near-miss.

    `read` gives the spelling that is meant, or None where the match is none after all;
    `message` may name {written} and {read}, and is empty for what needs no word: punctuation
    that only looks like a letter.
    """

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], str | None]
    message: str


def mend(source: SourceText, rules: Iterable[Rule]) -> list[NearMiss]:
    """Respell the text by every rule in turn; what was respelled, in order of rules."""
    found: list[NearMiss] = []
    for rule in rules:

        def respell(match: re.Match[str], rule: Rule = rule) -> str | None:
            read = rule.read(match)
            if read is not None and rule.message:
                start, end = source.place(match.start()), source.place(match.end())
                written = source.original[start:end]
                message = rule.message.format(written=written, read=read)
                found.append(NearMiss(start, end, written, read.strip(), message))
            return read

        source.respell(rule.pattern, respell)
    return found
