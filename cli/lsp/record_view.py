"""A record file as far as it can be read: each field for itself, whatever is wrong with others.

The linter needs a whole record; an editor shows one that is being written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from dhyana.shlokas.composing import ComposeError, Node, anchored
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.record import Claim, CodeLink, MorphologyRow, VerseRecord
from dhyana.shlokas.shape import INVALID, Binding, Where, shape_of, text_of
from dhyana.shlokas.source import Source, steps


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a field: the path of the field, its text, and the offset there."""

    field: str
    text: str
    offset: int

    @property
    def steps(self) -> tuple[str | int, ...]:
        """The path of the field in steps."""
        return steps(self.field)

    @property
    def is_verse(self) -> bool:
        """Whether the field is a verse, of a record or in a list of verses."""
        return is_verse(self.steps)


def is_verse(path: tuple[str | int, ...]) -> bool:
    """Whether the path of a field is that of a verse, of a record or in a list of verses."""
    return path[-1] == "verse" or (path[0] == "verses" and len(path) == 2)


@dataclass(frozen=True, slots=True)
class RecordView:
    """The text of a record, and its fields that can be read; of lists the items, by index."""

    source: Source
    fields: Mapping[str, Any]

    def spot(self, index: int) -> Spot | None:
        """Say in which field an index into the text is."""
        found = self.source.field_at(index)
        if found is None:
            return None
        field, offset = found
        node = self.source.node(field)
        return Spot(field, text_of(node), offset)

    def text(self, field: str) -> str | None:
        """Give the text of a field; None where there is none."""
        try:
            node = self.source.node(field)
        except LookupError:
            return None
        return text_of(node) if node.id == "scalar" else None

    def index(self, field: str, offset: int = 0) -> int:
        """Place an offset of a field in the text; `LookupError` as `Source.locate`."""
        return self.source.index(field, offset)

    def has(self, field: str) -> bool:
        """Whether the file has a field."""
        try:
            self.source.node(field)
        except LookupError:
            return False
        return True

    @property
    def number(self) -> int | None:
        """Number of the verse."""
        return cast("int | None", self.fields.get("number"))

    @property
    def rows(self) -> Mapping[int, MorphologyRow]:
        """The morphology rows by their index."""
        return cast("Mapping[int, MorphologyRow]", self.fields.get("morphology", {}))

    @property
    def links(self) -> Mapping[int, CodeLink]:
        """The links to code by their index."""
        return cast("Mapping[int, CodeLink]", self.fields.get("code", {}))

    @property
    def claims(self) -> Mapping[int, Claim]:
        """What the verse asserts, by index."""
        return cast("Mapping[int, Claim]", self.fields.get("claims", {}))

    def top(self) -> tuple[tuple[str, Node, Node], ...]:
        """Give name, key and value of each entry of the file."""
        root = self.source.root
        if root is None or root.id != "mapping":
            return ()
        return tuple((key.value, key, value) for key, value in root.value if key.id == "scalar")


def view_of(path: Path, text: str) -> RecordView | None:
    """Read a text as a record as far as it goes; None for one that is no YAML.

    Text with anchors, which no record may have, is none either.
    """
    source = Source(path, text)
    try:
        root = source.root
        if any(anchored(source.text)):
            return None
    except ComposeError:
        return None
    fields: dict[str, Any] = {}
    if root is not None and root.id == "mapping":
        hints = get_type_hints(VerseRecord, include_extras=True)
        for key, value in root.value:
            name = key.value if key.id == "scalar" else ""
            if name in hints and name not in fields:
                fields |= _bound(source, name, value, hints[name])
    return RecordView(source, fields)


def _bound(source: Source, name: str, node: Node, hint: Any) -> dict[str, Any]:
    """Bind a field, a list item by item; nothing where it is at fault."""
    annotated = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(annotated) is not tuple:
        value = _value(source, name, node, hint)
        return {} if value is INVALID else {name: value}
    if node.id != "sequence":
        return {}
    items = enumerate(_value(source, name, item, get_args(annotated)[0]) for item in node.value)
    return {name: {index: item for index, item in items if item is not INVALID}}


def _value(source: Source, name: str, node: Node, hint: Any) -> Any:
    try:
        return shape_of(hint).bind(node, Where(None, name), Binding(source.path, source.text, []))
    except RecordError:  # there are too many faults
        return INVALID
