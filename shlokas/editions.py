"""The three editions of a record: the source, and what the apparatus makes of it.

`source` is the treatise letter for letter, `text` applies the repairs of mechanical damage,
`emended` the conjectures as well. Entries are applied in their order. An edit names its place
by field path, reading and occurrence (counted from 1, left to right, not overlapping) in the
field as it stands before its entry; all edits of an entry are applied together.
"""

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from dhyana.shlokas.faults import Fault, RecordError, shown
from dhyana.shlokas.record import Analysis, ApparatusEntry, Edit, Kind, TreatiseRecord, VerseRecord
from dhyana.shlokas.source import Source, steps

R = TypeVar("R", bound=VerseRecord | TreatiseRecord)

_OURS = frozenset({"code", "claims", "apparatus", "waivers"})
"""Fields that no edition of the treatise prints: an edit has no business there."""

_FORM = re.compile(r"morphology\[[0-9]+\]\.form")


class Edition(StrEnum):
    """Which text is shown."""

    SOURCE = "source"
    TEXT = "text"
    EMENDED = "emended"

    @property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of apparatus entries that the edition applies."""
        return _KINDS[self]


_KINDS = {
    Edition.SOURCE: frozenset[Kind](),
    Edition.TEXT: frozenset({Kind.REPAIR}),
    Edition.EMENDED: frozenset({Kind.REPAIR, Kind.CONJECTURE}),
}


@dataclass(frozen=True, slots=True)
class Change:
    """Where a field departs from the source.

    `text[start:end]` of the edition stands for `text[source_start:source_end]` of the source;
    `entries` are the indices of the apparatus entries that made it so.
    """

    start: int
    end: int
    source_start: int
    source_end: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edited(Generic[R]):
    """A record in one edition, by field path where it departs from the source, and the source."""

    record: R
    changes: Mapping[str, tuple[Change, ...]]
    original: R

    def source_span(self, field: str, start: int, end: int) -> tuple[int, int]:
        """Offsets in the source of a span of the edition, widened to whole changes."""
        return (
            _source_offset(self.changes.get(field, ()), start, end=False),
            _source_offset(self.changes.get(field, ()), end, end=True),
        )


def edit(record: R, edition: Edition, source: Source) -> Edited[R]:
    """Make the edition of a source record.

    A word that is emended has the analysis that comes with its last edit, or none.
    Raises `RecordError`, located in `source`, for every edit whose field is not text of the
    treatise, whose reading does not occur, or which overlaps another of its entry, and for an
    analysis of something else than a word.
    """
    original = record
    fields: dict[str, _Field] = {}
    faults: list[Fault] = []
    analyses: dict[tuple[str | int, ...], Analysis] = {}
    for index, entry in enumerate(record.apparatus):
        if entry.kind in edition.kinds:
            faults += _apply(record, index, entry, fields, source)
            analyses |= {
                _analysis(edit.field): edit.analysis for edit in entry.edits if edit.analysis
            }
    if faults:
        raise RecordError(faults)
    for path, field in fields.items():
        record = _replaced(record, steps(path), field.text)
    for stale in _stale_analyses(fields.keys()):
        record = _replaced(record, stale, None)
    for of_word, analysis in analyses.items():
        record = _replaced(record, of_word, analysis)
    return Edited(record, {path: field.changes() for path, field in fields.items()}, original)


def _stale_analyses(edited: Collection[str]) -> Iterator[tuple[str | int, ...]]:
    """Paths of the analyses that no longer hold: of rows whose word alone is emended.

    An analysis derives the word as the source has it; of another word it says nothing.
    """
    paths = list(map(steps, edited))
    emended = {path[:2] for path in paths if path[0] == "morphology" and path[2] == "analysis"}
    for path in paths:
        if path[0] == "morphology" and path[2] == "form":
            row = path[:2]
            if row not in emended:
                yield (*row, "analysis")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a field: `entries` is empty where it is the source's own words."""

    text: str
    source_start: int
    source_end: int
    entries: tuple[int, ...] = ()


