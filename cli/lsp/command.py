"""`dhyana lsp`: the language server that editors start."""

import sys
from typing import Annotated

import typer

from dhyana.cli.view.terminal import tell

_INSTALL = "pip install 'dhyana[lsp]'"


def lsp(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Speak over standard input and output, as always.")
    ] = False,
) -> None:
    """Serve an editor over standard input and output.

    Diagnostics, hover, definitions, repairs and completion in verse records, in text and
    Markdown; docs/editors.md says how to set editors up. It is started by the editor.
    """
    try:
        from dhyana.cli.lsp.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        tell(f"dhyana: the editor server needs {error.name}: {_INSTALL}")
        raise typer.Exit(2) from None
    if sys.stdin.isatty():
        message = "dhyana: an editor starts this command; see docs/editors.md"
        tell(message)
        raise typer.Exit(2)
    output = sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print would break the protocol
    try:
        server.start_io(sys.stdin.buffer, output)
    finally:
        server.end()
