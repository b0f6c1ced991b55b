"""The family PRA, प्रमाण: what verses claim was measured, on this very code, as the record says.

The evidence is read; nothing is run and torch is not needed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book
from dhyana.grammar.lint.record_rule import RecordFinding, Repair
from dhyana.shlokas import EVIDENCE
from dhyana.shlokas.code import marked_symbols
from dhyana.shlokas.evidence import Evidence, Finding, evidence_path, load_evidence
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.record import Claim, VerseRecord

AUTHORITY = "Nyāyasūtra 1.1.3 (pramāṇāni): a claim has its means of proof"


@dataclass(frozen=True, slots=True)
class Case:
    """A verse with claims, and what was measured of them: `fault` says why that is unreadable."""

    record: int
    verse: VerseRecord
    evidence: Evidence | None
    fault: str | None = None

    def at_claim(
        self,
        index: int,
        message: str,
        *,
        field: str = "text",
        expected: str | None = None,
        found: str | None = None,
        repairs: tuple[Repair, ...] = (),
    ) -> BookFinding:
        """Point at a claim of the record."""
        text: str = getattr(self.verse.claims[index], field) or ""
        return BookFinding(
            self.record,
            RecordFinding(
                field=f"claims[{index}].{field}",
                start=0,
                end=len(text),
                message=message,
                word=text,
                expected=expected,
                found=found,
                repairs=repairs,
            ),
        )

    def at_verse(
        self, message: str, *, expected: str | None = None, repairs: tuple[Repair, ...] = ()
    ) -> BookFinding:
        """Point at the verse."""
        return BookFinding(
            self.record,
            RecordFinding(
                field="verse",
                start=0,
                end=len(self.verse.verse),
                message=message,
                expected=expected,
                repairs=repairs,
            ),
        )

    @property
    def measuring(self) -> Repair:
        """What takes the evidence anew."""
        return Repair(f"measure it: dhyana run {self.verse.number} --save")

    @property
    def pairs(self) -> Iterator[tuple[int, Claim, Finding]]:
        """The claims that were measured, each with what was found; both have the same words."""
        measured = self.evidence.claims if self.evidence else ()
        found = {finding.claim: finding for finding in measured}
        for index, claim in enumerate(self.verse.claims):
            if claim.text in found:
                yield index, claim, found[claim.text]


def cases(book: Book) -> Iterator[Case]:
    """Go through the verses with claims."""
    for index, verse in book.verses:
        if verse.claims:
            yield _case(index, verse, book.paths[index])


def experiments() -> dict[int, str]:
    """Give the experiment of each verse that has one."""
    marked = marked_symbols("experiment", within="dhyana.pramana")
    return {verse: each.symbol for each in marked for verse in each.verses}


def _case(index: int, verse: VerseRecord, path: Path) -> Case:
    beside = path.parent.parent / EVIDENCE.name
    folder = beside if beside.is_dir() else EVIDENCE
    file = evidence_path(verse.number, folder)
    try:
        modified = file.stat().st_mtime_ns
    except OSError:
        return Case(index, verse, None)
    try:
        return Case(index, verse, _evidence(verse.number, folder, modified))
    except RecordError as error:
        return Case(index, verse, None, str(error.faults[0]))


@lru_cache(maxsize=256)
def _evidence(number: int, folder: Path, _modified: int) -> Evidence | None:
    return load_evidence(number, folder)