class _Field:
    """A text field under the apparatus, as pieces in the order of the source."""

    def __init__(self, text: str) -> None:
        self._pieces = [_Piece(text, 0, len(text))]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self._pieces)

    def changes(self) -> tuple[Change, ...]:
        changes = []
        at = 0
        for piece in self._pieces:
            end = at + len(piece.text)
            if piece.entries:
                span = (at, end, piece.source_start, piece.source_end)
                changes.append(Change(*span, piece.entries))
            at = end
        return tuple(changes)

    def replace(self, start: int, end: int, text: str, entry: int) -> None:
        """Replace `text[start:end]`; what earlier entries changed there becomes one change."""
        before: list[_Piece] = []
        after: list[_Piece] = []
        spans: list[tuple[int, int]] = []
        entries: list[int] = []
        at = 0
        for piece in self._pieces:
            stop = at + len(piece.text)
            if stop <= start:
                before.append(piece)
            elif at >= end:
                after.append(piece)
            else:
                head, tail = piece.text[: max(start - at, 0)], piece.text[end - at :]
                if piece.entries:
                    text = head + text + tail
                    spans.append((piece.source_start, piece.source_end))
                    entries += piece.entries
                else:
                    first, last = piece.source_start + len(head), piece.source_end - len(tail)
                    before += [_Piece(head, piece.source_start, first)] if head else []
                    after += [_Piece(tail, last, piece.source_end)] if tail else []
                    spans.append((first, last))
            at = stop
        merged = tuple(dict.fromkeys([*entries, entry]))
        self._pieces = [*before, _Piece(text, spans[0][0], spans[-1][1], merged), *after]


def _analysis(field: str) -> tuple[str | int, ...]:
    """Path of the analysis of the word whose form is given."""
    return (*steps(field)[:-1], "analysis")


class _MisfitError(Exception):
    """An edit does not fit: which part of it (`field`, `reading`, `occurrence`) and why."""


def _apply(
    record: VerseRecord | TreatiseRecord,
    index: int,
    entry: ApparatusEntry,
    fields: dict[str, _Field],
    source: Source,
) -> Iterator[Fault]:
    """Apply all edits of one entry to `fields`, or yield what is wrong with them."""
    spans: dict[str, list[tuple[int, int, str]]] = {}
    for number, edit in enumerate(entry.edits):
        try:
            if edit.analysis and not _FORM.fullmatch(edit.field):
                message = f"{edit.field} is no word that can be derived"
                raise _MisfitError("analysis", message, "an edit of morphology[…].form")
            if edit.field not in fields:
                fields[edit.field] = _Field(_text_at(record, edit.field))
            taken = spans.setdefault(edit.field, [])
            start, end = _find(edit, fields[edit.field].text)
            if any(start < other_end and other_start < end for other_start, other_end, _ in taken):
                message = f"{shown(edit.reading)} overlaps another edit of this entry"
                raise _MisfitError("reading", message, "edits apart from each other")
            taken.append((start, end, edit.correction))
        except _MisfitError as misfit:
            part, message, expected = misfit.args
            place = source.locate(f"apparatus[{index}].edits[{number}].{part}")
            yield Fault(source.path, *place, message, expected)
    for path, edits in spans.items():
        # From the right, so that the places still to be edited stay where they are.
        for start, end, correction in sorted(edits, reverse=True):
            fields[path].replace(start, end, correction, index)


def _find(edit: Edit, text: str) -> tuple[int, int]:
    """Where the reading of an edit stands in the text of its field."""
    start = -len(edit.reading)
    for _ in range(edit.occurrence):
        start = text.find(edit.reading, start + len(edit.reading))
        if start < 0:
            break
    else:
        return start, start + len(edit.reading)
    count = text.count(edit.reading)
    if not count:
        message = f"{shown(edit.reading)} does not occur in {edit.field}"
        raise _MisfitError("reading", message, "words that stand there")
    message = f"{shown(edit.reading)} has no occurrence {edit.occurrence} in {edit.field}"
    raise _MisfitError("occurrence", message, f"one from 1 to {count}")


def _text_at(record: object, field: str) -> str:
    """Text of a field that an edition prints."""
    value = record
    expected = "a field with text of the treatise"
    try:
        path = steps(field)
    except ValueError as error:
        raise _MisfitError("field", str(error), expected) from None
    if path[0] in _OURS:
        raise _MisfitError("field", f"{path[0]} is not part of the treatise", expected)
    for step in path:
        if dataclasses.is_dataclass(value) and step in value.__dataclass_fields__:
            value = getattr(value, str(step))
        elif isinstance(value, tuple) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            raise _MisfitError("field", f"there is no {field}", expected)
    if not isinstance(value, str):
        raise _MisfitError("field", f"{field} is not text", expected)
    return value


def _replaced(record: Any, path: tuple[str | int, ...], value: str | Analysis | None) -> Any:
    """Copy of the record with another value in one field."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        item = _replaced(record[step], tuple(rest), value)
        return (*record[:step], item, *record[step + 1 :])
    return dataclasses.replace(
        record, **{step: _replaced(getattr(record, step), tuple(rest), value)}
    )


def _source_offset(changes: tuple[Change, ...], offset: int, *, end: bool) -> int:
    """Offset in the source of the start or the end of a span of the edition."""
    shift = 0
    for change in changes:
        if (change.start < offset <= change.end) if end else (change.start <= offset < change.end):
            return change.source_end if end else change.source_start
        if offset < change.end or (end and offset == change.end):
            break
        shift = change.source_end - change.end
    return offset + shift
