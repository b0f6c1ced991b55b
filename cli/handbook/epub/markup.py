"""Parts of the book as XHTML. Every text is escaped here or by the templates, nowhere else."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from markupsafe import Markup

from dhyana.cli.handbook.book import CodeLine, Formula, Inline, Language, Run, Segment
from dhyana.cli.handbook.inline import inline, kept_together
from dhyana.cli.handbook.mathml import mathml
from dhyana.cli.handbook.site.markup import DANDAS, TAGS, together, with_danda, with_indexes
from dhyana.cli.view.highlight import Role
from dhyana.grammar.lint.visible import visible
from dhyana.grammar.lipi.transliteration import Script, transliterate

_ROMAN = "sa-Latn"


class Xhtml:
    """Writes text as XHTML, Sanskrit in one script and with its language."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.tag = TAGS.get(script, _ROMAN)

    def text(self, devanagari: str) -> str:
        """Write Sanskrit in the script of the book, without markup."""
        return with_danda(transliterate(devanagari, self._script))

    def language(self, tag: str = "") -> Markup:
        """Give the attributes of an element that holds nothing but text of a language."""
        return Markup('lang="{0}" xml:lang="{0}"').format(tag or self.tag)

    def sanskrit(self, devanagari: str) -> Markup:
        """Write Sanskrit with its language."""
        return Markup("<span {}>{}</span>").format(self.language(), self.text(devanagari))

    def roman(self, iast: str) -> Markup:
        """Write romanised Sanskrit with its language."""
        return Markup("<i {}>{}</i>").format(self.language(_ROMAN), iast)

    def inline(self, parts: Inline) -> Markup:
        """Write runs and formulas."""
        return Markup("").join(
            together(opening, self._part(part), closing)
            for opening, part, closing in kept_together(parts)
        )

    def mixed(self, text: str) -> Markup:
        """Write a text whose languages are not marked; a formula stays as it is written."""
        return self.inline(
            tuple(
                Run(f"${part.latex}$") if isinstance(part, Formula) else part
                for part in inline(text)
            )
        )

    def recited(self, line: Sequence[Segment], anchor: str) -> Markup:
        """Write a line whose words lead to their glosses, which readers show as they are tapped."""
        return Markup("").join(self._segments(line, anchor))

    def _segments(self, line: Sequence[Segment], anchor: str) -> Iterator[Markup | str]:
        for segment, after in zip_longest(line, line[1:]):
            text = self.text(segment.text)
            if segment.words:
                note = Markup('<a epub:type="noteref" role="doc-noteref" href="#{}">{}</a>')
                yield note.format(gloss_id(anchor, segment.words), text.rstrip())
                space = text[len(text.rstrip()) :]
                yield "\u00a0" if space and after and after.text.startswith(DANDAS) else space
            else:
                yield Markup("{}").format(text)

    def _part(self, part: Run | Formula) -> Markup:
        if isinstance(part, Formula):
            return Markup(mathml(visible(part.latex), visible(part.spoken)))  # noqa: S704 - escaped there
        if part.language is Language.SANSKRIT:
            return self.sanskrit(part.text)
        if part.language is Language.ROMAN:
            return self.roman(part.text)
        return with_indexes(part.text)


def gloss_id(anchor: str, words: Sequence[int]) -> str:
    """Name the gloss of a word, or of several that sandhi has fused."""
    return f"{anchor}-g{'-'.join(str(word + 1) for word in words)}"


def glossed(lines: Sequence[Sequence[Segment]]) -> tuple[tuple[int, ...], ...]:
    """Give the words, or fused words, that want a gloss, each once, in their order."""
    found = (segment.words for line in lines for segment in line if segment.words)
    return tuple(dict.fromkeys(found))


def code_line(line: CodeLine) -> Markup:
    """Write a line of code, its tokens as spans with the name of their role."""
    return Markup("").join(
        Markup("{}").format(token.text)
        if token.role is Role.PLAIN
        else Markup('<span class="{}">{}</span>').format(token.role.value, token.text)
        for token in line
    )
