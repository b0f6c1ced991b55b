"""Verse examined: scanned, its metre identified, the findings of all rules of text and metre."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint.chandas import metre_report
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.lipi import letter_findings
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Scan, scan


@dataclass(frozen=True, slots=True)
class Measure:
    """By what verse is measured: the script it is read in, whose practice, the metre expected."""

    profile: Profile = Profile.CLASSICAL
    expect: str | None = None
    script: str | None = None


def examine(text: str, measure: Measure, *, meant: bool = True) -> tuple[Scan, MeterReport]:
    """Scan a text and say all that there is to say of it.

    `faults` of the report have near-misses of letters too, `notes` what was not scanned. A text
    that may not be `meant` as verse is only noted to have no metre. Raises ValueError as `scan` and
    `identify` do.
    """
    scanned = scan(text, measure.script)
    report = metre_report(scanned, measure.profile, measure.expect)
    letters = letter_findings(scanned)
    faults = tuple(found for found in letters if found.severity is not Severity.INFO)
    notes = (*(found for found in letters if found.severity is Severity.INFO), *report.notes)
    if meant or report.meter is not None:
        return scanned, replace(report, faults=(*faults, *report.faults), notes=notes)
    return scanned, replace(report, faults=faults, notes=(*notes, *_as_notes(report)))


NEAR = 3
"""So many changes away from a metre a text may be verse with faults, whatever stands around it."""


def _as_notes(report: MeterReport) -> Iterator[Diagnostic]:
    near = report.nearest
    for fault in report.faults:
        hint = ""
        if near and near.distance <= NEAR:
            hint = f"; if it is verse, a daṇḍa or --expect {near.name} shows what is wrong with it"
        yield replace(fault, severity=Severity.INFO, message=fault.message + hint)
