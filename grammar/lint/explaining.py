"""Which entry of a record's apparatus answers which finding.

The entries are applied one after another, from the source on; a finding is answered by the first
that makes it go.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dhyana.grammar.lint.book_rule import book_findings
from dhyana.grammar.lint.chandas import metre_report
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.record_rule import AnyRecord, record_findings
from dhyana.grammar.lint.word_ends import word_ends
from dhyana.grammar.scansion import scan
from dhyana.shlokas import Treatise
from dhyana.shlokas.editions import Edition, edit
from dhyana.shlokas.record import TreatiseRecord, VerseRecord
from dhyana.shlokas.source import Source

OF_THE_TEXT = ("CHA", "LIP", "SAN", "ANV", "VYA")
"""The families that judge the author's text; the others judge what it is bound to."""

Likeness = tuple[str, str | None, str]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A record in the source edition, with the file that it stands in."""

    record: AnyRecord
    source: Source


def chapters(treatise: Treatise) -> tuple[Chapter, ...]:
    """Give front and back matter and the verses of a treatise, as the source has them."""
    verses = (Chapter(verse.edited.original, verse.source) for verse in treatise)
    return (Chapter(treatise.record, treatise.source), *verses)


def likeness_of(diagnostic: Diagnostic) -> Likeness:
    """Give what a finding is known by, wherever in its field it stands."""
    return diagnostic.code, diagnostic.field, diagnostic.message


def answers(place: int, book: Sequence[Chapter]) -> dict[Likeness, int]:
    """Say of the findings in one chapter of a book which entry of its apparatus answers them."""
    chapter = book[place]
    compared = bool(_beside(place, chapter.record, book))
    before: Counter[Likeness] | None = None
    answered: dict[Likeness, int] = {}
    for count in range(len(chapter.record.apparatus) + 1):
        record = _with_entries(chapter, count)
        found = Counter(map(likeness_of, _alone(record)))
        if compared:
            found += _beside(place, record, book)
        if before is not None:
            for likeness in before - found:
                answered.setdefault(likeness, count - 1)
        before = found
    return answered


def _with_entries(chapter: Chapter, count: int) -> AnyRecord:
    """Apply the first entries of the apparatus of a chapter."""
    record = chapter.record
    if isinstance(record, VerseRecord):
        verse = dataclasses.replace(record, apparatus=record.apparatus[:count])
        return edit(verse, Edition.EMENDED, chapter.source).record
    matter = dataclasses.replace(record, apparatus=record.apparatus[:count])
    return edit(matter, Edition.EMENDED, chapter.source).record


def _beside(place: int, record: AnyRecord, book: Sequence[Chapter]) -> Counter[Likeness]:
    """Count what is found in a record beside the others, as the source has them."""
    records: list[AnyRecord] = [chapter.record for chapter in book]
    records[place] = record
    return Counter(
        (rule.code, one.finding.field, one.finding.message)
        for rule, one in book_findings(records)
        if one.record == place
    )


def _alone(record: AnyRecord) -> Iterator[Diagnostic]:
    if not isinstance(record, TreatiseRecord):
        report = metre_report(scan(record.verse), word_ends=word_ends(record))
        for fault in report.faults:
            yield dataclasses.replace(fault, field="verse")
    for family in OF_THE_TEXT:
        yield from record_findings(record, family)
