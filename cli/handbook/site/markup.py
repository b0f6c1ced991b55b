"""Parts of the book as HTML. Every text is escaped here or by the templates, nowhere else."""

import re
from collections.abc import Sequence

import markupsafe
from markupsafe import Markup

from dhyana.cli.handbook.book import CodeLine, Formula, Inline, Language, Run
from dhyana.cli.handbook.inline import indexed, kept_together
from dhyana.cli.handbook.mathml import mathml
from dhyana.cli.view.highlight import Role
from dhyana.grammar.lint.visible import visible
from dhyana.grammar.lipi.transliteration import Script, transliterate

TAGS = {
    Script.DEVANAGARI: "sa-Deva",
    Script.BENGALI: "sa-Beng",
    Script.ASSAMESE: "sa-Beng",
    Script.GRANTHA: "sa-Gran",
    Script.GUJARATI: "sa-Gujr",
    Script.KANNADA: "sa-Knda",
    Script.MALAYALAM: "sa-Mlym",
    Script.NEWA: "sa-Newa",
    Script.ODIA: "sa-Orya",
    Script.SHARADA: "sa-Shrd",
    Script.TAMIL: "sa-Taml",
    Script.TELUGU: "sa-Telu",
}
"""Language tags of Sanskrit in a script; a romanisation is `sa-Latn`."""

DANDAS = ("।", "॥")
_BEFORE_DANDA = re.compile(" (?=[।॥:]|- )")

_CLASSES = {
    Role.COMMENT: "tc",
    Role.DECORATOR: "td",
    Role.DEFINED: "tf",
    Role.KEYWORD: "tk",
    Role.NUMBER: "tn",
    Role.STRING: "ts",
}


def escape(text: str) -> Markup:
    """Write text as HTML; what would steer what is around it is spelled out."""
    return markupsafe.escape(visible(text))


def with_danda(line: str) -> str:
    """Keep a daṇḍa, colon or dash on the line of the word before it."""
    return _BEFORE_DANDA.sub("\u00a0", line)


def together(opening: str, shown: Markup, closing: str) -> Markup:
    """Write a formula so that no line ends between it and its brackets and stops."""
    if not opening and not closing:
        return shown
    return Markup('<span class="nb">{}{}{}</span>').format(opening, shown, closing)


def with_indexes(text: str) -> Markup:
    """Write text as HTML, a name with an index as printed mathematics has it."""
    return Markup("").join(
        escape(before) + Markup("<i>{}</i><sub>{}</sub>").format(name[0], _index(name[2]))
        if name
        else escape(before)
        for before, name in indexed(text)
    )


def _index(letter: str) -> Markup:
    return Markup("<i>{}</i>").format(letter) if letter.isalpha() else escape(letter)


class Sanskrit:
    """Writes Sanskrit in the script of the book, so that the page can turn it into any other."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.tag = TAGS.get(script, "sa-Latn")

    def text(self, devanagari: str) -> str:
        """Write a text that is not marked up; a daṇḍa stays with the word before it."""
        return visible(with_danda(transliterate(devanagari, self.script)))

    def span(self, devanagari: str, css: str = "", element: str = "span") -> Markup:
        """Write Sanskrit as an element with its language."""
        return Markup("<{e} {a}>{t}</{e}>").format(
            e=element, a=self.attributes(devanagari, css), t=self.text(devanagari)
        )

    def attributes(self, devanagari: str, css: str = "") -> Markup:
        """Give the attributes of an element that holds nothing but this Sanskrit.

        What the letters were is kept where the script shown is another than Devanagari.
        """
        found = Markup('lang="{}" data-sa').format(self.tag)
        if transliterate(devanagari, self.script) != devanagari:
            found += Markup('="{}"').format(visible(devanagari))
        return found + (Markup(' class="{}"').format(css) if css else "")

    def inline(self, parts: Inline, anchor: str = "") -> Markup:
        """Write runs and formulas; `anchor` begins the ids of the apparatus that they point to."""
        return Markup("").join(
            together(opening, self._part(part, anchor), closing)
            for opening, part, closing in kept_together(parts)
        )

    def _part(self, part: Run | Formula, anchor: str) -> Markup:
        if isinstance(part, Formula):
            shown = Markup(mathml(part.latex, part.spoken))  # noqa: S704 - escaped there
        elif part.language is Language.SANSKRIT:
            shown = self.span(part.text)
        elif part.language is Language.ROMAN:
            shown = Markup('<i lang="sa-Latn">{}</i>').format(visible(part.text))
        else:
            shown = with_indexes(part.text)
        return self.corrected(shown, part.apparatus, anchor)

    def corrected(self, shown: Markup, entries: Sequence[int], anchor: str) -> Markup:
        """Mark what the edition prints other than the source, with a link to the reason."""
        if not entries or not anchor:
            return shown
        marked = Markup('<span class="corrected">{}</span>').format(shown)
        return marked + self.notes(entries, anchor)

    def notes(self, entries: Sequence[int], anchor: str) -> Markup:
        """Give the numbers of entries of the apparatus, each leading to its entry."""
        return Markup("").join(
            Markup('<a class="note" href="#{}-{}" aria-label="correction {}">{}</a>').format(
                anchor, entry, entry, entry
            )
            for entry in entries
        )


def indent_class(line: CodeLine) -> str:
    """Name how deep a line of code begins, for where it goes on below."""
    text = "".join(token.text for token in line)
    depth = min((len(text) - len(text.lstrip(" "))) // 4, 4)
    return f" i{depth}" if depth else ""


def code_line(line: CodeLine) -> Markup:
    """Write a line of code, coloured by classes."""
    return Markup("").join(
        Markup('<span class="{}">{}</span>').format(_CLASSES[token.role], escape(token.text))
        if token.role in _CLASSES
        else escape(token.text)
        for token in line
    )
