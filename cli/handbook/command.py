"""`dhyana handbook`: the treatise as website, PDF and EPUB, from the records and the live code."""

from pathlib import Path
from typing import Annotated

import typer

from dhyana.cli.handbook.building import Form, NotOursError, build
from dhyana.cli.handbook.progress import progress_bar
from dhyana.cli.options import EditionOption, ScriptOption, chosen, parts, warn_of_losses
from dhyana.cli.view.terminal import tell
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition

_INSTALL = "pip install 'dhyana[handbook]'"

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)

OutOption = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder to write to, a folder for each form.")
]
VersesOption = Annotated[
    str | None,
    typer.Option("--verses", metavar="N|N-M,…", help="These verses only: 1-5,12."),
]


@app.callback()
def handbook() -> None:
    """Make the bilingual handbook: website, PDF and EPUB."""


@app.command("build")
def build_command(
    to: Annotated[
        str, typer.Option(metavar="FORM,…", help="Forms to write: web, pdf, epub.")
    ] = "web,pdf,epub",
    out: OutOption = Path("handbook"),
    edition: EditionOption = Edition.TEXT,
    verses: VersesOption = None,
    script: ScriptOption = Script.DEVANAGARI,
) -> None:
    """Write the handbook.

    Each form is complete or not there: a build that fails leaves what the last one wrote. The
    same records, code and evidence give the same bytes.
    """
    forms = parts(to, Form, "form")
    warn_of_losses(script)
    treatise = load(edition=edition)
    selected = chosen(treatise, [verses], []) if verses else treatise.verses
    try:
        from dhyana.cli.handbook.gathering import gather

        with progress_bar() as progress:
            book = gather(treatise, selected, script, progress)
            folders = list(build(book, forms, out, progress))
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("dhyana"):
            raise
        tell(f"dhyana: the handbook needs {error.name}: {_INSTALL}")
        raise typer.Exit(2) from None
    except NotOursError as error:
        tell(f"dhyana: {error}")
        raise typer.Exit(2) from None
    for folder in folders:
        typer.echo(str(folder))


@app.command("serve", short_help="Show the website as it changes.")
def serve_command(
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port on this machine.")
    ] = 8000,
    edition: EditionOption = Edition.TEXT,
    verses: VersesOption = None,
    script: ScriptOption = Script.DEVANAGARI,
) -> None:
    """Show the website on this machine, made anew and reloaded on every change.

    It looks at the records, the code, the templates and the documentation.
    """
    from tempfile import TemporaryDirectory
    from threading import Thread

    from dhyana.cli.handbook.serving import Preview, command, serve

    options = ["--edition", edition, "--script", script]
    options += ["--verses", verses] if verses else []
    with TemporaryDirectory() as out:
        preview = Preview(Path(out, Form.WEB), command(Path(out), *options))
        with serve(preview, port) as server:
            if not preview.make():
                raise typer.Exit(2)
            Thread(target=preview.watch, daemon=True).start()
            typer.echo(f"http://127.0.0.1:{server.server_port}/ (Ctrl+C ends it)")
            server.serve_forever()
