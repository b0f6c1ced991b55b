"""Which pages the site has, and what the templates are given for each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, TypeVar

from dhyana.cli.handbook.book import Book, CodeLine, Mark, ModulePage
from dhyana.cli.handbook.site import places

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: its file, its template, what the template is given, and the part it belongs to."""

    file: str
    template: str
    context: Mapping[str, Any]
    part: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines of a module up to where a marked component begins or ends.

    `marks` begin here; `inside`: the lines belong to a component that began before.
    """

    first_line: int
    lines: tuple[CodeLine, ...]
    marks: tuple[Mark, ...]
    inside: bool


PARTS = (
    ("index.html", "Treatise"),
    ("lexicon.html", "Lexicon"),
    ("matrix.html", "Matrix"),
    ("thread.html", "Thread"),
    ("modules.html", "Code"),
    ("corrections.html", "Corrections"),
    ("rules.html", "Rules"),
    ("guide.html", "Guide"),
)
"""The parts of the book in its menu."""


_SPECIMEN = 12
"""The verse that the cover shows beside its code: the shortest of the famous formulas."""


def pages(book: Book) -> Iterator[SitePage]:
    """Give the pages in the order of the book."""
    specimen = next((v for v in book.verses if v.number == _SPECIMEN), book.verses[0])
    yield SitePage("index.html", "index.html", {"specimen": specimen}, "index.html")
    yield from _cantos(book)
    yield from _verses(book)
    for file in ("lexicon.html", "guide.html"):
        yield SitePage(file, file, {}, file)
    of = {f"Canto {canto.number}": canto.number for canto in book.cantos}
    yield SitePage("matrix.html", "matrix.html", {"canto_of": of}, "matrix.html")
    context: dict[str, Any] = {"symbol_places": _symbol_places(book)}
    yield SitePage("thread.html", "thread.html", context, "thread.html")
    grouped = groupby(book.corrections, key=lambda entry: entry.verse)
    context = {"groups": [(number, list(entries)) for number, entries in grouped]}
    yield SitePage("corrections.html", "corrections.html", context, "corrections.html")
    yield from _rules(book)
    yield from _modules(book)
    for document in book.documents:
        file = places.document_file(document.name)
        yield SitePage(file, "document.html", {"document": document}, "guide.html")


def _cantos(book: Book) -> Iterator[SitePage]:
    for before, canto, after in _with_neighbours(book.cantos):
        verses = [verse for verse in book.verses if verse.number in canto.verses]
        context = {"canto": canto, "verses": verses, "before": before, "after": after}
        yield SitePage(places.canto_file(canto.number), "canto.html", context, "index.html")


def _verses(book: Book) -> Iterator[SitePage]:
    for before, verse, after in _with_neighbours(book.verses):
        context = {
            "verse": verse,
            "canto": book.canto(verse.canto),
            "before": before,
            "after": after,
        }
        yield SitePage(places.verse_file(verse.number), "verse.html", context, "index.html")


def _rules(book: Book) -> Iterator[SitePage]:
    yield SitePage("rules.html", "rules.html", {}, "rules.html")
    families = {rule.code: family for family in book.rules for rule in family.rules}
    rules = [rule for family in book.rules for rule in family.rules]
    for before, rule, after in _with_neighbours(rules):
        context = {"rule": rule, "family": families[rule.code], "before": before, "after": after}
        yield SitePage(places.rule_file(rule.code), "rule.html", context, "rules.html")


def _modules(book: Book) -> Iterator[SitePage]:
    groups = [
        ("The model", [module for module in book.modules if not module.experiments]),
        ("The experiments", [module for module in book.modules if module.experiments]),
    ]
    yield SitePage("modules.html", "modules.html", {"groups": groups}, "modules.html")
    by_number = {verse.number: verse for verse in book.verses}
    for module in book.modules:
        context = {"module": module, "chunks": list(chunks(module)), "by_number": by_number}
        yield SitePage(places.module_file(module.name), "module.html", context, "modules.html")


def chunks(module: ModulePage) -> Iterator[Chunk]:
    """Cut a module where its marked components begin and end."""
    edges = {1, len(module.lines) + 1}
    for mark in module.marks:
        edges |= {mark.first_line, mark.last_line + 1}
    ordered = sorted(edges)
    for first, following in pairwise(ordered):
        yield Chunk(
            first_line=first,
            lines=module.lines[first - 1 : following - 1],
            marks=tuple(mark for mark in module.marks if mark.first_line == first),
            inside=any(mark.first_line < first <= mark.last_line for mark in module.marks),
        )


def _symbol_places(book: Book) -> dict[str, str]:
    """Say of every component on a module's page where it stands."""
    return {
        mark.symbol: f"{places.module_file(module.name)}#L{mark.first_line}"
        for module in book.modules
        for mark in module.marks
    }


def _with_neighbours(items: Sequence[T]) -> Iterator[tuple[T | None, T, T | None]]:
    """Give each item with the one before and the one after."""
    return zip([None, *items[:-1]], items, [*items[1:], None], strict=True)
