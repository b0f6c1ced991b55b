"""The website: one folder that works from disk and from any static host, without a request out."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.progress import Progress
from dhyana.cli.handbook.site.fonts import FONTS, write_fonts
from dhyana.cli.handbook.site.pages import pages
from dhyana.cli.handbook.site.rendering import Renderer
from dhyana.cli.handbook.site.scripts import script_tables
from dhyana.cli.handbook.site.search import search_index

_ASSETS = Path(__file__).with_name("assets")


def write(book: Book, folder: Path, progress: Progress) -> Sequence[Path]:
    """Write the site into a folder; what lies in its `download` is offered there."""
    return list(_write(book, folder, progress))


def _write(book: Book, folder: Path, progress: Progress) -> Iterator[Path]:
    assets = folder / "assets"
    assets.mkdir()
    for source in (*sorted(_ASSETS.iterdir()), FONTS / "OFL.txt"):
        yield Path(shutil.copyfile(source, assets / source.name))
    download = folder / "download"
    downloads = sorted(file.name for file in download.iterdir()) if download.is_dir() else []
    renderer = Renderer(book, downloads)
    planned = list(pages(book))
    characters: set[str] = set()
    for done, page in enumerate(planned):
        progress(f"Writing {page.file}", done, len(planned))
        html = renderer.render(page)
        characters.update(html)
        yield _text(folder / page.file, html)
    progress("Cutting the font", len(planned), len(planned))
    yield _text(assets / "tables.js", script_tables())
    yield _text(assets / "search-index.js", search_index(book))
    yield from write_fonts(characters, assets)


def _text(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
