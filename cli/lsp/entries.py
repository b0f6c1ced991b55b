"""What a person decides of a finding, written into the record: a waiver, a conjecture, a review.

Waivers and conjectures want a reason, which is left for the person to write: until it is there, the
record is refused.
"""

import re
from collections.abc import Sequence

from lsprotocol import types

from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.record_view import RecordView
from dhyana.cli.stamping import stamp_edit
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, TextEdit
from dhyana.shlokas.code import CodeError, fingerprint
from dhyana.shlokas.composing import Node
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.reading import parse_record
from dhyana.shlokas.record import VerseRecord

_DAMAGE = frozenset({"lost-backslash", "control-character"})
"""Names of rules whose findings are damage to the text, and no fault of the author's."""

_REVIEW = frozenset({"changed-since-review", "never-reviewed"})
_LINK = re.compile(r"code\[(\d+)\]", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z][\w ]*", re.ASCII)
_VERSE_ITEM = re.compile(r"(verses\[\d+\])(?:\.verse)?", re.ASCII)


def waiver(document: Document, found: Diagnostic) -> types.TextEdit | None:
    """Add a waiver to those of the record that a finding is in."""
    view = document.record
    item = _VERSE_ITEM.fullmatch(found.field or "")
    owner = None if view is None else view.source.node(item[1]) if item else view.source.root
    if view is None or owner is None:
        return None
    at = ""
    if found.pada:
        at = f"at: pada {found.pada}, "
    elif found.field and found.field != "verse" and not item:
        at = f"at: {_scalar(found.field)}, "
    return _added(document, view, owner, "waivers", [f"{{rule: {found.code}, {at}reason: }}"])


def conjecture(document: Document, found: Diagnostic, fix: Fix) -> types.TextEdit | None:
    """Add what mends a finding to the apparatus: a conjecture of whole words, or a repair.

    None where the place cannot be named by what stands there, or an entry has changed the field.
    """
    view = document.record
    field = found.field
    text = None if view is None or field is None else view.text(field)
    if view is None or view.source.root is None or field is None or text is None:
        return None
    entries = view.fields.get("apparatus", {}).values()
    if any(edit.field == field for entry in entries for edit in entry.edits):
        return None
    is_damage = found.name in _DAMAGE
    edits = [_edit(document, view, field, text, each, whole=not is_damage) for each in fix.edits]
    if None in edits:
        return None
    kind = "repair" if is_damage else "conjecture"
    lines = [f"kind: {kind}", "reason: ", "edits:", *(f"  - {edit}" for edit in edits)]
    return _added(document, view, view.source.root, "apparatus", lines)


def _edit(
    document: Document, view: RecordView, field: str, text: str, edit: TextEdit, *, whole: bool
) -> str | None:
    """Write a replacement in a field as the apparatus has it; `whole`: of whole words."""
    places = document.places
    start = _offset(document, view, field, places.counted(edit.line, edit.column))
    end = _offset(document, view, field, places.counted(edit.end_line, edit.end_column))
    if start is None or end is None:
        return None
    first, last = _words(text, start, end) if whole or start == end else (start, end)
    reading = text[first:last]
    correction = text[first:start] + edit.text + text[end:last]
    if not reading or "\n" in reading + correction:
        return None
    occurrence = text.count(reading, 0, first) + 1
    named = f"occurrence: {occurrence}, " if occurrence > 1 else ""
    return (
        f"{{field: {_scalar(field)}, {named}"
        f"reading: {_quoted(reading)}, correction: {_quoted(correction)}}}"
    )


def review(document: Document, found: Diagnostic) -> TextEdit | None:
    """Stamp the code of a link as compared with the verse, as it is now."""
    link = _LINK.match(found.field or "")
    if link is None or found.name not in _REVIEW:
        return None
    index = int(link[1])
    try:
        record, source = parse_record(document.path, document.text, VerseRecord)
        return stamp_edit(record, source, index, fingerprint(record.code[index].symbol))
    except (RecordError, CodeError, IndexError):
        return None


def _words(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch to whole words."""
    first = max(text.rfind(blank, 0, start) for blank in " \n") + 1
    ends = (text.find(blank, end) for blank in " \n")
    return first, min((place for place in ends if place >= 0), default=len(text))


def _offset(document: Document, view: RecordView, field: str, index: int) -> int | None:
    """Find the offset in a field of a place in the document."""
    place = document.index_in(view, index)
    spot = None if place is None else view.spot(place)
    return spot.offset if spot is not None and spot.field == field else None


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _added(
    document: Document, view: RecordView, owner: Node, name: str, lines: Sequence[str]
) -> types.TextEdit | None:
    """Add an item to a list of a mapping, behind those that are there, or begin the list."""
    text = view.source.text
    if owner.id != "mapping" or owner.flow_style or not owner.value:
        return None
    indent = owner.start_mark.column
    key, present = next((pair for pair in owner.value if pair[0].value == name), (None, None))
    if key is None or present is None:
        written = f"{' ' * indent}{name}:\n{_item(lines, indent + 2)}"
        waivers = next((each for each, _ in owner.value if each.value == "waivers"), None)
        at = _end_of(text, owner) if waivers is None else waivers.start_mark.index - indent
        return _inserted(document, view, at, written)
    if present.id == "scalar" and not present.value:
        return _inserted(document, view, _end_of(text, key), _item(lines, indent + 2))
    if present.id != "sequence":
        return None
    if not present.flow_style:
        written = _item(lines, present.start_mark.column)
        return _inserted(document, view, _end_of(text, present), written)
    if len(lines) > 1:
        return None
    first = ", " if present.value else ""
    return _inserted(document, view, present.end_mark.index - 1, f"{first}{lines[0]}")


def _item(lines: Sequence[str], indent: int) -> str:
    marks = ("- ", *["  "] * len(lines))
    return "".join(
        f"{' ' * indent}{mark}{line}\n" for mark, line in zip(marks, lines, strict=False)
    )


def _end_of(text: str, node: Node) -> int:
    """Where the line after a block begins: behind the last thing in it, before any comment."""
    while node.id != "scalar" and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if node.id == "mapping" else last
    written = text[: node.end_mark.index].rstrip()
    end = text.find("\n", len(written))
    return len(text) if end < 0 else end + 1


def _inserted(document: Document, view: RecordView, index: int, text: str) -> types.TextEdit:
    at = document.index_from(view, index)
    if at == len(document.text) and document.text and not document.text.endswith("\n"):
        text = f"\n{text}"
    if "\r\n" in document.text:
        text = text.replace("\n", "\r\n")
    return types.TextEdit(document.places.range(at, at), text)
