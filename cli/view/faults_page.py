"""The page of the faults that the linter finds in the treatise, and of what is printed instead.

`python -m dhyana.cli.view.faults_page` writes `docs/faults-of-the-treatise.md`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.engine import Finding, Settings, lint
from dhyana.grammar.lint.explaining import OF_THE_TEXT, Chapter, answers, chapters, likeness_of
from dhyana.grammar.lint.inputs import treatise_documents
from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.grammar.lint.suppressions import covering
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import ApparatusEntry, Kind, VerseRecord

PAGE = Path(__file__).resolve().parents[2] / "docs" / "faults-of-the-treatise.md"

_FORMULA_RULES = frozenset({"LIP111", "LIP112"})
_DEVANAGARI = re.compile("[\u0900-\u097f](?:[\u0900-\u097f ,()-]*[\u0900-\u097f])?")
_MARKUP = re.compile(r"([\\`*_\[\]<>|$])")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FIELDS = {
    "verse": "verse",
    "padaccheda": "padaccheda",
    "anvaya": "anvaya",
    "translation": "translation",
    "commentary": "commentary",
}
_CELLS = {"form": "word", "category": "label", "description": "description"}
_PARTS = {
    "heading": "heading",
    "introduction": "introduction",
    "map_line": "line in the map",
    "title": "title",
}

_HEAD = """\
# Faults of the treatise

Written by `python -m dhyana.cli.view.faults_page` from what `dhyana lint --edition source
--no-waivers` finds; a test compares them. The source is the treatise letter for letter. A letter
in brackets names the entry of the apparatus that answers a finding: a *repair* of mechanical
damage, which every edition but the source prints, or a *conjecture*, which only the emended
edition prints. Where there is no such letter, the reason why it stays is given.
"""


def write_page() -> str:
    """Write the page."""
    book = chapters(load(edition=Edition.SOURCE))
    settings = Settings(select=OF_THE_TEXT, waivers=False, edition=Edition.SOURCE)
    outcome = lint(treatise_documents(Edition.SOURCE), settings)
    by_verse: dict[int | None, list[Finding]] = defaultdict(list)
    for finding in outcome.findings:
        by_verse[finding.diagnostic.verse].append(finding)
    errors = outcome.count(Severity.ERROR)
    lines = [_HEAD, f"{errors} errors and {len(outcome.findings) - errors} warnings."]
    lines += ["", *_counted(outcome.findings)]
    for place, chapter in enumerate(book):
        number = chapter.record.number if isinstance(chapter.record, VerseRecord) else None
        if by_verse[number]:
            lines += ["", *_of_chapter(place, book, by_verse[number])]
    return "\n".join(lines) + "\n"


def _counted(findings: Sequence[Finding]) -> Iterator[str]:
    yield "| rule | | findings |"
    yield "| --- | --- | ---: |"
    counted = Counter((one.diagnostic.code, one.diagnostic.name) for one in findings)
    for (code, name), count in sorted(counted.items()):
        yield f"| {code} | {name} | {count} |"


def _of_chapter(place: int, book: Sequence[Chapter], findings: Sequence[Finding]) -> Iterator[str]:
    record = book[place].record
    if isinstance(record, VerseRecord):
        yield f"## Verse {record.number}"
        yield ""
        iast = transliterate(record.verse, Script.IAST).strip().split("\n")
        lines = [*record.verse.strip().split("\n"), *(f"*{line.strip()}*" for line in iast)]
        yield "\\\n".join(f"> {line.strip()}" for line in lines)
    else:
        yield "## Front and back matter"
    answered = answers(place, book)
    yield ""
    damaged = Counter[str]()
    for one in findings:
        found = one.diagnostic
        entry = answered.get(likeness_of(found))
        if found.code in _FORMULA_RULES:
            damaged[_damage(found, entry)] += 1
        else:
            yield from _told(found)
            yield f"  - {_answer(found, entry, record)}"
    for line, times in damaged.items():
        yield f"{line} ({times} times)" if times > 1 else line
    used = sorted(set(answered.values()))
    if used:
        yield ""
        yield from (line for index in used for line in _entry(index, record.apparatus[index]))


def _damage(found: Diagnostic, entry: int | None) -> str:
    """Write a damaged place of a formula; there are many, and each says little."""
    expected = f" for `{found.expected}`" if found.expected else ""
    return (
        f"- **{found.code}** {_place(found.field)}: `{found.found}`{expected}"
        f"{f' [{_LETTERS[entry]}]' if entry is not None else ''}"
    )


def _told(found: Diagnostic) -> Iterator[str]:
    pada = f", pāda {found.pada}" if found.pada else ""
    yield f"- **{found.code}** {found.name}, {_place(found.field)}{pada}: {_both(found.message)}"
    words = [("found", found.found), ("expected", found.expected)]
    shown = [f"{what} {_both(text)}" for what, text in words if text and text not in found.message]
    if shown:
        yield f"  - {'; '.join(shown)}"
    if found.authority:
        yield f"  - authority: {_plain(found.authority)}"


def _answer(found: Diagnostic, entry: int | None, record: AnyRecord) -> str:
    """Say what is done about a finding, or why nothing is."""
    if entry is not None:
        return f"answered by [{_LETTERS[entry]}]"
    waivers = record.waivers if isinstance(record, VerseRecord) else ()
    reasons = [waivers[index].reason for index in covering(found, waivers, ())]
    return f"stays: {_plain(' '.join(reasons))}" if reasons else "stays"


def _entry(index: int, entry: ApparatusEntry) -> Iterator[str]:
    kind = "repair" if entry.kind is Kind.REPAIR else "conjecture"
    yield f"- [{_LETTERS[index]}] *{kind}*: {_plain(entry.reason)}"
    if entry.kind is Kind.CONJECTURE or not all(edit.reading.isascii() for edit in entry.edits):
        for edit in entry.edits:
            yield f"  - {_place(edit.field)}: {_both(edit.reading)} → {_both(edit.correction)}"


def _place(field: str | None) -> str:
    """Say in words where a field is: `morphology[3].form` is “table, row 4, word”."""
    if field is None:
        return "verse"
    if field in _FIELDS:
        return _FIELDS[field]
    numbers = [int(number) + 1 for number in re.findall(r"\[(\d+)\]", field)]
    last = field.rpartition(".")[2]
    if field.startswith("morphology"):
        return f"table, row {numbers[0]}, {_CELLS.get(last, last)}"
    if field.startswith("cantos"):
        return f"canto {numbers[0]}, {_PARTS.get(last, last)}"
    if field.startswith("matrix"):
        return f"matrix, row {numbers[0]}, column {numbers[1]}"
    if field.startswith("lexicon"):
        return f"lexicon, term {numbers[0]}, {last}"
    return field


def _both(text: str) -> str:
    """Write words, and where they are in Devanagari their romanisation after them."""
    words = " ".join(text.split())
    return _DEVANAGARI.sub(_romanised, _plain(words))


def _romanised(words: re.Match[str]) -> str:
    return f"{words[0]} (*{transliterate(words[0], Script.IAST)}*)"


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


if __name__ == "__main__":
    PAGE.write_text(write_page(), "utf-8")
