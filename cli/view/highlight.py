"""Python source as coloured lines for a terminal column.

By the standard library's own tokenizer: Pygments colours no better what we show, and takes a
third of the time of the whole command to get ready.
"""

import keyword
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Any

from dhyana.cli.view.terminal import Terminal, columns

# Colours of the terminal's own palette, so that they suit its background.
_COMMENT: dict[str, Any] = {"dim": True}
_DECORATOR: dict[str, Any] = {"fg": "yellow"}
_DEFINED: dict[str, Any] = {"fg": "blue", "bold": True}
_KEYWORD: dict[str, Any] = {"fg": "magenta"}
_NUMBER: dict[str, Any] = {"fg": "cyan"}
_STRING: dict[str, Any] = {"fg": "green"}
_PLAIN: dict[str, Any] = {}

_CONTINUED = 4  # columns by which the rest of a long line is indented further

_Span = tuple[dict[str, Any], str]


def highlight(source: str, terminal: Terminal, width: int | None) -> list[str]:
    """Colour Python source, in lines of at most `width` columns where a width is given.

    A longer line is broken, at a space if there is one, and continued under its own indent.
    Source that is no valid Python is not coloured.
    """
    lines = source.removesuffix("\n").split("\n")
    spans = [[(_PLAIN, line)] for line in lines]
    if terminal.styled:
        with suppress(tokenize.TokenError, SyntaxError):
            spans = _coloured(source, lines)
    return [
        "".join(terminal.style(text, **style) if style else text for style, text in row)
        for line in spans
        for row in (_fit(line, width) if width else [line])
    ]


def _coloured(source: str, lines: list[str]) -> list[list[_Span]]:
    """Cut every line of a source into spans of one style."""
    spans: list[list[_Span]] = [[] for _ in lines]
    done = [0] * len(lines)
    for (first, start), (last, end), style in _styled_tokens(source):
        for row in range(first - 1, last):
            line, at = lines[row], done[row]
            begin = start if row == first - 1 else 0
            done[row] = max(at, end if row == last - 1 else len(line))
            spans[row] += [(_PLAIN, line[at:begin]), (style, line[max(at, begin) : done[row]])]
    return [
        [*line_spans, (_PLAIN, line[at:])]
        for line_spans, line, at in zip(spans, lines, done, strict=True)
    ]


def _styled_tokens(
    source: str,
) -> Iterator[tuple[tuple[int, int], tuple[int, int], dict[str, Any]]]:
    """Give start, end (row from 1, column from 0) and style of the tokens that have a style."""
    before, decorates = "", False
    for token in tokenize.generate_tokens(StringIO(source).readline):
        style = _PLAIN
        kind = tokenize.tok_name[token.type]
        match kind:
            case "COMMENT":
                style = _COMMENT
            case "NUMBER":
                style = _NUMBER
            case "NEWLINE" | "NL" | "INDENT" | "DEDENT":
                decorates = False
            case "OP" if token.string == "@":
                decorates = not before.strip()
                style = _DECORATOR if decorates else _PLAIN
            case "OP" if token.string == "(":
                decorates = False
            case "NAME" if decorates:
                style = _DECORATOR
            case "NAME" if before in ("def", "class"):
                style = _DEFINED
            case "NAME" if keyword.iskeyword(token.string):
                style = _KEYWORD
            case _ if "STRING" in kind:  # from Python 3.12 an f-string is several tokens
                style = _STRING
        if style:
            yield token.start, token.end, style
        before = token.string


def _fit(spans: list[_Span], width: int) -> Iterator[list[_Span]]:
    text = "".join(text for _, text in spans)
    indent = " " * min(len(text) - len(text.lstrip()) + _CONTINUED, width // 2)
    while columns(text) > width:
        space = text.rfind(" ", len(indent) + 1, width + 1)
        cut, following = (space, space + 1) if space > 0 else (width, width)
        yield _split(spans, cut)[0]
        spans = [(_PLAIN, indent), *_split(spans, following)[1]]
        text = indent + text[following:]
    yield spans


def _split(spans: list[_Span], cut: int) -> tuple[list[_Span], list[_Span]]:
    """Part spans after `cut` characters."""
    head: list[_Span] = []
    for index, (style, text) in enumerate(spans):
        if len(text) >= cut:
            return [*head, (style, text[:cut])], [(style, text[cut:]), *spans[index + 1 :]]
        head.append((style, text))
        cut -= len(text)
    return head, []
