"""The fingerprints under `reviewed` of a record, written into its file and nothing else."""

from collections.abc import Mapping
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import TextEdit
from dhyana.grammar.lint.editing import edited
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import parse_record, read_text
from dhyana.shlokas.record import VerseRecord
from dhyana.shlokas.source import Source
from dhyana.shlokas.writing import write_whole


def stamp(record: VerseRecord, source: Source, stamps: Mapping[int, str]) -> None:
    """Write fingerprints into the file of a record, by the place of their links.

    All else stays byte for byte. Raises `RecordError` for a file that was changed since it was
    read or is laid out so that a fingerprint cannot be put in, OSError where it cannot be written.
    """
    text = read_text(source.path)
    if parse_record(source.path, text, VerseRecord)[0] != record:
        raise _refused(source, "the file was changed since it was read", "the same again")
    new = edited(text, [stamp_edit(record, source, index, mark) for index, mark in stamps.items()])
    code = tuple(
        replace(link, reviewed=stamps.get(index, link.reviewed))
        for index, link in enumerate(record.code)
    )
    try:
        after = parse_record(source.path, new, VerseRecord)[0]
    except RecordError:
        after = None
    if after != replace(record, code=code):
        message = "a fingerprint cannot be put into this layout"
        raise _refused(source, message, "an entry of code in lines: symbol, then reviewed")
    write_whole(source.path, new)


def _refused(source: Source, message: str, expected: str) -> RecordError:
    return RecordError([Fault(source.path, *source.locate("code"), message, expected)])


def stamp_edit(record: VerseRecord, source: Source, index: int, mark: str) -> TextEdit:
    """Replace the fingerprint of a link, or put one behind its symbol."""
    link = record.code[index]
    if link.reviewed is not None:
        field = f"code[{index}].reviewed"
        return TextEdit(*source.locate(field), *source.locate(field, len(link.reviewed)), text=mark)
    field = f"code[{index}].symbol"
    line, column = source.locate(field, len(link.symbol))
    written = source.text.split("\n")[line - 1]
    quote = written[column - 1 : column] if written[column - 1 : column] in ("'", '"') else ""
    place = line, column + len(quote)
    key = written.index("symbol")
    in_braces = "{" in written[:key]
    new = f", reviewed: {mark}" if in_braces else f"\n{' ' * key}reviewed: {mark}"
    return TextEdit(*place, *place, text=new)
