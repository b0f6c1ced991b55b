"""How a scansion and its faults look.

Marks and carets stand under the IAST, never under Devanagari, whose width no terminal agrees on.
"""

from collections.abc import Iterator, Sequence

from dhyana.cli.view.style import style_of
from dhyana.cli.view.terminal import Terminal
from dhyana.cli.view.verse_metre import beside_marks
from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.filling import wrap
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
_LONGEST_NAMED = 26
"""Syllables of the longest line that is no daṇḍaka; in no metre, a longer one is prose."""


def verse_report(
    path: str | None, passage: Passage, scanned: Scan, report: MeterReport, terminal: Terminal
) -> Iterator[str]:
    """Write all that is known of a verse: its place, metre and scansion, its faults and notes."""
    line, column = passage.locate(0)
    style = style_of(terminal)
    place = visible(f"{path or '<text>'}:{line}:{column}")
    label = f"  {visible(passage.label)}" if passage.label else ""
    yield from folded([(place, "place"), (f"{label}  ", ""), *verdict(report)], style, 2 * _MARGIN)
    if scanned.assumed:
        yield from folded([(_MARGIN + visible(scanned.assumed), "")], style, 2 * _MARGIN)
    yield ""
    yield from scansion(scanned, report, terminal.width)
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


def verdict(report: MeterReport) -> list[tuple[str, str]]:
    """Say metre and verdict, in parts with their roles: `anuṣṭubh (śloka): exact`."""
    if report.meter is None:
        nearest = f"; nearest is {in_words(report.nearest)}" if report.nearest else ""
        return [("no metre", Verdict.NONE.value), (nearest, "")]
    also = f" ({', '.join(report.names[1:])})" if report.names[1:] else ""
    return [(f"{report.meter}{also}: ", ""), (report.verdict.value, report.verdict.value)]


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
    lines = [] if scanned.script == "iast" else [*_as_typed(report.padas, scanned, width), ""]
    drawn = [
        [_within(draw(scanned, row)) for row in _rows(scanned, pada.aksharas, width)]
        for pada in report.padas
    ]
    column = max((len(marks) for rows in drawn for _, marks in rows), default=0) + _GAP
    for place, (pada, rows) in enumerate(zip(report.padas, drawn, strict=True)):
        if place and pada.label == report.padas[0].label:  # one of several verses
            lines.append("")
        for number, (iast, marks) in enumerate(rows):
            lines.append(f"{_MARGIN}{' ' if number else pada.label}  {iast}")
            lines.append(f"{_MARGIN}   {marks}")
        verse = report.meter or len(pada.weights) <= _LONGEST_NAMED  # gaṇas of prose say nothing
        named = " ".join(ganas_of(pada, report)) if verse else ""
        if said := "  ".join(filter(None, [named, pada.kind])):
            beside = beside_marks(rows[-1][1], column, said, width - len(_MARGIN) - 3)
            lines[-1:] = [f"{_MARGIN}   {row}" for row in beside]
    return lines


def _as_typed(padas: Sequence[Pada], scanned: Scan, width: int) -> Iterator[str]:
    """Give the lines of the source that hold the verse, without what is not verse."""
    if padas:
        start, end = padas[0].aksharas[0].start, padas[-1].aksharas[-1].end
        for line in scanned.text[start:end].split("\n"):
            if line.strip():
                typed = visible(_clipped(" ".join(line.split()), _LONGEST))
                yield from wrap(typed, width, _MARGIN, 2 * _MARGIN)


_LONGEST = 400
"""Characters of a line that are shown: no verse has so many, one syllable may."""


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _within(row: tuple[str, str]) -> tuple[str, str]:
    iast, marks = row
    return _clipped(iast, _LONGEST), marks[:_LONGEST].rstrip()


def _rows(scanned: Scan, aksharas: Sequence[Akshara], width: int) -> Iterator[Sequence[Akshara]]:
    """Cut a pāda into rows that fit the width, between words if it can be."""
    room = max(20, width - len(_MARGIN) - 3)
    columns = romanise(scanned, aksharas).columns
    start = word = 0
    for index, place in enumerate(columns):
        if index and place.start > columns[index - 1].end:
            word = index
        if place.end - columns[start].start > room and index > start:
            cut = word if word > start else index
            yield aksharas[start:cut]
            start = cut
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
