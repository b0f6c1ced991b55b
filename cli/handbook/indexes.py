"""Indexes of a book: its words in two orders, its notation, and the code that it shows."""

import unicodedata
from collections import defaultdict
from dataclasses import dataclass

from dhyana.cli.handbook.book import Book, Formula

_NAME = 12  # characters


@dataclass(frozen=True, slots=True)
class IndexedWord:
    """A word as the tables have it, in Devanagari and in IAST, and the numbers of its verses."""

    form: str
    iast: str
    verses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IndexedSymbol:
    """A component: its dotted name, its module within the package, its name in it, its verses."""

    symbol: str
    module: str
    name: str
    verses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IndexedFormula:
    """A piece of notation, and the numbers of the verses whose words or commentary use it."""

    formula: Formula
    verses: tuple[int, ...]


def words_of(book: Book, *, by_iast: bool) -> tuple[IndexedWord, ...]:
    """Give the words of the verses in order.

    In Devanagari they are in the order of the varṇamālā, in IAST in that of the Latin alphabet.
    """
    verses: dict[tuple[str, str], set[int]] = defaultdict(set)
    for page in book.verses:
        for word in page.words:
            verses[word.form, word.iast].add(page.number)
    order = sorted(verses, key=lambda word: (_latin(word[1]), word[1]) if by_iast else word)
    return tuple(IndexedWord(*word, tuple(sorted(verses[word]))) for word in order)


def notation_of(book: Book) -> tuple[IndexedFormula, ...]:
    """Give the formulas that are no longer than a name, in the order in which they are read."""
    verses: dict[str, set[int]] = defaultdict(set)
    formulas: dict[str, Formula] = {}
    for page in book.verses:
        descriptions = (word.description for word in page.words)
        for parts in (*page.commentary, *descriptions):
            for part in parts:
                if isinstance(part, Formula) and len(part.spoken) <= _NAME:
                    formulas[part.spoken] = part
                    verses[part.spoken].add(page.number)
    order = sorted(formulas, key=lambda spoken: (spoken.casefold(), spoken))
    return tuple(IndexedFormula(formulas[one], tuple(sorted(verses[one]))) for one in order)


def symbols_of(book: Book) -> tuple[IndexedSymbol, ...]:
    """Give the code that the verses are linked to, in the order of its name."""
    verses: dict[str, set[int]] = defaultdict(set)
    for page in book.verses:
        for code in page.code:
            verses[code.symbol].add(page.number)
    return tuple(_symbol(symbol, tuple(sorted(verses[symbol]))) for symbol in sorted(verses))


def _symbol(symbol: str, verses: tuple[int, ...]) -> IndexedSymbol:
    module, _, name = symbol.removeprefix("dhyana.").partition(".")
    return IndexedSymbol(symbol, module, name, verses)


def _latin(iast: str) -> str:
    """Write IAST without its diacritics."""
    parts = unicodedata.normalize("NFD", iast.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
