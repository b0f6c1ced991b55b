"""The nasal before a stop, written as anusvāra here and as the nasal of its class there.

## What it checks

Inside the words of the records linted together, before the stops of each class: whether both
anusvāra (लिंगम्) and the nasal of the class (सङ्गः) are written. Noted once for a class, at the first
word with anusvāra. Left out are सं-, किं- and the like, after which grammar leaves the choice, and
the verse.

## Why

Inside a word 8.4.58 has the nasal of the class; the anusvāra is a scribe's shorthand. Either can be
a book's custom, both together cannot.

## Example

    padaccheda  सङ्गतिः अङ्गम् ।
    number      2
    padaccheda  लिंगम् ।

## Use instead

    padaccheda  सङ्गतिः अङ्गम् ।
    number      2
    padaccheda  लिङ्गम् ।

## References

Aṣṭādhyāyī 8.4.58 *anusvārasya yayi parasavarṇaḥ*, 8.4.59 *vā padāntasya*.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from dhyana.grammar.lint.book_rule import BookFinding, BookRule, called
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import AnyRecord, RecordFinding, fields_of

_WORD = re.compile("[\u0900-\u0963\u0966-\u097f]+")
_CLASSES = {"ङ": "कखगघ", "ञ": "चछजझ", "ण": "टठडढ", "न": "तथदध", "म": "पफबभ"}
_NASAL_OF = {stop: nasal for nasal, row in _CLASSES.items() for stop in row}
_NASAL = re.compile(
    f"ं(?=([{''.join(_CLASSES.values())}]))|"
    + "|".join(f"{nasal}्(?=[{row}])" for nasal, row in _CLASSES.items())
)
# 8.4.59: the end of a preverb or of a first member with its case ending.
_FREE = re.compile("(?:स|अह|कि|अल|स्वय|पर|एव|शुभ|धन|वसु|पुर|प्रिय|भय|विश्व)$")

_Use = tuple[int, str, int, int, str]


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Note the classes of stops before which both ways are used."""
    uses: dict[str, tuple[list[_Use], list[_Use]]] = defaultdict(lambda: ([], []))
    for index, record in enumerate(records):
        for field, text in fields_of(record):
            if field != "verse":
                _collect(index, field, text, uses)
    for nasal, (anusvaras, own) in uses.items():
        if anusvaras and own:
            yield _finding(nasal, anusvaras, own, records)


def _collect(
    index: int, field: str, text: str, uses: dict[str, tuple[list[_Use], list[_Use]]]
) -> None:
    for word in _WORD.finditer(text):
        use = index, field, word.start(), word.end(), word[0]
        for found in _NASAL.finditer(word[0]):
            if found[1] is None:
                uses[found[0][0]][1].append(use)
            elif not _FREE.search(word[0][: found.start()]):
                uses[_NASAL_OF[found[1]]][0].append(use)


def _finding(
    nasal: str, anusvaras: list[_Use], own: list[_Use], records: Sequence[AnyRecord]
) -> BookFinding:
    index, field, start, end, word = anusvaras[0]
    other, *_, example = own[0]
    message = (
        f"{word} and {len(anusvaras) - 1} more have anusvāra before {' '.join(_CLASSES[nasal])}, "
        f"{len(own)} words {nasal}्, as {example} ({called(records[other])})"
    )
    finding = RecordFinding(
        field=field,
        start=start,
        end=end,
        message=message,
        word=word,
        expected=re.sub(f"ं(?=[{_CLASSES[nasal]}])", f"{nasal}्", word),
        found=word,
    )
    return BookFinding(index, finding)


RULE = BookRule(
    code="LIP125",
    name="nasal-two-ways",
    severity=Severity.INFO,
    authority="8.4.58 anusvārasya yayi parasavarṇaḥ",
    documentation=__doc__,
    check=check,
)
