"""The engine: rules are asked of every document, then of all together.

`judging` examines a document by itself: the families that read verse as scanned and those that read
the fields of a record. `book` asks the rules that compare records and those of their ties to the
code. Both leave out what the apparatus of a record explains, honour waivers and comments, and give
each finding its file, line and column.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from dhyana.grammar.lint.caching import Cache, content_of
from dhyana.grammar.lint.inputs import Document
from dhyana.grammar.lint.outcome import Finding, Outcome, Report
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.placing import located
from dhyana.grammar.lint.settings import Settings
from dhyana.shlokas.faults import Fault

if TYPE_CHECKING:
    from dhyana.grammar.lint.book import Page

__all__ = ["Finding", "Outcome", "Settings", "lint", "lint_among", "located", "pages_of"]

_AT_ONCE = 16
"""Documents that a process takes at a time."""


def lint(
    documents: Iterable[Document | Fault],
    settings: Settings,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
) -> Outcome:
    """Ask all selected rules of all passages, and of the records among them together.

    A document that cannot be read further counts as its fault, and the next one is read. `jobs`
    processes share the documents; what `cache` knows is not asked again. Raises ValueError for an
    unknown metre or script in the settings.
    """
    outcome = Outcome()
    read: list[Document] = []
    for document in documents:
        if isinstance(document, Fault):
            outcome.faults.append(document)
        else:
            read.append(document)
    contents = [content_of(document.file) if cache else None for document in read]
    known = [(d.path, content) for d, content in zip(read, contents, strict=True) if content]
    whole = cache if not outcome.faults and len(known) == len(read) else None
    if whole and (found := whole.outcome(known)):
        return found
    pages: list[Page] = []
    reports = _reports(read, contents, settings, jobs, cache)
    for document, report in zip(read, reports, strict=True):
        outcome.documents += 1
        _take(report, outcome)
        if report.outside or not (report.passages or report.used or report.faults):
            outcome.unread[report.path] = report.outside
        pages += pages_of(report, document)
    _take(_together(pages, settings), outcome)
    outcome.sort(document.path for document in read)
    if whole:
        whole.keep_outcome(outcome, known)
    return outcome


def lint_among(document: Document, others: Sequence["Page"], settings: Settings) -> Outcome:
    """Lint one document, such as the text in an editor, with the records of others as its context.

    What is found in `document` is given, also by rules that compare it with the others. `pages_of`
    gives the pages of a document once, to be kept for as long as its file stays the same; those of
    an older text of `document` are not among the others.
    """
    outcome = Outcome(documents=1)
    report = _examine(document, settings)
    _take(report, outcome)
    own = list(pages_of(report, document))
    if own:
        _take(_together([*others, *own], settings), outcome)
    outcome.findings = [f for f in outcome.findings if f.diagnostic.path == document.path]
    outcome.sort([document.path])
    return outcome


def pages_of(report: Report, document: Document) -> Iterator["Page"]:
    """Give the records of a document, read anew where its report has them not."""
    from dhyana.grammar.lint.book import Page

    records: Sequence[Passage] | None = report.records
    if records is None:
        records = (
            [p for p in document.passages if isinstance(p, Passage) and p.record is not None]
            if report.used
            else ()
        )
    for passage, used in zip(records, report.used, strict=True):
        yield Page(report.path, passage, used)


def _together(pages: Sequence["Page"], settings: Settings) -> Report:
    if not pages:  # verse of strangers has no records; most rules then need not even be loaded
        return Report()
    from dhyana.grammar.lint.book import compare

    return compare(pages, settings)


def _take(report: Report, outcome: Outcome) -> None:
    outcome.add(report)
    outcome.findings += report.findings
    outcome.faults += report.faults
    outcome.passages += report.passages


def _reports(
    documents: Sequence[Document],
    contents: Sequence[str | None],
    settings: Settings,
    jobs: int,
    cache: Cache | None,
) -> Iterator[Report]:
    """Give the report of each document, in their order: from the cache, or anew."""
    known = [
        cache.report(document.path, content) if cache and content else None
        for document, content in zip(documents, contents, strict=True)
    ]
    new = _examined(
        [d for d, report in zip(documents, known, strict=True) if not report], settings, jobs
    )
    for report, content in zip(known, contents, strict=True):
        if report is None:
            report = next(new)
            if cache and content:
                cache.keep_report(report, content)
        yield report


def _examined(documents: Sequence[Document], settings: Settings, jobs: int) -> Iterator[Report]:
    """Examine documents, in several processes where that is worth it; their order stays."""
    if jobs == 1 or len(documents) <= _AT_ONCE:
        yield from map(_examine, documents, repeat(settings))
        return
    from concurrent.futures import ProcessPoolExecutor

    apart = [document for document in documents if document.file is not None]
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts) as pool:
        examined = pool.map(_examine, apart, repeat(settings), chunksize=_AT_ONCE)
        for document in documents:
            yield _examine(document, settings) if document.file is None else next(examined)


def _examine(document: Document, settings: Settings) -> Report:
    from dhyana.grammar.lint.judging import examine

    return examine(document, settings)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal: the first one ends the others."""
    from signal import SIG_IGN, SIGINT, signal

    signal(SIGINT, SIG_IGN)
