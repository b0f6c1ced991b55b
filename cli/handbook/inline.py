"""Text of the records as runs of one language and formulas."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from dhyana.cli.handbook.book import Formula, Inline, Language, Prose, Run
from dhyana.cli.view.formula import render
from dhyana.shlokas.editions import Change

_INDIC = "\u0900-\u0dff\u1cd0-\u1cff\ua8e0-\ua8ff\u200c\u200d"
_DIACRITICS = "āīūṛṝḷḹṅñṭḍṇśṣṃṁḥĀĪŪṚṜḶṄÑṬḌṆŚṢṂḤ"
_PART = re.compile(
    r"\$(?P<formula>[^$]+)\$"
    rf"|(?P<indic>[{_INDIC}](?:[{_INDIC} +=,/…\-]*[{_INDIC}])?)"
    rf"|(?P<roman>\w*[{_DIACRITICS}][\w'’\-]*)"
)
_OPENING = re.compile(r"[(\[“‘]+$")
_CLOSING = re.compile(r"[)\].,;:!?”’]+")
_INDEXED = re.compile(r"(?<![\w_])([A-Za-z])_([A-Za-z0-9])(?!\w)")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def inline(text: str, changes: Sequence[Change] = ()) -> Inline:
    """Part a text into runs and formulas; `changes` are where the edition departs from the source.

    Daṇḍas, commas and plus signs between Sanskrit words belong to the Sanskrit.
    """
    return tuple(_pieces(text, 0, changes))


def prose(text: str, changes: Sequence[Change] = ()) -> Prose:
    """Part a text into paragraphs, at empty lines."""
    paragraphs: list[Inline] = []
    start = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        end = gap.start() if gap else len(text)
        if text[start:end].strip():
            paragraphs.append(tuple(_pieces(text[start:end], start, changes)))
        start = gap.end() if gap else end
    return tuple(paragraphs)


def plain(parts: Inline) -> str:
    """Write runs and formulas as one line of text."""
    return "".join(part.text if isinstance(part, Run) else part.spoken for part in parts)


def kept_together(parts: Inline) -> Iterator[tuple[str, Run | Formula, str]]:
    """Give each part with the brackets and stops that must not be parted from a formula."""
    opening, taken = "", 0
    for part, following in zip_longest(parts, parts[1:]):
        if isinstance(part, Run):
            text, taken = part.text[taken:], 0
            ends = _OPENING.search(text) if isinstance(following, Formula) else None
            opening = ends[0] if ends and not part.apparatus else ""
            yield "", replace(part, text=text.removesuffix(opening)), ""
        else:
            closing = _CLOSING.match(following.text) if isinstance(following, Run) else None
            closing = None if isinstance(following, Run) and following.apparatus else closing
            taken = len(closing[0]) if closing else 0
            yield opening, part, closing[0] if closing else ""
            opening = ""


def indexed(text: str) -> Iterator[tuple[str, str]]:
    """Part text at names with an index, d_k: what comes before one, name and index with it.

    >>> list(indexed("large d_k or W_Q."))
    [('large ', 'd_k'), (' or ', 'W_Q'), ('.', '')]
    """
    at = 0
    for name in _INDEXED.finditer(text):
        yield text[at : name.start()], name[0]
        at = name.end()
    if at < len(text):
        yield text[at:], ""


def corrected(start: int, end: int, changes: Sequence[Change]) -> tuple[int, ...]:
    """Give the numbers, from 1, of the apparatus entries that made any of `text[start:end]`."""
    entries = (
        entry + 1
        for change in changes
        if change.start < end and start < change.end
        for entry in change.entries
    )
    return tuple(dict.fromkeys(entries))


def _pieces(text: str, offset: int, changes: Sequence[Change]) -> Iterator[Run | Formula]:
    at = 0
    for part in _PART.finditer(text):
        yield from _runs(text[at : part.start()], offset + at, Language.ENGLISH, changes)
        at, start = part.end(), offset + part.start()
        if part["formula"]:
            entries = corrected(start, offset + at, changes)
            yield Formula(part["formula"], render(part["formula"]), entries)
        else:
            language = Language.SANSKRIT if part["indic"] else Language.ROMAN
            yield from _runs(part[0], start, language, changes)
    yield from _runs(text[at:], offset + at, Language.ENGLISH, changes)


def _runs(text: str, offset: int, language: Language, changes: Sequence[Change]) -> Iterator[Run]:
    """Cut a run where a change begins or ends."""
    end = offset + len(text)
    edges = {edge for change in changes for edge in (change.start, change.end)}
    cuts = [offset, *sorted(edge for edge in edges if offset < edge < end), end]
    for start, stop in pairwise(cuts):
        if start < stop:
            entries = corrected(start, stop, changes)
            yield Run(text[start - offset : stop - offset], language, entries)
