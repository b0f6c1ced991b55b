"""From files to passages of verse: YAML records, plain text, Markdown, JSON lines.

Nothing is read further than it is asked for: a text file is a stream of lines, and memory is
bounded by the longest line and the longest verse. What cannot be read comes as a `RecordError`
that says where and what was expected.
"""

import os
import re
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatch
from functools import partial
from io import BufferedIOBase, BufferedReader, BytesIO, RawIOBase, StringIO
from pathlib import Path
from typing import cast

from dhyana.grammar.lint.json_lines import json_file, json_lines
from dhyana.grammar.lint.languages import is_modern
from dhyana.grammar.lint.lines import decoded, lines_of, opened
from dhyana.grammar.lint.markdown import fenced, outside
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.records import passages_of_file, passages_of_yaml
from dhyana.grammar.lint.suppressions import Suppression, part_comment
from dhyana.grammar.stanza import iter_verses
from dhyana.shlokas import FOLDER, TREATISE, load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import MAX_BYTES

STDIN = "-"


class Kind(StrEnum):
    """What a file is; `auto` goes by its name, and for standard input by its first line."""

    AUTO = "auto"
    TEXT = "text"
    MARKDOWN = "markdown"
    JSONL = "jsonl"
    YAML = "yaml"


SUFFIXES = {
    ".yaml": Kind.YAML,
    ".yml": Kind.YAML,
    ".txt": Kind.TEXT,
    ".md": Kind.MARKDOWN,
    ".markdown": Kind.MARKDOWN,
    ".jsonl": Kind.JSONL,
    ".ndjson": Kind.JSONL,
}
"""What is read in a folder; a file that is named is text unless its suffix says otherwise."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file and the passages in it, read as they are asked for.

    Among the passages stands the fault of a line that is broken; a file that cannot be read
    further raises `RecordError`. `raw` opens the bytes of a file of JSON lines. `file` is what is
    read, anew each time that the passages are gone through; None for what is read only once.
    `outside` counts the verses of Markdown that stand outside its fences, and are not read.
    """

    path: str
    passages: Iterable[Passage | Fault]
    raw: Callable[[], BufferedIOBase] | None = None
    file: Path | None = None
    outside: Callable[[], int] | None = None


@dataclass(frozen=True, slots=True)
class _Anew:
    """Something that is read anew each time that it is gone through, in any process."""

    read: Callable[[], Iterator[Passage | Fault]]

    def __iter__(self) -> Iterator[Passage | Fault]:
        return self.read()


# --- which files -------------------------------------------------------------------------


def documents(
    paths: Sequence[str],
    kind: Kind = Kind.AUTO,
    *,
    edition: Edition = Edition.TEXT,
    exclude: Sequence[str] = (),
) -> Iterator[Document | Fault]:
    """Find the documents that paths name: files, folders (all that is under them), `-`.

    Each file comes once, however often it is named; what cannot be opened comes as its fault.
    `exclude` are patterns of names or paths that are passed over in folders, and so is the file
    that standard output goes to: it would grow as it is read.
    """
    seen: set[Path] = set()
    output = _output()
    for name in paths:
        if name == STDIN:
            yield _stdin(kind, edition)
            continue
        path = Path(name)
        if fault := _unreachable(name, path):
            yield fault
        elif not path.is_dir():
            if _is_same(path, output):
                yield Fault(path, None, None, "the output goes to this file", "another one to read")
            elif _first(path, seen):
                yield document(path, kind, edition=edition)
        else:
            walked = (file for file in _walk(path, exclude) if not _is_same(file, output))
            files = [file for file in walked if _first(file, seen)]
            yield from (document(file, kind, edition=edition, found=True) for file in files)
            if not files:
                expected = f"files that end in {', '.join(SUFFIXES)}"
                yield Fault(path, None, None, "no verse stands in this folder", expected)


