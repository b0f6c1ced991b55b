"""What an EPUB holds: its chapters, its cover, its typeface, and the package that lists them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from itertools import groupby
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import dhyana.cli.handbook
from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.dating import source_date
from dhyana.cli.handbook.epub.rendering import Renderer
from dhyana.cli.handbook.indexes import notation_of, symbols_of, words_of
from dhyana.cli.handbook.pdf.typesetting import cover

_NAME = "urn:dhyana:handbook"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A file of the book: its name and title, what writes it, and what stands below it.

    `sanskrit`: the title, or what follows it, in Devanagari.
    """

    name: str
    title: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    sanskrit: str = ""
    within: tuple["Chapter", ...] = ()

    @property
    def file(self) -> str:
        """Name of the file."""
        return f"{self.name}.xhtml"


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of the manifest."""

    id: str
    file: str
    media_type: str
    properties: str = ""


def items_of(book: Book) -> dict[str, bytes]:
    """Give every file of the EPUB by its name, the package first.

    The same book gives the same bytes; it is dated by `SOURCE_DATE_EPOCH`.
    """
    renderer = Renderer(book)
    chapters = tuple(_chapters(book))
    every = tuple(_flat(chapters))
    documents = {
        one.file: renderer.render(one.template, one.context | {"chapter": one}) for one in every
    }
    assets = _assets(book)
    manifest = [
        *(_document(name, text) for name, text in documents.items()),
        *(_asset(name) for name in assets),
    ]
    context = {
        "chapters": chapters,
        "every": every,
        "manifest": manifest,
        "identifier": f"urn:uuid:{uuid5(NAMESPACE_URL, f'{_NAME}:{book.edition}:{book.script}')}",
        "modified": _modified(),
        "depth": 2 if any(one.within for one in chapters) else 1,
    }
    lists = {
        name: renderer.render(name, context) for name in ("package.opf", "nav.xhtml", "toc.ncx")
    }
    written = {name: text.encode() for name, text in (lists | documents).items()}
    return written | assets


def _chapters(book: Book) -> Iterator[Chapter]:
    yield Chapter("cover", "Cover", "cover.xhtml")
    yield Chapter("title", "Title page", "title.xhtml")
    yield Chapter("prologue", "Prologue", "prose.xhtml", {"prose": book.front.prologue})
    by_number = {verse.number: verse for verse in book.verses}
    for canto in book.cantos:
        verses = tuple(
            Chapter(
                f"verse-{number}",
                f"Verse {number}",
                "verse.xhtml",
                {"verse": by_number[number]},
                " ".join(by_number[number].verse[0].split(" ")[:2]),
            )
            for number in canto.verses
        )
        title = f"Canto {canto.number}: {canto.title}"
        context = {"canto": canto, "verses": verses}
        yield Chapter(f"canto-{canto.number}", title, "canto.xhtml", context, within=verses)
    yield Chapter("synthesis", "Synthesis", "prose.xhtml", {"prose": book.front.synthesis})
    yield Chapter("matrix", "Summary matrix", "matrix.xhtml")
    yield Chapter("lexicon", "Lexicon", "lexicon.xhtml")
    yield Chapter("thread", "Verses and code", "thread.xhtml")
    grouped = groupby(book.corrections, key=lambda entry: entry.verse)
    groups = [(number, tuple(entries)) for number, entries in grouped]
    yield Chapter("corrections", "Corrections", "corrections.xhtml", {"groups": groups})
    indexes = {
        "words": words_of(book, by_iast=False),
        "roman": words_of(book, by_iast=True),
        "notation": notation_of(book),
        "symbols": symbols_of(book),
    }
    yield Chapter("index", "Index", "index.xhtml", indexes)


def _flat(chapters: Sequence[Chapter]) -> Iterator[Chapter]:
    for chapter in chapters:
        yield chapter
        yield from _flat(chapter.within)


def _assets(book: Book) -> dict[str, bytes]:
    """Give style, typeface and cover; the typeface is whole, for a reader may search or quote."""
    handbook = files(dhyana.cli.handbook)
    fonts = handbook / "assets" / "fonts"
    return {
        "book.css": (handbook / "epub" / "templates" / "book.css").read_bytes(),
        **{name: (fonts / name).read_bytes() for name in _FONTS},
        "cover.png": cover(book.front),
    }


_FONTS = ("OFL.txt", "TiroDevanagariSanskrit-Regular.ttf", "TiroDevanagariSanskrit-Italic.ttf")
_MEDIA_TYPES = {
    "css": "text/css",
    "txt": "text/plain",
    "ttf": "font/ttf",
    "png": "image/png",
}


def _asset(name: str) -> Item:
    stem, _, ending = name.rpartition(".")
    return Item(
        f"asset-{stem}", name, _MEDIA_TYPES[ending], "cover-image" if ending == "png" else ""
    )


def _document(name: str, text: str) -> Item:
    holds = {"mathml": "<math ", "svg": "<svg "}
    properties = " ".join(kind for kind, mark in holds.items() if mark in text)
    return Item(name.removesuffix(".xhtml"), name, "application/xhtml+xml", properties)


def _modified() -> str:
    return datetime.fromtimestamp(source_date() or 0, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
