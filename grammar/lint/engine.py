"""The engine: rules are asked of every passage, what stays is placed in its file.

A family is one function from a scanned passage to its findings, which are placed in the text of
the passage. The engine selects among them, honours waivers and comments, leaves out what the
apparatus of a record explains, and gives each its file, line and column.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.excerpt import Excerpt, excerpt, field_excerpt
from dhyana.grammar.lint.inputs import Document
from dhyana.grammar.lint.passage import Passage, offset_of
from dhyana.grammar.lint.record_rule import fields_of, record_findings
from dhyana.grammar.lint.registry import MODULES
from dhyana.grammar.lint.suppressions import waived
from dhyana.grammar.scansion import Scan, scan
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.record import VerseRecord


@dataclass(frozen=True, slots=True)
class Settings:
    """What is checked, and by whose measure.

    `select` and `ignore` are codes or their beginnings (`CHA`, `CHA1`, `CHA103`); the longer one
    wins, of equal ones `ignore`. `script` is what the text is written in, if not what it looks
    like; `expect` the metre that it is meant to be in.
    """

    select: tuple[str, ...] = ("",)
    ignore: tuple[str, ...] = ()
    profile: Profile = Profile.CLASSICAL
    expect: str | None = None
    script: str | None = None
    waivers: bool = True

    def selects(self, code: str) -> bool:
        """Whether findings of a rule are wanted."""
        wanted = max((len(part) for part in self.select if code.startswith(part)), default=-1)
        refused = max((len(part) for part in self.ignore if code.startswith(part)), default=-1)
        return wanted > refused


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic in its file, with the words that it is about."""

    diagnostic: Diagnostic
    excerpt: Excerpt | None = None


@dataclass(slots=True)
class Outcome:
    """What linting found: errors and warnings, broken input, and how much was read.

    `notes` counts findings that are only worth knowing, `waived` those that waivers and comments
    keep, `explained` those that a record's own apparatus corrects.
    """

    findings: list[Finding] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    documents: int = 0
    passages: int = 0
    notes: int = 0
    waived: int = 0
    explained: int = 0

    def count(self, severity: Severity) -> int:
        """How many findings are of a severity."""
        return sum(finding.diagnostic.severity is severity for finding in self.findings)


def lint(documents: Iterable[Document | Fault], settings: Settings) -> Outcome:
    """Ask all selected rules of all passages.

    A document that cannot be read further counts as its fault, and the next one is read. Raises
    ValueError for an unknown metre or script in the settings.
    """
    outcome = Outcome()
    families = {name: check for name, check in _families().items() if _wanted(name, settings)}
    for document in documents:
        if isinstance(document, Fault):
            outcome.faults.append(document)
            continue
        outcome.documents += 1
        try:
            for passage in document.passages:
                if isinstance(passage, Fault):
                    outcome.faults.append(passage)
                    continue
                outcome.passages += 1
                _examine(document.path, passage, families, settings, outcome)
        except RecordError as error:
            outcome.faults += error.faults
    return outcome


Family = Callable[[Scan, Settings], Iterable[Diagnostic]]
_Likeness = tuple[str, str | None, str]


def _families() -> Mapping[str, Family]:
    """Families that read the verse as scanned."""
    from dhyana.grammar.lint.chandas import metre_report
    from dhyana.grammar.lint.lipi import letter_findings

    def chandas(scanned: Scan, settings: Settings) -> Iterator[Diagnostic]:
        report = metre_report(scanned, settings.profile, settings.expect)
        yield from report.faults
        yield from report.notes

    return {"LIP": lambda scanned, _: letter_findings(scanned), "CHA": chandas}


def _wanted(family: str, settings: Settings) -> bool:
    return any(settings.selects(code) for code in MODULES if code.startswith(family))


def _examine(
    path: str,
    passage: Passage,
    families: Mapping[str, Family],
    settings: Settings,
    outcome: Outcome,
) -> None:
    asked = list(_asked(passage, families, settings))
    counted = [found for found, _ in asked if _counts(found, settings)]
    explained = Counter[_Likeness]()
    if counted and settings.waivers:
        explained = _explained(counted, passage, families, settings)
    for found, scanned in asked:
        likeness = _likeness(found)
        if not _counts(found, settings):
            outcome.notes += settings.selects(found.code)
        elif explained[likeness]:
            explained[likeness] -= 1
            outcome.explained += 1
        else:
            _judge(found, scanned, path, passage, settings, outcome)


