"""The other records of the treatise that a record belongs to, which some rules compare it with."""

from collections.abc import Iterator
from pathlib import Path

from dhyana.cli.lsp.treatises import folder_near
from dhyana.grammar.lint.book import Page
from dhyana.grammar.lint.engine import Settings, pages_of
from dhyana.grammar.lint.inputs import Document, treatise_documents
from dhyana.grammar.lint.judging import examine

_Stamp = tuple[int, int, Settings]


class Shelf:
    """Records of treatises as their files have them, each read again when its file changes."""

    def __init__(self) -> None:
        self._pages: dict[Path, tuple[_Stamp, tuple[Page, ...]]] = {}

    def beside(self, path: Path, settings: Settings) -> Iterator[Page]:
        """Give the other records of the treatise that a file belongs to; none for one of none."""
        folder = folder_near(path)
        own = path.absolute()
        if folder is None or folder.absolute() not in (own.parent, own.parent.parent):
            return
        for document in treatise_documents(settings.edition, folder):
            file = document.file
            if file is not None and file.resolve() != own.resolve():
                yield from self._read(file, document, settings)

    def _read(self, file: Path, document: Document, settings: Settings) -> tuple[Page, ...]:
        try:
            status = file.stat()
        except OSError:  # it is gone
            return ()
        stamp = (status.st_mtime_ns, status.st_size, settings)
        known = self._pages.get(file)
        if known is None or known[0] != stamp:
            pages = tuple(pages_of(examine(document, settings), document))
            known = self._pages[file] = (stamp, pages)
        return known[1]
