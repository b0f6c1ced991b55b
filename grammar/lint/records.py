"""Passages of YAML records: the project's own, in any edition, and anybody's.

A record needs no more than a `verse`. What it has besides counts: `number`, `waivers`, and all
fields of the project's own record that can be read as such. A file may also have a list `verses`,
of such records or of plain verses. Keys of another's making are welcome, but what YAML itself
reads in two ways, or a reader's eye does not see, is refused; and a file that names the project's
schema, is bound to code, has an apparatus, or has all that the record must have, is held to it.
"""

import dataclasses
import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.shlokas.composing import ComposeError, Node, compose, walk
from dhyana.shlokas.editions import Edited, Edition, edit
from dhyana.shlokas.faults import MAX_FAULTS, Fault, RecordError, shown
from dhyana.shlokas.reading import parse_record, read_text
from dhyana.shlokas.record import MorphologyRow, TreatiseRecord, VerseRecord, Waiver
from dhyana.shlokas.shape import Binding, Where, shape_of, text_of
from dhyana.shlokas.source import Source

_EXPECTED = "verse: | and the verse below it"
_MAX_NUMBER = 9  # digits
# Control characters, at which the parser would give up without saying where.
_NO_YAML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REQUIRED = frozenset(
    field.name for field in dataclasses.fields(VerseRecord) if field.default is dataclasses.MISSING
)
_FIELDS = frozenset(field.name for field in dataclasses.fields(VerseRecord))
_SEVERAL = "verses"
_ALIKE = 0.8
"""From which likeness on a key is a misspelt one."""
_OURS = frozenset({"code", "claims", "apparatus"})
_SCHEMA = re.compile(r"#.*\$schema=\S*(verse|treatise)\.schema\.json")
_CANTOS = re.compile("^cantos:", re.MULTILINE)
_BESIDE = frozenset({"padaccheda", "anvaya", "translation", "morphology", "commentary"})


def passage_of(edited: Edited[VerseRecord] | Edited[TreatiseRecord], source: Source) -> Passage:
    """Give what an edition of a record has, that is written in `source`."""
    record, locate = edited.record, partial(_locate, source, edited)
    if isinstance(record, TreatiseRecord):
        return Passage(
            "",
            partial(locate, "title"),
            label="front and back matter",
            waivers=record.waivers,
            record=record,
            locate_in=locate,
            emended=partial(_emended, edited.original, source),
            departs=frozenset(edited.changes),
        )
    return Passage(
        record.verse,
        partial(locate, "verse"),
        label=f"verse {record.number}",
        verse=record.number,
        field="verse",
        waivers=record.waivers,
        record=record,
        locate_in=locate,
        emended=partial(_emended, edited.original, source),
        departs=frozenset(edited.changes),
    )


def passages_of_file(path: Path, edition: Edition, *, found: bool) -> Iterator[Passage]:
    """Read the passages of a file; `found`: it was found in a folder and need not have any.

    Raises `RecordError` for what is no record.
    """
    passages = list(passages_of_yaml(path, read_text(path), edition))
    if not passages and not found:
        raise RecordError([Fault(path, 1, 1, "no verse stands in this file", _EXPECTED)])
    yield from passages


def passages_of_yaml(path: Path, text: str, edition: Edition) -> Iterator[Passage]:
    """Read the passages of a YAML text; errors as for `passages_of_file`."""
    if _CANTOS.search(text):
        yield from _treatise(path, text, edition)
        return
    try:
        record, source = parse_record(path, text, VerseRecord)
    except RecordError as error:
        yield from _loose(path, text, error)
        return
    yield passage_of(edit(record, edition, source), source)


def _treatise(path: Path, text: str, edition: Edition) -> Iterator[Passage]:
    """Read front and back matter, if it is any of the project's shape."""
    try:
        record, source = parse_record(path, text, TreatiseRecord)
    except RecordError as error:
        if _SCHEMA.match(text) or "lexicon:" in text:
            raise
        yield from _loose(path, text, error)
        return
    yield passage_of(edit(record, edition, source), source)


def _locate(source: Source, edited: Edited[Any], field: str, offset: int) -> tuple[int, int]:
    """Place an offset in a field of an edition in the file."""
    return source.locate(field, edited.source_span(field, offset, offset)[0])


def _emended(original: AnyRecord, source: Source) -> AnyRecord:
    return edit(original, Edition.EMENDED, source).record


