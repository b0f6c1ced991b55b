"""All documents together: rules that compare records, and rules of their ties to the code."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dhyana.grammar.lint.book_rule import BookFinding, BookRule
from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.fields import text_at
from dhyana.grammar.lint.inputs import near
from dhyana.grammar.lint.judging import counts, emended, gone, judge, reading
from dhyana.grammar.lint.outcome import Excerpt, Finding, Report
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.record_rule import AnyRecord, RecordFinding, diagnostic_of
from dhyana.grammar.lint.registry import MODULES, rule
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.lint.settings import Settings
from dhyana.grammar.lint.unused import unused
from dhyana.shlokas.record import VerseRecord


@dataclass(frozen=True, slots=True)
class Page:
    """A record in its file, and which of its waivers are known to keep a finding."""

    path: str
    passage: Passage
    used: set[int]

    @property
    def record(self) -> AnyRecord:
        """The record; a page has one."""
        if self.passage.record is None:
            raise ValueError(f"{self.path}: this passage has no record")
        return self.passage.record


def compare(pages: Sequence[Page], settings: Settings) -> Report:
    """Ask the rules that read several records, then which waivers of any record keep nothing."""
    with reading(settings):
        return _report(pages, settings)


def _report(pages: Sequence[Page], settings: Settings) -> Report:
    report = Report()
    asked = [rule(code) for code in MODULES if settings.selects(code)]
    records = [page.record for page in pages]
    found = _compared(asked, records)
    book = Book(records, [Path(page.path) for page in pages])
    for said, finding in _bound(asked, book):
        if isinstance(finding, CodeFinding):
            report.findings.append(_in_code(said, finding))
        else:
            found[finding.record].append(
                _diagnostic(said, finding.finding, records[finding.record])
            )
    explained = _explained(asked, pages, found, settings)
    whole = book.is_complete
    for page, here, after in zip(pages, found, explained, strict=True):
        report.path = page.path
        before = [(diagnostic, None) for diagnostic in here]
        left = gone(before, [(diagnostic, None) for diagnostic in after], settings)
        page.used.update(judge(before, left, page.passage, settings, report))
        report.findings += unused(page.path, page.passage, page.used, settings, whole=whole)
    return report


_Found = list[list[Diagnostic]]
"""Findings by the place of their record among all."""


def _compared(asked: Iterable[Rule], records: Sequence[AnyRecord]) -> _Found:
    """Ask the rules that compare records."""
    found: _Found = [[] for _ in records]
    for said in asked:
        if isinstance(said, BookRule):
            for one in said.check(records):
                found[one.record].append(_diagnostic(said, one.finding, records[one.record]))
    return found


def _bound(asked: Iterable[Rule], book: Book) -> Iterator[tuple[Rule, BookFinding | CodeFinding]]:
    """Ask the rules of the ties to code and evidence."""
    for said in asked:
        if isinstance(said, BoundRule):
            yield from ((said, finding) for finding in said.check(book))


def _explained(
    asked: Sequence[Rule], pages: Sequence[Page], found: _Found, settings: Settings
) -> _Found:
    """Give what is found where every apparatus has its way, or just as much as before."""
    counted = any(counts(diagnostic, settings) for here in found for diagnostic in here)
    if not (settings.waivers and counted):
        return found
    compared = [said for said in asked if isinstance(said, BookRule)]
    codes = {said.code for said in compared}
    after = _compared(compared, [_emended(page) for page in pages])
    for here, then in zip(found, after, strict=True):
        then += (diagnostic for diagnostic in here if diagnostic.code not in codes)
    return after


def _emended(page: Page) -> AnyRecord:
    after = emended(page.passage)
    return page.record if after is None or after.record is None else after.record


def _diagnostic(said: Rule, finding: RecordFinding, record: AnyRecord) -> Diagnostic:
    number = record.number if isinstance(record, VerseRecord) else None
    return diagnostic_of(said, finding, text_at(record, finding.field) or "", number)


def _in_code(said: Rule, finding: CodeFinding) -> Finding:
    line = finding.file.read_text("utf-8").split("\n")[finding.line - 1]
    start = max(0, line.find(finding.word))
    text = line.strip()
    carets = " " * (start - line.find(text)) + "^" * len(finding.word)
    return Finding(
        Diagnostic(
            code=said.code,
            name=said.name,
            severity=said.severity,
            message=finding.message,
            path=str(near(finding.file)),
            line=finding.line,
            column=start + 1,
            end_line=finding.line,
            end_column=start + len(finding.word) + 1,
            word=finding.word,
            expected=finding.expected,
            found=finding.found,
            authority=said.authority,
        ),
        Excerpt(text, text, carets),
    )
