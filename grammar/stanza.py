"""Stanzas: verses as free text has them, with the place of each in the file.

A verse ends at `॥`, `।।`, `||`, `//` or `..`, with a number after it or not, and otherwise at
an empty line, unless that stands between its lines. People put empty lines inside a verse, a
speaker before it, several verses on a line: the marks of the source decide, syllables do not.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from dhyana.grammar.akshara_table import HALF, LINE, VERSE
from dhyana.grammar.lipi.punctuation import (
    DIGITS,
    GAP,
    LETTER_BETWEEN_DANDAS,
    NUMBER,
    gap,
    slashes,
    speakers,
)

_MOST_APART, _MOST_LINES, _MOST_EMPTY = 8, 64, 4
"""So many lines standing apart, lines, and empty lines are kept back for the end of a verse."""

_NUMBER = rf"(?P<number>{NUMBER.pattern}[a-h]{{0,2}})"
_DOUBLE = r"(?:॥|‖|[।|][ ]?[।|]|(?P<slashes>//)|(?<!\.)\.\.(?!\.))"
_SOURCE = rf"\([^()\r\n{DIGITS}]{{0,40}}"
_PLACE = rf"[{DIGITS}]+(?:[.,:_/।|–-][ ]?[{DIGITS}]+)*[a-h]{{0,2}}"
_END = re.compile(
    rf"""(?P<mark>{_DOUBLE}) [ \t]*+
    (?: {_SOURCE}(?P<cited>{_PLACE})[ \t]*\)                              # (भ.गी. १.१)
        (?:[ \t]*(?:॥|‖|[।|]{{1,2}}|//?|\.\.?))?
      | [(\[]?[ \t]*(?:[A-Za-zĀ-ž]{{1,12}}[_. ]?)?{_NUMBER}[ \t]*[)\]]?   # (1), BhG_1.1
        [ \t]*(?:॥|‖|[।|]{{1,2}}|//?|\.\.?)?
        (?:[ \t]*{_SOURCE}{_PLACE}[ \t]*\))?
      | (?(slashes)(?=[\r\n]|$)) )                 # inside a line // parts halves""",
    re.VERBOSE,
)
# Inside a word a slash is `and/or` and a dot Velthuis's `.s`; a dot after a word ends a sentence.
_HALF = re.compile(r"।|(?<!\S)[|/]|[|/](?!\S)|(?<=\s)\.(?!\S)")
# `and / or`: in words of English letters a slash inside the line shows no verse.
_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d_])[ \t]/[ \t](?=[^\W\d_])")
_SANSKRIT = re.compile(r"[^\0-\x7f]|[a-zA-Z](?<![A-Z])[A-Z]|[.~\^\"][a-zA-Z]|aa|ii|uu|//")
_OPENING = re.compile(rf"[(\[]?{_NUMBER}[)\].:]*[ \t]+|[{GAP}]+")
_LETTER = re.compile(LETTER_BETWEEN_DANDAS, re.VERBOSE)
_RUN = re.compile(f"[{GAP}]+")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Span(NamedTuple):
    """Code-point offsets in the text of a stanza."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Stanza:
    """A verse, or what stands where verses stand: a heading, a paragraph of prose.

    `text` is what the file has from `start` to `end` (code points of the file), from the first
    letter to the mark that ends the verse; it begins at `line` and `column`, which count from
    1. The speaker (`सञ्जय उवाच`) stands before it, the number or label (`1.47`, `BhG_1.1`)
    after it, and neither is part of it; `number` is the number as written. `marked` is whether
    daṇḍas or slashes show the text to be verse. `closing` is what is left of the line behind it.
    """

    text: str
    start: int
    end: int
    line: int
    column: int
    number: str | None = None
    speaker: str | None = None
    marked: bool = False
    closing: str = ""

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in `text`."""
        lines = self.text.count("\n", 0, offset)
        if lines == 0:
            return self.line, self.column + offset
        return self.line + lines, offset - self.text.rfind("\n", 0, offset)

    @property
    def halves(self) -> tuple[tuple[Span, ...], ...]:
        """Pādas by halves as the source parts them: by daṇḍas, and within by lines or slashes.

        A half in one line is one span; where its pāda ends the metre has to say.
        """
        text = self.text
        runs = list(_RUN.finditer(text))
        kinds = slashes("".join(gap(run[0]) for run in runs))
        halves: list[tuple[Span, ...]] = []
        padas: list[Span] = []
        start = 0
        for run, kind in zip(runs, kinds, strict=True):
            if kind not in (LINE, HALF, VERSE) and "\n" not in run[0]:
                continue
            if run.start() > start:
                padas.append(Span(start, run.start()))
            start = run.end()
            if padas and kind in (HALF, VERSE):
                halves.append(tuple(padas))
                padas = []
        if start < len(text):
            padas.append(Span(start, len(text)))
        return (*halves, tuple(padas)) if padas else tuple(halves)


