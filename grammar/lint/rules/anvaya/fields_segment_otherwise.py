"""One word in a morphology row that is two in the padaccheda.

## What it checks

A row whose word is several words of the padaccheda joined by sandhi: the one field takes for a
compound what the other takes for words.

## Why

A compound has one case, two words have two; the fields contradict each other about the sense.

## Example

    padaccheda  अग्रे च यत् रूपम् न जानाति
    row         अग्रे
    row         च
    row         यद्रूपम्
    row         न
    row         जानाति

The padaccheda has a relative pronoun and its noun, the row a compound.

## Use instead

    padaccheda  अग्रे च यत् रूपम् न जानाति
    row         अग्रे
    row         च
    row         यत्
    row         रूपम्
    row         न
    row         जानाति

## References

Aṣṭādhyāyī 2.1.1 *samarthaḥ padavidhiḥ*, 2.4.71 *supo dhātuprātipadikayoḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, rows
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find rows that join words of the padaccheda."""
    compared = rows(record)
    if compared is not None:
        for words, token in compared.pairing.fused:
            one, written = compared.tokens[token], compared.written(*words)
            message = f"the row has one word, {one.word.written}, the padaccheda {written}"
            yield one.finding(message, written)


RULE = RecordRule(
    code="ANV117",
    name="fields-segment-otherwise",
    severity=Severity.ERROR,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
