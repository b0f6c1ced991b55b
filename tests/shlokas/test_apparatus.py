"""The conjectures of the treatise: each removes faults, none adds any, the author's text stays."""

import dataclasses
from collections import Counter
from functools import cache

import pytest

from dhyana.grammar.lint.book_rule import book_findings
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.engine import Outcome, Settings, lint
from dhyana.grammar.lint.inputs import Document, treatise_documents
from dhyana.grammar.lint.records import passage_of
from dhyana.shlokas import Verse, load
from dhyana.shlokas.editions import Edited, Edition, edit
from dhyana.shlokas.record import Kind, VerseRecord

SOURCE = {verse.number: verse for verse in load(edition=Edition.SOURCE).verses}
CONJECTURES = [
    (number, index)
    for number, verse in SOURCE.items()
    for index, entry in enumerate(verse.record.apparatus)
    if entry.kind is Kind.CONJECTURE
]
FAMILIES = ("CHA", "SAN", "ANV", "LIP", "VYA")
"""What the conjectures answer to: metre, sandhi, prose order, letters, grammar."""


def faults(outcome: Outcome) -> Counter[tuple[str, int | None, str | None, str]]:
    """Count errors and warnings by rule, verse, field and what is said of them."""
    shown = (finding.diagnostic for finding in outcome.findings)
    return Counter((d.code, d.verse, d.field, d.message) for d in shown)


def edited(number: int, entries: int) -> Edited[VerseRecord]:
    """Give a verse where only the first entries of its apparatus are applied."""
    verse: Verse = SOURCE[number]
    record = dataclasses.replace(verse.record, apparatus=verse.record.apparatus[:entries])
    return edit(record, Edition.EMENDED, verse.source)


@cache
def after(number: int, entries: int) -> Counter[tuple[str, int | None, str | None, str]]:
    """Count the faults that show in a verse by itself."""
    passage = passage_of(edited(number, entries), SOURCE[number].source)
    settings = Settings(select=FAMILIES, waivers=False)
    return faults(lint([Document(str(SOURCE[number].path), (passage,))], settings))


def in_the_book(number: int, entries: int) -> Counter[tuple[str, int | None, str | None, str]]:
    """Count the faults of a verse that show beside the others, as the source has them.

    What is said of them counts words of the whole book, and is left out.
    """
    record = edited(number, entries).record
    book = [record if other == number else SOURCE[other].record for other in SOURCE]
    return Counter(
        (rule.code, number, one.finding.field, "")
        for rule, one in book_findings(book)
        if book[one.record] is record and rule.severity is not Severity.INFO
    )


def test_the_emended_edition_has_no_errors() -> None:
    """What no conjecture corrects, a waiver explains."""
    outcome = lint(treatise_documents(Edition.EMENDED), Settings(select=FAMILIES))
    assert outcome.faults == []
    assert faults(outcome) == Counter()


def test_every_finding_of_the_text_is_explained() -> None:
    """In the default edition no error is left that neither conjecture nor waiver answers."""
    outcome = lint(treatise_documents(Edition.TEXT), Settings(select=FAMILIES))
    assert faults(outcome) == Counter()
    shown = lint(treatise_documents(Edition.TEXT), Settings(select=FAMILIES, waivers=False))
    assert shown.count(Severity.ERROR) > 0
    assert outcome.explained + outcome.waived == len(shown.findings)


@pytest.mark.parametrize(("number", "index"), CONJECTURES)
def test_a_conjecture_removes_findings_and_adds_none(number: int, index: int) -> None:
    """Applied after those before it, it leaves fewer faults, and no fault that was not there."""
    before, then = after(number, index), after(number, index + 1)
    assert not then - before
    if before == then:
        before, then = in_the_book(number, index), in_the_book(number, index + 1)
    assert before - then
    assert not then - before


def test_the_text_does_not_change() -> None:
    """Conjectures are not applied to the source nor to the text."""
    without = {
        number: dataclasses.replace(
            verse.record,
            apparatus=tuple(e for e in verse.record.apparatus if e.kind is not Kind.CONJECTURE),
        )
        for number, verse in SOURCE.items()
    }
    for edition in (Edition.SOURCE, Edition.TEXT):
        for verse in load(edition=edition).verses:
            plain = edit(without[verse.number], edition, verse.source).record
            assert dataclasses.replace(plain, apparatus=verse.record.apparatus) == verse.record


def test_every_conjecture_gives_its_ground() -> None:
    """The reason says in a sentence what was wrong."""
    for number, index in CONJECTURES:
        assert SOURCE[number].record.apparatus[index].reason.endswith(".")
