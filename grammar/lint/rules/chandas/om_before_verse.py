"""An oṃ before a verse that is no part of its metre.

## What it checks

Whether the text begins with an oṃ (ॐ, ओम्, ओ३म्) that is a word of its own and does not fit the
metre, while the rest by itself takes no more changes. The oṃ is then passed over. Where it fits, it
counts.

## Why

Recitation begins with oṃ, and texts write it before a verse that is complete without it. To count
it would make a good pāda one syllable too long.

## Example

    oṃ pārthāya pratibodhitāṃ bhagavatā nārāyaṇena svayaṃ
    vyāsena grathitāṃ purāṇamuninā madhye mahābhāratam |
    advaitāmṛtavarṣiṇīṃ bhagavatīm aṣṭādaśādhyāyinīm
    amba tvām anusandadhāmi bhagavadgīte bhavadveṣiṇīm ||

Without the oṃ the first line has its nineteen syllables.

## Use instead

Nothing is wrong. Here the oṃ is the first of eight syllables and counts:

    oṃ ity ekākṣaraṃ brahma vyāharan mām anusmaran |
    yaḥ prayāti tyajan dehaṃ sa yāti paramāṃ gatim ||

## References

Manusmṛti 2.74: one says the syllable before the Veda and after it.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note that the oṃ is not counted."""
    if verse.om:
        finding = Finding(
            syllables=(1,),
            message=f"the oṃ before the verse is no part of the {verse.names[0]}",
            expected=verse.names[0],
            found="oṃ before it",
            fixes=(),
        )
        yield None, finding


RULE: Rule = VerseRule(
    code="CHA410",
    name="om-before-verse",
    severity=Severity.INFO,
    authority="Manusmṛti 2.74",
    documentation=__doc__,
    check=check,
)
