"""Romanised Sanskrit in two conventions in one book.

## What it checks

Words romanised by letters that one convention has and another has not, in the records linted
together: ṃ and ṁ for the anusvāra, ṛ and r̥ for the vowel. Reported is the rarer letter. ṁ beside
ṛ is the romanisation of the National Library at Kolkata and no mixture.

## Why

A search for *saṃjñā* does not find *saṁjñā*.

## Example

    commentary  saṃjñā and saṃskāra, saṁjñā

## Use instead

    commentary  saṃjñā and saṃskāra, saṃjñā

## References

ISO 15919; the Transliteration Committee, Xth International Congress of
Orientalists, Geneva 1894 (IAST).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from dhyana.grammar.lint.book_rule import BookFinding, BookRule, called
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import (
    MOST,
    AnyRecord,
    RecordFinding,
    Repair,
    fields_of,
)

_PAIRS = {"ṃ": "ṁ", "Ṃ": "Ṁ", "ṛ": "r̥", "Ṛ": "R̥"}
_OTHER = _PAIRS | {iso: iast for iast, iso in _PAIRS.items()}
_ANY = re.compile("[ṃṁṛṂṀṚ]|[rR]\u0325")
_WORD = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f])+")
_LONGEST = 60
"""Letters of a word that are shown before and after the one that is meant."""

_Use = tuple[int, str, int, str, str]


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Find letters of the rarer of two conventions."""
    uses: dict[str, list[_Use]] = defaultdict(list)
    for index, record in enumerate(records):
        for field, text in fields_of(record):
            for found in _ANY.finditer(text):
                uses[found[0].lower()].append((index, field, found.start(), found[0], text))
    for iast in ("ṃ", "ṛ"):
        iso = _PAIRS[iast]
        if uses[iast] and uses[iso]:
            rare, usual = sorted((iso, iast), key=lambda letter: len(uses[letter]))
            place = called(records[uses[usual][0][0]])
            for use in uses[rare][:MOST]:
                yield _finding(use, usual, place)


def _finding(use: _Use, usual: str, place: str) -> BookFinding:
    index, field, start, written, text = use
    meant = _OTHER[written]
    end = start + len(written)
    around = text[max(0, start - _LONGEST) : end + _LONGEST]
    shift = start - min(start, _LONGEST)
    word = next(found[0] for found in _WORD.finditer(around) if found.end() + shift > start)
    finding = RecordFinding(
        field=field,
        start=start,
        end=end,
        message=f"{word} has {written}, where elsewhere {usual} is written ({place})",
        word=word,
        expected=word.replace(written, meant),
        found=word,
        repairs=(Repair(f"write {meant}", ((start, end, meant),)),),
    )
    return BookFinding(index, finding)


RULE = BookRule(
    code="LIP123",
    name="mixed-romanisation",
    severity=Severity.WARNING,
    authority="ISO 15919; IAST",
    documentation=__doc__,
    check=check,
)
