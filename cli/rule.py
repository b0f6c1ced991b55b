"""`dhyana rule`: what a lint rule checks, why, and what to do."""

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from dhyana.cli.view.terminal import MEASURE, Terminal, standard_output
from dhyana.grammar.filling import wrap
from dhyana.grammar.lint.registry import MODULES
from dhyana.grammar.lint.registry import rule as rule_of
from dhyana.grammar.lint.rule import Rule


class RuleFormat(StrEnum):
    """How rules are written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def rule(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="Code of the rule: CHA103.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All rules.")] = False,
    output: Annotated[
        RuleFormat,
        typer.Option("--format", help="How to write it: all rules as text are a line each."),
    ] = RuleFormat.TEXT,
) -> None:
    """Explain a lint rule, or list all of them."""
    if every == (code is not None):
        raise typer.BadParameter("name one rule, such as CHA103, or give --all")
    if code is None:
        found = [rule_of(each) for each in sorted(MODULES)]
    else:
        try:
            found = [rule_of(code.upper())]
        except LookupError as error:
            raise typer.BadParameter(str(error.args[0])) from None
    if output is RuleFormat.MARKDOWN:
        typer.echo("\n".join(line for each in found for line in _markdown(each)).rstrip("\n"))
    elif output is RuleFormat.JSON:
        objects = [_object(each) for each in found]
        typer.echo(json.dumps(objects if every else objects[0], ensure_ascii=False, indent=2))
    elif every:
        typer.echo("\n".join(line for each in found for line in _row(each, standard_output())))
    else:
        _explain(found[0])


def _object(described: Rule) -> dict[str, object]:
    parts = ("code", "name", "severity", "authority", "documentation")
    under = {profile: str(severity) for profile, severity in described.under.items()}
    return {part: getattr(described, part) for part in parts} | {"under": under}


def _row(described: Rule, terminal: Terminal) -> list[str]:
    summary = (described.documentation or "").partition("\n")[0]
    row = f"{described.code}  {described.severity:7}  {described.name}: {summary}"
    return wrap(row, terminal.width, hanging=" " * 8) if terminal.placed else [row]


def _markdown(described: Rule) -> Iterator[str]:
    """Write a rule as a chapter of a reference; its sections are a level further down."""
    yield f"## {_head(described)}"
    yield ""
    for line in (described.documentation or "").rstrip().split("\n"):
        yield f"#{line}" if line.startswith("## ") else line
    yield ""
    yield f"Authority: {described.authority}"
    yield ""


def _head(described: Rule) -> str:
    under = "".join(f", {severity} under {p}" for p, severity in described.under.items())
    return f"{described.code} {described.name} ({described.severity}{under})"


def _explain(described: Rule) -> None:
    terminal = standard_output()
    text = (described.documentation or "").rstrip()
    paragraphs = [
        f"## {_head(described)}",
        *text.split("\n\n"),
        f"Authority: {described.authority}",
    ]
    written = ("\n".join(_filled(paragraph, terminal)) for paragraph in paragraphs)
    typer.echo("\n\n".join(written), color=terminal.styled)


def _filled(paragraph: str, terminal: Terminal) -> Iterator[str]:
    """Fill a paragraph into the lines of a terminal; an example, which is indented, stays as it is.

    So does all that goes to a pipe or a file.
    """
    heading = paragraph.startswith("## ")
    text = paragraph.removeprefix("## ")
    lines = text.split("\n")
    if terminal.placed and not text.startswith(" "):
        lines = wrap(" ".join(lines), min(terminal.width, MEASURE))
    yield from (terminal.style(line, bold=True) if heading else line for line in lines)
