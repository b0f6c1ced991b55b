"""The metre of a verse as the handbook shows it, syllable by syllable."""

from collections.abc import Iterator, Sequence

from dhyana.cli.handbook.book import Fault, PadaLine, Scansion, Syllable
from dhyana.cli.view.metre import ganas_of
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.suppressions import waived
from dhyana.grammar.lint.word_ends import word_ends
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Pada
from dhyana.grammar.scansion import Akshara, scan
from dhyana.shlokas.record import VerseRecord, Waiver


def scansion_of(record: VerseRecord) -> Scansion:
    """Scan a verse and name its metre and faults; waivers of the record are told with them."""
    report = identify(scan(record.verse), word_ends=word_ends(record))
    return Scansion(
        meter=report.meter,
        verdict=report.verdict.value,
        padas=tuple(_line(pada, report) for pada in report.padas),
        faults=tuple(_fault(found, record.waivers) for found in report.faults),
        notes=tuple(_fault(found, record.waivers) for found in report.notes),
    )


def _line(pada: Pada, report: MeterReport) -> PadaLine:
    faulty = {
        number for fault in report.faults if fault.pada == pada.label for number in fault.syllables
    }
    return PadaLine(
        label=pada.label,
        syllables=tuple(_syllables(pada.aksharas, faulty)),
        ganas=ganas_of(pada, report),
        kind=pada.kind,
    )


def _syllables(aksharas: Sequence[Akshara], faulty: set[int]) -> Iterator[Syllable]:
    for number, akshara in enumerate(aksharas, 1):
        cause = f" ({akshara.cause})" if akshara.cause else ""
        yield Syllable(
            written=akshara.written,
            iast=akshara.iast,
            weight=akshara.weight,
            why=f"{akshara.reason.value}{cause}",
            faulty=number in faulty,
            ends_word=bool(akshara.after.value),
        )


def _fault(found: Diagnostic, waivers: Sequence[Waiver]) -> Fault:
    reason = next((each.reason for each in waivers if waived(found, [each])), None)
    return Fault(
        code=found.code,
        name=found.name,
        severity=found.severity.value,
        message=found.message,
        pada=found.pada,
        expected=found.expected,
        found=found.found,
        authority=found.authority,
        waived=reason,
    )
