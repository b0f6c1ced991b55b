"""`dhyana trace`: verse, code, experiment and test together, and how much of it there is."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from dhyana.cli.options import CantoOption, Ranges, chosen
from dhyana.cli.tracing import TESTS, matrix
from dhyana.cli.view.matrix import as_html, as_json, as_markdown, as_text
from dhyana.cli.view.terminal import standard_output, tell
from dhyana.shlokas import load


class Format(StrEnum):
    """How the matrix is written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"
    MARKDOWN = "markdown"


def trace(
    ranges: Ranges = None,
    canto: CantoOption = None,
    output: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TEXT,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="PERCENT",
            min=0,
            max=100,
            help="Exit with 1 if fewer verses have all parts.",
        ),
    ] = None,
) -> None:
    """Show which code carries out a verse, what measures its claims, and which tests name the code.

    A verse is complete when all its code is there and is as it was reviewed, the evidence is of
    this very code with the verdicts of the record, and a test names each component. Without
    verses, all are shown. Tests are found in a checkout, by reading them.
    """
    treatise = load()
    verses = chosen(treatise, ranges or [], canto or []) if ranges or canto else treatise.verses
    if not TESTS.is_dir():
        tell("note: there are no tests here; they are in the repository")
    found = matrix(treatise, verses)
    match output:
        case Format.TEXT:
            terminal = standard_output()
            typer.echo("\n".join(as_text(found, terminal)), color=terminal.styled)
        case Format.JSON:
            typer.echo(json.dumps(as_json(found), ensure_ascii=False, indent=2))
        case Format.HTML:
            typer.echo(as_html(found))
        case Format.MARKDOWN:
            typer.echo("\n".join(as_markdown(found)))
    if fail_under is not None and found.percent < fail_under:
        tell(f"dhyana: {found.percent:.0f} % is below {fail_under:g} %")
        raise typer.Exit(1)
