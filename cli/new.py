"""`dhyana new`: a record to put one's own verse into."""

import re
from pathlib import Path
from typing import Annotated

import typer

_TEMPLATE = Path(__file__).with_name("new-record.yaml")
_NUMBER = re.compile("[0-9]+(?=[^0-9]*$)")
_DIGITS = 3


def new(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="File to make, such as 001.yaml.")],
) -> None:
    """Make a record for a verse of your own: an example with every field, to be overwritten.

    It lints without a finding, and says in comments what each field is and what checks it. The
    number of the verse is the last in the name of the file.
    """
    if path.suffix.lower() not in (".yaml", ".yml"):
        raise typer.BadParameter(f"{path} is no name of a YAML file; expected one such as 001.yaml")
    number = _NUMBER.search(path.stem)
    if number and len(number[0].lstrip("0")) > _DIGITS:
        raise typer.BadParameter(
            f"{path} would be verse {number[0]}; expected a number of at most {_DIGITS} digits"
        )
    text = _TEMPLATE.read_text("utf-8")
    if number and not int(number[0]):
        raise typer.BadParameter(f"{path} would be verse 0; expected a number from 1 on")
    if number:
        text = text.replace("number: 1\n", f"number: {int(number[0])}\n", 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text.replace("THIS_FILE", path.name, 1))
    except FileExistsError:
        raise typer.BadParameter(f"{path} is there already, and is left as it is") from None
    typer.echo(f"{path} is an example; put your verse in, then: dhyana lint {path}")
