"""A term of the summary matrix that is not what its canto is called.

## What it checks

The Sanskrit term of each row of the matrix, which stands with its romanisation in brackets, against
the heading of its canto: it is the name there, or what that begins with (अवधानतत्त्वम् of
अवधानतत्त्वप्रबोधः). Asked where most rows keep to that.

## Why

Two rows that changed places, or a name that was changed at one place only, send the reader to the
wrong canto.

## Example

    cantos[0].heading  प्रथमः सर्गः - अवधानतत्त्वप्रबोधः
    cantos[1].heading  द्वितीयः सर्गः - त्रिमार्गप्रक्षेपः
    matrix_columns[0]  सर्गः
    matrix_columns[1]  संज्ञा
    matrix[0][0]       Canto 1
    matrix[0][1]       अवधानतत्त्वम् (Avadhānatattvam)
    matrix[1][0]       Canto 2
    matrix[1][1]       बिन्दुगुणनम् (Binduguṇanam)

## Use instead

    cantos[0].heading  प्रथमः सर्गः - अवधानतत्त्वप्रबोधः
    cantos[1].heading  द्वितीयः सर्गः - त्रिमार्गप्रक्षेपः
    matrix_columns[0]  सर्गः
    matrix_columns[1]  संज्ञा
    matrix[0][0]       Canto 1
    matrix[0][1]       अवधानतत्त्वम् (Avadhānatattvam)
    matrix[1][0]       Canto 2
    matrix[1][1]       त्रिमार्गप्रक्षेपः (Trimārgaprakṣepaḥ)

## References

The Chicago Manual of Style, chapter 3, on tables.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, TreatiseRule
from dhyana.shlokas.record import TreatiseRecord

_CANTO = re.compile(r"Canto (\d+)")
_TERM = re.compile(r"([\u0900-\u097f -]*[\u0900-\u097f]) *\([^()]*[^\x00-\x7f][^()]*\)")
_ENDING = re.compile("(?:ः|म्|ं)$")


class _Term(NamedTuple):
    """A term in a cell of the matrix, and the number and name of the canto of its row."""

    row: int
    column: int
    written: str
    number: int
    name: str

    @property
    def is_of_canto(self) -> bool:
        """Whether the canto is called so."""
        return _ENDING.sub("", self.name).startswith(_ENDING.sub("", self.written))


def check(record: TreatiseRecord) -> Iterator[RecordFinding]:
    """Find the terms that are no name of their canto."""
    terms = list(_terms(record))
    others = [term for term in terms if not term.is_of_canto]
    if 2 * len(others) > len(terms):
        return
    for term in others:
        yield RecordFinding(
            field=f"matrix[{term.row}][{term.column}]",
            start=0,
            end=len(term.written),
            message=f"canto {term.number} is called {term.name}, its row has {term.written}",
            word=term.written,
            expected=term.name,
            found=term.written,
        )


def _terms(record: TreatiseRecord) -> Iterator[_Term]:
    names = {canto.number: canto.heading.rpartition(" - ")[2] for canto in record.cantos}
    for row, cells in enumerate(record.matrix):
        head = _CANTO.fullmatch(cells[0]) if cells else None
        name = names.get(int(head[1])) if head else None
        if head is None or not name:
            continue
        for column, cell in enumerate(cells):
            term = _TERM.fullmatch(cell)
            if term:
                yield _Term(row, column, term[1].strip(), int(head[1]), name)
                break


RULE = TreatiseRule(
    code="LIP145",
    name="matrix-term-differs",
    severity=Severity.WARNING,
    authority="one name for one canto",
    documentation=__doc__,
    check=check,
)
