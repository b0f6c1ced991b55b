"""`dhyana model`: the model itself; `dhyana model bench` says how fast it is on this machine.

Torch is imported when something is measured, and only then.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from dhyana.cli.computing import computing_device, fail
from dhyana.cli.options import Device, DeviceOption, ListFormat, ListFormatOption
from dhyana.cli.view.busy import busy
from dhyana.cli.view.terminal import standard_output

if TYPE_CHECKING:
    from dhyana.bench.setup import Setup
    from dhyana.bench.tables import Table

_LENGTHS = (256, 512, 1024, 2048, 4096)
_WIDTH = 120  # of a table where no terminal says how wide it is

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def model() -> None:
    """Measure the model on this machine."""


@app.command(short_help="Train and write beside other models.")
def bench(
    device: DeviceOption = Device.CPU,
    quick: Annotated[
        bool,
        typer.Option("--quick/--full", help="A minute, or ten with all that is compiled."),
    ] = True,
    threads: Annotated[
        int, typer.Option(min=1, max=1024, metavar="N", help="Threads of the CPU.")
    ] = 1,
    output: ListFormatOption = ListFormat.TEXT,
) -> None:
    """Train and write side by side with Hugging Face's Llama of the same shape.

    The table of the project's own benchmarks: tokens/s, ratios to the others that are installed,
    and the share of what this machine reaches in a matrix product or a copy.
    """
    where = computing_device(device)
    from dhyana.bench.setup import Setup
    from dhyana.device import out_of_memory

    setup = Setup(
        device=where,
        threads=threads,
        rounds=5 if quick else 15,
        warmup=1 if quick else 3,
        compiled=not quick,
    )
    done = []
    try:
        for table in _tables(setup, quick=quick):
            done.append(table)
            if output is ListFormat.TEXT:
                show(table)
    except (RuntimeError, MemoryError) as error:
        wanting = out_of_memory(error)
        if wanting is None:
            raise
        fail(f"the model cannot be measured on {where}: {wanting}")
    if output is ListFormat.JSON:
        typer.echo(json.dumps([table.as_json() for table in done], ensure_ascii=False, indent=2))


def _tables(setup: "Setup", *, quick: bool) -> Iterator["Table"]:
    from dataclasses import replace

    from dhyana.bench.training import training_memory, training_table
    from dhyana.bench.writing import growth_table, writing_table

    with busy("Training"):
        table = training_table(setup)
    yield table
    for batch in (1, 8):
        with busy(f"Writing, batch {batch}"):
            table = writing_table(replace(setup, batch=batch))
        yield table
    if quick:
        return
    with busy("Writing after longer and longer texts"):
        table = growth_table(replace(setup, rounds=5), _LENGTHS)
    yield table
    with busy("Training in a process of its own"):
        memory = training_memory()
    if memory:
        yield memory


def show(table: "Table") -> None:
    """Write a table to standard output, as wide as it needs where no terminal bounds it."""
    from rich.console import Console

    terminal = standard_output()
    console = Console(
        width=terminal.width if terminal.styled else _WIDTH, no_color=not terminal.styled
    )
    with console.capture() as captured:
        console.print(table.as_rich())
    lines = (line.rstrip() for line in captured.get().splitlines())
    typer.echo("\n".join([*lines, ""]), color=terminal.styled)
