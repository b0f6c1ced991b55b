"""Code actions: the repairs of a finding, and two ways to let it stay, each with its reason.

The words of a treatise are not mended in place: a repair of them is a conjecture in its apparatus.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from lsprotocol import types

from dhyana.cli.lsp.checking import Checked
from dhyana.cli.lsp.diagnostics import diagnostic, span
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.entries import conjecture, review, waiver
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, TextEdit
from dhyana.grammar.lint.engine import Finding
from dhyana.grammar.lint.fixing import apart, is_the_authors
from dhyana.grammar.lint.inputs import Kind
from dhyana.grammar.lint.visible import visible

FIX_ALL = "source.fixAll.dhyana"


def actions(
    document: Document, checked: Checked, bounds: tuple[int, int], only: Sequence[str] | None
) -> list[types.CodeAction]:
    """Give what can be done about the findings that touch a stretch of the document."""
    start, end = bounds
    given: list[types.CodeAction] = []
    if _asked(types.CodeActionKind.QuickFix, only):
        for finding in checked.findings:
            first, last = span(document, finding.diagnostic)
            if first <= end and start <= last:
                given += _of_finding(document, finding)
    if only is not None and _asked(FIX_ALL, only):
        given += _fix_all(document, checked)
    return given


def _asked(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a kind is among those asked for; an asked one includes all below it."""
    return only is None or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _of_finding(document: Document, finding: Finding) -> Iterator[types.CodeAction]:
    found = finding.diagnostic
    shown = diagnostic(document, finding)
    mechanical = [fix for fix in found.fixes if fix.edits]
    for fix in mechanical:
        if is_the_authors(found):
            yield from _conjecture(document, finding, fix, shown)
            continue
        yield types.CodeAction(
            title=visible(fix.message) if fix.safe else f"{visible(fix.message)} (unsafe)",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            is_preferred=fix.safe and len(mechanical) == 1,
            edit=_edit(document, _edits(document, fix.edits)),
        )
    stamp = review(document, found)
    if stamp is not None:
        yield types.CodeAction(
            title="I have compared the code with the verse: stamp the review",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            edit=_edit(document, _edits(document, [stamp])),
        )
    stay = waiver(document, found) if document.kind is Kind.YAML else _comment(document, found)
    if stay is not None:
        title = "Waive" if document.kind is Kind.YAML else "Ignore"
        yield types.CodeAction(
            title=f"{title} {found.code} ({found.name}) here, with a reason",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            edit=_edit(document, [stay]),
        )


def _conjecture(
    document: Document, finding: Finding, fix: Fix, shown: types.Diagnostic
) -> Iterator[types.CodeAction]:
    """Mend the words of a treatise where alone that is done: in the apparatus."""
    edit = conjecture(document, finding.diagnostic, fix)
    if edit is not None:
        yield types.CodeAction(
            title=f"Emend in the apparatus, with a reason: {visible(fix.message)}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            edit=_edit(document, [edit]),
        )


def _fix_all(document: Document, checked: Checked) -> Iterator[types.CodeAction]:
    """Apply the first safe repair of every finding, as `dhyana lint --fix` does."""
    wanted = [
        next((fix.edits for fix in found.fixes if fix.safe and fix.edits), ())
        for found in (finding.diagnostic for finding in checked.findings)
        if not is_the_authors(found)
    ]
    edits = dict.fromkeys(edit for each in apart(filter(None, wanted)) for edit in each)
    if edits:
        yield types.CodeAction(
            title="Apply all safe repairs",
            kind=FIX_ALL,
            edit=_edit(document, _edits(document, edits)),
        )


def _edits(document: Document, edits: Iterable[TextEdit]) -> list[types.TextEdit]:
    counted = document.places.counted
    return [
        types.TextEdit(
            document.places.range(
                counted(edit.line, edit.column), counted(edit.end_line, edit.end_column)
            ),
            edit.text,
        )
        for edit in edits
    ]


def _edit(document: Document, edits: Sequence[types.TextEdit]) -> types.WorkspaceEdit:
    """Edit this version of the document, and no other."""
    versioned = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(versioned, list(edits))])


def unversioned(action: types.CodeAction) -> types.CodeAction:
    """Give the action for a client that knows of no versions of documents."""
    changes = action.edit.document_changes if action.edit else None
    edits = [each for each in changes or () if isinstance(each, types.TextDocumentEdit)]
    plain = {
        each.text_document.uri: [edit for edit in each.edits if isinstance(edit, types.TextEdit)]
        for each in edits
    }
    plainly = copy(action)
    plainly.edit = types.WorkspaceEdit(changes=plain)
    return plainly


# --- comments in text ----------------------------------------------------------------------


def _comment(document: Document, found: Diagnostic) -> types.TextEdit | None:
    """Put a comment at the end of the first line of a finding; none where one stands."""
    if document.kind not in (Kind.TEXT, Kind.MARKDOWN):
        return None
    start, end = document.places.line_of(span(document, found)[0])
    if "dhyana:" in document.text[start:end]:
        return None
    text = f"dhyana: ignore {found.code} "
    comment = f"  <!-- {text} -->" if document.kind is Kind.MARKDOWN else f"  # {text}"
    return types.TextEdit(document.places.range(end, end), comment)
