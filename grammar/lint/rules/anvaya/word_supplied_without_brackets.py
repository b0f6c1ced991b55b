"""A word in the anvaya that the verse does not have and no bracket marks.

## What it checks

What stands in the anvaya and not in the padaccheda, or more often than there, stands in ( ). The
particles that announce a vocative (हे राम) are no words of anybody's and need none.

## Why

The reader must see what is the poet's and what the commentator's.

## Example

    padaccheda  अवधानम् विजानाति सः सर्वज्ञत्वम् अश्नुते
    anvaya      यः अवधानं विजानाति सः सर्वज्ञत्वम् अश्नुते

## Use instead

    padaccheda  अवधानम् विजानाति सः सर्वज्ञत्वम् अश्नुते
    anvaya      (यः) अवधानं विजानाति सः सर्वज्ञत्वम् अश्नुते

## References

*nāmūlaṃ likhyate kiñcin nānapekṣitam ucyate*, Mallinātha at the head of his commentaries.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.anvaya import MALLINATHA, anvaya
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pairing import alike
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.shlokas.record import VerseRecord

_CALLING = ("he", "BoH", "Bo", "ayi", "are", "re")


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words of the anvaya that are neither in the padaccheda nor in brackets."""
    compared = anvaya(record)
    if compared is None:
        return
    for token in compared.pairing.extra:
        one = compared.tokens[token]
        if one.word.slp1 in _CALLING:
            continue
        again = any(alike(word, one.word) for word in compared.words)
        message = "stands here more often than in the verse" if again else "is not in the verse"
        repair = Repair(
            f"write ({one.word.written})",
            ((one.word.start, one.word.end, f"({one.word.written})"),),
        )
        finding = one.finding(f"{one.word.written} {message}", f"({one.word.written})")
        yield replace(finding, repairs=(repair,))


RULE = RecordRule(
    code="ANV102",
    name="word-supplied-without-brackets",
    severity=Severity.ERROR,
    authority=MALLINATHA,
    documentation=__doc__,
    check=check,
)
