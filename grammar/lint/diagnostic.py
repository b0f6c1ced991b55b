"""The one shape in which metre, lint, editor and reports speak of a fault."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a diagnostic matters; only `error` fails a run that is not strict."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace the text between two places of a file; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend a fault: what to do in words and, where it is mechanical, the edits."""

    message: str
    safe: bool = False
    edits: tuple[TextEdit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding, with its place, its ground and its remedies.

    Lines and columns count code points from 1; `end_column` is one past the last. A finding
    about text that has no file has no `path`, and its lines count within that text.
    `fixes` stand cheapest first.
    """

    code: str
    name: str
    severity: Severity
    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    verse: int | None = None
    field: str | None = None
    pada: str | None = None
    syllables: tuple[int, ...] = ()
    word: str | None = None
    expected: str | None = None
    found: str | None = None
    authority: str | None = None
    fixes: tuple[Fix, ...] = ()

    @property
    def remedy(self) -> Fix | None:
        """The mechanical fix to take: the cheapest that is safe, or else the cheapest."""
        mechanical = [fix for fix in self.fixes if fix.edits]
        return next((fix for fix in mechanical if fix.safe), next(iter(mechanical), None))
