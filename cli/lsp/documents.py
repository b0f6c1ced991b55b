"""The documents that are open in the editor, one object for each version of each.

A record that cannot be read while it is typed keeps what was last read of it: `Document.last_good`
is that, with the place that a place of the text had in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path

from dhyana.cli.lsp.positions import Encoding, Places
from dhyana.cli.lsp.record_view import RecordView, view_of
from dhyana.grammar.lint.inputs import SUFFIXES, Kind
from dhyana.shlokas.reading import MAX_BYTES

_LANGUAGES = {
    "yaml": Kind.YAML,
    "markdown": Kind.MARKDOWN,
    "plaintext": Kind.TEXT,
    "text": Kind.TEXT,
    "jsonl": Kind.JSONL,
}


@dataclass(eq=False)
class Document:
    """One version of an open text; `kind` is None for a text that is no verse, such as code."""

    uri: str
    path: Path
    language: str
    version: int | None
    text: str
    encoding: Encoding
    before: RecordView | None = field(default=None, repr=False)
    superseded: bool = False

    @cached_property
    def places(self) -> Places:
        """The places of the text."""
        return Places(self.text, self.encoding)

    @cached_property
    def kind(self) -> Kind | None:
        """What the file is, by its name, or else by what the editor calls its language."""
        return SUFFIXES.get(self.path.suffix.lower()) or _LANGUAGES.get(self.language)

    @property
    def is_python(self) -> bool:
        """Whether it is code, which may carry marks with verse numbers."""
        return self.language == "python" or self.path.suffix == ".py"

    @cached_property
    def is_too_large(self) -> bool:
        """Whether it is longer than a record may be, so that it is left alone."""
        return len(self.text) > MAX_BYTES or len(self.text.encode("utf-8")) > MAX_BYTES

    @cached_property
    def record(self) -> RecordView | None:
        """What stands in it as a record, if it can be read just now."""
        if self.kind is not Kind.YAML or self.is_too_large:
            return None
        return view_of(self.path, self.text)

    @property
    def last_good(self) -> RecordView | None:
        """What stands in it as a record, or else what stood there when it could last be read."""
        return self.record or self.before

    def index_in(self, view: RecordView, index: int) -> int | None:
        """Find the place that a place of the text has in a view of it.

        In a view of an older text it is None where text was changed since.
        """
        index -= self.text.count("\r\n", 0, index)
        if view is self.record:
            return index
        old, new = len(view.source.text), len(self._lines_fed)
        same, same_end = self._unchanged
        if index < same:
            return index
        return index + old - new if index >= new - same_end else None

    def index_from(self, view: RecordView, index: int) -> int:
        """Find the place in the text that a place of a view has.

        Of what was changed since an older text it is the place of the change.
        """
        if view is not self.record:
            old, new = len(view.source.text), len(self._lines_fed)
            same, same_end = self._unchanged
            if index >= same:
                index = index + new - old if index >= old - same_end else same
        if len(self._lines_fed) == len(self.text):
            return index
        line = self._lines_fed.count("\n", 0, index) + 1
        column = index - self._lines_fed.rfind("\n", 0, index)
        return self.places.counted(line, column)

    @cached_property
    def _lines_fed(self) -> str:
        """The text with the line ends that views have."""
        return self.text.replace("\r\n", "\n")

    @cached_property
    def _unchanged(self) -> tuple[int, int]:
        """How many characters are those of the last readable text, at either end of both."""
        old = self.before.source.text if self.before else ""
        new = self._lines_fed
        same = _common(old, new)
        return same, _common(old[same:][::-1], new[same:][::-1])


def _common(one: str, other: str) -> int:
    """Count the characters with which both texts begin."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class Documents:
    """The present version of every open document, by its URI."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._open.values()))

    def get(self, uri: str) -> Document | None:
        """Give the present version of a document, None for one that is not open."""
        return self._open.get(uri)

    def opened(self, item: types.TextDocumentItem, encoding: Encoding) -> Document:
        """Take a document in that was opened."""
        path = Path(to_fs_path(item.uri) or item.uri)
        return self._put(
            Document(item.uri, path, item.language_id, item.version, _sound(item.text), encoding)
        )

    def changed(self, uri: str, version: int | None, text: str) -> Document | None:
        """Take the new text of a document in; None for one that is not open."""
        old = self._open.get(uri)
        if old is None:
            return None
        before = old.last_good
        new = Document(uri, old.path, old.language, version, _sound(text), old.encoding, before)
        return self._put(new)

    def closed(self, uri: str) -> None:
        """Forget a document."""
        old = self._open.pop(uri, None)
        if old is not None:
            old.superseded = True

    def _put(self, document: Document) -> Document:
        old = self._open.get(document.uri)
        if old is not None:
            old.superseded = True
        self._open[document.uri] = document
        return document


def _sound(text: str) -> str:
    """Replace halves of surrogate pairs, which JSON can carry and no encoding can write."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
