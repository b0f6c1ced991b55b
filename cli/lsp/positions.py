"""Places in a text as editors count them: lines by the protocol's line ends, columns in code units.

In here a place is an index into the text. The linter counts lines and columns from 1, in code
points, and takes the line feed alone for a line end; editors count from 0, in units of the
encoding that was agreed on, and have three line ends (LSP 3.17, section Position).
"""

import re
from bisect import bisect_right
from itertools import accumulate

from lsprotocol import types

Encoding = types.PositionEncodingKind

_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile(r"\n")


class Places:
    """The places of one text, for a client that counts columns in one encoding."""

    def __init__(self, text: str, encoding: Encoding = Encoding.Utf16) -> None:
        self.text = text
        self._encoding = encoding
        self._starts = _starts(_LINE_END, text)
        self._feeds = _starts(_LINE_FEED, text)

    def position(self, index: int) -> types.Position:
        """Say where an index into the text is; beyond the text it is the end."""
        index = max(0, min(index, len(self.text)))
        line = bisect_right(self._starts, index) - 1
        return types.Position(line, self._units(self.text[self._starts[line] : index]))

    def index(self, position: types.Position) -> int:
        """Find a position in the text.

        A column behind the end of its line is the end of the line, a line behind the last the
        end of the text, and one inside a character the character.
        """
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        line = _LINE_END.split(self.text[start : self._end(position.line)], maxsplit=1)[0]
        if self._encoding is Encoding.Utf32 or line.isascii():
            return start + min(position.character, len(line))
        ends = list(accumulate(map(self._units, line)))
        return start + bisect_right(ends, position.character)

    def range(self, start: int, end: int) -> types.Range:
        """Give the range of `text[start:end]`."""
        return types.Range(self.position(start), self.position(end))

    def indices(self, of: types.Range) -> tuple[int, int]:
        """Give the indices of a range."""
        return self.index(of.start), self.index(of.end)

    def counted(self, line: int, column: int) -> int:
        """Find a line and column as the linter counts them."""
        line = max(1, min(line, len(self._feeds)))
        return min(self._feeds[line - 1] + max(column, 1) - 1, len(self.text))

    def line_of(self, index: int) -> tuple[int, int]:
        """Give the bounds of the line that an index is in, its end left out."""
        line = bisect_right(self._starts, index) - 1
        text = self.text[self._starts[line] : self._end(line)]
        return self._starts[line], self._starts[line] + len(text.rstrip("\r\n"))

    def _end(self, line: int) -> int:
        return self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)

    def _units(self, text: str) -> int:
        match self._encoding:
            case Encoding.Utf16:
                return len(text) + sum(character > "\uffff" for character in text)
            case Encoding.Utf8:
                return len(text.encode("utf-8"))
            case _:
                return len(text)


def _starts(line_end: re.Pattern[str], text: str) -> list[int]:
    return [0, *(match.end() for match in line_end.finditer(text))]
