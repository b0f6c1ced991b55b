"""A page as Markdown, with LaTeX formulas as they are and code in fences."""

import re
from collections.abc import Callable, Collection, Iterator

from dhyana.cli.view.findings import in_words, reason, taken_on, verdict_in_words
from dhyana.cli.view.page import NO_CODE, Page, Section
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas.code import CodeSource

# A formula, which stays, or a character that Markdown would read as markup.
_MARKUP = re.compile(r"(\$[^$]+\$)|([\\`*_\[\]<>|])")


def as_markdown(page: Page, sections: Collection[Section]) -> list[str]:
    """Write the sections asked for, in the order of the record, as lines without line ends."""
    lines = [f"## {_plain(page.heading)}", "", _plain(page.canto.heading)]
    for section in Section:
        part = list(_PARTS[section](page)) if section in sections else []
        if part and section is not Section.VERSE:
            lines += ["", f"### {page.title(section)}"]
        if part:
            lines += ["", *part]
    return lines


def _plain(text: str) -> str:
    return _MARKUP.sub(lambda found: found[1] or f"\\{found[2]}", text)


def _cell(text: str) -> str:
    """Write text for a table cell, where a `|` ends the cell even within a formula."""
    return _MARKUP.sub(
        lambda found: found[1].replace("|", r"\vert ") if found[1] else f"\\{found[2]}", text
    )


def _verse(page: Page) -> Iterator[str]:
    yield from _quoted(page.record.verse.split("\n"))
    if page.script is not Script.IAST:
        yield ">"
        yield from _quoted([f"*{_plain(line)}*" for line in page.verse_iast])


def _quoted(lines: list[str]) -> Iterator[str]:
    *first, last = lines
    yield from (f"> {line}\\" for line in first)
    yield f"> {last}"


def _morphology(page: Page) -> Iterator[str]:
    if not page.record.morphology:
        return
    yield "| IAST | Word | Category | Derivation and meaning |"
    yield "|---|---|---|---|"
    for form, row in zip(page.forms_iast, page.record.morphology, strict=True):
        cells = map(_cell, (form, row.form, row.category, row.description))
        yield f"| {' | '.join(cells)} |"


def _metre(page: Page) -> Iterator[str]:
    if page.metre is None:
        return
    yield f"{page.metre.meter or 'no metre'}: {page.metre.verdict}"
    yield ""
    yield "```text"
    for line in page.metre.lines:
        yield f"{line.label}  {line.iast}"
        yield f"   {line.marks}   {'  '.join(filter(None, [line.ganas, line.variant]))}".rstrip()
    yield "```"
    if page.metre.faults:
        yield ""
    yield from (f"- {_plain(fault)}" for fault in page.metre.faults)


def _code(page: Page) -> Iterator[str]:
    if not page.code:
        yield NO_CODE
    for index, link in enumerate(page.code):
        if index:
            yield ""
        if isinstance(link, CodeSource):
            yield f"`{link.symbol}` in `{link.path}:{link.line}`"
            yield ""
            yield "```python"
            yield from link.source.split("\n")
            yield "```"
        else:
            yield f"`{link.symbol}`: {_plain(link.error)}"


def _claims(page: Page) -> Iterator[str]:
    for number, claim in enumerate(page.record.claims, 1):
        yield f"{number}. **{verdict_in_words(claim.verdict)}**: {_plain(claim.text)}"
        if claim.qualification:
            yield f"   {_plain(claim.qualification)}"


def _evidence(page: Page) -> Iterator[str]:
    if page.evidence is None:
        return
    yield _plain(taken_on(page.evidence))
    if page.outdated:
        yield f"Changed since: {', '.join(f'`{symbol}`' for symbol in page.outdated)}"
    yield ""
    for number, finding in enumerate(page.evidence.claims, 1):
        verdict = verdict_in_words(finding.verdict)
        yield f"{number}. **{verdict}**{_plain(reason(finding))}"
        yield from (f"   - {_plain(in_words(measured))}" for measured in finding.measurements)


def _apparatus(page: Page) -> Iterator[str]:
    for entry in page.record.apparatus:
        yield f"- **{entry.kind}**: {_plain(entry.reason)}"
        for edit in entry.edits:
            yield f"  - {edit.field}: “{_plain(edit.reading)}” → “{_plain(edit.correction)}”"


_PARTS: dict[Section, Callable[[Page], Iterator[str]]] = {
    Section.VERSE: _verse,
    Section.PADACCHEDA: lambda page: iter([_plain(page.record.padaccheda)]),
    Section.ANVAYA: lambda page: iter([_plain(page.record.anvaya)]),
    Section.TRANSLATION: lambda page: iter([_plain(page.record.translation)]),
    Section.MORPHOLOGY: _morphology,
    Section.METRE: _metre,
    Section.COMMENTARY: lambda page: iter([_plain(page.record.commentary)]),
    Section.CODE: _code,
    Section.CLAIMS: _claims,
    Section.EVIDENCE: _evidence,
    Section.APPARATUS: _apparatus,
}
