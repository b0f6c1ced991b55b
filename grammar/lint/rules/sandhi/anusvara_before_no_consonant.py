"""An anusvāra at the end of a word with no consonant after it.

## What it checks

In any text of a record, a Devanagari word that ends in anusvāra before a vowel, a daṇḍa, a
semicolon or the end of the text. A comma, a bracket or another script after it decides nothing.

## Why

Final m becomes anusvāra before a consonant; before a vowel and in pausa it is m.

## Example

    अवधानं उच्यते

## Use instead

    अवधानम् उच्यते

## References

Aṣṭādhyāyī 8.3.23 *mo 'nusvāraḥ*, with *hali* from 8.3.22.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding, Repair

_FINAL = re.compile(r"(?<![ऀ-हऺ-ॏ])[ऀ-हऺ-ॏ]*ं(?=[ \n]+[अ-औॠॡ]|\s*[।॥;]|\s*\Z)")


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find final anusvāras that should be m."""
    for word in _FINAL.finditer(text):
        expected = word[0][:-1] + "म्"
        yield RecordFinding(
            field=field,
            start=word.start(),
            end=word.end(),
            message=f"the m of {expected} is no anusvāra here: no consonant follows",
            word=word[0],
            expected=expected,
            found=word[0],
            repairs=(Repair(f"write {expected}", ((word.end() - 1, word.end(), "म्"),)),),
        )


RULE = FieldRule(
    code="SAN112",
    name="anusvara-before-no-consonant",
    severity=Severity.ERROR,
    authority="Aṣṭādhyāyī 8.3.23 mo 'nusvāraḥ (hali)",
    documentation=__doc__,
    check=check,
    of_sanskrit=True,
)
