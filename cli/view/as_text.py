"""A page as text: in two columns where the terminal has room, else one part below the other.

In two columns the code stands on the left, and what has Devanagari on the right where nothing
follows it. The right column takes verse and prose for as long as the code is longer; the rest
goes below over the whole width.
"""

import re
from collections.abc import Callable, Collection

from dhyana.cli.view.findings import in_words, reason, taken_on, verdict_in_words
from dhyana.cli.view.formula import readable
from dhyana.cli.view.highlight import highlight
from dhyana.cli.view.page import NO_CODE, TITLES, DeadLink, Page, Section
from dhyana.cli.view.terminal import MEASURE, Terminal, beside
from dhyana.cli.view.verse_metre import beside_marks
from dhyana.grammar.filling import columns, wrap
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas.code import CodeSource
from dhyana.shlokas.record import MorphologyRow

# In two columns the code leaves this order and stands beside the rest.
_ORDER = [
    Section.VERSE,
    Section.PADACCHEDA,
    Section.ANVAYA,
    Section.TRANSLATION,
    Section.CODE,
    Section.COMMENTARY,
    Section.MORPHOLOGY,
    Section.METRE,
    Section.CLAIMS,
    Section.EVIDENCE,
    Section.APPARATUS,
]

# What may stand beside the code; tables and lists need the whole width.
_BESIDE_CODE = {
    Section.VERSE,
    Section.PADACCHEDA,
    Section.ANVAYA,
    Section.TRANSLATION,
    Section.COMMENTARY,
}

_GAP = 3
_CODE_MIN = 44
_TEXT_MIN = 54  # half a śloka in IAST fits on a line
_TABLE_MIN = 100  # from this width the morphology has three columns
_FORM_MAX = 24
_INDIC = re.compile("[\u0900-\u0dff\U00011000-\U00011fff]")
_INDENT = "  "
_BELOW_NUMBER = _INDENT + " " * len("1. ")


def as_text(page: Page, sections: Collection[Section], terminal: Terminal) -> list[str]:
    """Lay out a page as lines without line ends, styled where the terminal shows styles."""
    return _Layout(page, terminal).lines([section for section in _ORDER if section in sections])


