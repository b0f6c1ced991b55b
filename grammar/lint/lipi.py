"""The family LIP, लिपि: what the letters of a text show."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.scansion import Scan


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRule(Rule):
    """A rule of the text as scanned; its findings are placed in `Scan.text`."""

    check: Callable[[Scan], Iterator[Diagnostic]]


def letter_findings(scanned: Scan) -> tuple[Diagnostic, ...]:
    """Give all findings of the family in a scanned text; most texts have none."""
    if not scanned.near_misses:
        return ()
    checks = [rule for rule in rules("LIP") if isinstance(rule, ScanRule)]
    return tuple(diagnostic for rule in checks for diagnostic in rule.check(scanned))
