"""The handbook as a printed book: a PDF set by Typst."""

from collections.abc import Sequence
from pathlib import Path

import typer

from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.pdf.data import data_of
from dhyana.cli.handbook.pdf.typesetting import typeset
from dhyana.cli.handbook.progress import Progress
from dhyana.grammar.lipi.transliteration import Script

_SCRIPTS = frozenset({
    Script.DEVANAGARI, Script.IAST, Script.SLP1, Script.HK, Script.ISO, Script.ITRANS,
    Script.VELTHUIS, Script.WX,
})  # fmt: skip


def write(book: Book, folder: Path, progress: Progress) -> Sequence[Path]:
    """Write the book as `dhyana.pdf`: tagged, with bookmarks, checked against PDF/UA-1.

    Raises `typer.BadParameter` for a script that its typefaces do not have.
    """
    if book.script not in _SCRIPTS:
        message = f"the PDF has no typeface for {book.script}; leave it out: --to web,epub"
        raise typer.BadParameter(message)
    progress("Setting the PDF", 0, 1)
    path = folder / "dhyana.pdf"
    path.write_bytes(typeset(data_of(book)))
    progress("Setting the PDF", 1, 1)
    return [path]