class _Layout:
    def __init__(self, page: Page, terminal: Terminal) -> None:
        self._page = page
        self._terminal = terminal
        self._parts: dict[Section, Callable[[int], list[str]]] = {
            Section.VERSE: self._verse,
            Section.PADACCHEDA: lambda width: self._prose(page.record.padaccheda, width),
            Section.ANVAYA: lambda width: self._prose(page.record.anvaya, width),
            Section.TRANSLATION: lambda width: self._prose(page.record.translation, width),
            Section.CODE: self._code,
            Section.COMMENTARY: lambda width: self._prose(page.record.commentary, width),
            Section.MORPHOLOGY: self._morphology,
            Section.METRE: self._metre,
            Section.CLAIMS: self._claims,
            Section.EVIDENCE: self._evidence,
            Section.APPARATUS: self._apparatus,
        }

    def lines(self, sections: list[Section]) -> list[str]:
        width = self._terminal.width
        lines = self._heading(width)
        if Section.CODE in sections and (code_width := self._code_column()):
            beside_code, sections = self._two_columns(sections, code_width)
            lines += ["", *beside_code]
        for section in sections:
            if part := self._part(section, width):
                lines += ["", *part]
        return lines

    def _code_column(self) -> int:
        """Return the width of a column for the code, 0 when it stands by itself."""
        source = [link.source for link in self._page.code if isinstance(link, CodeSource)]
        room = self._terminal.width - _GAP - _TEXT_MIN
        if not source or not self._terminal.placed or room < _CODE_MIN:
            return 0
        longest = max(columns(line) for line in "\n".join(source).split("\n"))
        return max(_CODE_MIN, min(longest + len(_INDENT), room))

    def _two_columns(
        self, sections: list[Section], code_width: int
    ) -> tuple[list[str], list[Section]]:
        """Return the rows of the two columns, and the sections that go below them."""
        # Devanagari belongs in the last column only, so the title of this one is English.
        code = [self._bold(TITLES[Section.CODE][0]), *self._code(code_width)]
        text_width = self._terminal.width - code_width - _GAP
        rest = list(sections)
        rest.remove(Section.CODE)
        text: list[str] = []
        while rest and rest[0] in _BESIDE_CODE and len(text) < len(code):
            text += [*([""] if text else []), *self._part(rest.pop(0), text_width)]
        return beside(code, text, code_width + _GAP + 1), rest

    def _part(self, section: Section, width: int) -> list[str]:
        """Return a section under its title, or nothing when it has nothing."""
        lines = self._parts[section](width)
        if not lines or section is Section.VERSE:
            return lines
        return [self._bold(self._page.title(section)), *lines]

    def _heading(self, width: int) -> list[str]:
        return [
            *map(self._bold, wrap(self._page.heading, width)),
            *wrap(self._page.canto.heading, width),
            self._terminal.style("─" * width, dim=True),
        ]

    def _verse(self, width: int) -> list[str]:
        lines = [
            row for line in self._page.record.verse.split("\n") for row in self._prose(line, width)
        ]
        if self._page.script is Script.IAST:
            return lines
        lines.append("")
        for line in self._page.verse_iast:
            lines += (self._terminal.style(row, italic=True) for row in self._prose(line, width))
        return lines

    def _bold(self, text: str) -> str:
        return self._terminal.style(text, bold=True)

    def _prose(self, text: str, width: int) -> list[str]:
        unbroken = re.sub(" (?=[।॥])", "\u00a0", readable(text))
        return wrap(unbroken, min(width, MEASURE), _INDENT)

    def _code(self, width: int) -> list[str]:
        if not self._page.code:
            return [_INDENT + NO_CODE]
        lines: list[str] = []
        for link in self._page.code:
            lines += [""] if lines else []
            lines += self._component(link, width)
        return lines

    def _component(self, link: CodeSource | DeadLink, width: int) -> list[str]:
        if isinstance(link, DeadLink):
            return wrap(f"{link.symbol}: {link.error}", width, _INDENT)
        # In a pipe the code stays as it is, for whoever copies it from there.
        room = width - len(_INDENT) if self._terminal.placed else None
        return [
            _INDENT + self._bold(link.symbol),
            _INDENT + self._terminal.style(f"{link.path}:{link.line}", dim=True),
            "",
            *((_INDENT + line).rstrip() for line in highlight(link.source, self._terminal, room)),
        ]

    def _morphology(self, width: int) -> list[str]:
        """Set each form in IAST beside its meaning, and last what is in the script of the page."""
        page = self._page
        start = len(_INDENT) + min(_FORM_MAX, max(map(columns, page.forms_iast), default=0)) + 2
        rows = [
            (form, readable(row.description), self._grammar(row))
            for form, row in zip(page.forms_iast, page.record.morphology, strict=True)
        ]
        if not self._terminal.placed or width < _TABLE_MIN:
            return [
                line
                for form, description, grammar in rows
                for line in _beside_word(
                    form, wrap(f"{description}\n{grammar}", width - start), start
                )
            ]
        parted = [(form, *_parted(description), grammar) for form, description, grammar in rows]
        meaning_width = max((columns(meaning) for _, _, meaning, _ in parted), default=0)
        last = start + min(meaning_width, (width - start) // 2) + _GAP
        lines: list[str] = []
        for form, derivation, meaning, grammar in parted:
            left = _beside_word(form, wrap(meaning, last - start - _GAP), start)
            right = wrap(f"{grammar}\n{derivation}" if derivation else grammar, width - last)
            lines += beside(left, right, last + 1)
        return lines

    def _grammar(self, row: MorphologyRow) -> str:
        return row.category if self._page.script is Script.IAST else f"{row.form} · {row.category}"

    def _metre(self, width: int) -> list[str]:
        metre = self._page.metre
        if metre is None:
            return []
        column = max((len(line.marks) for line in metre.lines), default=0) + _GAP
        lines = [f"{_INDENT}{metre.meter or 'no metre'}: {metre.verdict}"]
        for line in metre.lines:
            said = "  ".join(filter(None, [line.ganas, line.variant]))
            lines.append(f"{_INDENT}{line.label}  {line.iast}")
            room = width - len(_BELOW_NUMBER)
            lines += (_BELOW_NUMBER + row for row in beside_marks(line.marks, column, said, room))
        for fault in metre.faults:
            lines += wrap(fault, min(width, MEASURE), _INDENT, _BELOW_NUMBER)
        return lines

    def _claims(self, width: int) -> list[str]:
        width = min(width, MEASURE)
        lines: list[str] = []
        for number, claim in enumerate(self._page.record.claims, 1):
            text = readable(f"{verdict_in_words(claim.verdict)}: {claim.text}")
            lines += wrap(text, width, f"{_INDENT}{number}. ", _BELOW_NUMBER)
            if claim.qualification:
                lines += wrap(readable(claim.qualification), width, _BELOW_NUMBER)
        return lines

    def _evidence(self, width: int) -> list[str]:
        page, width = self._page, min(width, MEASURE)
        if page.evidence is None:
            return []
        lines = wrap(taken_on(page.evidence), width, _INDENT)
        if page.outdated:
            lines += wrap(f"Changed since: {', '.join(page.outdated)}", width, _INDENT)
        for number, finding in enumerate(page.evidence.claims, 1):
            text = f"{verdict_in_words(finding.verdict)}{reason(finding)}"
            lines += wrap(readable(text), width, f"{_INDENT}{number}. ", _BELOW_NUMBER)
            for measurement in finding.measurements:
                lines += wrap(in_words(measurement), width, _BELOW_NUMBER, _BELOW_NUMBER + _INDENT)
        return lines

    def _apparatus(self, width: int) -> list[str]:
        lines: list[str] = []
        for entry in self._page.record.apparatus:
            text = f"{entry.kind}: {entry.reason}"
            lines += wrap(text, min(width, MEASURE), f"{_INDENT}• ", _INDENT * 2)
            for edit in entry.edits:
                text = f"{edit.field}: “{edit.reading}” → “{edit.correction}”"
                lines += wrap(text, min(width, MEASURE), _INDENT * 2, _INDENT * 3)
        return lines


def _parted(description: str) -> tuple[str, str]:
    """Part a description into its Sanskrit derivation and its meaning in Latin script."""
    derivation, _, meaning = description.rpartition("; ")
    if _INDIC.search(meaning):
        return description, ""
    return (derivation, meaning) if _INDIC.search(derivation) else ("", description)


def _beside_word(word: str, cell: list[str], start: int) -> list[str]:
    """Set lines beside a word in Latin script, or below it when it is too long for its column."""
    head = _INDENT + word
    margin = " " * start
    if columns(head) >= start:
        return [head, *(margin + line for line in cell)]
    first, *rest = cell
    return [head + " " * (start - columns(head)) + first, *(margin + line for line in rest)]
