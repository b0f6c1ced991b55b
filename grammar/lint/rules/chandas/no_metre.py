"""A text meant as verse that is in no metre.

## What it checks

Whether a text that is given as verse keeps any metre of the table, or one of them but for a few
faults. A text that is too short to tell (CHA406) and a regular pattern without a name (CHA404)
are not reported.

## Why

Prose has long and short syllables too, and sixteen of them may look like half a śloka. What is in
no metre is not given the name of the nearest.

## Example

    tatra gacchati devadattaḥ / grāmāt paścād āgacchati ca saḥ

## Use instead

If it is prose, take it out of the verse. If it is verse, the metre that it is nearest to says
what to change; `--expect METRE` lists every difference.

## References

The bounds of what is believed: `dhyana.grammar.meter`, measured on prose.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.chandas import ReportRule
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity
from dhyana.grammar.lint.places import place
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Scan
from dhyana.grammar.verdicts import in_words

_UNDECIDED = frozenset({"CHA404", "CHA406"})


def check(scanned: Scan, report: MeterReport) -> Iterator[Diagnostic]:
    """Say that a text has no metre, and which is nearest."""
    if not scanned.aksharas or any(note.code in _UNDECIDED for note in report.notes):
        return
    start, end = scanned.aksharas[0].start, scanned.aksharas[-1].end
    near = report.nearest
    nearest = f"; nearest is {in_words(near)}" if near else ""
    yield Diagnostic(
        code=RULE.code,
        name=RULE.name,
        severity=RULE.severity,
        message=f"this is in no metre{nearest}",
        **place(scanned.text, start, end)._asdict(),
        expected="verse in a metre of the table",
        found=f"{len(scanned.aksharas)} syllables",
        authority=RULE.authority,
        fixes=(Fix(f"compare it with --expect {near.name}"),) if near else (),
    )


RULE = ReportRule(
    code="CHA407",
    name="no-metre",
    severity=Severity.ERROR,
    authority="the metres of grammar/vrttas.yaml",
    documentation=__doc__,
    check=check,
)
