"""The handbook as an EPUB 3: XHTML with MathML, glosses as footnotes, its own typeface."""

from collections.abc import Sequence
from pathlib import Path

from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.epub.package import items_of
from dhyana.cli.handbook.epub.zipping import write_archive
from dhyana.cli.handbook.progress import Progress


def write(book: Book, folder: Path, progress: Progress) -> Sequence[Path]:
    """Write the book as `dhyana.epub`."""
    progress("Writing the EPUB", 0, 1)
    path = folder / "dhyana.epub"
    write_archive(path, items_of(book))
    progress("Writing the EPUB", 1, 1)
    return [path]
