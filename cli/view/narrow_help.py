"""Help on a narrow terminal: typer fills no lines of less than fifty columns."""

import shutil
from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

from dhyana.cli.view.terminal import MIN_WIDTH

_CONTEXT: Any = TyperGroup.context_class
_FORMATTER: Any = _CONTEXT.formatter_class

_DESCRIPTION = 30
"""Columns that what an option does has at least; its name goes above where that leaves no room."""


class _Formatter(_FORMATTER):  # type: ignore[misc] # typer gives its type no public name
    """Writes help into lines that fit."""

    def __init__(self, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=width, max_width=max_width)
        if width is None:
            columns = max(MIN_WIDTH, shutil.get_terminal_size().columns)
            self.width: int = min(self.width, columns - 2)

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options or commands, each beside what it does."""
        room = max(8, self.width - _DESCRIPTION)
        super().write_dl(rows, min(col_max, room), col_spacing)


class HelpContext(_CONTEXT):  # type: ignore[misc] # typer gives its type no public name
    """The context of a command whose help fits."""

    formatter_class = _Formatter


def fit_help(command: Any) -> None:
    """Let the help of a command, or of a group and its commands, fit a narrow terminal."""
    for each in (command, *getattr(command, "commands", {}).values()):
        each.context_class = HelpContext