def split_verses(text: str) -> list[Stanza]:
    """Split a text into its stanzas; see `iter_verses`."""
    return list(iter_verses(line[0] for line in _LINE.finditer(text)))


def iter_verses(lines: Iterable[str]) -> Iterator[Stanza]:
    """Split lines, with their ends as a file yields them, into stanzas.

    Memory is bounded by the longest verse and a look ahead of a few lines.
    """
    splitter = _Splitter()
    for line in lines:
        yield from splitter.feed(line)
    yield from splitter.finish()


class _Piece(NamedTuple):
    """A line with the empty lines after it, or the part of it up to the end of a verse."""

    text: str
    start: int
    line: int
    column: int
    paragraph: int

    @property
    def halves(self) -> int:
        """How many halves end in it."""
        return len(_HALF.findall(_END.sub("।", self.text)))

    @property
    def marks_verse(self) -> bool:
        """Whether it has a mark that only verse has."""
        text = self.text
        return self.halves > (0 if _SANSKRIT.search(text) else len(_BETWEEN_WORDS.findall(text)))

    @property
    def speaks(self) -> bool:
        """Whether it says who speaks, and no more."""
        span = next(speakers(f"{self.text}\n-"), None)
        return span is not None and not _RUN.sub("", self.text[span[1] :])


