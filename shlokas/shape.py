"""From annotated record types to checked values: binding a YAML node, describing it as JSON Schema.

`shape_of` reads one annotation of a record type (`Annotated[..., About(...)]`, `X | None`,
`tuple[X, ...]`, a `StrEnum`, a nested dataclass) into a shape. A shape binds nodes of a
composed YAML document and collects every fault instead of stopping at the first. The depth of
a shape is that of its type, so no document, however deep, makes binding recurse further.
"""

import dataclasses
import difflib
import math
import re
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from dhyana.shlokas.composing import Node
from dhyana.shlokas.faults import MAX_FAULTS, Fault, RecordError, shown
from dhyana.shlokas.record import About

REFUSED: Final = "&"
"""Tag that `reading` puts on an anchored node, whose fault it has reported itself."""

INVALID: Final = object()
"""What `Shape.bind` returns for a node that is at fault."""

_WHOLE = re.compile("-?(?:0|[1-9][0-9]{0,8})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclasses.dataclass(frozen=True, slots=True)
class Where:
    """The way to a node from the root: the last step and the way to its parent."""

    parent: "Where | None"
    step: str | int

    def __str__(self) -> str:
        before = "" if self.parent is None else str(self.parent)
        if isinstance(self.step, int):
            return f"{before}[{self.step}]"
        return f"{before}.{self.step}" if before else self.step


class Binding:
    """One document being bound: its text, and the faults found in it so far."""

    def __init__(self, path: Path, text: str, faults: list[Fault]) -> None:
        self.path = path
        self.text = text
        self.faults = faults

    def fault(self, node: Node, where: Where | None, message: str, expected: str = "") -> object:
        """Note a fault at the node and return `INVALID`."""
        if node.tag == REFUSED:
            return INVALID
        if where is not None:
            message = f"{where}: {message}"
        mark = node.start_mark
        self.faults.append(Fault(self.path, mark.line + 1, mark.column + 1, message, expected))
        if len(self.faults) >= MAX_FAULTS:
            message = f"these are {MAX_FAULTS} faults; no more are sought"
            raise RecordError([*self.faults, Fault(self.path, None, None, message)])
        return INVALID


class Shape(ABC):
    """What one annotation allows."""

    expected: str
    description: str = ""
    about: About | None = None
    optional: bool = False

    def bind(self, node: Node, where: Where | None, binding: Binding) -> Any:
        """Return the node's value, or note its faults and return `INVALID`."""
        if node.tag:
            tag, *_ = binding.text[node.start_mark.index :].split(maxsplit=1)
            return binding.fault(node, where, f"tag {shown(tag)} is refused", self.expected)
        if self.optional and node.id == "scalar" and node.value in _NULLS and not node.style:
            return None
        return self._bind(node, where, binding)

    def schema(self) -> dict[str, Any]:
        """Describe what is allowed as JSON Schema (2020-12)."""
        schema = self._schema()
        if self.optional:
            schema["type"] = [schema["type"], "null"]
            if "enum" in schema:
                schema["enum"] = [*schema["enum"], None]
        description = self.about.text if self.about else self.description
        return {"description": description, **schema} if description else schema

    @abstractmethod
    def _bind(self, node: Node, where: Where | None, binding: Binding) -> Any:
        """Bind a node that carries no tag."""

    @abstractmethod
    def _schema(self) -> dict[str, Any]:
        """Describe the shape without its `About` text."""


def text_of(node: Node) -> str:
    """Text of a scalar node: as written, a block's final newline left off."""
    value: str = node.value
    return value.removesuffix("\n") if node.style in ("|", ">") else value


class Scalar(Shape):
    """A shape whose value is one scalar, read from its text."""

    def _bind(self, node: Node, where: Where | None, binding: Binding) -> Any:
        if node.id != "scalar":
            found = "a list" if node.id == "sequence" else "a mapping"
            return binding.fault(node, where, f"{found} stands here", self.expected)
        if node.value == "" and not node.style:
            return binding.fault(node, where, "the value is missing", self.expected)
        return self._read(node, where, binding)

    @abstractmethod
    def _read(self, node: Node, where: Where | None, binding: Binding) -> Any:
        """Read the scalar."""


class Text(Scalar):
    """Text as written, whatever YAML would take `no` or `12` for.

    An escape in double quotes is a fault in YAML, which has other quotes, but not in JSON.
    """

    expected = "text"

    def __init__(self, about: About | None) -> None:
        self._pattern = re.compile(about.pattern) if about and about.pattern else None

    def _read(self, node: Node, where: Where | None, binding: Binding) -> Any:
        if node.style == '"' and binding.path.suffix != ".json":
            written = binding.text[node.start_mark.index : node.end_mark.index]
            if "\\" in written:
                return binding.fault(
                    node,
                    where,
                    "a backslash in double quotes is an escape: \\t of \\text becomes a tab",
                    "single quotes or a block (|)",
                )
        text = text_of(node)
        if self._pattern and not self._pattern.fullmatch(text):
            expected = f"a match of {self._pattern.pattern}"
            return binding.fault(node, where, f"{shown(text)} is not allowed", expected)
        return text

    def _schema(self) -> dict[str, Any]:
        pattern = {"pattern": f"^(?:{self._pattern.pattern})$"} if self._pattern else {}
        return {"type": "string", **pattern}


class Number(Scalar):
    """A plain decimal number: whole, or where the type is `float` a finite one."""

    def __init__(self, kind: type[int] | type[float], about: About | None) -> None:
        self._kind = kind
        self._minimum = about.minimum if about else None
        self._maximum = about.maximum if about else None
        self._name = "a whole number" if kind is int else "a number"
        low = "" if self._minimum is None else f" from {self._minimum}"
        high = "" if self._maximum is None else f" to {self._maximum}"
        self.expected = f"{self._name}{low}{high}"

    def _read(self, node: Node, where: Where | None, binding: Binding) -> Any:
        form = _WHOLE if self._kind is int else _DECIMAL
        if node.style or not form.fullmatch(node.value):
            quoted = " in quotes" if node.style in ("'", '"') else ""
            message = f"{shown(node.value)}{quoted} is not {self._name}"
            return binding.fault(node, where, message, self.expected)
        number = self._kind(node.value)
        if not math.isfinite(number) or (
            (self._minimum is not None and number < self._minimum)
            or (self._maximum is not None and number > self._maximum)
        ):
            message = f"{shown(node.value)} is out of range"
            return binding.fault(node, where, message, self.expected)
        return number

    def _schema(self) -> dict[str, Any]:
        bounds = {"minimum": self._minimum, "maximum": self._maximum}
        name = "integer" if self._kind is int else "number"
        return {"type": name} | {k: v for k, v in bounds.items() if v is not None}


class Flag(Scalar):
    """`true` or `false`."""

    expected = "true or false"

    def _read(self, node: Node, where: Where | None, binding: Binding) -> Any:
        if node.style or node.value not in ("true", "false"):
            return binding.fault(
                node, where, f"{shown(node.value)} is not a truth value", self.expected
            )
        return node.value == "true"

    def _schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Choice(Scalar):
    """One of the values of a `StrEnum`."""

    def __init__(self, choices: type[StrEnum]) -> None:
        self._choices = {str(choice): choice for choice in choices}
        self.expected = "one of " + ", ".join(self._choices)

    def _read(self, node: Node, where: Where | None, binding: Binding) -> Any:
        choice = self._choices.get(text_of(node))
        if choice is None:
            hint = _nearest(text_of(node), self._choices)
            return binding.fault(
                node, where, f"{shown(node.value)} is not a choice{hint}", self.expected
            )
        return choice

    def _schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self._choices)}


