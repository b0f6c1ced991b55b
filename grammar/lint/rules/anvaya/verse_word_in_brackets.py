"""A word of the verse that stands in brackets in the anvaya.

## What it checks

A word that the padaccheda has and the anvaya does not construe stands there in ( ), as if it were
supplied.

## Why

Brackets say that the verse does not have the word.

## Example

    padaccheda  दीपेन दीप्तानि भवन्ति वस्तूनि
    anvaya      दीपेन वस्तूनि दीप्तानि (भवन्ति)

## Use instead

    padaccheda  दीपेन दीप्तानि भवन्ति वस्तूनि
    anvaya      दीपेन वस्तूनि दीप्तानि भवन्ति

## References

*nāmūlaṃ likhyate kiñcin nānapekṣitam ucyate*, Mallinātha at the head of his commentaries.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import MALLINATHA, anvaya
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words of the verse that are marked as supplied."""
    compared = anvaya(record)
    if compared is not None:
        for word, token in compared.pairing.bracketed:
            one, written = compared.tokens[token], compared.written(word)
            yield one.finding(f"{written} is in the verse and needs no brackets", written)


RULE = RecordRule(
    code="ANV105",
    name="verse-word-in-brackets",
    severity=Severity.WARNING,
    authority=MALLINATHA,
    documentation=__doc__,
    check=check,
)
