"""The `dhyana` command: which commands there are, and how every one of them ends.

Exit codes: 0 nothing to report, 1 errors found (or nothing found, for a search), 2 wrong use or
broken input, 130 interrupted. Input that is wrong gets a message on standard error, never a
traceback. When a reader such as `head` closes the pipe, the command ends in silence with 0.
"""

import gc
import io
import os
import sys
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

import dhyana
from dhyana.cli.view.narrow_help import HelpContext, fit_help

# Each command: its function, imported when the command is used, and a line for the overview.
COMMANDS = {
    "verse": ("dhyana.cli.verse:verse", "Show verses beside the code they describe."),
    "list": ("dhyana.cli.listing:listing", "List the verses, or the terms of the lexicon."),
    "search": ("dhyana.cli.search:search", "Find a word in the verses and the lexicon."),
    "meter": ("dhyana.cli.meter:meter", "Scan verse, name its metre, explain every fault."),
    "lint": ("dhyana.cli.lint:lint", "Check verse in files: the gate for hooks and CI."),
    "rule": ("dhyana.cli.rule:rule", "Explain a lint rule."),
    "new": ("dhyana.cli.new:new", "Make a record for a verse of your own."),
    "derive": ("dhyana.cli.derive:derive", "Derive the words of a verse by Pāṇini's sūtras."),
    "trace": ("dhyana.cli.trace:trace", "Show verse, code, experiment and test together."),
    "review": ("dhyana.cli.review:review", "Compare changed code with its verse; stamp it."),
    "lsp": ("dhyana.cli.lsp.command:lsp", "Serve an editor: diagnostics, hover, repairs."),
    "run": ("dhyana.cli.run:run", "Call the code of verses and measure what they claim."),
    "model": ("dhyana.cli.model:app", "Measure how fast the model is on this machine."),
    "handbook": (
        "dhyana.cli.handbook.command:app",
        "Make the handbook: website, PDF and EPUB.",
    ),
}


class _Commands(TyperGroup):
    """A group that imports a command only when it is used."""

    context_class = HelpContext

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name][0].partition(":")
        found = getattr(import_module(module), function)
        if isinstance(found, typer.Typer):  # a group of commands, such as `handbook`
            command: Any = typer.main.get_group(found)
        else:
            alone = typer.Typer(rich_markup_mode=None, add_completion=False)
            alone.command(cmd_name)(found)
            command = typer.main.get_command(alone)
        fit_help(command)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        # Typer looks for names that are near among commands that are imported: here none is.
        if args and args[0] not in COMMANDS and (near := get_close_matches(args[0], COMMANDS, 1)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def invoke(self, ctx: Any) -> Any:
        from dhyana.shlokas import NotInTreatiseError, RecordError

        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # a pipe that was closed shows itself here at the latest
        except (RecordError, NotInTreatiseError) as error:
            _complain(error)
            raise typer.Exit(2) from None
        except typer.BadParameter as error:
            _fold(error)
            raise
        except OSError as error:
            _drop(sys.stdout)
            if isinstance(error, BrokenPipeError):
                raise typer.Exit(0) from None
            _complain(error)
            raise typer.Exit(2) from None
        return result


def _complain(error: object) -> None:
    """Say on standard error what is wrong, if that can be written."""
    from dhyana.cli.view.terminal import tell
    from dhyana.grammar.lint.visible import visible

    message = str(error)
    if isinstance(error, OSError) and error.strerror:  # without its number and its quotes
        message = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    try:
        tell(f"dhyana: {visible(message)}")
    except OSError:
        _drop(sys.stderr)


def _fold(error: typer.BadParameter) -> None:
    """Fold what is said of wrong use, as typer will write it, to the terminal it is read on."""
    from dhyana.cli.view.terminal import folded

    before = "Error: " + error.format_message().removesuffix(error.message)
    if error.message:
        error.message = folded(before + error.message, sys.stderr).removeprefix(before)


def _drop(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, or Python would complain of it at exit."""
    with suppress(OSError):  # when the stream is no file, nothing is left to go wrong
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _ClosedInput(io.RawIOBase):
    """Stands for a standard input that was closed before the start: reading it is an error."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        raise OSError("standard input is closed")


def _open_streams() -> None:
    """Give commands the streams that they count on; Python has None for those that are closed."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - till the end
    if sys.stdout is None:
        _complain("standard output is closed; redirect it to a file or to the null device")
        sys.exit(2)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")


app = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dhyana {dhyana.__version__}")
        raise typer.Exit


@app.callback()
def _about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Avadhānapañcāśikā: fifty Sanskrit verses on the Transformer, and the code they describe.

    Begin with: dhyana verse 12
    """


def main() -> None:
    """Run the command line and exit."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        # A Windows code page cannot write Devanagari; a lone surrogate nobody can.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app(prog_name="dhyana")
    except OSError as error:  # from help, the version or a message of wrong use
        _drop(sys.stdout)
        _complain(error)
        sys.exit(2)
    finally:
        gc.freeze()  # all goes with the process: no garbage is looked for at the end
