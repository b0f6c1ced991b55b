"""What a fix makes of the words: the lines that it touches, as they are and as they would be."""

from collections.abc import Sequence

from dhyana.grammar.lint.diagnostic import Diagnostic, TextEdit
from dhyana.grammar.lint.outcome import Patch
from dhyana.grammar.lint.passage import offset_of
from dhyana.grammar.lint.visible import visible

_MARGIN = 60
"""Characters of a line that are shown before the first edit and behind the last."""

_WIDEST = 400
"""Characters between the first edit and the last, beyond which nothing is shown."""

_ELLIPSIS = "…"

Span = tuple[int, int, str]


def patch(text: str, found: Diagnostic) -> Patch | None:
    """Show what the fix of a finding makes of `text`, in which both are placed.

    None where it has no mechanical fix, or one that reaches too far to be shown.
    """
    fix = found.remedy
    if fix is None:
        return None
    spans = sorted(_span(text, edit) for edit in fix.edits)
    first, last = spans[0][0], spans[-1][1]
    if last - first > _WIDEST:
        return None
    start, stop = _start(text, first), _stop(text, last)
    before = _ELLIPSIS if start and text[start - 1] != "\n" else ""
    after = _ELLIPSIS if stop < len(text) and text[stop] != "\n" else ""
    old = f"{before}{text[start:stop]}{after}".split("\n")
    new = f"{before}{_edited(text, start, stop, spans)}{after}".split("\n")
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    removed, added = (tuple(map(visible, lines[same:])) for lines in (old, new))
    return Patch(removed, added, fix.safe) if removed or added else None


def _span(text: str, edit: TextEdit) -> Span:
    start = offset_of(text, edit.line, edit.column)
    return start, offset_of(text, edit.end_line, edit.end_column), edit.text


def _edited(text: str, start: int, stop: int, spans: Sequence[Span]) -> str:
    pieces: list[str] = []
    for first, last, new in spans:
        pieces += text[start:first], new
        start = last
    return "".join(pieces) + text[start:stop]


def _start(text: str, first: int) -> int:
    """Where the line begins, or a word of it that is near enough."""
    low = max(0, first - _MARGIN)
    line = text.rfind("\n", low, first)
    if line >= 0 or low == 0:
        return line + 1
    space = text.find(" ", low, first)
    return space + 1 if space >= 0 else low


def _stop(text: str, last: int) -> int:
    """Where the line ends, or a word of it that is near enough."""
    high = min(len(text), last + _MARGIN)
    line = text.find("\n", last, high)
    if line >= 0 or high == len(text):
        return line if line >= 0 else high
    space = text.rfind(" ", last, high)
    return space if space >= 0 else high
