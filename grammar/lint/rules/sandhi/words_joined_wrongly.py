"""Two words that do not join as the verse joins them.

## What it checks

Both words are in the verse, but what stands where they meet is no permitted result of sandhi:
neither of the usual one nor of any option.

## Why

Within a half verse sandhi is obligatory: hiatus there is a fault of composition (*visandhi*),
and a wrong sandhi a fault of grammar.

## Example

    verse       वेगं ददाति यन्त्राय मतिमानन्दमश्नुते
    padaccheda  वेगम् ददाति यन्त्राय मतिः आनन्दम् अश्नुते

मतिः and आनन्दम् are मतिरानन्दम् (8.2.66); मतिमानन्दम् is मतिम् आनन्दम्.

## Use instead

    verse       वेगं ददाति यन्त्राय मतिरानन्दमश्नुते
    padaccheda  वेगम् ददाति यन्त्राय मतिः आनन्दम् अश्नुते

## References

Aṣṭādhyāyī 6.1.72–157, 8.2.1–8.4.68; on hiatus Daṇḍin, Kāvyādarśa 3.159.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.sandhi import finding, partings, shown
from dhyana.grammar.sandhi import Fault
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find the places where two words are joined in a way that no sūtra gives."""
    for compared, parting, found in partings(record, Fault.JUNCTION):
        words = " ".join(word.written for word in compared.words_of(parting.first, parting.last))
        made = shown(parting.expected[0]) if parting.expected else "nothing that is written so"
        yield finding(compared, parting, f"{words} becomes {made}, not {found}", found)


RULE = RecordRule(
    code="SAN102",
    name="words-joined-wrongly",
    severity=Severity.ERROR,
    authority="Aṣṭādhyāyī 6.1.72 saṃhitāyām",
    documentation=__doc__,
    check=check,
)