class _Splitter:
    """Holds the lines of the verse that has not ended yet."""

    def __init__(self) -> None:
        self.pending: list[_Piece] = []
        self.offset = 0
        self.line = 0
        self.paragraph = 0
        self.empty = 0  # lines, just now
        self.tight = False  # the last verse of several lines had no empty line inside

    def feed(self, line: str) -> Iterator[Stanza]:
        """Take one more line; yield what is complete."""
        self.line += 1
        self.empty = 0 if line.strip() else self.empty + 1
        done = opened = 0
        for end in _END.finditer(line):
            if not self.pending and not _RUN.sub("", line[opened : end.end()]):
                opened = end.end()  # a mark that opens: ॥ अथ प्रथमोऽध्यायः ॥
                continue
            if not self.pending and _LETTER.search(line, opened, end.end()):
                done = opened = end.end()  # a letter that counts what follows: ॥ क ॥
                continue
            self._take(line, done, end.end())
            done = opened = end.end()
            if not self.pending[-1].speaks:
                yield from self._verse(len(self.pending), end["number"] or end["cited"])
        rest = line[done:]
        if rest.strip():
            self._take(line, done, len(line))
        elif self.pending:
            last = self.pending[-1]
            self.pending[-1] = last._replace(text=last.text + rest)
            if self.empty == 1:
                yield from self._paragraph_ends()
        if self.empty > _MOST_EMPTY or len(self.pending) > _MOST_LINES:
            yield from self.finish()
        self.offset += len(line)

    def finish(self) -> Iterator[Stanza]:
        """Yield what is left where no mark ended it."""
        while self.pending:
            yield from self._verse(self._unit(), None)

    def _take(self, line: str, start: int, end: int) -> None:
        place = (self.offset + start, self.line, start + 1, self.paragraph)
        self.pending.append(_Piece(line[start:end], *place))

    def _paragraph_ends(self) -> Iterator[Stanza]:
        """At an empty line: yield what no more lines can belong to."""
        self.paragraph += 1
        last = [p for p in self.pending if p.paragraph == self.pending[-1].paragraph]
        halves = sum(piece.halves for piece in last)
        if last[-1].speaks:
            return
        if self.tight or halves >= 2 or (halves == 0 and len(last) >= 2):
            yield from self.finish()
        elif len(self.pending) > _MOST_APART:
            yield from self._verse(self._unit(), None)

    def _unit(self) -> int:
        """Count the lines that belong together where no mark ends a verse.

        They are a paragraph of several lines, two halves that stand apart, or a line.
        """
        first = next((i for i, p in enumerate(self.pending) if not p.speaks), 0)
        halves = 0
        for count, (piece, following) in enumerate(pairwise(self.pending[first:]), first + 1):
            halves += piece.halves
            if piece.paragraph != following.paragraph and (halves != 1 or not following.halves):
                return count
        return len(self.pending)

    def _verse(self, count: int, number: str | None) -> Iterator[Stanza]:
        """Yield the verse that the first `count` lines end with, after the headings above it."""
        pieces, self.pending = self.pending[:count], self.pending[count:]
        says = max((i for i, p in enumerate(pieces[:-1]) if p.speaks), default=-1)
        lines = pieces[says + 1 :]
        above = _lines_above(lines) if says < 0 else 0
        if len(lines) - above > 1:
            self.tight = lines[above].paragraph == lines[-1].paragraph
        for heading in (*pieces[: max(says, 0)], *lines[:above]):
            yield from _stanza([heading], None, None)
        speaker = pieces[says].text.strip(" \t\r\n।॥|/:") if says >= 0 else None
        yield from _stanza(lines[above:], number, speaker)


def _lines_above(lines: list[_Piece]) -> int:
    """Count the lines, parted by empty ones from the rest, that are no part of the verse.

    The halves of a verse have as many lines each; where its halves are not shown, it has two
    lines or four.
    """
    last = [index for index, piece in enumerate(lines) if piece.paragraph == lines[-1].paragraph]
    if sum(lines[index].halves for index in last) > 1:
        extra = last[0]
    else:
        ends = [index + 1 for index, piece in enumerate(lines) if piece.halves]
        sizes = [end - start for start, end in pairwise([0, *ends])]
        if len(sizes) > 1:
            extra = sizes[0] - sizes[-1]
        else:
            extra = len(lines) - 4 if len(lines) > 4 else len(lines) % 2 if len(lines) > 1 else 0
    parted = 0 < extra < len(lines) and lines[extra - 1].paragraph != lines[extra].paragraph
    return extra if parted else 0


def _stanza(lines: list[_Piece], number: str | None, speaker: str | None) -> Iterator[Stanza]:
    """Make a stanza of its lines, without what stands before its first letter."""
    text = "".join(piece.text for piece in lines)
    begin = 0
    while opening := _OPENING.match(text, begin):
        number = number or opening["number"]
        begin = opening.end()
    span = next(speakers(text), None)
    if span and span[0] == begin and span[1] < len(text):
        speaker = text[slice(*span)].strip(" \t:—–-")
        begin = span[1]
        while opening := _OPENING.match(text, begin):
            begin = opening.end()
    marks = [match for match in _END.finditer(text, begin) if match.end() == len(text.rstrip())]
    end = marks[0].end("mark") if marks else len(text.rstrip())
    if begin >= end and "..." in text:  # a lacuna
        begin = len(text) - len(text.lstrip())
    if begin < end:
        first = lines[0]
        above = text.count("\n", 0, begin)
        column = begin - text.rfind("\n", 0, begin) if above else first.column + begin
        yield Stanza(
            text[begin:end],
            first.start + begin,
            first.start + end,
            first.line + above,
            column,
            number,
            speaker,
            any(piece.marks_verse for piece in lines),
            text[end:].rstrip(),
        )
