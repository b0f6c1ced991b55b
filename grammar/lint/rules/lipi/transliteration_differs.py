"""A term whose romanisation says something else than its Devanagari.

## What it checks

Terms of the lexicon against their transliteration, and cells of the matrix that are a term with its
romanisation in brackets. Capitals and hyphens do not count, nor which of the conventions is used.

## Why

Whoever reads only one of the two learns another word.

## Example

    lexicon[0].term             अवधानम्
    lexicon[0].transliteration  Avadhānaṃ
    lexicon[1].term             पृच्छा
    lexicon[1].transliteration  Pṛccha

## Use instead

    lexicon[0].term             अवधानम्
    lexicon[0].transliteration  Avadhānam
    lexicon[1].term             पृच्छा
    lexicon[1].transliteration  Pṛcchā

## References

ISO 15919; IAST (Geneva 1894).
"""

import re
import unicodedata
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, TreatiseRule
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas.record import TreatiseRecord

_CELL = re.compile(r"([\u0900-\u097f -]+) \(([^()]+)\)")
_SPELLINGS = str.maketrans({"ṁ": "ṃ", "-": "", "–": "", " ": "", "'": "", "’": ""})


def check(record: TreatiseRecord) -> Iterator[RecordFinding]:
    """Find romanisations that are not those of their terms."""
    for index, entry in enumerate(record.lexicon):
        path = f"lexicon[{index}].transliteration"
        yield from _compared(path, 0, entry.term, entry.transliteration)
    for row, cells in enumerate(record.matrix):
        for column, cell in enumerate(cells):
            found = _CELL.fullmatch(cell)
            if found and not found[2].isascii():
                path = f"matrix[{row}][{column}]"
                yield from _compared(path, found.start(2), found[1], found[2])


def _compared(field: str, start: int, term: str, roman: str) -> Iterator[RecordFinding]:
    expected = transliterate(term, Script.IAST)
    if term and roman and _plain(expected) != _plain(roman):
        yield RecordFinding(
            field=field,
            start=start,
            end=start + len(roman),
            message=f"{term} is {expected}, not {roman}",
            word=term,
            expected=expected,
            found=roman,
        )


def _plain(roman: str) -> str:
    """Take away what romanisations may differ in; a diaeresis only parts two vowels."""
    parted = unicodedata.normalize("NFD", roman.lower()).replace("\u0308", "")
    return unicodedata.normalize("NFC", parted).replace("r̥", "ṛ").translate(_SPELLINGS)


RULE = TreatiseRule(
    code="LIP124",
    name="transliteration-differs",
    severity=Severity.ERROR,
    authority="ISO 15919",
    documentation=__doc__,
    check=check,
)
