"""Arguments and options that several commands share: one name, one meaning, one message."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, TypeVar

import typer

from dhyana.cli.view.terminal import tell
from dhyana.grammar.lipi.transliteration import LOSSES, Script
from dhyana.shlokas import Treatise, Verse
from dhyana.shlokas.editions import Edition

Choice = TypeVar("Choice", bound=StrEnum)

_RANGE = re.compile(r"(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?")


class Format(StrEnum):
    """How a reading command writes what it shows."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


class ListFormat(StrEnum):
    """How a command writes a list of things."""

    TEXT = "text"
    JSON = "json"


class Device(StrEnum):
    """Where the model computes; `auto` takes the best that is there."""

    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"
    MPS = "mps"


Ranges = Annotated[
    list[str] | None,
    typer.Argument(metavar="[N|N-M]...", help="Verses: 12, 11-15, or several of these."),
]
CantoOption = Annotated[
    list[int] | None, typer.Option("--canto", metavar="N", help="All verses of this canto.")
]
EditionOption = Annotated[
    Edition,
    typer.Option(
        help="source: letter for letter; text: mechanical damage repaired; "
        "emended: conjectures too."
    ),
]
ScriptOption = Annotated[
    Script,
    typer.Option(metavar="SCRIPT", help=f"How Sanskrit is written: {', '.join(Script)}."),
]
FormatOption = Annotated[Format, typer.Option("--format", help="Form of the output.")]
ListFormatOption = Annotated[ListFormat, typer.Option("--format", help="Form of the output.")]
DeviceOption = Annotated[Device, typer.Option(help="Where the model computes.")]


def chosen(treatise: Treatise, ranges: Iterable[str], cantos: Iterable[int]) -> list[Verse]:
    """Read the verses that ranges, also with commas, and cantos name, once each, as they come.

    Raises `typer.BadParameter` when they name none or cannot be read, `NotInTreatiseError` and
    `RecordError` as `Treatise.verse` does.
    """
    pieces = [piece for text in ranges for piece in text.split(",")]
    verses = [treatise.verse(number) for piece in pieces for number in _numbers(piece)]
    verses += (verse for number in cantos for verse in treatise.verses_of(number))
    if not verses:
        raise typer.BadParameter("name a verse: 12, a range: 11-15, or a canto: --canto 3")
    return list(dict.fromkeys(verses))


def _numbers(text: str) -> range:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise typer.BadParameter(
            f"{text!r} is no verse; expected a number or a range, such as 12 or 11-15"
        )
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise typer.BadParameter(f"the range {text} runs backwards; did you mean {last}-{first}?")
    return range(first, last + 1)


def warn_of_losses(script: Script) -> None:
    """Tell the reader, on standard error, what a script cannot keep apart."""
    if script in LOSSES:
        tell(f"note: {LOSSES[script]}")


def parts(text: str | None, kind: type[Choice], one: str = "part") -> list[Choice]:
    """Read a comma-separated list of values of an enum, `one` each; all when it is not given.

    Raises `typer.BadParameter` that names the values there are.
    """
    if text is None:
        return list(kind)
    named = [part.strip().lower() for part in text.split(",")]
    for name in named:
        if name not in list(kind):
            raise typer.BadParameter(f"there is no {one} {name!r}; expected {', '.join(kind)}")
    return [kind(name) for name in named]
