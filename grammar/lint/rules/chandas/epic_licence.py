"""A verse with faults by the classical rules that the epics allow.

## What it checks

Whether a verse that breaks a classical metre of eleven or twelve syllables is a triṣṭubh or jagatī
of the epics without a fault.

## Why

The triṣṭubhs of the Mahābhārata and the Purāṇas are older and freer than the classical upajāti.
The profile `classical` holds them to the later rules and finds faults that no editor would mend.

## Example

    na vedayajñādhyayanair na dānair
    na ca kriyābhir na tapobhir ugraiḥ |
    evaṃrūpaḥ śakya ahaṃ nṛloke
    draṣṭuṃ tvadanyena kurupravīra ||

Bhagavadgītā 11.48: the third syllable of the third line is heavy.

## Use instead

`--profile epic`, if the text is an epic. In a classical poem the faults are faults.

## References

E. W. Hopkins, *The Great Epic of India* (1901), chapter 4.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.chandas.trishtubh import AUTHORITY
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note that the verse is sound as one of the epics."""
    if verse.epic:
        finding = Finding(
            syllables=(),
            message=f"as a {verse.epic} of the epics this has no fault (--profile epic)",
            expected="no fault by the profile classical",
            found=f"{verse.epic}, by the profile epic",
            fixes=(),
        )
        yield None, finding


RULE: Rule = VerseRule(
    code="CHA411",
    name="epic-licence",
    severity=Severity.INFO,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
