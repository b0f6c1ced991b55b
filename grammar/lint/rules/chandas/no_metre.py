"""A text meant as verse that is in no metre.

## What it checks

Whether a text that is given as verse keeps any metre of the table, or one of them but for a few
faults. A text that is too short to tell (CHA406) and a regular pattern without a name (CHA404)
are not reported. What opens or closes a text (`śrīgaṇeśāya namaḥ`, `iti … prathamo 'dhyāyaḥ`) is
no verse and only noted.

## Why

Prose has long and short syllables too, and sixteen of them may look like half a śloka. What is in
no metre is not given the name of the nearest.

## Example

    tatra gacchati devadattaḥ / grāmāt paścād āgacchati ca saḥ

## Use instead

If it is prose, take it out of the verse. If it is verse, the metre that it is nearest to says
what to change; `--expect METRE` lists every difference.

## References

The bounds of what is believed: `dhyana.grammar.chandas.belief`, measured on prose.
"""

import re
from collections.abc import Iterator, Sequence

from dhyana.grammar.lint.chandas import ReportRule
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity
from dhyana.grammar.lint.places import place
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Nearest
from dhyana.grammar.scansion import Scan
from dhyana.grammar.verdicts import in_words

_UNDECIDED = frozenset({"CHA404", "CHA406"})

_CLOSES = re.compile(
    """(?:oṃ)?(?:tatsa[td])?(?:iti|atha).*
       (?: dhyāyaḥ | sargaḥ | kāṇḍa[ḥm] | khaṇḍa[ḥm] | paricchedaḥ | ullāsaḥ
         | ucchvāsaḥ | taraṅgaḥ | paṭalaḥ | prapāṭhakaḥ | anuvākaḥ | skandhaḥ | pādaḥ | parva
         | āhnikam | prakaraṇam | stot(?:ram|raṃ.*) | sa[mṃ](?:āp|pūr).* )""",
    re.VERBOSE,
)
_OPENS = re.compile("oṃ.{0,24}|śrīḥ|hariḥoṃ|.{0,60}(?:namaḥ|śāntiḥ|śubham(?:astu|bhavatu)?)")
_FEW = 2  # changes that are told one by one
_LONGEST_OPENING = 20  # syllables


def is_formula(syllables: Sequence[str]) -> bool:
    """Whether a text is a colophon (iti … adhyāyaḥ) or an invocation (śrīgaṇeśāya namaḥ).

    `syllables` are those of the text in IAST.
    """
    letters = "".join(syllables).replace("'", "")
    short = len(syllables) <= _LONGEST_OPENING
    return bool(_CLOSES.fullmatch(letters) or (short and _OPENS.fullmatch(letters)))


def check(scanned: Scan, report: MeterReport) -> Iterator[Diagnostic]:
    """Say that a text has no metre, and which is nearest."""
    if not scanned.aksharas or any(note.code in _UNDECIDED for note in report.notes):
        return
    size = len(scanned.aksharas)
    start, end = scanned.aksharas[0].start, scanned.aksharas[-1].end
    near = report.nearest
    nearest = f"; nearest is {in_words(near)}" if near else ""
    formula = is_formula([akshara.iast for akshara in scanned.aksharas])
    if formula:
        near, nearest = None, ": it is what opens or closes a text"
    yield Diagnostic(
        code=RULE.code,
        name=RULE.name,
        severity=Severity.INFO if formula else RULE.severity,
        message=f"this is in no metre{nearest}",
        **place(scanned.text, start, end)._asdict(),
        expected="verse in a metre of the table",
        found="one syllable" if size == 1 else f"{size} syllables",
        authority=RULE.authority,
        fixes=tuple(_fixes(scanned, near)) if near else (),
    )


def _fixes(scanned: Scan, near: Nearest) -> Iterator[Fix]:
    """Say what keeps a text from the nearest metre if that is little, and how to learn it all."""
    if near.distance <= _FEW:
        against = identify(scanned, expect=near.name).faults
        errors = [fault for fault in against if fault.severity is Severity.ERROR]
        for fault in errors[:_FEW]:
            yield Fix(f"if it is {near.name}: {fault.message}")
    yield Fix(f"compare it with --expect {near.name}")


RULE = ReportRule(
    code="CHA407",
    name="no-metre",
    severity=Severity.ERROR,
    authority="the metres of grammar/vrttas.yaml",
    documentation=__doc__,
    check=check,
)
