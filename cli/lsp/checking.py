"""What `dhyana lint` says of an open document, in the edition and by the rules of its project."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from dhyana.cli.lint import edition_of, settings_of
from dhyana.cli.lsp.books import Shelf
from dhyana.cli.lsp.documents import Document
from dhyana.grammar.lint import engine, inputs
from dhyana.grammar.lint.configuration import FILE, Configuration, configuration
from dhyana.grammar.lint.engine import Finding
from dhyana.grammar.lint.inputs import Kind
from dhyana.grammar.lint.passage import Passage
from dhyana.shlokas import TREATISE
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import MAX_BYTES

_RECORD = re.compile(r"^(?:verses?|padaccheda)[ \t]*:", re.MULTILINE)
_INDIC = re.compile("[\u0900-\u0dff\U00011000-\U0001137f\U00011400-\U000114df]")
_IAST = re.compile("[āīūṛṝḷḹṃṁḥṅñṭḍṇśṣĀĪŪṚṢŚ]")
_LETTERS_FOR_ONE = 12
"""Of so many letters of romanised Sanskrit one is of IAST's own: of the treatise's verses it is one
in six, of the English pages of this project one in seventy-five."""

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
    settings, broken = project_settings(document.path)
    read = inputs.document_of_text(
        document.path, document.text, document.kind or Kind.AUTO, edition=settings.edition
    )
    read = replace(read, passages=_current(document, read))
    others = list(_SHELF.beside(document.path, settings)) if document.kind is Kind.YAML else []
    outcome = engine.lint_among(read, others, settings)
    return Checked(tuple(outcome.findings), (*broken, *outcome.faults))


def is_verse(document: Document) -> bool:
    """Whether a document is verse, or means to be: YAML is where it has a field of a record."""
    if document.kind is Kind.YAML:
        return document.path.name == TREATISE or bool(_RECORD.search(document.text))
    return document.kind is not None


def _current(document: Document, read: inputs.Document) -> Iterator[Passage | Fault]:
    """Give the verses of a document, as long as it is the present version.

    Most text that people edit is no verse: a paragraph that no daṇḍa shows to be verse, and whose
    letters are not those of Sanskrit, is passed over.
    """
    for passage in read.passages:
        if document.superseded:
            return
        if isinstance(passage, Fault) or passage.meant or looks_sanskrit(passage.text):
            yield passage


def looks_sanskrit(text: str) -> bool:
    """Whether the letters of a text are those of an Indian script, or of romanised Sanskrit."""
    letters = sum(map(str.isalpha, text))
    indic, iast = len(_INDIC.findall(text)), len(_IAST.findall(text))
    return letters > 0 and (2 * indic >= letters or _LETTERS_FOR_ONE * iast >= letters)


def project_settings(path: Path) -> tuple[engine.Settings, tuple[Fault, ...]]:
    """Give what the nearest pyproject.toml says, and what is wrong with it."""
    folder = path.absolute().parent
    try:
        own = configuration(folder)
        if own.dhatupatha:  # which is named from the folder
            own = replace(own, dhatupatha=str(folder / own.dhatupatha))
        return replace(settings_of(own), edition=edition_of(own)), ()
    except RecordError as error:
        broken = error.faults
    except typer.BadParameter as error:
        broken = (Fault(folder / FILE, None, None, error.message),)
    return settings_of(Configuration()), broken
