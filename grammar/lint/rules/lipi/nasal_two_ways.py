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
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

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


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Note the classes of stops before which both ways are used."""
    counted = Counter[str]()
    for record in records:
        for field, text in fields_of(record):
            if field != "verse":
                counted.update(_WORD.findall(text))
    anusvara: dict[str, list[str]] = defaultdict(list)
    own: dict[str, list[str]] = defaultdict(list)
    for word in counted:
        for found in _NASAL.finditer(word):
            if found[1] is None:
                own[found[0][0]].append(word)
            elif not _FREE.search(word[: found.start()]):
                anusvara[_NASAL_OF[found[1]]].append(word)
    for nasal in sorted(anusvara.keys() & own.keys()):
        yield _finding(nasal, anusvara[nasal], own[nasal], counted, records)


def _finding(
    nasal: str,
    anusvara: Sequence[str],
    own: Sequence[str],
    counted: Mapping[str, int],
    records: Sequence[AnyRecord],
) -> BookFinding:
    word, example = anusvara[0], own[0]
    index, field, start = _first(word, records)
    more = sum(counted[each] for each in anusvara) - 1
    message = (
        f"{word} and {more} more have anusvāra before {' '.join(_CLASSES[nasal])}, "
        f"{sum(counted[each] for each in own)} words {nasal}्, as {example} "
        f"({called(records[_first(example, records)[0]])})"
    )
    finding = RecordFinding(
        field=field,
        start=start,
        end=start + len(word),
        message=message,
        word=word,
        expected=re.sub(f"ं(?=[{_CLASSES[nasal]}])", f"{nasal}्", word),
        found=word,
    )
    return BookFinding(index, finding)


def _first(word: str, records: Sequence[AnyRecord]) -> tuple[int, str, int]:
    """Find where a word first stands, outside the verse."""
    for index, record in enumerate(records):
        for field, text in fields_of(record):
            if field != "verse":
                for found in _WORD.finditer(text):
                    if found[0] == word:
                        return index, field, found.start()
    raise ValueError(f"{word} stands nowhere")


RULE = BookRule(
    code="LIP125",
    name="nasal-two-ways",
    severity=Severity.INFO,
    authority="8.4.58 anusvārasya yayi parasavarṇaḥ",
    documentation=__doc__,
    check=check,
)
