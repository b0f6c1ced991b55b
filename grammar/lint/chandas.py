"""The family CHA, छन्दस्: what metre says of a text.

Nearly all of its rules are asked while the metre is identified (`dhyana.grammar.meter`); those
that judge the outcome are asked here.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Scan


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRule(Rule):
    """A rule of what identifying a text said; its findings are placed in `Scan.text`."""

    check: Callable[[Scan, MeterReport], Iterator[Diagnostic]]


def metre_report(
    scanned: Scan,
    profile: Profile = Profile.CLASSICAL,
    expect: str | None = None,
    *,
    word_ends: Collection[int] | None = None,
) -> MeterReport:
    """Identify the metre of a scanned text, with the findings of all rules of the family.

    `word_ends` as in `identify`. Raises ValueError as that does.
    """
    report = identify(scanned, profile, expect, word_ends=word_ends)
    if report.meter is not None:
        return report
    checks = [rule for rule in rules("CHA4") if isinstance(rule, ReportRule)]
    found = tuple(diagnostic for rule in checks for diagnostic in rule.check(scanned, report))
    return replace(
        report,
        faults=(*report.faults, *(d for d in found if d.severity is not Severity.INFO)),
        notes=(*report.notes, *(d for d in found if d.severity is Severity.INFO)),
    )
