"""Words of the verse that sandhi still holds together in the anvaya.

## What it checks

One word of the anvaya that is several of the padaccheda joined.

## Why

It is right Sanskrit; but an anvaya is read for its words, and here the reader must part them.

## Example

    padaccheda  व्याकरणम् च केन अपि
    anvaya      केनापि व्याकरणं च

## Use instead

    padaccheda  व्याकरणम् च केन अपि
    anvaya      केन अपि व्याकरणं च

## References

*padacchedaḥ padārthoktir vigraho vākyayojanā / ākṣepaś ca samādhānaṃ vyākhyānaṃ ṣaḍvidhaṃ matam*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.anvaya import FIVE_PARTS, anvaya
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words of the anvaya that are several words of the padaccheda."""
    compared = anvaya(record)
    if compared is not None:
        for words, token in compared.pairing.fused:
            one, written = compared.tokens[token], compared.written(*words)
            yield one.finding(f"{one.word.written} is {written}", written)


RULE = RecordRule(
    code="ANV107",
    name="sandhi-left-in-anvaya",
    severity=Severity.INFO,
    authority=FIVE_PARTS,
    documentation=__doc__,
    check=check,
)
