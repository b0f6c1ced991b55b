"""Reports of linting, one module a format, each with one function from an outcome to lines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module

from dhyana.grammar.lint.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Style:
    """How a report looks: `paint` styles a text by its role, such as `place`, `error`, `label`.

    `width` is that of the terminal, to which lines are folded; without one they stay whole.
    """

    paint: Callable[[str, str], str]
    width: int | None = None

    def __call__(self, text: str, role: str) -> str:
        """Style a text by its role."""
        return self.paint(text, role)


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    GITLAB = "gitlab"
    SARIF = "sarif"
    JUNIT = "junit"


_MODULES = {
    Format.TEXT: "text",
    Format.CONCISE: "text",
    Format.JSON: "as_json",
    Format.GITHUB: "github",
    Format.GITLAB: "gitlab",
    Format.SARIF: "sarif",
    Format.JUNIT: "junit",
}


plain = Style(lambda text, role: text)
"""Leaves text as it is."""


def report(outcome: Outcome, output: Format, style: Style = plain) -> Iterator[str]:
    """Write an outcome as lines without line ends, which can be encoded."""
    module = import_module(f"{__name__}.{_MODULES[output]}")
    lines: Iterator[str] = getattr(module, output.value)(outcome, style)
    return map(encodable, lines)


def encodable(text: str) -> str:
    r"""Spell out halves of surrogate pairs, which stand for bytes of file names that are no UTF-8.

    What comes of it, `\udcff`, is what JSON reads back as the same.
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