class Items(Shape):
    """A list of any length, read as a tuple."""

    expected = "a list"

    def __init__(self, item: Shape) -> None:
        self._item = item

    def _bind(self, node: Node, where: Where | None, binding: Binding) -> Any:
        if node.id != "sequence":
            return binding.fault(node, where, f"{_kind(node)} stands here", self.expected)
        items = tuple(
            [self._item.bind(item, Where(where, i), binding) for i, item in enumerate(node.value)]
        )
        return INVALID if INVALID in items else items

    def _schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self._item.schema()}


class Fields(Shape):
    """A mapping, read as a dataclass."""

    def __init__(self, record_type: type[Any]) -> None:
        self._type = record_type
        self.description = (record_type.__doc__ or "").partition("\n")[0]
        hints = typing.get_type_hints(record_type, include_extras=True)
        self._fields = {name: shape_of(hint) for name, hint in hints.items()}
        self._required = {
            field.name
            for field in dataclasses.fields(record_type)
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        }
        self.expected = "a mapping with " + ", ".join(
            name for name in self._fields if name in self._required or not self._required
        )

    def _bind(self, node: Node, where: Where | None, binding: Binding) -> Any:
        if node.id != "mapping":
            return binding.fault(node, where, f"{_kind(node)} stands here", self.expected)
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value if key_node.id == "scalar" else ""
            shape = self._fields.get(key)
            if shape is None or key_node.tag:
                values[key] = self._unknown(key_node, where, binding)
            elif key in values:
                message = f"{key} stands here a second time"
                values[key] = binding.fault(key_node, where, message, "it once")
            else:
                values[key] = shape.bind(value_node, Where(where, key), binding)
        for name in self._fields:
            if name in self._required and name not in values:
                about = self._fields[name].about
                expected = f"{self._fields[name].expected}: {about.text}" if about else ""
                values[name] = binding.fault(node, where, f"{name} is missing", expected)
        return INVALID if INVALID in values.values() else self._type(**values)

    def _unknown(self, key_node: Node, where: Where | None, binding: Binding) -> object:
        if key_node.id != "scalar" or key_node.tag:
            return binding.fault(key_node, where, "a key must be a plain word", self.expected)
        hint = _nearest(key_node.value, self._fields)
        expected = "one of " + ", ".join(self._fields)
        message = f"unknown key {shown(key_node.value)}{hint}"
        return binding.fault(key_node, where, message, expected)

    def _schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in self._fields.items()},
            "required": [name for name in self._fields if name in self._required],
            "additionalProperties": False,
        }