def _loose(path: Path, text: str, refused: RecordError) -> Iterator[Passage]:
    """Read the verses of a record of another shape; a file without any gives none.

    `refused` is why it is no complete record of the project's own. It is raised again where the
    file is meant as one, and in part where the text is damaged, whatever its shape.
    """
    source = Source(path, text.removeprefix("\ufeff"))
    try:
        root = compose(_NO_YAML.sub("\ufffd", source.text.replace("\t", " ")))
    except ComposeError:
        raise refused from None
    fields = _fields(root)
    if _is_meant_as_ours(fields.keys(), refused) or _SCHEMA.match(text):
        raise refused
    if root is None or not fields.keys() & {"verse", _SEVERAL}:
        return
    damage = [*_not_of_shape(root, source, refused), *islice(_ambiguous(root, source), MAX_FAULTS)]
    if damage:
        raise RecordError(sorted(damage, key=lambda fault: (fault.line or 0, fault.column or 0)))
    if "verse" in fields:
        yield _passage(fields, "verse", source)
    verses = fields.get(_SEVERAL)
    if verses is not None and verses.id == "sequence":
        for index, item in enumerate(verses.value):
            own = _fields(item)
            if "verse" in own:
                yield _passage(own, f"verses[{index}].verse", source)
            elif item.id == "scalar":
                yield _passage({"verse": item}, f"verses[{index}]", source)


def _is_meant_as_ours(keys: Collection[str], refused: RecordError) -> bool:
    """Whether a record is one of the project's own with a fault, and not another's.

    It is bound to code or has an apparatus, a key is misspelt, or it has all that ours have and is
    refused for more than its keys besides.
    """
    others = [key for key in keys if key not in _FIELDS and key != _SEVERAL]
    absent = _REQUIRED.difference(keys)
    misspelt = any(get_close_matches(key, absent, cutoff=_ALIKE) for key in others)
    is_whole = not absent and len(refused.faults) > len(others)
    return bool(_OURS.intersection(keys)) or misspelt or is_whole


def _not_of_shape(root: Node, source: Source, refused: RecordError) -> list[Fault]:
    """Give the faults of the text itself: those that binding alone does not find."""
    of_shape: list[Fault] = []
    try:
        shape_of(VerseRecord).bind(root, None, Binding(source.path, source.text, of_shape))
    except RecordError as error:  # there are too many
        of_shape += error.faults
    return [fault for fault in refused.faults if fault not in of_shape]


def _ambiguous(root: Node, source: Source) -> Iterator[Fault]:
    """Find keys that stand in a mapping twice, and tags."""
    for node in walk(root):
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        if node.tag:
            message = f"tag {shown(node.tag)} is refused"
            yield Fault(source.path, line, column, message, "the value without it")
        if node.id != "mapping":
            continue
        seen: set[str] = set()
        for key, _ in node.value:
            if key.id != "scalar":
                continue
            if key.value in seen:
                line, column = key.start_mark.line + 1, key.start_mark.column + 1
                message = f"{shown(key.value)} stands here a second time"
                yield Fault(source.path, line, column, message, "it once")
            seen.add(key.value)


def _fields(node: Node | None) -> dict[str, Node]:
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _passage(fields: dict[str, Node], field: str, source: Source) -> Passage:
    verse, number = fields["verse"], fields.get("number")
    faults: list[Fault] = []
    waivers: tuple[Waiver, ...] = ()
    if verse.id != "scalar":
        line, column = verse.start_mark.line + 1, verse.start_mark.column + 1
        message = f"{field}: a {verse.id} stands here"
        faults.append(Fault(source.path, line, column, message, _EXPECTED))
    if "waivers" in fields:
        binding = Binding(source.path, source.text, faults)
        waivers = shape_of(tuple[Waiver, ...]).bind(
            fields["waivers"], Where(None, "waivers"), binding
        )
    if faults:
        raise RecordError(faults)
    written = text_of(number) if number is not None and number.id == "scalar" else ""
    is_number = written.isdecimal() and len(written) <= _MAX_NUMBER
    return Passage(
        text_of(verse),
        partial(source.locate, field),
        label=f"verse {written}" if written else "",
        verse=int(written) if is_number else None,
        field=field,
        waivers=waivers,
        record=_partial(fields, source),
        locate_in=partial(_locate_beside, source, field.removesuffix("verse")),
    )


def _partial(fields: dict[str, Node], source: Source) -> VerseRecord | None:
    """Make a record of the fields that there are; None where the verse stands alone.

    A field of another shape than the project's is something else, and left out.
    """
    found: dict[str, Any] = {}
    for name in _BESIDE & fields.keys():
        faults: list[Fault] = []
        kind = tuple[MorphologyRow, ...] if name == "morphology" else str
        value = shape_of(kind).bind(fields[name], None, Binding(source.path, source.text, faults))
        if not faults:
            found[name] = value
    if not found:
        return None
    absent = {name: () if name == "morphology" else "" for name in _BESIDE}
    return VerseRecord(number=1, verse=text_of(fields["verse"]), **(absent | found))


def _locate_beside(source: Source, before: str, field: str, offset: int) -> tuple[int, int]:
    """Place an offset in a field that stands beside a verse."""
    return source.locate(before + field, offset)
