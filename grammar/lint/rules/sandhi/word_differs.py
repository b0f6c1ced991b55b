"""A word of the padaccheda that is another in the verse.

## What it checks

The words of the padaccheda are joined by external sandhi, the members of compounds at their
hyphens, with every option the sūtras give. Where none of the results is what the verse has, and
the two part inside a word, this rule says where.

## Why

A padaccheda is the verse and nothing else: whoever construes, translates or analyses, reads it
in place of the verse.

## Example

    verse       अतीतेन सहैकत्वं प्राप्नोत्यागामिकल्पना
    padaccheda  अतीतेन सह एकताम् प्राप्नोति आगामि-कल्पना

सह एकताम् is सहैकतां; the verse has सहैकत्वं.

## Use instead

    verse       अतीतेन सहैकत्वं प्राप्नोत्यागामिकल्पना
    padaccheda  अतीतेन सह एकत्वम् प्राप्नोति आगामि-कल्पना

## References

Aṣṭādhyāyī 1.4.109 *paraḥ sannikarṣaḥ saṃhitā*, 6.1.72–157, 8.2.1–8.4.68.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.sandhi import finding, partings, shown
from dhyana.grammar.sandhi import Fault
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find the words in which verse and padaccheda part."""
    for compared, parting, found in partings(record, Fault.WORD):
        words = compared.words_of(parting.first, parting.last)
        written = " ".join(word.written for word in words)
        made = shown(parting.expected[0]) if parting.expected else written
        here = "" if made == written else f", which would be {made} here"
        message = f"the padaccheda has {written}{here}; the verse has {found}"
        yield finding(compared, parting, message, found)


RULE = RecordRule(
    code="SAN101",
    name="word-differs-from-verse",
    severity=Severity.ERROR,
    authority="Aṣṭādhyāyī 1.4.109 paraḥ sannikarṣaḥ saṃhitā",
    documentation=__doc__,
    check=check,
)
