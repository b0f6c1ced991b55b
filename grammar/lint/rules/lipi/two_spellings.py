"""A word that has two spellings in one book.

## What it checks

Words of the records linted together that differ only in how they are spelled: anusvāra or the
nasal of the following class (संबन्धः, सम्बन्धः), a consonant doubled or not before another one
(तत्त्वम्, तत्वम्; अर्द्धम्, अर्धम्), visarga or sibilant before a sibilant (निःशेषम्, निश्शेषम्); in
English, -ise and -ize. Reported is the rarer spelling; of two as frequent, the one in the verse.

## Why

Grammar permits both, but a search for one does not find the other, and a reader asks what the
difference is.

## Example

    verse       युगपत्सर्वशब्दानां संबन्धो जायते ध्रुवः ॥
    padaccheda  युगपत् सर्व-शब्दानाम् संबन्धः जायते ध्रुवः ॥
    anvaya      ध्रुवः सर्वशब्दानां सम्बन्धः युगपत् जायते ।
    number      2
    padaccheda  सम्बन्धः ।

## Use instead

    verse       युगपत्सर्वशब्दानां सम्बन्धो जायते ध्रुवः ॥
    padaccheda  युगपत् सर्व-शब्दानाम् सम्बन्धः जायते ध्रुवः ॥
    anvaya      ध्रुवः सर्वशब्दानां सम्बन्धः युगपत् जायते ।
    number      2
    padaccheda  सम्बन्धः ।

## References

Aṣṭādhyāyī 8.4.59 *vā padāntasya*, 8.4.46–47 on doubling, 8.3.36 *vā śari*; the Chicago Manual of
Style, 7.1, on one spelling throughout.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dhyana.grammar.lint.book_rule import BookFinding, BookRule, called
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import AnyRecord, RecordFinding, fields_of
from dhyana.grammar.lipi.latex import FORMULA

_DEVANAGARI = re.compile("[\u0900-\u0963\u0966-\u097f]+")
_ENGLISH = re.compile(r"(?<![A-Za-z])([A-Za-z]{3,})(is|iz)(e|es|ed|er|ers|ing|ations?)(?![A-Za-z])")

_STOPS = "कखगघ", "चछजझ", "टठडढ", "तथदध", "पफबभ"
_NASALS = re.compile(
    "|".join(f"{nasal}्(?=[{row}])" for nasal, row in zip("ङञणनम", _STOPS, strict=True))
)
# 8.4.46 after r; 8.4.47 before a semivowel, where 8.4.53 leaves an unaspirated first.
_DOUBLED = re.compile(
    "(?<=र्)([क-ह])्(?=\\1)|(?<=र्)(?:क्(?=ख)|ग्(?=घ)|च्(?=छ)|ज्(?=झ)|त्(?=थ)|द्(?=ध)|प्(?=फ)|ब्(?=भ))"
    "|त्(?=त्[वर])|(?<=ं)ल्(?=ल)|द्(?=ध्[यव])|त्(?=थ्य)|ग्(?=घ्य)"
)
_LONGEST = 100
"""Letters of the longest word that is compared."""
_SIBILANT = re.compile("(?:श्(?=श)|ष्(?=ष)|स्(?=स))")

_ENGLISH_AUTHORITY = "the Chicago Manual of Style, 7.1"


class _Use(NamedTuple):
    """Where a word stands: in which record and field, from where to where."""

    record: int
    field: str
    start: int
    end: int


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Find the rarer spellings of words that have two."""
    uses: dict[str, dict[str, list[_Use]]] = defaultdict(lambda: defaultdict(list))
    for index, record in enumerate(records):
        for field, text in fields_of(record):
            for key, spelling, start, end in _words(text):
                uses[key][spelling].append(_Use(index, field, start, end))
    for spellings in uses.values():
        if len(spellings) > 1:
            yield from _rarer(spellings, records)


def _words(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Give the words of a text: what is the same for all spellings, spelling and place."""
    for found in _DEVANAGARI.finditer(text):
        word = found[0]
        key = _any_spelling(word) if len(word) <= _LONGEST else word
        yield key, word, found.start(), found.end()
    if _ENGLISH.search(text):
        blanked = FORMULA.sub(lambda formula: " " * len(formula[0]), text)
        for found in _ENGLISH.finditer(blanked):
            stem, ending = found[1].lower(), found[2]
            yield f"{stem}-ize", f"-{ending}-", found.start(), found.end()


@lru_cache(maxsize=1 << 14)
def _any_spelling(word: str) -> str:
    return _SIBILANT.sub("ः", _DOUBLED.sub("", _NASALS.sub("ं", word)))


def _rarer(spellings: dict[str, list[_Use]], records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    usual = max(spellings, key=lambda spelling: _weight(spellings[spelling]))
    places = ", ".join(dict.fromkeys(called(records[use.record]) for use in spellings[usual]))
    first = spellings[usual][0]
    expected = dict(fields_of(records[first.record]))[first.field][first.start : first.end]
    for spelling, found in spellings.items():
        if spelling == usual:
            continue
        for use in found:
            written = dict(fields_of(records[use.record]))[use.field][use.start : use.end]
            yield BookFinding(
                use.record,
                RecordFinding(
                    field=use.field,
                    start=use.start,
                    end=use.end,
                    message=f"{written} is spelled as in {expected} elsewhere ({places})",
                    word=written,
                    expected=expected,
                    found=written,
                    authority=None if _DEVANAGARI.match(written) else _ENGLISH_AUTHORITY,
                ),
            )


def _weight(uses: list[_Use]) -> tuple[int, int]:
    """How usual a spelling is; outside the verse, whose spelling metre and sandhi may decide."""
    return len(uses), sum(use.field != "verse" for use in uses)


RULE = BookRule(
    code="LIP122",
    name="two-spellings",
    severity=Severity.WARNING,
    authority="8.4.59 vā padāntasya; 8.4.46–47; 8.3.36 vā śari",
    documentation=__doc__,
    check=check,
)
