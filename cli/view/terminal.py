"""What standard output can do, and how text is laid out on it.

No table of character widths is right for Devanagari: terminals disagree by a quarter. So a
column that holds it is the last one, it starts where the cursor is told to go, and lines are
filled by the widest advance that any terminal makes (`grammar.filling`).
"""

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TextIO

import typer

from dhyana.grammar.filling import wrap

MIN_WIDTH = 40
MEASURE = 100  # longer lines of prose are hard to read


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where output goes: its width in columns, and whether styles and cursor moves work there."""

    width: int
    styled: bool
    placed: bool

    @classmethod
    def of(cls, stream: TextIO) -> "Terminal":
        """Look at a stream and the environment (`COLUMNS`, `TERM`, `NO_COLOR`, `FORCE_COLOR`)."""
        placed = stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
        # The last column stays free: terminals that draw Devanagari wider than they count it
        # lose what stands there.
        width = max(MIN_WIDTH, shutil.get_terminal_size(_size(stream)).columns - placed)
        styled = bool(placed or os.environ.get("FORCE_COLOR")) and not os.environ.get("NO_COLOR")
        return cls(width, styled, placed)

    def style(self, text: str, **style: Any) -> str:
        """Style text as `typer.style` does (`fg`, `bold`, `dim`, …), where styles are shown.

        Write it with `typer.echo(…, color=True)`: echo would take the styles out again where
        FORCE_COLOR asks for them.
        """
        return typer.style(text, **style) if self.styled and text else text


def _size(stream: TextIO) -> tuple[int, int]:
    """Give columns and lines of the terminal that a stream is, for when standard output is none."""
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):  # no terminal, or no file at all
        columns, lines = 0, 0
    return columns or 80, lines or 24


def standard_output() -> Terminal:
    """Look at standard output as it is now."""
    return Terminal.of(sys.stdout)


def tell(message: str) -> None:
    """Write a message to standard error."""
    typer.echo(folded(message, sys.stderr), err=True)


def folded(message: str, stream: TextIO) -> str:
    """Fold a message to the terminal that a stream is; for a file or a pipe it stays as it is."""
    terminal = Terminal.of(stream)
    return "\n".join(wrap(message, terminal.width, hanging="    ")) if terminal.placed else message


def beside(left: Iterable[str], right: Iterable[str], column: int) -> list[str]:
    """Set lines in two columns; the right one starts at `column`, counted from 1."""
    left, right = list(left), list(right)
    height = max(len(left), len(right))
    rows = zip(_padded(left, height), _padded(right, height), strict=True)
    return [f"{a}\x1b[{column}G{b}" if b else a for a, b in rows]


def _padded(lines: list[str], height: int) -> list[str]:
    return lines + [""] * (height - len(lines))
