"""Options that the commands about metre share."""

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lipi.script import SCRIPTS, known_script

T = TypeVar("T")

ProfileOption = Annotated[
    Profile,
    typer.Option(help="Whose practice verse is held to; epic turns its licences into notes."),
]
FromScriptOption = Annotated[
    str | None,
    typer.Option(
        "--from-script",
        metavar="SCRIPT",
        help=f"What the verse is written in, if not what it looks like: {', '.join(SCRIPTS)}.",
    ),
]
ExpectOption = Annotated[
    str | None,
    typer.Option(metavar="METRE", help="The metre it is meant to be in; only the differences."),
]
JobsOption = Annotated[
    int, typer.Option(min=1, max=64, metavar="N", help="Processes that work at once.")
]
"""More than any machine gains from: memory and the start of each process grow with them."""
StrictOption = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]


def checked_script(name: str | None) -> str | None:
    """Return our name of a script; `typer.BadParameter` for one that cannot be read."""
    return None if name is None else _checked(known_script, name)


def checked_metre(name: str | None) -> str | None:
    """Return the name as it is; `typer.BadParameter` if no metre is called so."""
    if name is not None:
        from dhyana.grammar.chandas.names import metre_names

        _checked(metre_names, name)
    return name


def _checked(read: Callable[[str], T], name: str) -> T:
    try:
        return read(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
