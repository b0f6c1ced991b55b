"""Findings as editors show them: place, code, ground, remedy, and where else to look."""

from collections.abc import Iterator, Mapping

from lsprotocol import types

from dhyana.cli.lsp.checking import Checked
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.navigation import rule_path
from dhyana.cli.lsp.words import places_of
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.engine import Finding
from dhyana.grammar.lint.reporters import plain
from dhyana.grammar.lint.reporters.text import details
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.faults import Fault

SOURCE = "dhyana"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_UNNECESSARY, _OBSOLETE = types.DiagnosticTag.Unnecessary, types.DiagnosticTag.Deprecated
TAGS: Mapping[str, types.DiagnosticTag] = {
    "row-without-word": _UNNECESSARY,
    "doubled-word": _UNNECESSARY,
    "unused-waiver": _UNNECESSARY,
    "symbol-linked-twice": _UNNECESSARY,
    "verse-marked-twice": _UNNECESSARY,
    "reason-for-nothing": _UNNECESSARY,
    "symbol-not-found": _OBSOLETE,
    "evidence-of-other-code": _OBSOLETE,
}
"""What is superfluous, and what speaks of code that is no more, by the name of the rule."""

_FIELDS = frozenset({"padaccheda", "anvaya"})


def diagnostics(document: Document, checked: Checked) -> list[types.Diagnostic]:
    """Give all that was found in a document, broken input first."""
    faults = [_of_fault(document, fault) for fault in checked.faults]
    return [*faults, *(diagnostic(document, finding) for finding in checked.findings)]


def diagnostic(document: Document, finding: Finding) -> types.Diagnostic:
    """Give one finding."""
    found = finding.diagnostic
    told = [visible(found.message), *(line.strip() for line in _details(found))]
    tag = TAGS.get(found.name)
    return types.Diagnostic(
        range=document.places.range(*span(document, found)),
        message="\n".join(told),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        code_description=types.CodeDescription(rule_path(found.code).as_uri()),
        source=SOURCE,
        tags=None if tag is None else [tag],
        related_information=list(_related(document, found)) or None,
    )


def _details(found: Diagnostic) -> Iterator[str]:
    """Say what was expected and found, why, and what to do; the words themselves are in view."""
    return details(Finding(found), plain)


def span(document: Document, found: Diagnostic) -> tuple[int, int]:
    """Give the bounds of a finding in the document, at least one character where there is one."""
    counted = document.places.counted
    start = counted(found.line or 1, found.column or 1)
    end = counted(found.end_line or found.line or 1, found.end_column or found.column or 1)
    return start, min(max(end, start + 1), len(document.text))


def _of_fault(document: Document, fault: Fault) -> types.Diagnostic:
    """Give broken input, at the word where reading stopped; another file's at the first line."""
    expected = f"\nexpected   {fault.expected}" if fault.expected else ""
    own = fault.path == document.path
    message = fault.message if own else f"{fault.path}: {fault.message}"
    start = document.places.counted(fault.line or 1, fault.column or 1) if own else 0
    _, line_end = document.places.line_of(start)
    word = document.text[start:line_end].split(" ", 1)[0] if fault.line else ""
    end = start + len(word) if word else line_end
    return types.Diagnostic(
        range=document.places.range(start, max(end, min(start + 1, len(document.text)))),
        message=visible(message + expected),
        severity=types.DiagnosticSeverity.Error,
        source=SOURCE,
    )


def _related(document: Document, found: Diagnostic) -> Iterator[types.DiagnosticRelatedInformation]:
    """Say where else the word of a finding stands in its record."""
    view = document.record
    if view is None or not found.word or len(found.word.split()) != 1:
        return
    for field, start, end in places_of(view, found.word):
        if field == found.field:
            continue
        first, last = (document.index_from(view, view.index(field, at)) for at in (start, end))
        where = field if field in _FIELDS else "table of morphology"
        yield types.DiagnosticRelatedInformation(
            location=types.Location(document.uri, document.places.range(first, last)),
            message=f"{visible(found.word)} in the {where}",
        )
