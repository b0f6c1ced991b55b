"""The words that a finding is about: as they are typed, and in IAST with carets."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.fields import text_at
from dhyana.grammar.lint.outcome import Excerpt
from dhyana.grammar.lint.passage import offset_of
from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.grammar.lint.visible import visible
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.romanised import advance, romanise
from dhyana.grammar.scansion import Akshara, Break, Scan

_LINE_ENDS = frozenset({Break.LINE, Break.HALF, Break.VERSE})
_CONTEXT = 24
"""Akṣaras shown on either side of the place, if the line is longer than a person writes."""

_WIDEST, _MARGIN = 160, 60
"""Characters of the longest line of a field that is shown whole, and on either side of a place."""


def excerpt(scanned: Scan, diagnostic: Diagnostic) -> Excerpt | None:
    """Cut out the line that a finding in `scanned.text` is about; None if there is no verse."""
    aksharas = scanned.aksharas
    if not aksharas:
        return None
    marked = _marked(scanned, diagnostic)
    first, last = (marked[0], marked[-1]) if marked else (0, 0)
    start, stop = _line_around(aksharas, first, last)
    shown = aksharas[start:stop]
    iast = romanise(scanned, shown)
    carets = ""
    if marked:
        columns = iast.columns[first - start].start, iast.columns[last - start].end
        carets = " " * columns[0] + "^" * (columns[1] - columns[0])
    ellipsis = "…" if start and aksharas[start - 1].after not in _LINE_ENDS else ""
    text = visible(" ".join(scanned.text[shown[0].start : shown[-1].end].split()))
    cut = "…" if stop < len(aksharas) and aksharas[stop - 1].after not in _LINE_ENDS else ""
    return Excerpt(
        f"{ellipsis}{text}{cut}",
        f"{ellipsis}{iast.text}{cut}",
        " " * len(ellipsis) + carets if carets else "",
    )


def _marked(scanned: Scan, diagnostic: Diagnostic) -> range:
    """Akṣaras that the place of a finding touches, unless it is the whole text."""
    if diagnostic.line is None:
        return range(0)
    start = offset_of(scanned.text, diagnostic.line, diagnostic.column or 1)
    end = offset_of(
        scanned.text, diagnostic.end_line or diagnostic.line, diagnostic.end_column or 1
    )
    aksharas = scanned.aksharas
    first = bisect_right(aksharas, start, key=lambda akshara: akshara.end)
    after = bisect_left(aksharas, end, key=lambda akshara: akshara.start)
    return range(0) if after - first == len(aksharas) else range(first, after)


def _line_around(aksharas: Sequence[Akshara], first: int, last: int) -> tuple[int, int]:
    start, stop = first, last + 1
    while start > max(0, first - _CONTEXT) and aksharas[start - 1].after not in _LINE_ENDS:
        start -= 1
    while stop < min(len(aksharas), last + _CONTEXT) and aksharas[stop - 1].after not in _LINE_ENDS:
        stop += 1
    return start, stop


def field_excerpt(record: AnyRecord, diagnostic: Diagnostic) -> Excerpt | None:
    """Cut out the line of a field of a record that a finding is about."""
    text = text_at(record, diagnostic.field or "")
    if text is None or diagnostic.line is None or diagnostic.column is None:
        return None
    line = text.split("\n")[diagnostic.line - 1]
    start = diagnostic.column - 1
    same = diagnostic.end_line == diagnostic.line and diagnostic.end_column is not None
    stop = (diagnostic.end_column or 1) - 1 if same else len(line)
    line, start, stop = _around(line, start, stop)
    before = advance(_in_iast(line[:start]))
    marked = advance(_in_iast(line[:stop])) - before
    return Excerpt(visible(line), _in_iast(line), " " * before + "^" * max(1, marked))


def _around(line: str, start: int, stop: int) -> tuple[str, int, int]:
    """Cut a long line down to the words around a place."""
    if len(line) <= _WIDEST:
        return line, start, stop
    stop = min(stop, start + _WIDEST)
    first = _word_start(line, max(0, start - _MARGIN), start)
    last = _word_end(line, stop, min(len(line), stop + _MARGIN))
    before, after = "…" if first else "", "…" if last < len(line) else ""
    shift = len(before) - first
    return f"{before}{line[first:last]}{after}", start + shift, stop + shift


def _word_start(line: str, first: int, start: int) -> int:
    """Give the first place from `first` on where a word begins; `first` where there is none."""
    space = line.find(" ", first, start) if first else -1
    return space + 1 if space >= 0 else first


def _word_end(line: str, stop: int, last: int) -> int:
    """Give the last place up to `last` where a word ends; `last` where there is none."""
    space = line.rfind(" ", stop, last) if last < len(line) else -1
    return space if space >= 0 else last


def _in_iast(text: str) -> str:
    return visible(transliterate(text, Script.IAST))
