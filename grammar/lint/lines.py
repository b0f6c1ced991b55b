"""Files read line by line: UTF-8, and no line longer than any verse can be."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from io import BufferedIOBase, BufferedReader
from pathlib import Path

from dhyana.shlokas.faults import Fault, RecordError

MAX_LINE = 1 << 20
"""Longest line that is read, in bytes; the longest known metre has 108 syllables."""

TOO_LONG = f"the line is longer than {MAX_LINE:,} bytes"


def opened(path: Path) -> BufferedReader:
    """Open a file for reading; `RecordError` when it cannot be."""
    try:
        return path.open("rb")
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
        raise RecordError([Fault(path, None, None, message)]) from None


def lines_of(file: BufferedIOBase, path: Path) -> Iterator[str]:
    """Read the lines of a UTF-8 file, ends included, none longer than `MAX_LINE` bytes."""
    offset = 0
    number = 0
    while raw := file.readline(MAX_LINE + 1):
        number += 1
        if len(raw) > MAX_LINE:
            raise RecordError([Fault(path, number, 1, TOO_LONG, "verse in lines")])
        line = decoded(raw, path, number, offset)
        yield line.removeprefix("\ufeff") if number == 1 else line
        offset += len(raw)


def decoded(raw: bytes, path: Path, line: int, offset: int) -> str:
    """Read the bytes of a line, at an offset of its file, as UTF-8; `RecordError` for others."""
    if line == 1 and raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        expected = "UTF-8 (iconv -f utf-16 -t utf-8)"
        raise RecordError([Fault(path, 1, 1, "the file is in UTF-16", expected)])
    if b"\0" in raw:
        column = raw.index(b"\0") + 1
        message = "a NUL byte: this is no text, or UTF-16 without a byte order mark"
        raise RecordError([Fault(path, line, column, message, "text in UTF-8")])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        message = f"byte 0x{raw[error.start]:02x} at offset {offset + error.start} is not UTF-8"
        expected = "UTF-8 (from Latin-1: iconv -f latin1 -t utf-8)"
        raise RecordError([Fault(path, line, len(before) + 1, message, expected)]) from None
