"""From a YAML file to a typed record, or to all that is wrong with it.

A record file is untrusted: it may be anybody's. Nothing in it is executed or followed, its
size and nesting are bounded before anything is built from it, and whatever is wrong with it
comes as one `RecordError`.
"""

import re
import stat
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar, cast

from dhyana.shlokas.composing import ANCHORS_REFUSED, ComposeError, anchored, compose, walk
from dhyana.shlokas.faults import MAX_FAULTS, Fault, RecordError, shown
from dhyana.shlokas.shape import REFUSED, Binding, shape_of
from dhyana.shlokas.source import Source

MAX_BYTES = 1 << 20
"""Longest record file that is read; the treatise's own have some twenty thousand bytes."""

R = TypeVar("R")

# Control characters, and those that show nothing or reorder what is shown. The joiners U+200C
# and U+200D are Devanagari spelling; the line feed is the only line end.
_REFUSED_CHARACTERS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufffe\uffff]"
)
_NO_ASCII = re.compile("[^\x00-\x7f]{256,}")
_MAX_MARKS = 30
"""As Unicode's stream-safe text format has it (UAX #15, section 13)."""
_BYTE_ORDER_MARK = "\ufeff"


def read_record(path: Path, record_type: type[R]) -> tuple[R, Source]:
    """Read a file as a record of the given type.

    Raises `RecordError` with everything that is wrong with the file.
    """
    return parse_record(path, read_text(path), record_type)


def parse_record(path: Path, text: str, record_type: type[R]) -> tuple[R, Source]:
    """Read text that is already at hand as `read_record` reads a file; `path` names it."""
    faults: list[Fault] = []
    if text.startswith(_BYTE_ORDER_MARK):
        faults.append(Fault(path, 1, 1, "a byte order mark stands here", "plain UTF-8"))
        text = text[1:]
    source = Source(path, text)
    faults += islice(_character_faults(source), MAX_FAULTS)
    # The parser would stop at a character that is refused; the faults behind it count too.
    text = _REFUSED_CHARACTERS.sub("\ufffd", source.text.replace("\t", " "))
    try:
        root = compose(text)
    except ComposeError as error:
        faults.append(Fault(path, error.line, error.column, error.message, error.expected))
        raise RecordError(faults) from None
    shape = shape_of(record_type)
    if root is None:
        raise RecordError([*faults, Fault(path, 1, 1, "the file is empty", shape.expected)])
    anchors = {mark.index: mark for mark in anchored(text)}
    for mark in islice(anchors.values(), MAX_FAULTS):
        expected = "the value itself, written out"
        faults.append(Fault(path, mark.line + 1, mark.column + 1, ANCHORS_REFUSED, expected))
    for node in walk(root) if anchors else ():
        if node.start_mark.index in anchors:
            node.tag = REFUSED
    record = shape.bind(root, None, Binding(path, text, faults))
    if faults:
        raise RecordError(sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0)))
    return cast("R", record), source


def read_text(path: Path) -> str:
    """Read a file of at most `MAX_BYTES` as UTF-8; `RecordError` for anything else at `path`."""
    try:
        status = path.stat()
        # Opening a pipe or a device could block for ever.
        if not stat.S_ISREG(status.st_mode):
            kind = "a directory" if stat.S_ISDIR(status.st_mode) else "no regular file"
            raise RecordError([Fault(path, None, None, f"this is {kind}", "a YAML file")])
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1) if status.st_size <= MAX_BYTES else b""
    except FileNotFoundError:
        raise RecordError([Fault(path, None, None, "there is no such file")]) from None
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
        raise RecordError([Fault(path, None, None, message)]) from None
    if max(status.st_size, len(data)) > MAX_BYTES:
        message = f"the file is too large ({max(status.st_size, len(data)):,} bytes)"
        expected = f"a record of at most {MAX_BYTES:,} bytes"
        raise RecordError([Fault(path, None, None, message, expected)])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").rpartition("\n")
        line = data.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8"
        raise RecordError([Fault(path, line, len(before[2]) + 1, message, "UTF-8")]) from None


def _character_faults(source: Source) -> Iterator[Fault]:
    """Characters that a record may not have, and lines that are not normalised."""
    for match in _REFUSED_CHARACTERS.finditer(source.text):
        character = match.group()
        if character == "\t":
            message, expected = "a tab stands here", "spaces"
        else:
            message = f"a character U+{ord(character):04X} stands here"
            expected = "text that shows as it is"
        yield Fault(source.path, *source.position(match.start()), message, expected)
    pile = _pile_of_marks(source.text)
    if pile is not None:
        message = f"more than {_MAX_MARKS} combining marks follow one another"
        yield Fault(source.path, *source.position(pile), message, "marks that belong to a letter")
        return
    if unicodedata.is_normalized("NFC", source.text):
        return
    for number, line in enumerate(source.text.split("\n"), 1):
        normal = unicodedata.normalize("NFC", line)
        if normal != line:
            at = next(i for i in range(len(line)) if line[i] != normal[i : i + 1])
            message = f"the text from {shown(line[at:], 8)} on is not normalised"
            yield Fault(source.path, number, at + 1, message, "Unicode normalisation form NFC")


def _pile_of_marks(text: str) -> int | None:
    """Index of a combining mark that too many precede: normalising takes their number squared."""
    for run in _NO_ASCII.finditer(text):
        marks = 0
        for index in range(*run.span()):
            marks = marks + 1 if unicodedata.combining(text[index]) else 0
            if marks > _MAX_MARKS:
                return index
    return None
