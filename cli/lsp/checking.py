"""What `dhyana lint` says of an open document, in the edition and by the rules of its project."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from dhyana.cli.lint import edition_of, settings_of
from dhyana.cli.lsp.books import Shelf
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.verses import verses
from dhyana.grammar.lint import engine, inputs
from dhyana.grammar.lint.configuration import FILE, Configuration, configuration
from dhyana.grammar.lint.engine import Finding
from dhyana.grammar.lint.inputs import Kind
from dhyana.grammar.lint.passage import Passage
from dhyana.shlokas import TREATISE
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import MAX_BYTES

_RECORD = re.compile(r"^(?:verses?|padaccheda)[ \t]*:", re.MULTILINE)
# Letters of Indian scripts, and those of IAST that hardly any other language has.
_SANSKRIT = re.compile("[\u0900-\u0dff\U00011000-\U0001137f\U00011400-\U000114dfṛṝḷḹṃṁḥṅṭḍṇṣ]")
_COMMENT = re.compile(r"dhyana[ \t]*:")


_SHELF = Shelf()


@dataclass(frozen=True, slots=True)
class Checked:
    """Findings and broken input of one version of a document."""

    findings: tuple[Finding, ...] = ()
    faults: tuple[Fault, ...] = ()


def check(document: Document) -> Checked:
    """Ask the linter; nothing, or no more verses, where the document has changed meanwhile.

    A record of a treatise is compared with the others of it, as their files have them.
    """
    if document.superseded or not is_verse(document):
        return Checked()
    if document.is_too_large:
        message = "the file is too large to be checked while it is edited"
        expected = f"at most {MAX_BYTES:,} bytes; dhyana lint reads it whatever its length"
        return Checked(faults=(Fault(document.path, None, None, message, expected),))
    settings, broken = _of_project(document.path)
    read = inputs.document_of_text(
        document.path, document.text, document.kind or Kind.AUTO, edition=settings.edition
    )
    read = replace(read, passages=_current(document, read))
    others = list(_SHELF.beside(document.path, settings)) if document.kind is Kind.YAML else []
    outcome = engine.lint_among(read, others, settings)
    return Checked(tuple(outcome.findings), (*broken, *outcome.faults))


def is_verse(document: Document) -> bool:
    """Whether a document is verse, or means to be.

    A YAML file is where it has a field of a record; plain text where it has letters of Sanskrit,
    daṇḍas, or a comment to the linter, for most texts that people edit are no verse.
    """
    match document.kind:
        case Kind.YAML:
            return document.path.name == TREATISE or bool(_RECORD.search(document.text))
        case Kind.TEXT:
            if _SANSKRIT.search(document.text) or _COMMENT.search(document.text):
                return True
            return any(verse.meant for verse in verses(document))
        case kind:
            return kind is not None


def _current(document: Document, read: inputs.Document) -> Iterator[Passage | Fault]:
    for passage in read.passages:
        if document.superseded:
            return
        yield passage


def _of_project(path: Path) -> tuple[engine.Settings, tuple[Fault, ...]]:
    """Give what the nearest pyproject.toml says, and what is wrong with it."""
    folder = path.absolute().parent
    try:
        own = configuration(folder)
        return replace(settings_of(own), edition=edition_of(own)), ()
    except RecordError as error:
        broken = error.faults
    except typer.BadParameter as error:
        broken = (Fault(folder / FILE, None, None, error.message),)
    return settings_of(Configuration()), broken
