"""What linting gives: findings in their files, and counts of the rest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.passage import Passage
from dhyana.shlokas.faults import Fault


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of a text. `carets` stand under `iast`; they are empty if the place is the whole."""

    text: str
    iast: str
    carets: str


@dataclass(frozen=True, slots=True)
class Patch:
    """What a fix makes of the lines that it touches; long ones are cut to what is near it."""

    removed: tuple[str, ...]
    added: tuple[str, ...]
    safe: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic in its file, with the words that it is about and what its fix makes of them."""

    diagnostic: Diagnostic
    excerpt: Excerpt | None = None
    patch: Patch | None = None


@dataclass(slots=True, kw_only=True)
class Counts:
    """How many findings are not shown.

    `notes` are only worth knowing or not decided, `waived` is what waivers and comments keep,
    `explained` what a record's own apparatus corrects.
    """

    notes: int = 0
    waived: int = 0
    explained: int = 0

    def add(self, other: "Counts") -> None:
        """Count what was counted apart."""
        self.notes += other.notes
        self.waived += other.waived
        self.explained += other.explained


@dataclass(slots=True)
class Report(Counts):
    """What linting one document by itself gave.

    `outside` counts verses that are not read; `used` says of each record in it which of its
    waivers, by their place in it, keep a finding;
    `records` are the passages with a record, None where the report comes from the cache.
    """

    path: str = ""
    findings: list[Finding] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    passages: int = 0
    outside: int = 0
    used: list[set[int]] = field(default_factory=list)
    records: Sequence[Passage] | None = ()


@dataclass(slots=True)
class Outcome(Counts):
    """What linting found: errors and warnings, broken input, and how much was read.

    `adopted` counts what a baseline knows, `gone` what it knows and is no longer found. `unread`
    has the documents in which verses are not read, with their number, or no verse is: 0.
    """

    findings: list[Finding] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    documents: int = 0
    passages: int = 0
    unread: dict[str, int] = field(default_factory=dict)
    adopted: int = 0
    gone: int = 0

    def count(self, severity: Severity) -> int:
        """How many findings are of a severity."""
        return sum(finding.diagnostic.severity is severity for finding in self.findings)

    def sort(self, paths: Iterable[str]) -> None:
        """Put findings in the order of their files, and in each of their places."""
        order = {path: index for index, path in enumerate(paths)}
        self.findings.sort(key=lambda finding: _place(finding.diagnostic, order))


def _place(diagnostic: Diagnostic, order: dict[str, int]) -> tuple[int, str, int, int, str]:
    path = diagnostic.path or ""
    at = diagnostic.line or 0, diagnostic.column or 0
    return order.get(path, len(order)), path, *at, diagnostic.code
