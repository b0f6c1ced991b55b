r"""Text that is not in Unicode's normal form C.

## What it checks

Letters written with other characters than the normal form C has: a letter and its mark apart
where one character is both, marks in another order.

## Why

The same word in two spellings that look alike is not found by a search, and not equal to itself.

## Example

    commentary  Avadha\u0304nam

## Use instead

    commentary  Avadh\u0101nam

## References

Unicode Standard Annex 15, Unicode Normalization Forms.
"""

import re
import unicodedata
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding, Repair

_MARKED = re.compile(r"[^\s]+")


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find the words that are not in normal form C."""
    if unicodedata.is_normalized("NFC", text):
        return
    for found in _MARKED.finditer(text):
        written = found[0]
        normal = unicodedata.normalize("NFC", written)
        if written != normal:
            yield RecordFinding(
                field=field,
                start=found.start(),
                end=found.end(),
                message=f"{normal} is not in the normal form C: {_difference(written, normal)}",
                word=written,
                expected=normal,
                found=written,
                repairs=(
                    Repair(
                        "write it in normal form C",
                        ((found.start(), found.end(), normal),),
                        safe=True,
                    ),
                ),
            )


def _difference(written: str, normal: str) -> str:
    """Give the first characters that differ by their numbers, since they look alike."""
    start = next(
        (place for place, (a, b) in enumerate(zip(written, normal, strict=False)) if a != b),
        min(len(written), len(normal)),
    )
    found, expected = (_numbers(text[start : start + 2]) for text in (written, normal))
    return f"{found} stands for {expected}"


def _numbers(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text) or "nothing"


RULE = FieldRule(
    code="LIP102",
    name="not-nfc",
    severity=Severity.WARNING,
    authority="Unicode Standard Annex 15",
    documentation=__doc__,
    check=check,
    of_plain_text=True,
)
