"""A word that has two spellings in one book.

## What it checks

Words of the records linted together that differ only in how they are spelled: anusvāra or the
nasal of the following class (संबन्धः, सम्बन्धः), a consonant doubled or not before another one
(तत्त्वम्, तत्वम्; अर्द्धम्, अर्धम्), visarga or sibilant before a sibilant (निःशेषम्, निश्शेषम्); in
English, -ise and -ize. Texts in Hindi, Marathi or Nepali are passed over. Reported is the rarer
spelling; of two as frequent, the one in the verse.

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
Style, chapter 7, on spelling.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dhyana.grammar.lint.book_rule import BookFinding, BookRule, called
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.fields import text_at
from dhyana.grammar.lint.languages import is_modern
from dhyana.grammar.lint.record_rule import MOST, AnyRecord, RecordFinding, fields_of
from dhyana.grammar.lipi.latex import FORMULA

_LETTER = "[\u0900-\u0963\u0966-\u097f]"
_DEVANAGARI = re.compile(f"{_LETTER}+")
_ENDING = "(?=(?:e|es|ed|er|ers|ing|ations?)(?![A-Za-z]))"
_ENGLISH = re.compile(rf"(?<![A-Za-z])[A-Za-z]{{3,}}i[sz]{_ENDING}")

_LETTERS = re.compile("[A-Za-z]*")
_STOPS = "कखगघ", "चछजझ", "टठडढ", "तथदध", "पफबभ"
_NASALS = re.compile(
    "|".join(f"{nasal}्(?=[{row}])" for nasal, row in zip("ङञणनम", _STOPS, strict=True))
)
# 8.4.46 after r; 8.4.47 before a semivowel, where 8.4.53 leaves an unaspirated first.
_DOUBLED = re.compile(
    "(?<=र्)([क-ह])्(?=\\1)|(?<=र्)(?:क्(?=ख)|ग्(?=घ)|च्(?=छ)|ज्(?=झ)|त्(?=थ)|द्(?=ध)|प्(?=फ)|ब्(?=भ))"
    "|त्(?=त्[वर])|(?<=ं)ल्(?=ल)|द्(?=ध्[यव])|त्(?=थ्य)|ग्(?=घ्य)"
)
_SIBILANT = re.compile("(?:श्(?=श)|ष्(?=ष)|स्(?=स))")
_LONGEST = 100
"""Letters of the longest word that is compared."""

_ENGLISH_AUTHORITY = "the Chicago Manual of Style, chapter 7: one spelling throughout"
_FEW = 6
"""Places of the usual spelling that are named."""


class _Use(NamedTuple):
    """Where a word stands, and how it is written there."""

    record: int
    field: str
    start: int
    end: int
    written: str


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Find the rarer spellings of words that have two."""
    twofold = _twofold(dict.fromkeys(word for record in records for word in _vocabulary(record)))
    if not twofold:
        return
    uses: dict[str, dict[str, list[_Use]]] = defaultdict(lambda: defaultdict(list))
    alternatives = "|".join(sorted(map(re.escape, twofold), reverse=True))
    wanted = re.compile(
        f"(?<!{_LETTER})(?<![A-Za-z])(?:{alternatives})(?:{_ENDING}|(?<={_LETTER})(?!{_LETTER}))",
        re.IGNORECASE,
    )
    for index, record in enumerate(records):
        for field, text in fields_of(record):
            for found in wanted.finditer(_without_formulas(text)):
                if is_modern(text):
                    break
                spelling = found[0].lower()
                use = _Use(index, field, found.start(), found.end(), found[0])
                uses[twofold[spelling]][spelling].append(use)
    for spellings in uses.values():
        if len(spellings) > 1:
            yield from _rarer(spellings, records)


def _vocabulary(record: AnyRecord) -> Iterator[str]:
    """Give the words of a record that may have another spelling; of English ones the stems."""
    for _, text in fields_of(record):
        yield from _DEVANAGARI.findall(text)
        if not _DEVANAGARI.fullmatch(text):
            yield from (stem.lower() for stem in _ENGLISH.findall(_without_formulas(text)))


def _without_formulas(text: str) -> str:
    return FORMULA.sub(lambda formula: " " * len(formula[0]), text) if "$" in text else text


def _twofold(words: Iterable[str]) -> dict[str, str]:
    """Give the words that have another spelling, each with what is the same for both."""
    spellings: dict[str, list[str]] = defaultdict(list)
    for word in words:
        if len(word) <= _LONGEST:
            spellings[_any_spelling(word)].append(word)
    return {word: key for key, several in spellings.items() if len(several) > 1 for word in several}


def _any_spelling(word: str) -> str:
    if word.isascii():
        return f"{word[:-1]}z"
    return _SIBILANT.sub("ः", _DOUBLED.sub("", _NASALS.sub("ं", word)))


def _rarer(spellings: dict[str, list[_Use]], records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    usual = max(spellings, key=lambda spelling: _weight(spellings[spelling]))
    example = _whole(spellings[usual][0], records)
    places = list(dict.fromkeys(called(records[use.record]) for use in spellings[usual]))
    more = [f"{len(places) - _FEW} more"] if len(places) > _FEW else []
    where = ", ".join([*places[:_FEW], *more])
    for spelling in sorted(spellings.keys() - {usual}):
        for use in spellings[spelling][:MOST]:
            written = _whole(use, records)
            ending = written[len(use.written) :]
            finding = RecordFinding(
                field=use.field,
                start=use.start,
                end=use.start + len(written),
                message=f"{written} is spelled otherwise than {example} elsewhere ({where})",
                word=written,
                expected=usual + ending,
                found=written,
                authority=_ENGLISH_AUTHORITY if written.isascii() else None,
            )
            yield BookFinding(use.record, finding)


def _whole(use: _Use, records: Sequence[AnyRecord]) -> str:
    """Give the word of a use with its ending."""
    text = text_at(records[use.record], use.field) or ""
    ending = _LETTERS.match(text, use.end)
    return use.written + (ending[0] if ending and use.written.isascii() else "")


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
