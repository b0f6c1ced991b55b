"""The engine: rules are asked of every document, then of all together.

`judging` examines a document by itself: the families that read verse as scanned and those that read
the fields of a record. `book` asks the rules that compare records and those of their ties to the
code. Both leave out what the apparatus of a record explains, honour waivers and comments, and give
each finding its file, line and column.
"""

from collections.abc import Iterable, Iterator, Sequence

from dhyana.grammar.lint.book import Page, compare
from dhyana.grammar.lint.inputs import Document
from dhyana.grammar.lint.judging import examine
from dhyana.grammar.lint.outcome import Finding, Outcome, Report
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.placing import located
from dhyana.grammar.lint.settings import Settings
from dhyana.shlokas.faults import Fault

__all__ = ["Finding", "Outcome", "Settings", "lint", "located"]


def lint(documents: Iterable[Document | Fault], settings: Settings) -> Outcome:
    """Ask all selected rules of all passages, and of the records among them together.

    A document that cannot be read further counts as its fault, and the next one is read. Raises
    ValueError for an unknown metre or script in the settings.
    """
    outcome = Outcome()
    paths: list[str] = []
    pages: list[Page] = []
    for document in documents:
        if isinstance(document, Fault):
            outcome.faults.append(document)
            continue
        outcome.documents += 1
        paths.append(document.path)
        report = examine(document, settings)
        _take(report, outcome)
        pages += pages_of(report, document)
    _take(compare(pages, settings), outcome)
    outcome.sort(paths)
    return outcome


def _take(report: Report, outcome: Outcome) -> None:
    outcome.add(report)
    outcome.findings += report.findings
    outcome.faults += report.faults
    outcome.passages += report.passages


def pages_of(report: Report, document: Document) -> Iterator[Page]:
    """Give the records of a document, read anew where its report has them not."""
    records: Sequence[Passage] | None = report.records
    if records is None:
        records = [p for p in document.passages if isinstance(p, Passage) and p.record is not None]
    for passage, used in zip(records, report.used, strict=True):
        yield Page(report.path, passage, used)
