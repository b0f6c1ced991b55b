"""Parts of the book as HTML. Every text is escaped here or by the templates, nowhere else."""

import re
from collections.abc import Sequence

import markupsafe
from markupsafe import Markup

from dhyana.cli.handbook.book import CodeLine, Formula, Inline, Language, Run
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

_BEFORE_DANDA = re.compile(" (?=[।॥:])")

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


class Sanskrit:
    """Writes Sanskrit in the script of the book, so that the page can turn it into any other."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.tag = TAGS.get(script, "sa-Latn")

    def text(self, devanagari: str) -> str:
        """Write a text that is not marked up; a daṇḍa stays with the word before it."""
        return visible(_BEFORE_DANDA.sub("\u00a0", transliterate(devanagari, self.script)))

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
        return Markup("").join(self._part(part, anchor) for part in parts)

    def _part(self, part: Run | Formula, anchor: str) -> Markup:
        if isinstance(part, Formula):
            shown = Markup(mathml(part.latex, part.spoken))  # noqa: S704 - escaped there
        elif part.language is Language.SANSKRIT:
            shown = self.span(part.text)
        elif part.language is Language.ROMAN:
            shown = Markup('<i lang="sa-Latn">{}</i>').format(visible(part.text))
        else:
            shown = escape(part.text)
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


def code_line(line: CodeLine) -> Markup:
    """Write a line of code, coloured by classes."""
    return Markup("").join(
        Markup('<span class="{}">{}</span>').format(_CLASSES[token.role], escape(token.text))
        if token.role in _CLASSES
        else escape(token.text)
        for token in line
    )
