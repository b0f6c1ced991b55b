"""The book as plain data for the template: text as text, formulas as trees, indexes sorted.

The template gets what it prints as JSON and never as markup, so that no text of a record can be
read as Typst. What every writer shows alike stands in `Book`; here is only what a printed book
needs besides: charts in coordinates and indexes.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from dhyana.cli.handbook.book import (
    Book,
    CodeExcerpt,
    Correction,
    Derivation,
    Formula,
    Language,
    ModulePage,
    Run,
)
from dhyana.cli.handbook.chart import charts_of
from dhyana.cli.handbook.indexes import notation_of, symbols_of, words_of
from dhyana.cli.handbook.inline import inline
from dhyana.cli.handbook.pdf.formulas import tree_of
from dhyana.cli.handbook.reference import RuleFamily
from dhyana.cli.view.page import TITLES
from dhyana.grammar.lint.visible import visible
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas.evidence import Finding, Measurement

Data = dict[str, Any]

_TITLES = {
    "claims": ("Claims and evidence", "प्रमाणानि"),
    "word": ("Word", "पदम्"),
    "category": ("Category", "विभागः"),
    "description": ("Derivation and meaning", "विवरणम्"),
    "derivation": ("Derived by", "सूत्राणि"),
}
"""Titles of a printed page besides those that every page has."""

# What a book on paper leaves to the website.
_ELSEWHERE = frozenset({"rules", "modules", "documents"})


def data_of(book: Book) -> Data:
    """Give everything the template prints."""
    return _Encoder(book.script).book(book)


class _Encoder:
    """Turns the types of the book into data, Sanskrit in one script."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def book(self, book: Book) -> Data:
        parts = {
            field.name: self(getattr(book, field.name))
            for field in fields(book)
            if field.name not in _ELSEWHERE
        }
        indexes = {
            "sanskrit": self(words_of(book, by_iast=False)),
            "roman": self(words_of(book, by_iast=True)),
            "notation": self(notation_of(book)),
            "symbols": self(symbols_of(book)),
        }
        return parts | {"indexes": indexes, "titles": self._titles()}

    def _titles(self) -> Data:
        """Give the titles of the parts of a page and of the columns of its table of words."""
        titles = {str(section): title for section, title in TITLES.items()} | _TITLES
        return {
            name: {"english": english, "sanskrit": self(sanskrit)}
            for name, (english, sanskrit) in titles.items()
        }

    def __call__(self, value: Any) -> Any:
        match value:
            case Run():
                written = self._text(value.text, value.language)
                return {"text": written, "lang": str(value.language)}
            case Formula():
                tree = tree_of(visible(value.latex))
                return {
                    "latex": visible(value.latex),
                    "spoken": visible(value.spoken),
                    "tree": tree,
                }
            case Finding():
                return self._fields(value) | {"charts": self(tuple(charts_of(value.series)))}
            case Measurement():
                shown = {name: getattr(value, name) for name in ("found", "expectation", "met")}
                return self._fields(value) | self(shown)
            case Derivation():
                return self._fields(value) | {"objection": self(literal(value.objection))}
            case Correction():
                return {name: self(literal(getattr(value, name))) for name in value.__slots__}
            case CodeExcerpt():
                return self._fields(value) | {"source": None}
            case RuleFamily() | ModulePage():
                return None
            case Enum():
                return value.value
            case str():
                return self._text(value, Language.SANSKRIT)
            case tuple() | list():
                return [self(item) for item in value]
            case dict():
                return {name: self(part) for name, part in value.items()}
            case _ if is_dataclass(value):
                return self._fields(value)
            case _:
                return value

    def _fields(self, value: Any) -> Data:
        left_out = ("series", "steps")
        return {
            field.name: self(getattr(value, field.name))
            for field in fields(value)
            if field.name not in left_out
        }

    def _text(self, text: str, language: Language) -> str:
        if language is not Language.ROMAN and self._script is not Script.DEVANAGARI:
            text = transliterate(text, self._script)
        return visible(text)


def literal(text: str) -> tuple[Run, ...]:
    """Part a text into runs of a language each; a formula stays as it is written."""
    return tuple(
        Run(f"${part.latex}$") if isinstance(part, Formula) else part for part in inline(text)
    )
