"""`dhyana review`: compare changed code with its verse, and stamp the record."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Annotated

import typer

from dhyana.cli.history import version_of
from dhyana.cli.options import CantoOption, Ranges, chosen
from dhyana.cli.stamping import stamp
from dhyana.cli.view.highlight import highlight
from dhyana.cli.view.terminal import Terminal, standard_output, tell
from dhyana.shlokas import Verse, load
from dhyana.shlokas.code import CodeError, CodeSource, fingerprint, locate
from dhyana.shlokas.editions import Edition

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, slots=True)
class Stale:
    """A link whose code is not what was reviewed: its place in the record, code and fingerprint."""

    index: int
    code: CodeSource
    reviewed: str | None
    now: str


def review(
    ranges: Ranges = None,
    canto: CantoOption = None,
    every: Annotated[bool, typer.Option("--all", help="All verses.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what has to be reviewed; write nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Stamp without asking.")] = False,
) -> None:
    """Show how code changed since it was compared with its verse, and stamp the record.

    Shown are the verse and, from the history of git where there is one, the difference of each
    linked component to what was reviewed last. The stamp is the fingerprint of the code, which
    lint compares (SUT121). Nothing else in the record's file changes.

    Exit code 1: with --check, code has to be reviewed; or a verse is linked to code that does not
    exist.
    """
    if every and (ranges or canto):
        raise typer.BadParameter("--all names every verse; leave the others out")
    if check and yes:
        raise typer.BadParameter("--check writes nothing, --yes does: give one of them")
    treatise = load(edition=Edition.SOURCE)
    verses = treatise.verses if every else chosen(treatise, ranges or [], canto or [])
    terminal = standard_output()
    left = sum(_review(verse, terminal, check=check, yes=yes) for verse in verses)
    if left:
        raise typer.Exit(1)


def _review(verse: Verse, terminal: Terminal, *, check: bool, yes: bool) -> bool:
    """Review one verse; whether something is left to do."""
    try:
        stale = list(_stale(verse))
    except CodeError as error:
        tell(f"dhyana: verse {verse.number}: {error}")
        return True
    if not stale:
        typer.echo(f"verse {verse.number}: the code is as it was reviewed")
        return False
    if check:
        for each in stale:
            what = "was changed since its review" if each.reviewed else "was never reviewed"
            typer.echo(f"verse {verse.number}: {each.code.symbol} {what}")
        return True
    lines = [
        *_heading(verse, terminal),
        *(line for each in stale for line in _shown(each, terminal)),
    ]
    typer.echo("\n".join(lines), color=terminal.styled)
    if not (yes or _agreed(verse)):
        return True
    stamp(verse.edited.original, verse.source, {each.index: each.now for each in stale})
    typer.echo(f"verse {verse.number}: stamped {', '.join(each.now for each in stale)}\n")
    return False


def _stale(verse: Verse) -> Iterator[Stale]:
    for index, link in enumerate(verse.record.code):
        now = fingerprint(link.symbol)
        if now != link.reviewed:
            yield Stale(index, locate(link.symbol), link.reviewed, now)


def _agreed(verse: Verse) -> bool:
    if not sys.stdin.isatty():
        raise typer.BadParameter(
            "nobody is there to be asked; give --yes when the code was compared with the verse, "
            "or --check to see what has to be"
        )
    return typer.confirm(f"Does the code still do what verse {verse.number} says? Stamp it")


def _heading(verse: Verse, terminal: Terminal) -> list[str]:
    title = f"Verse {verse.number} · Canto {verse.canto.number}: {verse.canto.title}"
    return [
        terminal.style(title, bold=True),
        *(f"    {line}" for line in verse.lines),
        *(f"    {line}" for line in verse.record.translation.split("\n")),
        "",
    ]


def _shown(stale: Stale, terminal: Terminal) -> list[str]:
    """Show what changed in a component; all of it where no earlier version is known."""
    code = stale.code
    before = version_of(code, stale.reviewed) if stale.reviewed else None
    heading = terminal.style(f"{code.symbol}  {code.path}:{code.line}", bold=True)
    if before is None:
        known = "no commit has the code that was reviewed" if stale.reviewed else "never reviewed"
        return [f"{heading}  ({known}; all of it)", *highlight(code.source, terminal, None), ""]
    difference = unified_diff(
        before.source.split("\n"),
        code.source.split("\n"),
        f"reviewed, {before.commit} of {before.date}",
        "now",
        lineterm="",
    )
    return [heading, *_coloured(list(difference), terminal), ""]


def _coloured(lines: Sequence[str], terminal: Terminal) -> Iterator[str]:
    for line in lines:
        colour = _COLOURS.get(line[:1])
        yield terminal.style(line, fg=colour) if colour else line
