"""The outline of a document, and the weights of its verses at the ends of their lines."""

from collections.abc import Iterator

from lsprotocol import types

from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.record_view import RecordView
from dhyana.cli.lsp.verses import Verse, verses
from dhyana.grammar.lint.inputs import Kind
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.composing import Node
from dhyana.shlokas.shape import text_of

Kinds = types.SymbolKind

_FIELDS = {"verse": Kinds.String, "morphology": Kinds.Array, "code": Kinds.Array}
_NAMED_BY = ("form", "symbol", "text", "rule", "kind", "verse", "term", "heading")
"""The field of an item of a list that says what it is; the next one adds to it."""
_LONGEST = 80
_MOST = 5_000
"""Items of the longest outline."""


def symbols(document: Document) -> list[types.DocumentSymbol]:
    """Give the fields of a record with their items, or the verses of a text."""
    if document.kind is Kind.YAML:
        view = document.last_good
        return [] if view is None else list(_fields(document, view))
    return [_verse(document, verse) for verse in verses(document)[:_MOST] if verse.meant]


def _fields(document: Document, view: RecordView) -> Iterator[types.DocumentSymbol]:
    for name, key, value in view.top():
        if not name:
            continue
        children = [
            _item(document, view, number, item)
            for number, item in enumerate(value.value[:_MOST] if value.id == "sequence" else ())
        ]
        yield types.DocumentSymbol(
            name=visible(name),
            detail=_cut(text_of(value)) if value.id == "scalar" else None,
            kind=_FIELDS.get(name, Kinds.Field),
            range=_range(document, view, key.start_mark.index, value),
            selection_range=_range(document, view, key.start_mark.index, key),
            children=children,
        )


def _item(document: Document, view: RecordView, number: int, item: Node) -> types.DocumentSymbol:
    """Name an item of a list by the field that says what it is."""
    fields = {key.value: value for key, value in item.value} if item.id == "mapping" else {}
    texts = {name: text_of(node) for name, node in fields.items() if node.id == "scalar"}
    name = text_of(item) if item.id == "scalar" else ""
    name = next((texts[each] for each in _NAMED_BY if texts.get(each)), name)
    detail = texts.get("category") or texts.get("verdict") or texts.get("at")
    span = _range(document, view, item.start_mark.index, item)
    return types.DocumentSymbol(
        name=_cut(name) or str(number + 1),
        detail=None if detail is None else _cut(detail),
        kind=Kinds.Object,
        range=span,
        selection_range=types.Range(span.start, span.start),
    )


def _range(document: Document, view: RecordView, start: int, node: Node) -> types.Range:
    """Give the range from a place to the end of a node, without the empty lines behind it."""
    end = max(start, len(view.source.text[: node.end_mark.index].rstrip()))
    return document.places.range(document.index_from(view, start), document.index_from(view, end))


def _verse(document: Document, verse: Verse) -> types.DocumentSymbol:
    span = document.places.range(verse.start, verse.end)
    return types.DocumentSymbol(
        name=_cut(verse.text),
        detail=visible(verse.label),
        kind=Kinds.String,
        range=span,
        selection_range=span,
    )


def _cut(text: str) -> str:
    line = visible(" ".join(text[: 4 * _LONGEST].split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def weights(document: Document, bounds: tuple[int, int]) -> list[types.InlayHint]:
    """Write the weights of each line of verse behind it, within a stretch of the document."""
    return [
        hint
        for verse in verses(document)
        if verse.meant and verse.start <= bounds[1] and bounds[0] <= verse.end
        for hint in _weights(document, verse)
    ]


def _weights(document: Document, verse: Verse) -> Iterator[types.InlayHint]:
    from dhyana.cli.view.metre import MARKS
    from dhyana.grammar.scansion import scan

    aksharas = scan(verse.text).aksharas
    start = 0
    for line in verse.text.split("\n"):
        end = start + len(line)
        marks = [MARKS[each.weight] for each in aksharas if start <= each.start < end]
        if marks:
            yield types.InlayHint(
                position=document.places.position(verse.at(end)),
                label=" ".join(marks),
                padding_left=True,
            )
        start = end + 1
