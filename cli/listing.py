"""`dhyana list`: the verses with the code they are linked to, or the terms of the lexicon."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, TypeVar

import typer

from dhyana.cli.options import (
    CantoOption,
    EditionOption,
    ListFormat,
    ListFormatOption,
    ScriptOption,
    warn_of_losses,
)
from dhyana.cli.view.formula import readable
from dhyana.cli.view.page import in_script
from dhyana.cli.view.terminal import MEASURE, Terminal, standard_output
from dhyana.grammar.filling import columns, wrap
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import Treatise, load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import LexiconEntry

_FIRST_WORDS = 2
_WORDS = 16  # columns that they mostly take


def listing(
    canto: CantoOption = None,
    lexicon: Annotated[
        bool, typer.Option("--lexicon", help="List the technical terms and what they mean.")
    ] = False,
    edition: EditionOption = Edition.TEXT,
    script: ScriptOption = Script.DEVANAGARI,
    output: ListFormatOption = ListFormat.TEXT,
) -> None:
    """List the verses, or the terms of the lexicon.

    A verse is listed with its canto, the code it is linked to and its first words.
    """
    if lexicon and canto:
        raise typer.BadParameter("the lexicon belongs to no canto; leave out --canto")
    treatise = load(edition=edition)
    warn_of_losses(script)
    if lexicon:
        entries = [in_script(entry, script) for entry in treatise.record.lexicon]
        _write(entries, output, _lexicon_lines)
    else:
        _write(_rows(treatise, canto or [], script), output, _verse_lines)


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    canto: int
    code: tuple[str, ...]
    first_words: str


_Item = TypeVar("_Item", _Row, LexiconEntry)


def _rows(treatise: Treatise, cantos: list[int], script: Script) -> list[_Row]:
    verses = [v for canto in cantos for v in treatise.verses_of(canto)] or treatise.verses
    return [
        _Row(
            verse.number,
            verse.canto.number,
            tuple(link.symbol for link in verse.record.code),
            transliterate(" ".join(verse.record.verse.split()[:_FIRST_WORDS]), script),
        )
        for verse in verses
    ]


def _write(
    items: Sequence[_Item], output: ListFormat, lines: Callable[[Sequence[_Item]], Iterable[str]]
) -> None:
    if output is ListFormat.JSON:
        objects = [asdict(item) for item in items]
        typer.echo(json.dumps(objects, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(lines(items)), color=True)


def _verse_lines(rows: Sequence[_Row]) -> Iterator[str]:
    terminal = standard_output()
    words = max(columns(row.first_words) for row in rows)
    room = terminal.width - len("Verse  Canto    ") - words if terminal.placed else None
    code = ["Code", *(_symbols(row.code, room) for row in rows)]
    width = max(map(len, code))
    if terminal.placed and len("Verse  Canto    ") + width + _WORDS > terminal.width:
        yield from _narrow(rows, terminal)
        return
    head = f"Verse  Canto  {code[0]:{width}}  First words"
    yield terminal.style(head, bold=True)
    for row, symbols in zip(rows, code[1:], strict=True):
        # Devanagari stands last: nothing can be aligned after it.
        yield f"{row.number:5}  {row.canto:5}  {symbols:{width}}  {row.first_words}"


def _narrow(rows: Sequence[_Row], terminal: Terminal) -> Iterator[str]:
    """Write verses for a terminal without room for all columns: the code below the words."""
    yield terminal.style("Verse  Canto  First words", bold=True)
    for row in rows:
        yield f"{row.number:5}  {row.canto:5}  {row.first_words}"
        yield from wrap(", ".join(row.code), terminal.width, " " * len("Verse  "))


def _symbols(code: Sequence[str], room: int | None) -> str:
    """Name as many symbols as there is room for, but one at least, and count the others."""
    for shown in range(len(code), 0, -1):
        left = len(code) - shown
        text = ", ".join(code[:shown]) + (f", +{left}" if left else "")
        if room is None or len(text) <= room or shown == 1:
            return text
    return "–"


def _lexicon_lines(entries: Sequence[LexiconEntry]) -> Iterator[str]:
    terminal = standard_output()
    for entry in entries:
        yield f"{terminal.style(entry.transliteration, bold=True)} · {entry.term}"
        yield from wrap(readable(entry.gloss), min(terminal.width, MEASURE), "  ")
