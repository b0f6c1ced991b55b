"""From verse to code and back: definitions, references, links.

A symbol leads to the installed source, which is read and never imported; a mark in code leads to
the record of the verse; a word leads to its row in the table, and a claim to its experiment.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.marks import marks, marks_at
from dhyana.cli.lsp.positions import Places
from dhyana.cli.lsp.record_view import RecordView, Spot
from dhyana.cli.lsp.treatises import record_of, treatise_near
from dhyana.cli.lsp.words import places_of, word_at
from dhyana.grammar.lint.registry import MODULES
from dhyana.grammar.lint.registry import rule as rule_of
from dhyana.shlokas.code import CodeError, CodeSource, locate, marked_symbols
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.reading import read_text

_VERSE = re.compile(r"^verse:", re.MULTILINE)


def definitions(document: Document, index: int) -> list[types.Location]:
    """Where that is which a place of a document names."""
    if document.is_python:
        return list(_records_of(document, index))
    view, spot = _spot(document, index)
    if view is None or spot is None:
        return []
    match spot.steps:
        case ("padaccheda" | "anvaya",):
            return list(_rows(document, view, spot))
        case ("code", int(number), *_):
            return list(_in_code(view.text(f"code[{number}].symbol") or ""))
        case ("claims", int(), *_) if view.number is not None:
            return list(_marked(view.number, "experiment"))
        case ("waivers", int(), "rule"):
            return [] if (found := rule_location(spot.text)) is None else [found]
    return []


def references(document: Document, index: int) -> list[types.Location]:
    """All places that speak of what a place of a document names: records and marks."""
    if document.is_python:
        numbers = [mark.verse for mark in marks_at(document, index)]
        return [place for number in numbers for place in _of_verse(document.path, number)]
    view, spot = _spot(document, index)
    if view is None or spot is None:
        return []
    match spot.steps:
        case ("code", int(number), *_):
            return list(_links_to(document.path, view.text(f"code[{number}].symbol") or ""))
        case ("padaccheda" | "anvaya",) | ("morphology", int(), "form"):
            word = word_at(spot.text, spot.offset)
            return [] if word is None else list(_words(document, view, word.written))
        case ("number" | "verse", *_) if view.number is not None:
            return list(_of_verse(document.path, view.number))
    return []


def links(document: Document) -> list[types.DocumentLink]:
    """Give the symbols of a record, and the marks of a source file, as links."""
    found: list[types.DocumentLink] = []
    if document.is_python:
        for mark in marks(document):
            path = record_of(mark.verse, document.path)
            if path is not None:
                span = document.places.range(mark.start, mark.end)
                target, tip = path.as_uri(), f"Verse {mark.verse}"
                found.append(types.DocumentLink(range=span, target=target, tooltip=tip))
        return found
    view = document.last_good
    if view is None:
        return found
    for number in view.links:
        field = f"code[{number}].symbol"
        symbol = view.text(field) or ""
        code = _located(symbol)
        if code is not None:
            start = document.index_from(view, view.index(field))
            span = document.places.range(start, start + len(symbol))
            target = f"{code.file.resolve().as_uri()}#L{code.line}"
            tip = f"{code.path}:{code.line}"
            found.append(types.DocumentLink(range=span, target=target, tooltip=tip))
    return found


def rule_location(code: str) -> types.Location | None:
    """Where a rule says what it checks and why: in its module."""
    if code not in MODULES:
        return None
    return types.Location(rule_path(code).as_uri(), _line(0))


def rule_path(code: str) -> Path:
    """Give the file of a rule; `LookupError` for a code that no rule has."""
    rule_of(code)
    return Path(sys.modules[MODULES[code]].__file__ or "").resolve()


# --- of records ----------------------------------------------------------------------------


def _spot(document: Document, index: int) -> tuple[RecordView | None, Spot | None]:
    view = document.last_good
    place = None if view is None else document.index_in(view, index)
    return view, None if view is None or place is None else view.spot(place)


def _rows(document: Document, view: RecordView, spot: Spot) -> Iterator[types.Location]:
    word = word_at(spot.text, spot.offset)
    if word is not None:
        yield from _words(document, view, word.written, only="morphology")


def _words(
    document: Document, view: RecordView, written: str, only: str = ""
) -> Iterator[types.Location]:
    """Find a word in the fields of the record."""
    for field, start, end in places_of(view, written):
        if field.startswith(only):
            first, last = (document.index_from(view, view.index(field, at)) for at in (start, end))
            yield types.Location(document.uri, document.places.range(first, last))


# --- of code -------------------------------------------------------------------------------


def _located(symbol: str) -> CodeSource | None:
    try:
        return locate(symbol)
    except CodeError:
        return None


def _in_code(symbol: str) -> Iterator[types.Location]:
    found = _located(symbol)
    if found is not None:
        yield _location(found)


def _location(code: CodeSource) -> types.Location:
    return types.Location(code.file.resolve().as_uri(), _line(code.line - 1))


def _line(number: int) -> types.Range:
    return types.Range(types.Position(number, 0), types.Position(number, 0))


def _marked(number: int, *names: str) -> Iterator[types.Location]:
    """Find the components that carry a mark with the number of a verse."""
    for name in names:
        try:
            found = marked_symbols(name)
        except CodeError:
            continue
        for each in found:
            if number in each.verses:
                yield from _in_code(each.symbol)


# --- of verses -----------------------------------------------------------------------------


def _records_of(document: Document, index: int) -> Iterator[types.Location]:
    for mark in marks_at(document, index):
        path = record_of(mark.verse, document.path)
        if path is not None:
            yield _in_file(path, _VERSE)


def _of_verse(path: Path, number: int) -> Iterator[types.Location]:
    """Give the record of a verse and all code that is marked with its number."""
    record = record_of(number, path)
    if record is not None:
        yield _in_file(record, _VERSE)
    yield from _marked(number, "shloka", "experiment", "demonstration")


def _links_to(path: Path, symbol: str) -> Iterator[types.Location]:
    """Give the code of a symbol and all records that link to it."""
    yield from _in_code(symbol)
    treatise = treatise_near(path)
    link = re.compile(rf"\bsymbol:[ ]*(?P<place>{re.escape(symbol)})(?![\w.])")
    for number in treatise.numbers if symbol else ():
        file = treatise.path_of(number)
        if file.is_file():
            found = _in_file(file, link)
            if found.range.end.line:
                yield found


def _in_file(path: Path, wanted: re.Pattern[str]) -> types.Location:
    """Find the first place of a pattern in a file, or else give its first line."""
    try:
        text = read_text(path)
    except RecordError:
        text = ""
    found = wanted.search(text)
    if found is None:
        return types.Location(path.as_uri(), _line(0))
    group = "place" if "place" in wanted.groupindex else 0
    return types.Location(path.as_uri(), Places(text).range(*found.span(group)))
