"""The templates of the EPUB, ready for one book, with everything that is not markup escaped."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dhyana.cli.handbook import figures
from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.epub.markup import Xhtml, code_line, gloss_id, glossed
from dhyana.cli.handbook.site.markup import with_danda, with_indexes
from dhyana.cli.view.findings import verdict_in_words
from dhyana.cli.view.page import NO_CODE, TITLES
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.evidence import Series

_TEMPLATES = Path(__file__).with_name("templates")
_EDITIONS = {
    Edition.SOURCE: "The text letter for letter as the source has it.",
    Edition.TEXT: "The author’s words with mechanical damage repaired; every repair is listed.",
    Edition.EMENDED: "The text with conjectures as well; every change is listed.",
}


class Renderer:
    """Writes the files of an EPUB."""

    def __init__(self, book: Book) -> None:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        xhtml = Xhtml(book.script)
        self._environment = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.globals.update(
            book=book,
            edition=_EDITIONS[book.edition],
            no_code=NO_CODE,
            titles={str(section): title for section, title in TITLES.items()},
            x=xhtml,
        )
        self._environment.filters.update(
            code_line=code_line,
            curves=_curves,
            gloss_id=gloss_id,
            glossed=glossed,
            indexed=with_indexes,
            with_danda=with_danda,
            in_words=verdict_in_words,
        )

    def render(self, template: str, context: Mapping[str, Any]) -> str:
        """Write a file; characters that XML cannot hold are written as escapes."""
        return _allowed(self._environment.get_template(template).render(context))


def _curves(series: Sequence[Series]) -> Iterator[Markup]:
    for drawing in figures.curves(series):
        yield Markup(drawing)  # noqa: S704 - escaped there


def _allowed(text: str) -> str:
    """Spell out control characters, and what else is no character of XML."""
    return text.translate({ord(one): _spelled(one) for one in set(text)})


def _spelled(character: str) -> str:
    code = ord(character)
    is_none = 0xD800 <= code <= 0xDFFF or code & 0xFFFE == 0xFFFE
    return f"U+{code:04X}" if is_none else visible(character)
