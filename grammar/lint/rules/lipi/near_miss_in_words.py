"""A near-miss of typing in padaccheda, anvaya or table.

## What it checks

What LIP101 checks in the verse, in the words of padaccheda, anvaya and table: a colon for the
visarga, a vowel sign without its consonant or before it, and the like.

## Why

The word then is no word for whoever searches, compares or derives it.

## Example

    padaccheda  राम: वनम् गच्छति ।

## Use instead

    padaccheda  रामः वनम् गच्छति ।

## References

The Unicode Standard, chapter 12.1, Devanagari.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding, Repair
from dhyana.grammar.lipi.brahmic import script_of
from dhyana.grammar.lipi.script import read

_FIELDS = re.compile(r"padaccheda|anvaya|morphology\[\d+\]\.form")
_DEVANAGARI = re.compile("[\u0904-\u0939]")
# What Devanagari has not in its words, or a sign that has no consonant to stand on.
_SUSPECT = re.compile(
    r"[^\u0900-\u097f\u200c\u200d\s()\[\],;?!'’‘“”…–—-]"
    "|(?<![\u0915-\u0939\u093c\u0958-\u095f\u0978-\u097f])[\u093a\u093b\u093e-\u094d]"
)
_LONGEST = 8000


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find what is read the sensible way and not as it is written."""
    if not _FIELDS.fullmatch(field) or len(text) > _LONGEST or not _SUSPECT.search(text):
        return
    if not _DEVANAGARI.search(text):
        return
    for miss in read(text).near_misses:
        if any(map(_of_another_script, miss.written)):
            continue
        repairs: tuple[Repair, ...] = ()
        if miss.read_as:
            edit = (miss.start, miss.end, miss.read_as)
            repairs = (Repair(f"write {miss.read_as}", (edit,)),)
        yield RecordFinding(
            field=field,
            start=miss.start,
            end=miss.end,
            message=miss.message,
            word=miss.written,
            expected=miss.read_as or None,
            found=miss.written,
            repairs=repairs,
        )


def _of_another_script(letter: str) -> bool:
    """Whether a letter is reported by LIP103."""
    return script_of(letter) is not None or (letter.isascii() and letter.isalpha())


RULE = FieldRule(
    code="LIP106",
    name="near-miss-in-words",
    severity=Severity.WARNING,
    authority="the Unicode Standard, chapter 12.1",
    documentation=__doc__,
    check=check,
)
