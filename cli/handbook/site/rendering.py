"""Pages rendered by the templates, with everything that is not markup escaped."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dhyana.cli.handbook import figures
from dhyana.cli.handbook.book import Book, CantoPage, Inline, Run
from dhyana.cli.handbook.inline import plain
from dhyana.cli.handbook.site import places
from dhyana.cli.handbook.site.markdown import Markdown
from dhyana.cli.handbook.site.markup import (
    Sanskrit,
    code_line,
    indent_class,
    with_danda,
    with_indexes,
)
from dhyana.cli.handbook.site.pages import PARTS, SitePage
from dhyana.cli.handbook.site.scripts import NAMES
from dhyana.cli.view.findings import verdict_in_words
from dhyana.cli.view.page import NO_CODE, TITLES
from dhyana.grammar.lint.visible import visible
from dhyana.grammar.lipi.letters import DIGITS
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.evidence import Measurement, Series

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What a page may load: its own files, and nothing from anywhere else."""

EDITIONS = {
    Edition.SOURCE: "source edition, letter for letter",
    Edition.TEXT: "text with mechanical damage repaired",
    Edition.EMENDED: "emended edition",
}

_TEMPLATES = Path(__file__).with_name("templates")


class Renderer:
    """The templates of the site, ready for one book; `downloads` are names of files it offers."""

    def __init__(self, book: Book, downloads: Sequence[str] = ()) -> None:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        sanskrit = Sanskrit(book.script)
        names = [(str(script), name) for script, name in NAMES.items()]
        if book.script not in NAMES:
            names.append((str(book.script), str(book.script)))
        self._environment = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            finalize=_shown,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.globals.update(
            book=book,
            downloads=downloads,
            edition=EDITIONS[book.edition],
            no_code=NO_CODE,
            parts=PARTS,
            policy=POLICY,
            sa=sanskrit,
            scripts=names,
            titles=_titles(sanskrit),
        )
        markdown = Markdown(
            sanskrit,
            documents={document.name for document in book.documents},
            rules={rule.code for family in book.rules for rule in family.rules},
        )
        self._environment.filters.update(
            canto_file=places.canto_file,
            code_line=code_line,
            curves=_curves,
            document_file=places.document_file,
            gauge=_gauge,
            indent_class=indent_class,
            indexed=with_indexes,
            in_words=verdict_in_words,
            markdown=markdown,
            mixed=markdown.mixed,
            module_file=places.module_file,
            numeral=_numeral,
            plain=plain,
            rule_file=places.rule_file,
            sections=markdown.sections,
            short=_short,
            topics=topics,
            with_danda=with_danda,
            verse_file=places.verse_file,
            verse_place=places.verse_place,
        )

    def render(self, page: SitePage) -> str:
        """Write one page as HTML."""
        template = self._environment.get_template(page.template)
        return template.render(page.context, here=page.part, this=page.file)


def _shown(value: Any) -> Any:
    """Spell out what would steer a page, in whatever text a template prints."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _titles(sanskrit: Sanskrit) -> dict[str, Markup]:
    """Give the titles of the parts of a verse's page by their names."""
    return {
        str(section): Markup("{} {}").format(english, sanskrit.span(title))
        for section, (english, title) in TITLES.items()
    }


def topics(canto: CantoPage) -> Inline:
    """Give what a canto is about: its line of the map after heading, title and verse numbers."""
    parts = list(canto.map_line)
    for index, part in enumerate(parts):
        if isinstance(part, Run) and "Verses " in part.text:
            _, _, rest = part.text.partition("Verses ")
            rest = rest.partition(". ")[2]
            return (Run(rest, part.language, part.apparatus), *parts[index + 1 :])
    return canto.map_line


def _curves(series: Sequence[Series]) -> Iterator[Markup]:
    for drawing in figures.curves(series):
        yield Markup(drawing)  # noqa: S704 - escaped there


def _gauge(measurement: Measurement) -> Markup:
    return Markup(figures.gauge(measurement))  # noqa: S704 - escaped there


def _numeral(number: int) -> str:
    """Write a number in Devanagari."""
    return "".join(DIGITS[int(digit)] for digit in str(number))


def _short(symbol: Any) -> str:
    """Leave out the name of the package."""
    return str(symbol).removeprefix("dhyana.")
