"""Python source cut into tokens by role, and as coloured lines for a terminal column.

By the standard library's own tokenizer: Pygments colours no better what we show, and takes a
third of the time of the whole command to get ready.
"""

import keyword
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from io import StringIO
from typing import Any

from dhyana.cli.view.terminal import Terminal
from dhyana.grammar.filling import columns


class Role(StrEnum):
    """What a stretch of source is."""

    PLAIN = "plain"
    COMMENT = "comment"
    DECORATOR = "decorator"
    DEFINED = "defined"
    KEYWORD = "keyword"
    NUMBER = "number"
    STRING = "string"


# Colours of the terminal's own palette, so that they suit its background.
_STYLES: dict[Role, dict[str, Any]] = {
    Role.PLAIN: {},
    Role.COMMENT: {"dim": True},
    Role.DECORATOR: {"fg": "yellow"},
    Role.DEFINED: {"fg": "blue", "bold": True},
    Role.KEYWORD: {"fg": "magenta"},
    Role.NUMBER: {"fg": "cyan"},
    Role.STRING: {"fg": "green"},
}

_CONTINUED = 4  # columns by which the rest of a long line is indented further

_Span = tuple[Role, str]


def highlight(source: str, terminal: Terminal, width: int | None) -> list[str]:
    """Colour Python source, in lines of at most `width` columns where a width is given.

    A longer line is broken, at a space if there is one, and continued under its own indent.
    Source that is no valid Python is not coloured.
    """
    spans = tokens(source) if terminal.styled else [[(Role.PLAIN, line)] for line in _lines(source)]
    return [
        "".join(
            terminal.style(text, **_STYLES[role]) if _STYLES[role] else text for role, text in row
        )
        for line in spans
        for row in (_fit(line, width) if width else [line])
    ]


def tokens(source: str) -> list[list[_Span]]:
    """Cut every line of a source into spans of one role; all are plain if it is no Python."""
    lines = _lines(source)
    with suppress(tokenize.TokenError, SyntaxError):
        return _coloured(source, lines)
    return [[(Role.PLAIN, line)] for line in lines]


def _lines(source: str) -> list[str]:
    return source.removesuffix("\n").split("\n")


def _coloured(source: str, lines: list[str]) -> list[list[_Span]]:
    """Cut every line of a source, which must be valid, into spans of one role."""
    spans: list[list[_Span]] = [[] for _ in lines]
    done = [0] * len(lines)
    for (first, start), (last, end), role in _roles(source):
        for row in range(first - 1, last):
            line, at = lines[row], done[row]
            begin = start if row == first - 1 else 0
            done[row] = max(at, end if row == last - 1 else len(line))
            spans[row] += [(Role.PLAIN, line[at:begin]), (role, line[max(at, begin) : done[row]])]
    return [
        [*line_spans, (Role.PLAIN, line[at:])]
        for line_spans, line, at in zip(spans, lines, done, strict=True)
    ]


def _roles(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], Role]]:
    """Give start, end (row from 1, column from 0) and role of the tokens that are not plain."""
    before, decorates = "", False
    for token in tokenize.generate_tokens(StringIO(source).readline):
        role = Role.PLAIN
        kind = tokenize.tok_name[token.type]
        match kind:
            case "COMMENT":
                role = Role.COMMENT
            case "NUMBER":
                role = Role.NUMBER
            case "NEWLINE" | "NL" | "INDENT" | "DEDENT":
                decorates = False
            case "OP" if token.string == "@":
                decorates = not before.strip()
                role = Role.DECORATOR if decorates else Role.PLAIN
            case "OP" if token.string == "(":
                decorates = False
            case "NAME" if decorates:
                role = Role.DECORATOR
            case "NAME" if before in ("def", "class"):
                role = Role.DEFINED
            case "NAME" if keyword.iskeyword(token.string):
                role = Role.KEYWORD
            case _ if "STRING" in kind:  # from Python 3.12 an f-string is several tokens
                role = Role.STRING
        if role is not Role.PLAIN:
            yield token.start, token.end, role
        before = token.string


def _fit(spans: list[_Span], width: int) -> Iterator[list[_Span]]:
    text = "".join(text for _, text in spans)
    indent = " " * min(len(text) - len(text.lstrip()) + _CONTINUED, width // 2)
    while columns(text) > width:
        space = text.rfind(" ", len(indent) + 1, width + 1)
        cut, following = (space, space + 1) if space > 0 else (width, width)
        yield _split(spans, cut)[0]
        spans = [(Role.PLAIN, indent), *_split(spans, following)[1]]
        text = indent + text[following:]
    yield spans


def _split(spans: list[_Span], cut: int) -> tuple[list[_Span], list[_Span]]:
    """Part spans after `cut` characters."""
    head: list[_Span] = []
    for index, (role, text) in enumerate(spans):
        if len(text) >= cut:
            return [*head, (role, text[:cut])], [(role, text[cut:]), *spans[index + 1 :]]
        head.append((role, text))
        cut -= len(text)
    return head, []
