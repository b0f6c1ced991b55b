"""Python source as coloured lines for a terminal column."""

from collections.abc import Iterator
from typing import Any

from dhyana.cli.view.terminal import Terminal, columns

# Colours of the terminal's own palette, so that they suit its background.
_STYLES: dict[str, dict[str, Any]] = {
    "Comment": {"dim": True},
    "Keyword": {"fg": "magenta"},
    "Literal.Number": {"fg": "cyan"},
    "Literal.String": {"fg": "green"},
    "Name.Class": {"fg": "blue", "bold": True},
    "Name.Decorator": {"fg": "yellow"},
    "Name.Function": {"fg": "blue", "bold": True},
    "Operator.Word": {"fg": "magenta"},
}

_CONTINUED = 4  # columns by which the rest of a long line is indented further


def highlight(source: str, terminal: Terminal, width: int | None) -> list[str]:
    """Colour Python source, in lines of at most `width` columns where a width is given.

    A longer line is broken, at a space if there is one, and continued under its own indent.
    """
    return [
        "".join(terminal.style(text, **_style(kind)) for kind, text in row)
        for spans in _lines(source, coloured=terminal.styled)
        for row in (_fit(spans, width) if width else [spans])
    ]


_Span = tuple[str, str]  # kind of token, text


def _lines(source: str, *, coloured: bool) -> Iterator[list[_Span]]:
    if not coloured:
        yield from ([("", line)] for line in source.splitlines())
        return
    # Imported here because it costs a third of the start-up and only terminals show colours.
    from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]

    line: list[_Span] = []
    for token, text in PythonLexer(ensurenl=False).get_tokens(source):
        kind = str(token).removeprefix("Token.")
        first, *rest = text.split("\n")
        line.append((kind, first))
        for following in rest:
            yield line
            line = [(kind, following)]
    if any(text for _, text in line):
        yield line


def _style(kind: str) -> dict[str, Any]:
    while kind:
        if kind in _STYLES:
            return _STYLES[kind]
        kind = kind.rpartition(".")[0]
    return {}


def _fit(spans: list[_Span], width: int) -> Iterator[list[_Span]]:
    text = "".join(text for _, text in spans)
    indent = " " * min(len(text) - len(text.lstrip()) + _CONTINUED, width // 2)
    while columns(text) > width:
        space = text.rfind(" ", len(indent) + 1, width + 1)
        cut, following = (space, space + 1) if space > 0 else (width, width)
        yield _split(spans, cut)[0]
        spans = [("", indent), *_split(spans, following)[1]]
        text = indent + text[following:]
    yield spans


def _split(spans: list[_Span], cut: int) -> tuple[list[_Span], list[_Span]]:
    """Part spans after `cut` characters."""
    head: list[_Span] = []
    for index, (kind, text) in enumerate(spans):
        if len(text) >= cut:
            return [*head, (kind, text[:cut])], [(kind, text[cut:]), *spans[index + 1 :]]
        head.append((kind, text))
        cut -= len(text)
    return head, []
