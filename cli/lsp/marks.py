"""The marks in Python files that name verses: `@shloka(12)`, `@experiment(12)`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dhyana.cli.lsp.documents import Document

_MARK = re.compile(
    r"^[ \t]*@(?:\w+\.)*(?:shloka|experiment|demonstration)\(([^()\n]{0,200})\)", re.MULTILINE
)
_NUMBER = re.compile(r"\b[0-9]{1,3}\b")


@dataclass(frozen=True, slots=True)
class Mark:
    """A number in a mark: `text[start:end]` of the file names the verse."""

    verse: int
    start: int
    end: int


def marks(document: Document) -> Iterator[Mark]:
    """Find all marks of a file, which need not be valid Python just now."""
    if document.is_too_large:
        return
    for mark in _MARK.finditer(document.text):
        for number in _NUMBER.finditer(document.text, *mark.span(1)):
            yield Mark(int(number[0]), number.start(), number.end())


def marks_at(document: Document, index: int) -> list[Mark]:
    """Give the mark whose number a place is in, or all marks of its line."""
    found = list(marks(document))
    start, end = document.places.line_of(index)
    at = [mark for mark in found if mark.start <= index <= mark.end]
    return at or [mark for mark in found if start <= mark.start < end]
