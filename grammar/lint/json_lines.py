"""Verse in JSON lines: `{"id": …, "text": …}` in each, read as it comes."""

import json
import math
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import Any

from dhyana.grammar.lint.lines import MAX_LINE, TOO_LONG, opened
from dhyana.grammar.lint.passage import Passage
from dhyana.shlokas.faults import Fault, shown

_READ = 1 << 18  # bytes at a time


def json_file(path: Path) -> Iterator[Passage | Fault]:
    """Read the verses of a file, and the faults of lines that are broken."""
    with opened(path) as file:
        yield from json_lines(file, path)


def json_lines(file: BufferedIOBase, path: Path) -> Iterator[Passage | Fault]:
    """Read the verses of an open file, which is called `path`."""
    for first, block in line_blocks(file):
        for number, line in enumerate(block.split(b"\n"), first):
            if not line.strip():
                continue
            item = json_verse(line, number, path)
            if isinstance(item, Fault):
                yield item
            else:
                label = "" if item.get("id") is None else str(item["id"])
                place = partial(_in_line, number)
                yield Passage(item["text"], place, label=label, departs=frozenset({None}))


def _in_line(number: int, _: int) -> tuple[int, int]:
    """Place everything of a JSON string, whose characters may be escaped, at its line."""
    return number, 1


def line_blocks(file: BufferedIOBase) -> Iterator[tuple[int, bytes]]:
    """Read a file in blocks of whole lines: the number of the first, and the lines.

    A line comes as soon as it is complete, so that who writes one may wait for its answer. Of a
    line that is too long only the beginning comes, as a block of its own.
    """
    number = 1
    rest = b""
    too_long = False
    while data := file.read1(_READ):
        ended, newline, tail = data.rpartition(b"\n")
        if newline:
            block = rest + ended
            if too_long:  # what is left of it
                _, newline, block = block.partition(b"\n")
                number += 1
            if newline:
                yield number, block
                number += block.count(b"\n") + 1
            rest, too_long = b"", False
        if not too_long:
            rest += tail
            if len(rest) > MAX_LINE:
                yield number, rest
                rest, too_long = b"", True
    if rest:
        yield number, rest


def json_verse(line: bytes, number: int, path: Path) -> dict[str, Any] | Fault:
    """Read one `{"id": …, "text": …}` line, or what is wrong with it."""
    if len(line) > MAX_LINE:
        return Fault(path, number, 1, TOO_LONG, _EXPECTED)
    try:
        text = (line.removeprefix(BOM_UTF8) if number == 1 else line).decode("utf-8")
        item = _decoded(text)
    except UnicodeDecodeError as error:
        message = f"byte 0x{line[error.start]:02x} at offset {error.start} of the line is not UTF-8"
        return Fault(path, number, 1, message, "UTF-8")
    except (ValueError, RecursionError) as error:
        nested = isinstance(error, RecursionError)
        message = f"not JSON: {'nested too deeply' if nested else getattr(error, 'msg', error)}"
        return Fault(path, number, getattr(error, "colno", 1), message, _EXPECTED)
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        return Fault(path, number, 1, "no verse stands in this line", _EXPECTED)
    return item


def _decoded(text: str) -> Any:
    try:
        item, end = _DECODER.raw_decode(text)
    except ValueError:
        end = -1
    # What has spaces around it, or is wrong, is looked at again.
    return item if end == len(text) else _DECODER.decode(text)


def _finite(number: str) -> float:
    """Read a number; `ValueError` for one that JSON cannot write again."""
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{shown(number)} is no finite number")
    return value


_DECODER = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)
_EXPECTED = '{"id": "…", "text": "…"} in one line'
