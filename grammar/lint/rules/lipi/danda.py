"""A daṇḍa that is missing, single for double, or an ASCII bar.

## What it checks

In Devanagari: a verse whose daṇḍas show where it ends has । at the end of its first half and ॥ at
its end, and the padaccheda has the same ones; bars (|, ||) stand for none of them. A verse without
any daṇḍa is left alone, and ।। is read as ॥.

## Why

The daṇḍa is how a reader, and a program that takes verses out of a text, knows where a half ends.

## Example

    verse       रामो राजमणिः सदा विजयते रामं रमेशं भजे |
                रामेणाभिहता निशाचरचमू रामाय तस्मै नमः ॥
    padaccheda  रामः राज-मणिः ।

## Use instead

    verse       रामो राजमणिः सदा विजयते रामं रमेशं भजे ।
                रामेणाभिहता निशाचरचमू रामाय तस्मै नमः ॥
    padaccheda  रामः राज-मणिः । अभिहता ॥

## References

The Unicode Standard, chapter 12.1, Danda and Double Danda.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.bars import BARS, DANDAS, DEVANAGARI, bars
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord

_WHOLE = 2
"""Lines from which on a text is a verse; one alone may be a half."""
_MARKS = re.compile("[।॥]")
_NUMBER = re.compile(r"॥[\d०-९.\s-]+॥")
_ENDING = re.compile(r"[।॥]\s*[\d०-९.\s-]*[।॥]?\s*$")


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find daṇḍas that are not as the rest of the verse has them."""
    for field, text in (("verse", record.verse), ("padaccheda", record.padaccheda)):
        yield from bars(field, text)
    verse, padaccheda = _meant(record.verse), _meant(record.padaccheda)
    if _MARKS.search(verse) and DEVANAGARI.search(verse):
        yield from _of_verse(verse)
        yield from _of_padaccheda(verse, padaccheda)


def _meant(text: str) -> str:
    """Take bars, and two single daṇḍas, for what they stand for, as many characters as they are."""
    plain = BARS.sub(lambda bars: DANDAS[len(bars[0]) > 1].ljust(len(bars[0])), text)
    return plain.replace("।।", "॥ ")


def _of_verse(text: str) -> Iterator[RecordFinding]:
    end = len(text.rstrip())
    lines = [line for line in text[:end].split("\n") if line.strip()]
    if len(lines) < _WHOLE:
        return
    ending = _ENDING.search(text[:end])
    if ending is None or "॥" not in ending[0]:
        last = ending[0][:1] if ending else "no daṇḍa"
        yield RecordFinding(
            field="verse",
            start=max(0, end - 1),
            end=end,
            message=f"the verse ends with {last}",
            expected="॥",
            found=last,
        )
    if len(lines) == _WHOLE and not _MARKS.search(lines[0]):
        half = text.index(lines[0]) + len(lines[0].rstrip())
        yield RecordFinding(
            field="verse",
            start=half - 1,
            end=half,
            message="the first half ends without a daṇḍa",
            expected="।",
            found="no daṇḍa",
        )


def _of_padaccheda(verse: str, padaccheda: str) -> Iterator[RecordFinding]:
    """Compare the marks of the padaccheda with the verse's, where it has any."""
    theirs, ours = (_MARKS.findall(_NUMBER.sub("॥", text)) for text in (verse, padaccheda))
    if ours and theirs != ours:
        end = len(padaccheda.rstrip())
        yield RecordFinding(
            field="padaccheda",
            start=max(0, end - 1),
            end=end,
            message=f"the verse has {' '.join(theirs)}, the padaccheda {' '.join(ours)}",
            expected=" ".join(theirs),
            found=" ".join(ours),
        )


RULE = RecordRule(
    code="LIP131",
    name="danda",
    severity=Severity.WARNING,
    authority="the Unicode Standard, chapter 12.1",
    documentation=__doc__,
    check=check,
)
