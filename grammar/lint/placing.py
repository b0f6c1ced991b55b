"""Findings, which are placed in the text of a passage or a field, in the file they come from."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, TextEdit
from dhyana.grammar.lint.fields import text_at
from dhyana.grammar.lint.passage import Passage, offset_of


def located(diagnostic: Diagnostic, path: str | None, passage: Passage) -> Diagnostic:
    """Place a finding in the text of a passage in its file."""

    def place(line: int, column: int) -> tuple[int, int]:
        """Line and column in the file of those in the passage."""
        return passage.locate(offset_of(passage.text, line, column))

    if diagnostic.line is None or diagnostic.column is None:
        start, end = passage.locate(0), passage.locate(len(passage.text.rstrip()))
    else:
        line, column = diagnostic.line, diagnostic.column
        start = place(line, column)
        end = place(diagnostic.end_line or line, diagnostic.end_column or column)
    return replace(
        diagnostic,
        path=path,
        line=start[0],
        column=start[1],
        end_line=end[0],
        end_column=end[1],
        verse=passage.verse,
        field=passage.field,
        fixes=tuple(
            replace(fix, edits=()) if passage.field in passage.departs else _located_fix(fix, place)
            for fix in diagnostic.fixes
        ),
    )


def located_in_field(diagnostic: Diagnostic, path: str | None, passage: Passage) -> Diagnostic:
    """Place a finding in a field of the record of a passage in its file."""
    field, locate = diagnostic.field, passage.locate_in
    if field is None or locate is None or passage.record is None:
        return replace(diagnostic, path=path)
    text = text_at(passage.record, field) or ""
    inside = replace(passage, text=text, locate=partial(locate, field), field=field)
    return located(diagnostic, path, inside)


def _located_fix(fix: Fix, place: Callable[[int, int], tuple[int, int]]) -> Fix:
    edits = tuple(
        TextEdit(*place(e.line, e.column), *place(e.end_line, e.end_column), e.text)
        for e in fix.edits
    )
    return replace(fix, edits=edits)
