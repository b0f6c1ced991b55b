r"""A character that is not seen and does nothing.

## What it checks

Zero-width spaces, soft hyphens, byte order marks, direction marks in text that runs one way; the
joiners (ZWJ, ZWNJ) where there is no virāma beside them to join or to part; no-break spaces in
Sanskrit.

## Why

Two words that look the same are then not the same for any search, and the scansion of a verse
meets letters that nobody wrote.

## Example

    padaccheda  राम\u200dः वनम् गच्छति ।

## Use instead

    padaccheda  रामः वनम् गच्छति ।

## References

The Unicode Standard, chapter 12.1 (joiners in Devanagari) and chapter 23.2 (layout controls).
"""

import re
import unicodedata
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding, Repair

_ANY = re.compile("[\u00a0\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202f\u2060-\u2069\ufeff]")
_JOINERS = "\u200c\u200d"
_ZWNJ = "\u200c"
_SPACES = "\u00a0\u202f"
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]")
_VIRAMA = 9  # combining class
_SANSKRIT = re.compile(r"verse|padaccheda|anvaya|morphology\[\d+\]\.(?:form|category)")


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find characters that are not seen and do nothing where they stand."""
    if text.isascii():
        return
    one_way = _RIGHT_TO_LEFT.search(text) is None
    for found in _ANY.finditer(text):
        if _idle(field, text, found.start(), one_way=one_way):
            name = unicodedata.name(found[0], "").lower()
            new = " " if found[0] in _SPACES else ""
            repair = Repair(
                "write a space" if new else "remove it",
                ((found.start(), found.end(), new),),
                safe=True,
            )
            yield RecordFinding(
                field=field,
                start=found.start(),
                end=found.end(),
                message=f"U+{ord(found[0]):04X}, {name}, is not seen and does nothing here",
                found=f"U+{ord(found[0]):04X}",
                repairs=(repair,),
            )


def _idle(field: str, text: str, place: int, *, one_way: bool) -> bool:
    character = text[place]
    if character in _JOINERS:
        return not _joins(text, place)
    if character in _SPACES:
        return _SANSKRIT.fullmatch(field) is not None
    return one_way or not _DIRECTIONS.match(character)


def _joins(text: str, place: int) -> bool:
    """Whether a joiner has a virāma to work on, or belongs to a script that shapes by it."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if before and unicodedata.combining(before) == _VIRAMA:
        # A virāma at the end of a word is seen anyway.
        return text[place] != _ZWNJ or after.isalnum()
    if after and unicodedata.combining(after) == _VIRAMA:
        return True
    return any(_shapes(neighbour) for neighbour in (before, after))


def _shapes(character: str) -> bool:
    """Whether a character is of Arabic or Mongolian script, or an emoji or its variation sign."""
    if not character:
        return False
    name = unicodedata.name(character, "")
    by_name = ("ARABIC", "SYRIAC", "MONGOLIAN", "VARIATION", "EMOJI")
    return name.startswith(by_name) or unicodedata.category(character) == "So"


RULE = FieldRule(
    code="LIP105",
    name="invisible-character",
    severity=Severity.WARNING,
    authority="the Unicode Standard, chapters 12.1 and 23.2",
    documentation=__doc__,
    check=check,
    of_plain_text=True,
)
