"""How a scansion and its faults look.

Marks and carets stand under the IAST, never under Devanagari, whose width no terminal agrees on.
"""

from collections.abc import Iterator, Sequence

from dhyana.cli.view.style import style_of
from dhyana.cli.view.terminal import Terminal
from dhyana.cli.view.verse_metre import beside_marks
from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.lint.engine import Finding, located
from dhyana.grammar.lint.excerpt import excerpt
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.reporters.text import details, folded, headline
from dhyana.grammar.lint.visible import visible
from dhyana.grammar.report import MeterReport, Pada, Verdict
from dhyana.grammar.romanised import romanise
from dhyana.grammar.scansion import Akshara, Scan
from dhyana.grammar.verdicts import in_words

MARKS = {"g": "–", "l": "⏑"}

_MARGIN = "  "
_GAP = 3  # columns between the marks and what the line is called
_VERDICTS = {Verdict.EXACT: "green", Verdict.FAULTY: "red", Verdict.NONE: "yellow"}


def verse_report(
    path: str | None, passage: Passage, scanned: Scan, report: MeterReport, terminal: Terminal
) -> Iterator[str]:
    """Write all that is known of a verse: its place, metre and scansion, its faults and notes."""
    line, column = passage.locate(0)
    place = visible(f"{path or '<text>'}:{line}:{column}")
    parts = [terminal.style(place, bold=True), visible(passage.label), verdict(report, terminal)]
    yield "  ".join(filter(None, parts))
    if scanned.assumed:
        yield f"{_MARGIN}{visible(scanned.assumed)}"
    yield ""
    yield from scansion(scanned, report, terminal.width)
    style = style_of(terminal)
    for fault in report.faults:
        yield ""
        yield from headline(located(fault, path, passage), style)
        yield from details(Finding(fault, excerpt(scanned, fault)), style)
    if report.notes:
        yield ""
    for note in report.notes:
        said = f" {note.name}: {visible(note.message)}"
        told = [(f"{_MARGIN}note ", ""), (note.code, "info"), (said, "")]
        yield from folded(told, style, 2 * _MARGIN)


def verdict(report: MeterReport, terminal: Terminal) -> str:
    """Say metre and verdict in a line: `anuṣṭubh (śloka): exact`."""
    if report.meter is None:
        nearest = f"; nearest is {in_words(report.nearest)}" if report.nearest else ""
        return terminal.style("no metre", fg=_VERDICTS[report.verdict]) + nearest
    also = f" ({', '.join(report.names[1:])})" if report.names[1:] else ""
    word = terminal.style(report.verdict.value, fg=_VERDICTS[report.verdict])
    return f"{report.meter}{also}: {word}"


def scansion(scanned: Scan, report: MeterReport, width: int) -> list[str]:
    r"""Draw a verse: its lines as typed, and each pāda in IAST with marks, gaṇas and kind.

    >>> from dhyana.grammar.meter import identify
    >>> from dhyana.grammar.scansion import scan
    >>> verse = scan("rāmo rājā daśarathas / ayodhyāyāṃ purā kila")
    >>> print("\n".join(scansion(verse, identify(verse), 80)))
      a  rāmo rājā daśarathas
          – –  – –  ⏑ ⏑ ⏑  –    ma na  na-vipulā
      b  ayodhyāyāṃ purā kila
         ⏑ –   – –   ⏑ –  ⏑ ⏑   ma ja
    """
    lines = [] if scanned.script == "iast" else [*_as_typed(report.padas, scanned), ""]
    drawn = [
        [_within(draw(scanned, row)) for row in _rows(scanned, pada.aksharas, width)]
        for pada in report.padas
    ]
    column = max((len(marks) for rows in drawn for _, marks in rows), default=0) + _GAP
    for pada, rows in zip(report.padas, drawn, strict=True):
        for number, (iast, marks) in enumerate(rows):
            lines.append(f"{_MARGIN}{' ' if number else pada.label}  {iast}")
            lines.append(f"{_MARGIN}   {marks}")
        # A line that does not fit in a row is prose; its gaṇas say nothing.
        named = " ".join(ganas_of(pada, report)) if len(rows) == 1 else ""
        said = "  ".join(filter(None, [named, pada.variant]))
        lines[-1:] = [
            f"{_MARGIN}   {row}".rstrip()
            for row in beside_marks(rows[-1][1], column, said, width - len(_MARGIN) - 3)
        ]
    return lines


def _as_typed(padas: Sequence[Pada], scanned: Scan) -> Iterator[str]:
    """Give the lines of the source that hold the verse, without what is not verse."""
    if padas:
        start, end = padas[0].aksharas[0].start, padas[-1].aksharas[-1].end
        for line in scanned.text[start:end].split("\n"):
            if line.strip():
                yield f"{_MARGIN}{visible(_clipped(' '.join(line.split()), _LONGEST))}"


_LONGEST = 400
"""Characters of a line that are shown: no verse has so many, one syllable may."""


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _within(row: tuple[str, str]) -> tuple[str, str]:
    iast, marks = row
    return _clipped(iast, _LONGEST), marks[:_LONGEST].rstrip()


def _rows(scanned: Scan, aksharas: Sequence[Akshara], width: int) -> Iterator[Sequence[Akshara]]:
    """Cut a pāda into rows that fit the width."""
    room = max(20, width - len(_MARGIN) - 3)
    columns = romanise(scanned, aksharas).columns
    start = 0
    for index, place in enumerate(columns):
        if place.end - columns[start].start > room and index > start:
            yield aksharas[start:index]
            start = index
    yield aksharas[start:]


def draw(scanned: Scan, aksharas: Sequence[Akshara]) -> tuple[str, str]:
    """Give a row in IAST and its marks, each under its vowel."""
    iast = romanise(scanned, aksharas)
    marks = [" "] * iast.columns[-1].end
    for akshara, column in zip(aksharas, iast.columns, strict=True):
        marks[column.vowel] = MARKS[akshara.weight]
    return iast.text, "".join(marks).rstrip()


def ganas_of(pada: Pada, report: MeterReport) -> tuple[str, ...]:
    """Name the gaṇas: of a śloka those of syllables 2–4 and 5–7, between which it is free."""
    if report.meter in ANUSHTUBH:
        return ganas(pada.weights[1:7]) if len(pada.weights) == 8 else ()
    return ganas(pada.weights)
