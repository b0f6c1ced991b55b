"""The text of a record file, and where in it each character of each field stands."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from dhyana.shlokas.composing import Node, compose
from dhyana.shlokas.shape import text_of

_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:0|[1-9][0-9]{0,5})\])*", re.ASCII)
_STEP = re.compile(r"([A-Za-z_]\w*)|([0-9]+)", re.ASCII)
# One character of a value as it is written: plain, in single quotes, in the quotes of JSON.
_WRITTEN = {
    "": re.compile("."),
    "'": re.compile("''|."),
    '"': re.compile(r"\\u.{4}|\\?."),
}
_FOLD = re.compile(r" *\n[ \n]*")
_INDENT = re.compile(r"^( *)[^ \n]", re.MULTILINE)


def steps(field: str) -> tuple[str | int, ...]:
    """Split a field path into its steps; indices count from 0.

    >>> steps("morphology[3].form")
    ('morphology', 3, 'form')

    `ValueError` when it is not a field path.
    """
    if not _PATH.fullmatch(field):
        raise ValueError(f"{field!r} is not a field path such as morphology[3].form")
    return tuple(name or int(index) for name, index in _STEP.findall(field))


class Source:
    """A record file: its path, and its text with LF line ends and without a byte order mark."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text.replace("\r\n", "\n")
        self._places: dict[str, list[int]] = {}

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is worked out again, so that a source goes to another process."""
        return {"path": self.path, "text": self.text, "_places": {}}

    def locate(self, field: str, offset: int = 0) -> tuple[int, int]:
        """Find line and column, both from 1, of a character of a field's value.

        `offset` counts code points of the value as the record has it; the offset just past
        the end is allowed. A field that is a list or a mapping has offset 0 only.
        Raises `LookupError` when the file has no such field or the field no such offset.
        """
        return self.position(self.index(field, offset))

    def index(self, field: str, offset: int = 0) -> int:
        """Find a character of a field's value in the text; as `locate`."""
        places = self._places_of(field)
        if not 0 <= offset < len(places):
            raise LookupError(f"{self.path}: {field} has no offset {offset}")
        return places[offset]

    def field_at(self, index: int) -> tuple[str, int] | None:
        """Find the field whose value an index into the text is in, and the offset there.

        The inverse of `locate`: between the characters of a value, as in the indent of a block,
        it is the offset of the next one. None where no value stands, or none that has a path.
        """
        node, path = self.root, ""
        while node is not None and node.id != "scalar":
            inside = (each for each in _children(node) if _has(each[1], index))
            name, node = next(inside, ("", None))
            path += f"[{name}]" if isinstance(name, int) else f".{name}" if path else str(name)
        if node is None or not _PATH.fullmatch(path):
            return None
        places = self._places_of(path)
        return path, min(bisect_left(places, index), len(places) - 1)

    def _places_of(self, field: str) -> list[int]:
        places = self._places.get(field)
        if places is None:
            places = self._places[field] = self._align(self.node(field))
        return places

    def position(self, index: int) -> tuple[int, int]:
        """Line and column, both from 1, of an index into the text."""
        return self.text.count("\n", 0, index) + 1, index - self.text.rfind("\n", 0, index)

    @cached_property
    def root(self) -> Node | None:
        """The nodes of the text; `ComposeError` when it is not one YAML document."""
        return compose(self.text)

    def node(self, field: str) -> Node:
        """Find the node of a field's value; `LookupError` when the file has no such field."""
        node = self.root
        for step in steps(field):
            node = _child(node, step)
        if node is None:
            raise LookupError(f"{self.path}: the file has no {field}")
        return node

    def _align(self, node: Node) -> list[int]:
        """Text index of each character of a scalar's value, and of the place after the last."""
        start = node.start_mark.index
        if node.id != "scalar":
            return [start]
        value = text_of(node)
        if node.style == "|":
            return _align_literal(self.text, start, value)
        if node.style == ">":
            return _align_folded(self.text, start, value)
        return _align_flow(self.text, start, value, node.style or "")


def _child(node: Node | None, step: str | int) -> Node | None:
    return next((child for name, child in _children(node) if name == step), None)


def _children(node: Node | None) -> Iterable[tuple[str | int, Node]]:
    if node is not None and node.id == "sequence":
        return enumerate(node.value)
    if node is not None and node.id == "mapping":
        return ((key.value, value) for key, value in node.value if key.id == "scalar")
    return ()


def _has(node: Node, index: int) -> bool:
    """Whether an index is in a node or just behind it; a block ends where the next line begins."""
    behind = node.style not in ("|", ">") if node.id == "scalar" else True
    return node.start_mark.index <= index < node.end_mark.index + behind


def _align_literal(text: str, start: int, value: str) -> list[int]:
    """Align a `|` block: each line of the value is the end of a line of the text."""
    places: list[int] = []
    at = _next_line(text, start)
    for line in value.split("\n"):
        end = _line_end(text, at)
        places.extend(range(end - len(line), end + 1))
        at = end + 1
    return places


def _align_folded(text: str, start: int, value: str) -> list[int]:
    """Align a `>` block: a break between two lines is a space, or a newline for each empty line."""
    places: list[int] = []
    at = _next_line(text, start)
    indent = _indent(text, at) - _indent(value, 0)
    body = value.rstrip("\n")
    breaks: list[int] = []
    end = _line_end(text, at)
    while len(places) < len(body) and at <= len(text):
        end = _line_end(text, at)
        begin = min(at + indent, end)
        if begin < end:
            rest = value[len(places) :]
            folded = rest[0] == " " and text[begin] != " "
            count = 1 if folded else len(rest) - len(rest.lstrip("\n"))
            places.extend(breaks[:count])
            places.extend(range(begin, end))
            breaks = []
        breaks.append(end)
        at = end + 1
    for _ in range(len(body), len(value) + 1):
        places.append(end)
        end = _line_end(text, end + 1)
    return places


def _indent(text: str, at: int) -> int:
    """Width of the white space before the first line with anything else on it."""
    line = _INDENT.search(text, at)
    return len(line.group(1)) if line else 0


def _align_flow(text: str, start: int, value: str, quote: str) -> list[int]:
    """Align a plain or quoted scalar, which may run over several lines."""
    places: list[int] = []
    at = start + len(quote)
    while len(places) < len(value):
        fold = _FOLD.match(text, at)
        if fold:
            newlines = [i for i in range(at, fold.end()) if text[i] == "\n"]
            places.extend(newlines[:1] if len(newlines) == 1 else newlines[1:])
            at = fold.end()
        else:
            places.append(at)
            written = _WRITTEN[quote].match(text, at)
            at = written.end() if written else len(text)
    return [*places, at]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _next_line(text: str, at: int) -> int:
    return _line_end(text, at) + 1
