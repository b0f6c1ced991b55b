"""Code actions: the repairs of a finding, and two ways to let it stay, each with its reason.

The reason is left for a person to write: until it is there, the waiver or comment is refused.
"""

import re
from collections.abc import Iterator, Sequence

import attrs
from lsprotocol import types

from dhyana.cli.lsp.checking import Checked
from dhyana.cli.lsp.diagnostics import diagnostic, span
from dhyana.cli.lsp.documents import Document
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix
from dhyana.grammar.lint.engine import Finding
from dhyana.grammar.lint.inputs import Kind
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.composing import Node

FIX_ALL = "source.fixAll.dhyana"

_PLAIN = re.compile(r"[A-Za-z][\w ]*", re.ASCII)
_VERSE_ITEM = re.compile(r"(verses\[\d+\])(?:\.verse)?", re.ASCII)


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
        yield types.CodeAction(
            title=visible(fix.message) if fix.safe else f"{visible(fix.message)} (unsafe)",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            is_preferred=fix.safe and len(mechanical) == 1,
            edit=_edit(document, _edits(document, fix)),
        )
    stay = _waiver(document, found) if document.kind is Kind.YAML else _comment(document, found)
    if stay is not None:
        title = "Waive" if document.kind is Kind.YAML else "Ignore"
        yield types.CodeAction(
            title=f"{title} {found.code} ({found.name}) here, with a reason",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            edit=_edit(document, [stay]),
        )


def _fix_all(document: Document, checked: Checked) -> Iterator[types.CodeAction]:
    """Apply the first safe repair of every finding, where it touches none before it."""
    edits: list[types.TextEdit] = []
    done = 0
    for finding in sorted(checked.findings, key=lambda each: span(document, each.diagnostic)):
        fix = next((fix for fix in finding.diagnostic.fixes if fix.safe and fix.edits), None)
        new = [] if fix is None else _edits(document, fix)
        bounds = [document.places.indices(edit.range) for edit in new]
        if new and min(bounds)[0] >= done:
            edits += new
            done = max(end for _, end in bounds) + 1
    if edits:
        yield types.CodeAction(
            title="Apply all safe repairs", kind=FIX_ALL, edit=_edit(document, edits)
        )


def _edits(document: Document, fix: Fix) -> list[types.TextEdit]:
    counted = document.places.counted
    return [
        types.TextEdit(
            document.places.range(
                counted(edit.line, edit.column), counted(edit.end_line, edit.end_column)
            ),
            edit.text,
        )
        for edit in fix.edits
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
    return attrs.evolve(action, edit=types.WorkspaceEdit(changes=plain))


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


# --- waivers in records --------------------------------------------------------------------


def _waiver(document: Document, found: Diagnostic) -> types.TextEdit | None:
    """Add a waiver to those of the record that a finding is in, as a line of its list."""
    view = document.record
    root = None if view is None else view.source.root
    if view is None or root is None or root.id != "mapping" or root.flow_style:
        return None
    item = _VERSE_ITEM.fullmatch(found.field or "")
    owner = root if item is None else view.source.node(item[1])
    if owner.id != "mapping" or owner.flow_style or not owner.value:
        return None
    indent = owner.start_mark.column
    entry = _entry(found)
    key, present = next((pair for pair in owner.value if pair[0].value == "waivers"), (None, None))
    if key is None or present is None:
        text = f"{' ' * indent}waivers:\n{' ' * indent}  - {entry}\n"
        return _inserted(document, _end_of(view.source.text, owner), text)
    if present.id == "scalar" and not present.value:
        text = f"{' ' * indent}  - {entry}\n"
        return _inserted(document, _end_of(view.source.text, key), text)
    if present.id == "sequence" and not present.flow_style:
        text = f"{' ' * present.start_mark.column}- {entry}\n"
        return _inserted(document, _end_of(view.source.text, present), text)
    if present.id == "sequence":
        first = ", " if present.value else ""
        return _inserted(document, present.end_mark.index - 1, f"{first}{entry}")
    return None


def _entry(found: Diagnostic) -> str:
    place = f"pada {found.pada}" if found.pada else found.field
    if place is None or place == "verse" or _VERSE_ITEM.fullmatch(place):
        at = ""
    else:
        at = f"at: {place if _PLAIN.fullmatch(place) else repr(place)}, "
    return f"{{rule: {found.code}, {at}reason: }}"


def _end_of(text: str, node: Node) -> int:
    """Where the line after a block begins: behind the last thing in it, before any comment."""
    while node.id != "scalar" and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if node.id == "mapping" else last
    written = text[: node.end_mark.index].rstrip()
    end = text.find("\n", len(written))
    return len(text) if end < 0 else end + 1


def _inserted(document: Document, index: int, text: str) -> types.TextEdit:
    view = document.record
    at = index if view is None else document.index_from(view, index)
    if at == len(document.text) and document.text and not document.text.endswith("\n"):
        text = f"\n{text}"
    if "\r\n" in document.text:
        text = text.replace("\n", "\r\n")
    return types.TextEdit(document.places.range(at, at), text)
