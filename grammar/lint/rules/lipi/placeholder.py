"""A place left to be filled in.

## What it checks

TODO, TBD, FIXME, lorem ipsum, ??? and fields that hold nothing but dots. A dash says that there is
nothing to say, and stays.

## Why

What was to be written there has not been.

## Example

    translation  TODO

## Use instead

    translation  Prior architectures advanced strictly step by step.

## References

The Chicago Manual of Style, chapter 2, on queries in a manuscript.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding
from dhyana.grammar.lipi.latex import FORMULA

_WORDS = re.compile(r"\b(?:TODO|FIXME|TBD|TBA)\b|\b[Ll]orem ipsum\b|\?{3,}|_{4,}")
_NOTHING = re.compile(r"\s*(?:[.…?_]+|[Xx]{3,})\s*")


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find words that stand for what is still to be written."""
    if _NOTHING.fullmatch(text):
        yield _finding(field, text, 0, len(text.rstrip()))
        return
    if not _WORDS.search(text):
        return
    blanked = FORMULA.sub(lambda found: " " * len(found[0]), text)
    for found in _WORDS.finditer(blanked):
        yield _finding(field, text, found.start(), found.end())


def _finding(field: str, text: str, start: int, end: int) -> RecordFinding:
    return RecordFinding(
        field=field,
        start=start,
        end=end,
        message=f"{text[start:end].strip()} holds the place of what is still to be written",
        found=text[start:end].strip(),
    )


RULE = FieldRule(
    code="LIP151",
    name="placeholder",
    severity=Severity.WARNING,
    authority="what is printed is finished",
    documentation=__doc__,
    check=check,
)