def _output() -> os.stat_result | None:
    """Tell which file standard output goes to, if it is one."""
    try:
        found = os.fstat(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # closed, or no stream of the system
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _is_same(path: Path, file: os.stat_result | None) -> bool:
    try:
        return file is not None and os.path.samestat(path.stat(), file)
    except OSError:  # opening it says why
        return False


def _unreachable(name: str, path: Path) -> Fault | None:
    """Say why a name leads to no file: none has it, or the system cannot follow it."""
    if not name:
        return Fault(path, None, None, "the name of a file is empty", "a file, a folder or -")
    try:
        path.stat()
    except (FileNotFoundError, ValueError):  # the latter where a NUL stands in the name
        if path.is_symlink():
            return Fault(path, None, None, "the link leads to no file")
        return Fault(path, None, None, "there is no such file")
    except OSError as error:
        return Fault(path, None, None, f"the file cannot be read: {error.strerror}")
    return None


def treatise_documents(edition: Edition, folder: Path | None = None) -> Iterator[Document]:
    """Give the front and back matter and the verses of a treatise, a document each.

    `folder` holds its `treatise.yaml`; without it, it is the project's own.
    """
    top = FOLDER if folder is None else folder
    matter = near(top / TREATISE)
    yield Document(str(matter), _Anew(partial(_matter, matter, edition)), file=matter)
    for path in sorted(top.glob("canto-*/verse-[0-9][0-9][0-9].yaml")):
        verse = near(path)
        yield Document(str(verse), _Anew(partial(_numbered, verse, edition)), file=verse)


def near(path: Path) -> Path:
    """Name a file as one does from here, if it is below the present folder."""
    file, here = path.resolve(), Path.cwd().resolve()
    return file.relative_to(here) if file.is_relative_to(here) else file


def _matter(path: Path, edition: Edition) -> Iterator[Passage | Fault]:
    """Read front and back matter, with what is wrong with the files of the verses as such."""
    treatise = load(path.parent)
    yield from treatise.layout_faults()
    for number in treatise.numbers:
        if not (file := treatise.path_of(number)).is_file():
            yield Fault(file, None, None, "there is no such file", f"the record of verse {number}")
    yield from passages_of_file(path, edition, found=False)


def _numbered(path: Path, edition: Edition) -> Iterator[Passage]:
    """Read the record of a verse, which has the number that its file has."""
    for passage in passages_of_file(path, edition, found=False):
        expected = path.stem.removeprefix("verse-")
        if passage.locate_in and expected != f"{passage.verse:03}":
            message = f"verse {passage.verse} stands in the file of verse {int(expected)}"
            place = passage.locate_in("number", 0)
            raise RecordError([Fault(path, *place, message, f"number: {int(expected)}")])
        yield passage


def document(
    path: Path, kind: Kind = Kind.AUTO, *, edition: Edition = Edition.TEXT, found: bool = False
) -> Document:
    """Open one file. `found`: it was found in a folder, so that it need not have verse."""
    if kind is Kind.AUTO:
        kind = SUFFIXES.get(path.suffix.lower(), Kind.TEXT)
    if kind is Kind.YAML:
        read = partial(passages_of_file, path, edition, found=found)
        return Document(str(path), _Anew(read), file=path)
    if kind is Kind.JSONL:
        return Document(str(path), _Anew(partial(json_file, path)), partial(opened, path), path)
    unread = partial(_outside, path) if kind is Kind.MARKDOWN else None
    return Document(str(path), _Anew(partial(_text_file, path, kind)), file=path, outside=unread)


def document_of_text(
    path: Path, text: str, kind: Kind = Kind.AUTO, *, edition: Edition = Edition.TEXT
) -> Document:
    """Take a text that is at hand, of an editor, as `document` takes the file `path`."""
    if kind is Kind.AUTO:
        kind = SUFFIXES.get(path.suffix.lower(), Kind.TEXT)
    if kind is Kind.YAML:
        return Document(str(path), passages_of_yaml(path, text, edition))
    if kind is Kind.JSONL:
        data = text.encode("utf-8")
        return Document(str(path), json_lines(BytesIO(data), path), lambda: BytesIO(data))
    return Document(str(path), _verses(StringIO(text.removeprefix("\ufeff"), "\n"), path, kind))


def _first(path: Path, seen: set[Path]) -> bool:
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError):  # a loop of links, of which opening it tells
        resolved = path.absolute()
    if resolved in seen:
        return False
    seen.add(resolved)
    return True


