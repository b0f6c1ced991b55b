"""The colours of a report, from the terminal's own palette."""

from typing import Any

from dhyana.cli.view.terminal import Terminal
from dhyana.grammar.lint.reporters import Style

_STYLES: dict[str, dict[str, Any]] = {
    "place": {"bold": True},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "info": {"fg": "cyan"},
    "label": {"dim": True},
    "exact": {"fg": "green"},
    "faulty": {"fg": "red"},
    "none": {"fg": "yellow"},
}


def style_of(terminal: Terminal) -> Style:
    """Style the roles of a report in the colours of the terminal's own palette.

    What goes to a pipe or a file is for programs, too: its lines stay whole.
    """
    return Style(
        lambda text, role: terminal.style(text, **_STYLES[role]),
        terminal.width if terminal.placed else None,
    )
