r"""A character that no text has: a control character, or a place without a letter.

## What it checks

Control characters other than the end of a line and the tab, the replacement character U+FFFD, and
code points for private use or without a character. In a formula, a control character that is what
is left of a command is reported as LIP112.

## Why

They come from a string escape (`\f`, `\b`), a wrong encoding or a damaged file. Something else
stood there.

## Example

    commentary  the sum \u0008f all weights

## Use instead

    commentary  the sum of all weights

## References

The Unicode Standard, chapter 23, Special Areas and Format Characters.
"""

import re
import unicodedata
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding
from dhyana.grammar.lipi.latex import FORMULA

# A carriage return is one but in the line end of Windows.
_NO_TEXT = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ue000-\uf8ff\ufffd-\uffff"
    "\U000e1000-\U0010ffff]"
)
_CATEGORIES = {
    "Cc": "a control character",
    "Co": "a character for private use, which each font reads otherwise",
    "Cn": "a place without a character",
    "So": "the sign for a character that could not be read",
}


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find characters that no text has."""
    if _NO_TEXT.search(text) is None:
        return
    blanked = FORMULA.sub(lambda found: " " * len(found[0]), text)
    for found in _NO_TEXT.finditer(blanked):
        kind = _CATEGORIES[unicodedata.category(found[0])]
        name = f"U+{ord(found[0]):04X}"
        yield RecordFinding(
            field=field,
            start=found.start(),
            end=found.end(),
            message=f"{name} is {kind}",
            found=name,
        )


RULE = FieldRule(
    code="LIP104",
    name="control-character",
    severity=Severity.ERROR,
    authority="the Unicode Standard, chapter 23",
    documentation=__doc__,
    check=check,
    of_plain_text=True,
)
