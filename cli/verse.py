"""`dhyana verse`: verses beside the code they describe."""

from collections.abc import Iterable
from typing import Annotated

import typer

from dhyana.cli.options import (
    CantoOption,
    Device,
    DeviceOption,
    EditionOption,
    Format,
    FormatOption,
    Ranges,
    ScriptOption,
    chosen,
    parts,
    warn_of_losses,
)
from dhyana.cli.view.page import Page, Section, page_of
from dhyana.cli.view.terminal import standard_output
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas import Verse, load
from dhyana.shlokas.editions import Edition


def verse(
    ranges: Ranges = None,
    canto: CantoOption = None,
    edition: EditionOption = Edition.TEXT,
    script: ScriptOption = Script.DEVANAGARI,
    only: Annotated[
        str | None,
        typer.Option(metavar="PART,…", help=f"Show these parts only: {', '.join(Section)}."),
    ] = None,
    run: Annotated[
        bool, typer.Option("--run", help="Run the code and its experiment afterwards.")
    ] = False,
    device: DeviceOption = Device.AUTO,
    output: FormatOption = Format.TEXT,
) -> None:
    """Show verses beside the code they describe.

    The code is read from the installed source, not run, unless --run is given. On a terminal
    it stands beside the verse; in a pipe, or where there is no room, below it.

    Exit code 1: a verse is linked to code that does not exist, or --run measured another
    verdict than the record of the verse expects.
    """
    if run and output is not Format.TEXT:
        raise typer.BadParameter(f"--run writes text; see dhyana run for {output}")
    sections = parts(only, Section)
    treatise = load(edition=edition)
    verses = chosen(treatise, ranges or [], canto or [])
    warn_of_losses(script)
    pages = [page_of(treatise.edition, verse, script, sections) for verse in verses]
    _write(pages, sections, output)
    agrees = not run or _run(verses, device)
    if not agrees or any(page.dead_links for page in pages):
        raise typer.Exit(1)


def _run(verses: list[Verse], device: Device) -> bool:
    """Do what `dhyana run` does; whether every measured verdict is the one the record expects."""
    from dhyana.cli.run import How, run_verses, show

    typer.echo()
    return show(verses, run_verses(verses, How(device)), standard_output())


def _write(pages: list[Page], sections: list[Section], output: Format) -> None:
    # Each writer is imported when it is used: what one needs, the others do not.
    match output:
        case Format.JSON:
            import json

            from dhyana.cli.view.as_json import as_json

            records = [as_json(page, sections) for page in pages]
            typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
        case Format.MARKDOWN:
            from dhyana.cli.view.as_markdown import as_markdown

            _echo(as_markdown(page, sections) for page in pages)
        case Format.TEXT:
            from dhyana.cli.view.as_text import as_text

            terminal = standard_output()
            _echo(as_text(page, sections, terminal) for page in pages)


def _echo(pages: Iterable[list[str]]) -> None:
    """Write pages with an empty line between them."""
    for index, lines in enumerate(pages):
        typer.echo("\n".join(["", *lines] if index else lines), color=True)
