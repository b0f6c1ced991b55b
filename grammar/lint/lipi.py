"""The family LIP, लिपि: what the letters of a text show."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.record_rule import (
    MOST,
    FieldRule,
    PlainTextRule,
    RecordFinding,
    Repair,
    diagnostic_of,
)
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.lipi.latex import formulas
from dhyana.grammar.lipi.latex_tree import FaultKind, LatexFault
from dhyana.grammar.scansion import Scan


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRule(Rule):
    """A rule of the text as scanned; its findings are placed in `Scan.text`."""

    check: Callable[[Scan], Iterator[Diagnostic]]


def letter_findings(scanned: Scan) -> tuple[Diagnostic, ...]:
    """Give all findings of the family in a scanned text; most texts have none."""
    if not scanned.near_misses and not scanned.asides:
        return ()
    checks = [rule for rule in rules("LIP") if isinstance(rule, ScanRule)]
    return tuple(diagnostic for rule in checks for diagnostic in rule.check(scanned))


def text_findings(text: str, closing: str = "") -> Iterator[Diagnostic]:
    """Give what rules of any text find in verse that stands in no record.

    `closing` is what follows it on its line: a number and the marks around that.
    """
    for rule in rules("LIP"):
        if isinstance(rule, FieldRule) and rule.of_plain_text:
            found = rule.check("verse", text)
        elif isinstance(rule, PlainTextRule):
            found = rule.check(text + closing)
        else:
            continue
        for finding in islice(found, MOST):
            yield diagnostic_of(rule, finding, text + closing)


def formula_findings(
    field: str, text: str, kinds: Collection[FaultKind]
) -> Iterator[RecordFinding]:
    """Give the faults of some kinds in the formulas of a text."""
    for start, formula in formulas(text):
        for fault in formula.faults:
            if fault.kind in kinds:
                written = formula.latex[fault.start : fault.end]
                place = start + fault.start, start + fault.end
                repairs: tuple[Repair, ...] = ()
                if fault.correction is not None:
                    repairs = (Repair(f"write {fault.correction}", ((*place, fault.correction),)),)
                yield RecordFinding(
                    field=field,
                    start=place[0],
                    end=place[1],
                    message=fault.message,
                    word=_around(formula.latex, fault),
                    expected=fault.correction,
                    found=written.strip()[:_SHOWN] or None,
                    repairs=repairs,
                )


_SHOWN = 80


def _around(latex: str, fault: LatexFault) -> str:
    """Show a formula, or what stands around a fault in one that is long."""
    if len(latex) <= 2 * _SHOWN:
        return f"${latex}$"
    first, last = max(0, fault.start - _SHOWN), min(len(latex), fault.start + _SHOWN)
    return f"{'…' if first else '$'}{latex[first:last]}{'…' if last < len(latex) else '$'}"