def _walk(folder: Path, exclude: Sequence[str]) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        here = Path(root)
        folders[:] = sorted(f for f in folders if _wanted(here / f, folder, exclude))
        for name in sorted(files):
            path = here / name
            known = path.suffix.lower() in SUFFIXES and _wanted(path, folder, exclude)
            if known and _may_be_opened(path):
                yield path


def _may_be_opened(path: Path) -> bool:
    """Whether a file found in a folder is no pipe or device, which could block for ever."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:  # opening it says why
        return True


def _wanted(path: Path, folder: Path, exclude: Sequence[str]) -> bool:
    if path.name.startswith(".") or path.name == "node_modules":
        return False
    inside = path.relative_to(folder).as_posix()
    return not any(
        fnmatch(tried, pattern) for pattern in exclude for tried in (path.name, inside, str(path))
    )


# --- text, line by line --------------------------------------------------------------------


STDIN_PATH = Path("<stdin>")


def _stdin(kind: Kind, edition: Edition) -> Document:
    file = sys.stdin.buffer
    if not isinstance(file, BufferedReader):
        file = BufferedReader(cast("RawIOBase", file))
    if kind is Kind.AUTO:
        beginning = file.peek(1).removeprefix(BOM_UTF8).lstrip()
        kind = Kind.JSONL if beginning.startswith(b"{") else Kind.TEXT
    name = str(STDIN_PATH)
    if kind is Kind.YAML:
        return Document(name, _yaml_stream(file, edition))
    if kind is Kind.JSONL:
        return Document(name, json_lines(file, STDIN_PATH), raw=lambda: file)
    return Document(name, _verses(lines_of(file, STDIN_PATH), STDIN_PATH, kind))


def _yaml_stream(file: BufferedIOBase, edition: Edition) -> Iterator[Passage]:
    """Read a record of standard input, which may be no longer than one in a file."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        expected = f"a record of at most {MAX_BYTES:,} bytes"
        raise RecordError([Fault(STDIN_PATH, None, None, "the input is too large", expected)])
    yield from passages_of_yaml(STDIN_PATH, decoded(data, STDIN_PATH, 1, 0), edition)


def _text_file(path: Path, kind: Kind) -> Iterator[Passage]:
    with opened(path) as file:
        yield from _verses(lines_of(file, path), path, kind)


def _outside(path: Path) -> int:
    with opened(path) as file:
        return outside(lines_of(file, path))


def _verses(lines: Iterable[str], path: Path, kind: Kind) -> Iterator[Passage]:
    if kind is Kind.MARKDOWN:
        return _stanzas(fenced(lines), path, meant=True)
    return _stanzas(lines, path)


def _stanzas(lines: Iterable[str], path: Path, *, meant: bool = False) -> Iterator[Passage]:
    """Part lines into verses; the comments among them go with the verse they speak of.

    `meant`: all of them are verse, whether or not a daṇḍa shows it.
    """
    pending: list[Suppression] = []

    def uncommented() -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            if "#" in line or "dhyana" in line:
                line, suppression = part_comment(line, number, path)
                if suppression:
                    pending.append(suppression)
            yield line

    for stanza in iter_verses(uncommented()):
        last = stanza.line + stanza.text.count("\n")
        own = tuple(s for s in pending if s.line <= last)
        pending[:] = [s for s in pending if s.line > last]
        yield Passage(
            stanza.text,
            stanza.place,
            label=f"verse {stanza.number}" if stanza.number else "",
            meant=meant or stanza.marked,
            closing=stanza.closing,
            loose=not meant and (not _DOUBLE.search(stanza.text) or is_modern(stanza.text)),
            suppressions=own,
        )


_DOUBLE = re.compile(r"॥|‖|[।|][ ]?[।|]|//|\.\.")
"""Marks that end a verse and no sentence."""
