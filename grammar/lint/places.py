"""Offsets in a text as lines and columns."""

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

_LONG = 4096
"""Characters of a text in which lines are no longer counted anew for each place."""


class Place(NamedTuple):
    """A stretch of text; lines and columns count code points from 1, the last is excluded."""

    line: int
    column: int
    end_line: int
    end_column: int


def place(text: str, start: int, end: int) -> Place:
    r"""Where `text[start:end]` stands; lines end with `\n`."""
    return Place(*position(text, start), *position(text, end))


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset in a text, both from 1."""
    if len(text) <= _LONG:
        return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    starts = _line_starts(text)
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


@lru_cache(maxsize=2)
def _line_starts(text: str) -> list[int]:
    starts = [0]
    while end := text.find("\n", starts[-1]) + 1:
        starts.append(end)
    return starts
