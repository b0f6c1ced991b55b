"""Offsets in a text as lines and columns."""

from typing import NamedTuple


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
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
