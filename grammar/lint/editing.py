"""Edits carried out: places of a file replaced, all else byte for byte as it was."""

from collections.abc import Iterable, Sequence

from dhyana.grammar.lint.diagnostic import TextEdit

_BYTE_ORDER_MARK = "\ufeff"


def edited(text: str, edits: Iterable[TextEdit]) -> str:
    """Carry out edits that do not overlap, in a text as its file has it.

    Lines end with LF, before which a CR may stand, and a byte order mark takes no column, as the
    linter counts them. Raises ValueError for edits that overlap or lie outside the text.
    """
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    body = text.removeprefix(mark)
    starts = [0]
    for line in body.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    spans = sorted(
        (_offset(starts, e.line, e.column), _offset(starts, e.end_line, e.end_column), e.text)
        for e in edits
    )
    pieces: list[str] = []
    at = 0
    for start, end, new in spans:
        if not at <= start <= end <= len(body):
            raise ValueError("these edits overlap, or lie outside the text")
        pieces += [body[at:start], new]
        at = end
    return mark + "".join(pieces) + body[at:]


def _offset(starts: Sequence[int], line: int, column: int) -> int:
    if not 1 <= line < len(starts):
        raise ValueError(f"the text has no line {line}")
    return starts[line - 1] + column - 1
