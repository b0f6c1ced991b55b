"""A line of the map of cantos that says something else than the canto.

## What it checks

Each canto's line in the map against its heading, its title, and its first and last verse.

## Why

The map is the table of contents; a reader who looks for what it names finds something else.

## Example

    cantos[0].heading   प्रथमः सर्गः - अवधानतत्त्वप्रबोधः
    cantos[0].title     The Essence of Attention
    cantos[0].map_line  प्रथमः सर्गः - अवधानतत्त्वबोधः (The Essence of Attention): Verses 1-5. Limits.

## Use instead

    cantos[0].heading   प्रथमः सर्गः - अवधानतत्त्वप्रबोधः
    cantos[0].title     The Essence of Attention
    cantos[0].map_line  प्रथमः सर्गः - अवधानतत्त्वप्रबोधः (The Essence of Attention): Verses 1-5. Limits.

## References

The Chicago Manual of Style, chapter 1, on the table of contents.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, TreatiseRule
from dhyana.grammar.lint.treatise import cantos, parts_of_heading, verses_named
from dhyana.shlokas.record import Canto, TreatiseRecord

_LINE = re.compile(r"(?P<heading>[^()]*\S)\s*\((?P<title>[^()]*)\)")


def check(record: TreatiseRecord) -> Iterator[RecordFinding]:
    """Find lines of the map that differ from their cantos."""
    for path, canto in cantos(record):
        line = _LINE.match(canto.map_line)
        if line is None:
            continue
        field = f"{path}.map_line"
        for part, said in (("heading", canto.heading), ("title", canto.title)):
            if _other(line[part], said):
                yield _finding(field, *line.span(part), canto, line[part], said)
        named = verses_named(canto.map_line)
        if named and named[:2] != (canto.first_verse, canto.last_verse):
            found = canto.map_line[named[2] : named[3]]
            said = f"Verses {canto.first_verse}-{canto.last_verse}"
            yield _finding(field, named[2], named[3], canto, found, said)


def _other(found: str, said: str) -> bool:
    """Whether a part of the line is not what the canto says; a lost ordinal is LIP141."""
    return found != said and parts_of_heading(found)[1] != said


def _finding(
    field: str, start: int, end: int, canto: Canto, found: str, expected: str
) -> RecordFinding:
    return RecordFinding(
        field=field,
        start=start,
        end=end,
        message=f"canto {canto.number} has {expected}, its line in the map {found}",
        expected=expected,
        found=found,
    )


RULE = TreatiseRule(
    code="LIP142",
    name="map-differs",
    severity=Severity.ERROR,
    authority="the headings of the cantos",
    documentation=__doc__,
    check=check,
)