def _asked(
    passage: Passage, families: Mapping[str, Family], settings: Settings
) -> Iterator[tuple[Diagnostic, Scan | None]]:
    """Ask all families: findings in the verse come with its scan, those in fields without."""
    scanned = scan(passage.text, settings.script)
    for check in families.values():
        for found in check(scanned, settings):
            if found.code == NO_METRE and not passage.meant:
                found = replace(found, severity=Severity.INFO)
            yield found, scanned
    if passage.record is not None:
        for found in _of_record(passage.record, settings):
            yield found, None


def _explained(
    counted: Iterable[Diagnostic],
    passage: Passage,
    families: Mapping[str, Family],
    settings: Settings,
) -> Counter[_Likeness]:
    """Count which findings are gone where the apparatus of the record has its way."""
    emended = passage.emended() if passage.emended else passage.record
    if emended is None or emended == passage.record:
        return Counter()
    after = replace(passage, text=emended.verse, record=emended)
    left = Counter(_likeness(found) for found, _ in _asked(after, families, settings))
    return Counter(map(_likeness, counted)) - left


def _of_record(record: VerseRecord, settings: Settings) -> Iterator[Diagnostic]:
    """Ask the families that read the fields of a record."""
    for family in sorted({code[:3] for code in MODULES} - {"CHA"}):
        if _wanted(family, settings):
            yield from record_findings(record, family)


def _judge(
    found: Diagnostic,
    scanned: Scan | None,
    path: str,
    passage: Passage,
    settings: Settings,
    outcome: Outcome,
) -> None:
    """Take a finding into the outcome, unless a waiver or comment keeps it."""
    place = located_in_field if scanned is None else located
    placed = place(found, path, passage)
    if settings.waivers and _stays(placed, passage):
        outcome.waived += 1
    else:
        outcome.findings.append(Finding(placed, _shown(found, scanned, passage)))


def _shown(found: Diagnostic, scanned: Scan | None, passage: Passage) -> Excerpt | None:
    if scanned is not None:
        return excerpt(scanned, found)
    return field_excerpt(passage.record, found) if passage.record is not None else None


def _counts(diagnostic: Diagnostic, settings: Settings) -> bool:
    return settings.selects(diagnostic.code) and diagnostic.severity is not Severity.INFO


def _likeness(diagnostic: Diagnostic) -> _Likeness:
    """Give what findings of one fault have in common, wherever in its field it stands."""
    return diagnostic.code, diagnostic.field, diagnostic.message


NO_METRE = "CHA407"
"""A paragraph of plain text that nothing shows to be verse is not blamed for being none."""


def _stays(diagnostic: Diagnostic, passage: Passage) -> bool:
    return waived(diagnostic, passage.waivers) or any(
        suppression.covers(diagnostic) for suppression in passage.suppressions
    )


def located(diagnostic: Diagnostic, path: str | None, passage: Passage) -> Diagnostic:
    """Place a finding in the text of a passage in its file."""

    def place(line: int, column: int) -> tuple[int, int]:
        """Line and column in the file of those in the passage."""
        return passage.locate(offset_of(passage.text, line, column))

    if diagnostic.line is None or diagnostic.column is None:
        start, end = passage.locate(0), passage.locate(len(passage.text.rstrip()))
    else:
        line, column = diagnostic.line, diagnostic.column
        start = place(line, column)
        end = place(diagnostic.end_line or line, diagnostic.end_column or column)
    return replace(
        diagnostic,
        path=path,
        line=start[0],
        column=start[1],
        end_line=end[0],
        end_column=end[1],
        verse=passage.verse,
        field=passage.field,
        fixes=tuple(_located_fix(fix, place) for fix in diagnostic.fixes),
    )


def located_in_field(diagnostic: Diagnostic, path: str | None, passage: Passage) -> Diagnostic:
    """Place a finding in a field of the record of a passage in its file."""
    field, locate = diagnostic.field, passage.locate_in
    if field is None or locate is None or passage.record is None:
        return replace(diagnostic, path=path)
    text = dict(fields_of(passage.record))[field]
    inside = replace(passage, text=text, locate=partial(locate, field), field=field)
    return located(diagnostic, path, inside)


def _located_fix(fix: Fix, place: Callable[[int, int], tuple[int, int]]) -> Fix:
    edits = tuple(
        TextEdit(*place(e.line, e.column), *place(e.end_line, e.end_column), e.text)
        for e in fix.edits
    )
    return replace(fix, edits=edits)
