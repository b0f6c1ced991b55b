"""Markdown of ours (user documentation, rules) as HTML; raw HTML in it stays text."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from dhyana.cli.handbook.book import Language, Run
from dhyana.cli.handbook.inline import inline
from dhyana.cli.handbook.site.markup import Sanskrit, code_line, escape
from dhyana.cli.handbook.site.places import document_file, rule_file
from dhyana.cli.handbook.source import coloured

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_DOCUMENT = re.compile(r"(?:\./)?([\w-]+)\.md(#[\w-]+)?")
_TABLE = Markup('<div class="scroll" tabindex="0"><table>')
_TABLE_END = Markup("</table></div>\n")
_CODE = re.compile(r"\b([A-Z]{3}[0-9]{3})\b")
_SHORT = 24
"""So long is an option that no line ends in, not even at its hyphens."""
_SLUG = re.compile(r"[^\w]+")


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # `js-default` takes no raw HTML and no javascript: links.
    return MarkdownIt("js-default", {"linkify": False})


def plain_text(text: str) -> str:
    """Give the words of Markdown without its marks."""
    pieces = (token for token in _parser().parse(text) if token.content)
    return " ".join(
        "".join(part.content or " " for part in token.children) if token.children else token.content
        for token in pieces
    )


class Markdown:
    """Writes Markdown; links between documents become links between their pages.

    The codes of `rules` lead to the pages of these rules wherever they are named.
    """

    def __init__(
        self, sanskrit: Sanskrit, documents: Collection[str], rules: Collection[str] = ()
    ) -> None:
        self._sanskrit = sanskrit
        self._documents = documents
        self._rules = rules

    def __call__(self, text: str) -> Markup:
        """Write a text as HTML."""
        tokens = _parser().parse(text)
        _name_headings(tokens)
        _blank_corners(tokens)
        return Markup("").join(self._block(token) for token in tokens)

    def sections(self, text: str) -> list[tuple[str, Markup]]:
        """Give the headings of the second level, each with its id."""
        tokens = _parser().parse(text)
        _name_headings(tokens)
        return [
            (str(opening.attrs["id"]), Markup("").join(self._inlines(content.children or ())))
            for opening, content in pairwise(tokens)
            if opening.type == "heading_open" and opening.tag == "h2"
        ]

    def mixed(self, text: str) -> Markup:
        """Write a text of ours that is no Markdown, with its Sanskrit marked as such."""
        return self._sanskrit.inline(inline(text))

    def _block(self, token: "Token") -> Markup:
        if token.type == "inline":
            return Markup("").join(self._inlines(token.children or ()))
        if token.type in ("fence", "code_block"):
            return self._code(token)
        return self._tag(token)

    def _inlines(self, tokens: "Iterable[Token]") -> Iterator[Markup]:
        linked = False
        for token in tokens:
            linked = token.type == "link_open" or (linked and token.type != "link_close")
            if token.type == "code_inline" and token.content in self._rules and not linked:
                code = Markup("<code>{}</code>").format(token.content)
                yield Markup('<a href="{}">{}</a>').format(rule_file(token.content), code)
            elif token.type == "text" and not linked:
                parts = _CODE.split(token.content)
                yield from (self._named(p) if i % 2 else self._text(p) for i, p in enumerate(parts))
            else:
                yield self._inline(token)

    def _named(self, code: str) -> Markup:
        if code not in self._rules:
            return escape(code)
        return Markup('<a href="{}">{}</a>').format(rule_file(code), code)

    def _inline(self, token: "Token") -> Markup:
        match token.type:
            case "text":
                return self._text(token.content)
            case "softbreak":
                return Markup("\n")
            case "code_inline":
                option = token.content.startswith("-") and len(token.content) <= _SHORT
                css = Markup(' class="nb"') if option else ""
                return Markup("<code{}>{}</code>").format(css, escape(token.content))
            case "link_open":
                return self._link(str(token.attrs.get("href", "")))
            case "image":
                return Markup('<span class="aside">{}</span>').format(escape(token.content))
            case "link_close":
                return Markup("</a>")
            case _:
                return self._tag(token)

    def _text(self, text: str) -> Markup:
        """Write text; a `$` in our own prose is no formula."""
        parts = inline(text.replace("$", "\x00"))
        return Markup("").join(
            self._sanskrit.span(part.text)
            if part.language is Language.SANSKRIT
            else escape(part.text.replace("\x00", "$"))
            for part in parts
            if isinstance(part, Run)
        )

    def _link(self, target: str) -> Markup:
        document = _DOCUMENT.fullmatch(target)
        if document and document[1] in self._documents:
            target = document_file(document[1]) + (document[2] or "")
        elif not target.startswith(("https://", "#")):
            return Markup("<a>")  # a file of the repository, which is not part of the site
        return Markup('<a href="{}">').format(escape(target))

    def _code(self, token: "Token") -> Markup:
        lines = coloured(token.content) if token.info.strip() in ("python", "py") else None
        shown = (
            Markup("\n").join(map(code_line, lines))
            if lines is not None
            else escape(token.content.rstrip("\n"))
        )
        return Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(shown)

    def _tag(self, token: "Token") -> Markup:
        if not token.tag:
            return Markup("")
        if token.nesting == -1:
            end = Markup("</{}>{}").format(token.tag, "\n" if token.block else "")
            return _TABLE_END if token.tag == "table" else end
        if token.tag == "table":
            return _TABLE
        attributes = Markup("").join(
            Markup(' {}="{}"').format(name, value)
            for name, value in token.attrs.items()
            if name in ("id", "start")
        )
        return Markup("<{}{}>").format(Markup(token.tag), attributes)  # noqa: S704 - of the parser


def _name_headings(tokens: Sequence[Any]) -> None:
    """Give headings ids from their words, each once."""
    seen: set[str] = set()
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            slug = _SLUG.sub("-", content.content.lower()).strip("-") or "section"
            name, count = slug, 1
            while name in seen:
                count += 1
                name = f"{slug}-{count}"
            seen.add(name)
            opening.attrSet("id", name)


def _blank_corners(tokens: Sequence[Any]) -> None:
    """Make of a head of a table that says nothing a cell: nobody is to be read nothing."""
    for opening, content, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not content.content:
            opening.tag = closing.tag = "td"
