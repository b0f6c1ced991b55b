"""What is being written at a place: the keys above it and the beginning of its value, line by line.

A record is rarely sound YAML where one is just writing, so that nothing but the layout of its
lines is read here.
"""

import re
from dataclasses import dataclass

from dhyana.cli.lsp.documents import Document

_KEY = re.compile(r"^(?P<before>[ ]*(?:-[ ]+)*)(?P<key>\w+):(?:[ ]+(?P<value>.*))?$", re.ASCII)
_IN_BRACKETS = re.compile(r"(?:\{|,[ ]*)(?P<key>\w+):[ ]*(?P<value>[^{}:]*)$", re.ASCII)
_BLOCK = re.compile(r"^[|>][+-]?[0-9]?[ ]*(?:#.*)?$")
_LOOKED_AT = 2_000  # lines above


@dataclass(frozen=True, slots=True)
class Context:
    """The keys from the top of the file, and what is written of the value before the place."""

    keys: tuple[str, ...]
    written: str


def context_at(document: Document, index: int) -> Context | None:
    """Say in the value of which key a place is; None where it is in none."""
    start, _ = document.places.line_of(index)
    line = document.text[start:index]
    above = document.text[max(0, start - 200_000) : start].splitlines()[-_LOOKED_AT:]
    own = _KEY.match(line)
    if "{" in line and (inner := _IN_BRACKETS.search(line)):
        column = len(line) - len(line.lstrip(" -")) + 1
        outer = (own["key"],) if own else ()
        return Context((*_above(above, column), *outer, inner["key"]), _unquoted(inner["value"]))
    if own:
        if own["value"] is None or _BLOCK.match(own["value"]):
            return None
        return Context((*_above(above, len(own["before"])), own["key"]), _unquoted(own["value"]))
    indent = len(line) - len(line.lstrip(" "))
    keys = _above(above, indent, block=True)
    return Context(keys, line.strip(" ")) if keys and indent else None


def _above(lines: list[str], column: int, *, block: bool = False) -> tuple[str, ...]:
    """Give the keys that a column stands under; `block`: it is in the text of the nearest."""
    keys: list[str] = []
    for line in reversed(lines):
        if not line.strip() or len(line) - len(line.lstrip(" ")) >= column:
            continue
        found = _KEY.match(line)
        if block and (not found or not _BLOCK.match(found["value"] or "")):
            return ()
        block = False
        if found and len(found["before"]) < column:
            keys.append(found["key"])
            column = len(found["before"])
            if column == 0:
                break
    return tuple(reversed(keys))


def _unquoted(value: str) -> str:
    return value.removeprefix("'")
