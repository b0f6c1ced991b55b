"""One document by itself: its passages are asked all rules, and what is found is judged.

A finding counts unless it is only worth knowing, is corrected by the record's own apparatus, or is
kept by a waiver or a comment.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from dhyana.grammar.examination import NEAR
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.excerpt import excerpt, field_excerpt
from dhyana.grammar.lint.fields import text_at
from dhyana.grammar.lint.inputs import Document
from dhyana.grammar.lint.lipi import letter_findings, text_findings
from dhyana.grammar.lint.outcome import Finding, Report
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.patching import patch
from dhyana.grammar.lint.placing import located, located_in_field
from dhyana.grammar.lint.record_rule import record_findings
from dhyana.grammar.lint.registry import MODULES, rule
from dhyana.grammar.lint.settings import Settings
from dhyana.grammar.lint.suppressions import covering
from dhyana.grammar.lint.unused import unused
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Scan, scan
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.record import VerseRecord

Family = Callable[[Scan, Settings, Passage], Iterable[Diagnostic]]
Asked = Sequence[tuple[Diagnostic, Scan | None]]
"""Findings: those in the verse come with its scan, those in fields without."""

Likeness = tuple[str, str | None, str]


def examine(document: Document, settings: Settings) -> Report:
    """Ask all selected rules of a document by itself.

    One that cannot be read further counts as its fault.
    """
    with reading(settings):
        return _report(document, settings)


def reading(settings: Settings) -> AbstractContextManager[None]:
    """Let the rules of grammar read the roots that the settings name, where they name any."""
    if settings.dhatupatha is None:
        return nullcontext()
    from dhyana.grammar.lint.vyakarana import reading_dhatupatha

    return reading_dhatupatha(settings.dhatupatha)


def _report(document: Document, settings: Settings) -> Report:
    report = Report(path=document.path)
    records = []
    try:
        for passage in document.passages:
            if isinstance(passage, Fault):
                report.faults.append(passage)
                continue
            report.passages += passage.is_verse
            used = _examine(passage, settings, report)
            if passage.record is not None:
                records.append(passage)
                report.used.append(used)
            else:
                report.findings += unused(document.path, passage, used, settings)
    except RecordError as error:
        report.faults += error.faults
    report.records = records
    if document.outside and not report.faults:
        report.outside = document.outside()
    return report


def _examine(passage: Passage, settings: Settings, report: Report) -> set[int]:
    asked = list(_asked(passage, settings))
    explained = Counter[Likeness]()
    if settings.waivers and any(counts(found, settings) for found, _ in asked):
        explained = _explained(asked, passage, settings)
    return judge(asked, explained, passage, settings, report)


def judge(
    asked: Asked,
    explained: Counter[Likeness],
    passage: Passage,
    settings: Settings,
    report: Report,
) -> set[int]:
    """Take findings of a passage into a report, and say which waivers or comments keep any.

    `explained` counts those that the apparatus corrects. A number is the place of a waiver in the
    record, or after all waivers of a comment in the passage.
    """
    left = explained.copy()
    used: set[int] = set()
    for found, scanned in asked:
        likeness = likeness_of(found)
        if not counts(found, settings):
            if settings.shows_note(found.code, undecided=rule(found.code).undecided):
                report.findings.append(_finding(found, scanned, passage, report.path))
            else:
                report.notes += settings.selects(found.code)
        elif left[likeness]:
            left[likeness] -= 1
            report.explained += 1
        else:
            finding = _finding(found, scanned, passage, report.path)
            keeping = covering(finding.diagnostic, passage.waivers, passage.suppressions)
            used.update(keeping)
            if settings.waivers and keeping:
                report.waived += 1
            else:
                report.findings.append(finding)
    return used


def _asked(
    passage: Passage, settings: Settings, parts: Collection[str] = ("",)
) -> Iterator[tuple[Diagnostic, Scan | None]]:
    """Ask all rules that read a passage by itself; of `parts`, those of these beginnings."""
    if passage.is_verse:
        scanned = scan(passage.text, settings.script)
        for name, check in _of_verse().items():
            if settings.wants(name) and any(part[:3] in ("", name) for part in parts):
                yield from ((found, scanned) for found in check(scanned, settings, passage))
        if passage.record is None and settings.wants("LIP"):
            yield from ((found, scanned) for found in text_findings(passage.text, passage.closing))
    if passage.record is not None:
        for part in _wanted(settings) if "" in parts else parts:
            yield from ((found, None) for found in record_findings(passage.record, part))


def _of_verse() -> Mapping[str, Family]:
    """Families that read the verse as scanned."""
    from dhyana.grammar.lint.chandas import metre_report
    from dhyana.grammar.lint.word_ends import word_ends

    def chandas(scanned: Scan, settings: Settings, passage: Passage) -> Iterator[Diagnostic]:
        record = passage.record
        ends = word_ends(record) if isinstance(record, VerseRecord) else None
        report = metre_report(scanned, settings.profile, settings.expect, word_ends=ends)
        prose = _may_be_prose(passage, report)
        for fault in report.faults:
            yield replace(fault, severity=Severity.INFO) if prose else fault
        yield from report.notes

    def lipi(scanned: Scan, settings: Settings, passage: Passage) -> Iterator[Diagnostic]:
        found = letter_findings(scanned)
        severity = None
        if found and (passage.loose or not passage.meant):
            report = metre_report(scanned, settings.profile, settings.expect)
            severity = Severity.INFO if _may_be_prose(passage, report) else None
        elif passage.meant and not scanned.aksharas and sum(map(str.isalpha, passage.text)) > 1:
            severity = Severity.ERROR
        for each in found:
            yield replace(each, severity=severity) if severity else each

    return {"LIP": lipi, "CHA": chandas}


def _may_be_prose(passage: Passage, report: MeterReport) -> bool:
    """Whether nothing shows a text to be verse: no mark, and no metre that it comes near.

    What may be prose is not blamed for its metre, nor for letters that Sanskrit has not.
    """
    if passage.meant and not passage.loose:
        return False
    if report.meter is not None:
        errors = sum(fault.severity is Severity.ERROR for fault in report.faults)
        return errors > (2 * NEAR if passage.meant else NEAR)
    far = report.nearest is None or report.nearest.distance > NEAR
    return not passage.meant or far


def _wanted(settings: Settings) -> Sequence[str]:
    """Give the families of which any rule is wanted; all of them as one."""
    families = sorted({code[:3] for code in MODULES})
    wanted = [family for family in families if settings.wants(family)]
    return [""] if wanted == families else wanted


def _explained(asked: Asked, passage: Passage, settings: Settings) -> Counter[Likeness]:
    """Count which findings are gone where the apparatus of the record has its way.

    Only the rules are asked that found something.
    """
    after = emended(passage)
    if after is None:
        return Counter()
    codes = sorted({found.code for found, _ in asked if counts(found, settings)})
    return gone(asked, _asked(after, settings, codes), settings)


def gone(
    before: Asked, after: Iterable[tuple[Diagnostic, object]], settings: Settings
) -> Counter[Likeness]:
    """Count which findings that count are found no more."""
    counted = Counter(likeness_of(found) for found, _ in before if counts(found, settings))
    return counted - Counter(likeness_of(found) for found, _ in after)


def emended(passage: Passage) -> Passage | None:
    """Give a passage with all that the apparatus of its record corrects; None if it has none."""
    record = passage.emended() if passage.emended else passage.record
    if record is None or record == passage.record:
        return None
    text = record.verse if isinstance(record, VerseRecord) else ""
    return replace(passage, text=text, record=record)


def counts(diagnostic: Diagnostic, settings: Settings) -> bool:
    """Whether a finding is more than worth knowing."""
    return settings.selects(diagnostic.code) and diagnostic.severity is not Severity.INFO


def likeness_of(diagnostic: Diagnostic) -> Likeness:
    """Give what findings of one fault have in common, wherever in its field it stands."""
    return diagnostic.code, diagnostic.field, diagnostic.message


def _finding(found: Diagnostic, scanned: Scan | None, passage: Passage, path: str) -> Finding:
    if scanned is not None:
        placed, shown = located(found, path, passage), excerpt(scanned, found)
        text = scanned.text + passage.closing
    elif passage.record is None:
        placed, shown, text = located_in_field(found, path, passage), None, ""
    else:
        placed = located_in_field(found, path, passage)
        shown = field_excerpt(passage.record, found)
        text = text_at(passage.record, found.field or "") or ""
    return Finding(placed, shown, patch(text, found) if placed.remedy else None)
