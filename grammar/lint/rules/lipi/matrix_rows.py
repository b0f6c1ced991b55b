"""A row of the summary matrix that is no canto's, or has too few or too many cells.

## What it checks

Whether the matrix has a row for each canto, in order (“Canto 3”), and each row as many cells as
there are columns.

## Why

A cell too few shifts all that follow under the head of another column.

## Example

    matrix_columns[0]  सर्गः (Canto)
    matrix_columns[1]  मुख्यविषयः (Core Topic)
    cantos[0].number   1
    cantos[1].number   2
    matrix[0][0]       Canto 1
    matrix[0][1]       Attention Paradigm Shift
    matrix[1][0]       Canto 3
    matrix[1][1]       Tri-Vector Projections

## Use instead

    matrix_columns[0]  सर्गः (Canto)
    matrix_columns[1]  मुख्यविषयः (Core Topic)
    cantos[0].number   1
    cantos[1].number   2
    matrix[0][0]       Canto 1
    matrix[0][1]       Attention Paradigm Shift
    matrix[1][0]       Canto 2
    matrix[1][1]       Tri-Vector Projections

## References

The Chicago Manual of Style, chapter 3, on tables.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, TreatiseRule
from dhyana.shlokas.record import TreatiseRecord

_CANTO = re.compile(r"Canto (\d+)")


def check(record: TreatiseRecord) -> Iterator[RecordFinding]:
    """Find rows that are not those of the cantos in order, and rows of another width."""
    numbers = [canto.number for canto in record.cantos]
    width = len(record.matrix_columns)
    for index, row in enumerate(record.matrix):
        if not row:
            continue
        head = _CANTO.fullmatch(row[0])
        expected = numbers[index] if index < len(numbers) else None
        if head and int(head[1]) != expected:
            meant = f"Canto {expected}" if expected else "no further row"
            yield _finding(index, row, f"row {index + 1} is of {row[0]}", meant, row[0])
        if len(row) != width:
            message = f"the row of {row[0]} has {len(row)} cells"
            yield _finding(index, row, message, f"{width}, as there are columns", str(len(row)))
    rowless = numbers[len(record.matrix) :]
    if rowless and record.matrix:
        message = f"the matrix has no row for canto {', '.join(map(str, rowless))}"
        last = len(record.matrix) - 1
        expected_rows = f"{len(numbers)} rows"
        yield _finding(last, record.matrix[last], message, expected_rows, str(last + 1))


def _finding(
    index: int, row: tuple[str, ...], message: str, expected: str, found: str
) -> RecordFinding:
    return RecordFinding(
        field=f"matrix[{index}][0]",
        start=0,
        end=len(row[0]),
        message=message,
        expected=expected,
        found=found,
    )


RULE = TreatiseRule(
    code="LIP144",
    name="matrix-rows",
    severity=Severity.ERROR,
    authority="a row for each canto, a cell for each column",
    documentation=__doc__,
    check=check,
)
