"""The verses of an open document, in a record or in free text, each with its place."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.record_view import RecordView
from dhyana.grammar.lint.inputs import Kind, document_of_text
from dhyana.grammar.lint.passage import Passage
from dhyana.shlokas.faults import RecordError

LONGEST = 4_000
"""Characters of the longest verse of which more is said than the linter does."""


@dataclass(frozen=True, slots=True)
class Verse:
    """A verse; `at` gives the place in the document of an offset in `text`.

    `meant`: the source shows that it is verse, and no heading or prose.
    """

    text: str
    label: str
    at: Callable[[int], int]
    meant: bool

    @property
    def start(self) -> int:
        """Where it begins in the document."""
        return self.at(0)

    @property
    def end(self) -> int:
        """Where it ends in the document."""
        return self.at(len(self.text))

    def offset(self, index: int) -> int:
        """Find the offset in the verse of a place in the document; the inverse of `at`."""
        return min(bisect_left(range(len(self.text) + 1), index, key=self.at), len(self.text))


def verses(document: Document) -> list[Verse]:
    """Give the verses of a document in order, of a record as it could last be read."""
    if document.is_too_large:
        return []
    if document.kind is Kind.YAML:
        view = document.last_good
        return [] if view is None else list(_of_record(document, view))
    if document.kind in (Kind.TEXT, Kind.MARKDOWN):
        return list(_of_text(document, document.kind))
    return []


def verse_at(document: Document, index: int) -> Verse | None:
    """Give the verse that a place of a document is in."""
    return next((each for each in verses(document) if each.start <= index <= each.end), None)


def _of_record(document: Document, view: RecordView) -> Iterator[Verse]:
    if view.has("verse"):
        yield from _in_field(document, view, "verse", "number")
    index = 0
    while view.has(f"verses[{index}]"):
        item = f"verses[{index}]"
        named = f"{item}.verse" if view.has(f"{item}.verse") else item
        yield from _in_field(document, view, named, f"{item}.number")
        index += 1


def _in_field(document: Document, view: RecordView, field: str, number: str) -> Iterator[Verse]:
    text, called = view.text(field), view.text(number)
    if text and len(text) <= LONGEST:

        def at(offset: int) -> int:
            return document.index_from(view, view.index(field, offset))

        yield Verse(text, f"verse {called}" if called else "verse", at, meant=True)


def _of_text(document: Document, kind: Kind) -> Iterator[Verse]:
    def at(passage: Passage, offset: int) -> int:
        return document.places.counted(*passage.locate(offset))

    try:
        for passage in document_of_text(document.path, document.text, kind).passages:
            if isinstance(passage, Passage) and len(passage.text) <= LONGEST:
                yield Verse(
                    passage.text, passage.label or "verse", partial(at, passage), passage.meant
                )
    except RecordError:  # a comment that cannot be read: its diagnostic tells
        return
