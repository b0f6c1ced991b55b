"""What is wrong with a record, and where: the one error that reading raises."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

MAX_FAULTS = 100
"""More faults than this are not looked for: such a file is no record."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file.

    Lines and columns count code points from 1; both are absent when the file as a whole is
    at fault (it is missing, a directory, too large).
    """

    path: Path
    line: int | None
    column: int | None
    message: str
    expected: str = ""

    def __str__(self) -> str:
        place = str(self.path) if self.line is None else f"{self.path}:{self.line}:{self.column}"
        expected = f"; expected {self.expected}" if self.expected else ""
        return f"{place}: {self.message}{expected}"


class RecordError(ValueError):
    """The files cannot be read as records; `faults` holds everything wrong with them, in order."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("\n".join(map(str, self.faults)))


def shown(value: str, limit: int = 40) -> str:
    """Quote a value for a message: one line, escaped, cut to `limit` characters."""
    return repr(value if len(value) <= limit else value[: limit - 1] + "…")