def _kind(node: Node) -> str:
    if node.id == "scalar":
        return shown(node.value) if node.value else "nothing"
    return "a list" if node.id == "sequence" else "a mapping"


def _nearest(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word[:80], known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def shape_of(annotation: Any) -> Shape:
    """Read one annotation of a record type; `TypeError` for what records do not use."""
    return _cached_shape(annotation)


@cache
def _cached_shape(annotation: Any) -> Shape:
    bare, about = annotation, None
    if typing.get_origin(bare) is typing.Annotated:
        bare, *metadata = typing.get_args(bare)
        about = next(note for note in metadata if isinstance(note, About))
    optional = False
    if typing.get_origin(bare) in (typing.Union, types.UnionType):
        (bare,) = (part for part in typing.get_args(bare) if part is not types.NoneType)
        optional = True
    shape = _bare_shape(bare, about)
    shape.about, shape.optional = about, optional
    return shape


def _bare_shape(bare: Any, about: About | None) -> Shape:
    if typing.get_origin(bare) is tuple:
        item, _ = typing.get_args(bare)
        return Items(shape_of(item))
    if bare is str:
        return Text(about)
    if bare is int or bare is float:
        return Number(bare, about)
    if bare is bool:
        return Flag()
    if isinstance(bare, type) and issubclass(bare, StrEnum):
        return Choice(bare)
    if dataclasses.is_dataclass(bare):
        return Fields(typing.cast("type[Any]", bare))
    raise TypeError(f"a record has no use for {bare!r}")
