"""`dhyana meter`: verse scanned, its metre named, every fault explained."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import typer

from dhyana.cli.metre_options import (
    ExpectOption,
    FromScriptOption,
    JobsOption,
    ProfileOption,
    StrictOption,
    checked_metre,
    checked_script,
)
from dhyana.cli.reporting import (
    Form,
    Format,
    Reporting,
    Tally,
    chunks,
    in_order,
)
from dhyana.cli.view.terminal import standard_output, tell
from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.corpus.weights import CHUNK
from dhyana.grammar.examination import Measure
from dhyana.grammar.lint.inputs import STDIN, Document, Kind, documents
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.places import position
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.faults import Fault


def meter(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE|-]...", help="Text, records, JSON lines; - is the input."),
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="VERSE", help="Verse, in place of files.")
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TEXT,
    input_format: Annotated[
        Kind, typer.Option(help="What the files are; auto goes by their names.")
    ] = Kind.AUTO,
    from_script: FromScriptOption = None,
    profile: ProfileOption = Profile.CLASSICAL,
    expect: ExpectOption = None,
    strict: StrictOption = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only verses with errors or warnings.")
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Only count metres, verdicts and faults.")
    ] = False,
    jobs: JobsOption = 1,
) -> None:
    """Scan verse, name its metre, and explain every fault.

    Verses of a text are parted by double daṇḍas or empty lines. JSON lines, {"id": …, "text": …}
    each, give JSON lines with --format jsonl.

    Exit codes: 0 no errors, 1 errors (with --strict also warnings), 2 broken input or wrong use.
    """
    measure = Measure(profile, checked_metre(expect), checked_script(from_script))
    form = Form(output, quiet=quiet, silent=statistics)
    sources = _sources(files, text, input_format)
    # A person who reads along waits for no thousand verses.
    drawn = output is Format.TEXT and not (quiet or statistics)
    size = 1 if drawn and jobs == 1 else CHUNK
    total = Tally()
    with _written(form) as write:
        reporting = Reporting(measure, form, standard_output())
        for done in in_order(reporting, chunks(sources, form, size), jobs):
            write(done.reports)
            total.add(done.tally)
            for fault in done.faults:
                tell(f"dhyana: {visible(str(fault))}")
    if statistics:
        typer.echo("\n".join(total.lines(output)))
    elif not total.verses and not total.broken:
        tell("dhyana: no verse stands in the input")
    raise typer.Exit(total.exit_code(strict=strict))


def _sources(files: list[str] | None, text: str | None, kind: Kind) -> Iterator[Document | Fault]:
    if text is not None:
        if files:
            raise typer.BadParameter("--text stands for the files; leave one of them out")
        if any(map(str.isalpha, text)):
            yield Document("", (Passage(text, partial(position, text)),))
        return
    if not files and sys.stdin.isatty():
        raise typer.BadParameter("name a file, - for standard input, or give --text")
    yield from documents(files or [STDIN], kind)


@contextmanager
def _written(form: Form) -> Iterator[Callable[[str], None]]:
    """Write reports as they come, as lines or as one JSON list."""
    first = True

    def write(reports: str) -> None:
        nonlocal first
        if not reports:
            return
        if form.format is Format.JSON:
            sys.stdout.write("[\n" if first else ",\n")
            sys.stdout.write(reports)
        else:
            sys.stdout.write(f"{reports}\n")
        sys.stdout.flush()
        first = False

    yield write
    if form.format is Format.JSON and not form.silent:
        sys.stdout.write("[]\n" if first else "\n]\n")
