"""The forms of the handbook, and how a build replaces the last one: whole or not at all."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.progress import Progress

Writer = Callable[[Book, Path, Progress], Sequence[Path]]
"""Writes a book into a folder, which exists, and returns the files. Same book, same bytes."""

MADE_HERE = ".dhyana-handbook"
"""A file that marks a folder as one that a build may replace."""

DOWNLOADS = "download"
"""Folder of the website where the other forms lie when the writer of the site is called."""


class Form(StrEnum):
    """A form of the handbook: what `--to` takes, and the folder it is written to."""

    PDF = "pdf"
    EPUB = "epub"
    WEB = "web"


# In the order they are written: the website offers the others for download.
_WRITERS = {
    Form.PDF: "dhyana.cli.handbook.pdf",
    Form.EPUB: "dhyana.cli.handbook.epub",
    Form.WEB: "dhyana.cli.handbook.site",
}


class NotOursError(OSError):
    """The folder that a build would replace holds something else."""


def build(book: Book, forms: Sequence[Form], out: Path, progress: Progress) -> Iterator[Path]:
    """Write a book in some forms, each into a folder of its name, and give these folders.

    A form is written beside its place and then moved there, so that a build that fails leaves
    what the last one wrote. Raises `NotOursError` for a folder that no build has made.
    """
    for form in forms:
        _check(out / form)
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".building-", dir=out) as temporary:
        done: dict[Form, Sequence[Path]] = {}
        for form, name in _WRITERS.items():
            if form in forms:
                folder = Path(temporary, form)
                folder.mkdir()
                (folder / MADE_HERE).touch()
                if form is Form.WEB:
                    _offer([file for files in done.values() for file in files], folder / DOWNLOADS)
                write: Writer = import_module(name).write
                done[form] = write(book, folder, progress)
        for form in done:
            _replace(out / form, Path(temporary, form), Path(temporary, f"old-{form}"))
            yield out / form


def _check(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()) and not (folder / MADE_HERE).exists():
        message = f"{folder} is not a handbook; name another folder with --out, or move it away"
        raise NotOursError(message)


def _offer(files: Sequence[Path], folder: Path) -> None:
    if files:
        folder.mkdir()
    for file in files:
        shutil.copyfile(file, folder / file.name)


def _replace(place: Path, new: Path, old: Path) -> None:
    if place.exists():
        place.rename(old)
    new.rename(place)
