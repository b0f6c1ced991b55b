"""Markdown: verse stands in blocks fenced with ```shloka; all else is prose, code, comments."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto

FENCE = "```shloka"

_FENCE = re.compile(r"[ \t]{0,12}(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\s`{]*)")
_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_COMMENT = re.compile(r"\s*<!--[ \t]*dhyana[ \t]*:")

_LETTER = re.compile("[\u0900-\u0963\u0966-\u0dff]")
_END = re.compile("॥|।।")
_FEWEST = 12
"""Letters and signs of an Indian script before a double daṇḍa that make a line verse."""


class _Part(Enum):
    """Where a line stands: in a fence of verse, in another or at the edge of any, outside."""

    VERSE = auto()
    CODE = auto()
    PROSE = auto()


def fenced(lines: Iterable[str]) -> Iterator[str]:
    """Blank every line that is neither in a `shloka` fence nor a comment to the linter.

    A fence ends the verse before it, as an empty line between two that no daṇḍa ends would.
    """
    for part, line in _parts(lines):
        kept = part is _Part.VERSE or (part is _Part.PROSE and _COMMENT.match(line))
        yield line if kept else "\n"


def outside(lines: Iterable[str]) -> int:
    """Count the verses in an Indian script that a double daṇḍa ends outside any fence."""
    prose = (line for part, line in _parts(lines) if part is _Part.PROSE)
    return sum(_ends_verse(line) for line in prose)


def _ends_verse(line: str) -> bool:
    end = _END.search(line)
    return end is not None and len(_LETTER.findall(line, 0, end.start())) >= _FEWEST


def _parts(lines: Iterable[str]) -> Iterator[tuple[_Part, str]]:
    mark = ""
    verse = quoted = False
    for line in lines:
        quote = _QUOTE.match(line)
        if quote:
            line = " " * quote.end() + line[quote.end() :]
        elif quoted:  # the fence ends with the quotation around it
            mark, verse, quoted = "", False, False
        fence = _FENCE.match(line)
        if mark:
            rest = line.strip()
            if fence and set(rest) == {mark[0]} and len(rest) >= len(mark):
                mark, verse, quoted = "", False, False
                yield _Part.CODE, line
            else:
                yield _Part.VERSE if verse else _Part.CODE, line
        elif fence:
            mark, verse = fence["mark"], fence["info"].lower() == "shloka"
            quoted = quote is not None
            yield _Part.CODE, line
        else:
            yield _Part.PROSE, line
