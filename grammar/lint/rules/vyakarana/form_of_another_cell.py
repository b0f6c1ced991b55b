"""A form that does not stand in the cell that its label names.

## What it checks

The cell is derived by Pāṇini's rules from the analysis of the row. The form is not among what it
gives, and stands in other cells of the word, which are named. Spelling is free: anusvāra for a
nasal, a doubled consonant, a final म् as anusvāra. Not reported is a word whose declension is not
derived reliably.

## Why

The reader construes the verse by the label.

## Example

    form      मन्त्रिणः
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, पुंल्लिंगम्)
    analysis  {stem: मन्त्रिन्, linga: पुं}

The nominative singular of मन्त्रिन् is मन्त्री (6.4.13, 6.1.68, 8.2.7); मन्त्रिणः is, among others, its
plural.

## Use instead

    form      मन्त्री
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, पुंल्लिंगम्)
    analysis  {stem: मन्त्रिन्, linga: पुं}

## References

Aṣṭādhyāyī 4.1.2, 3.4.78 and what they cause; each finding names the sūtras of its cell.
"""

from collections.abc import Iterator
from itertools import islice

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.grammar.lint.vyakarana import grammar, history, shown, words
from dhyana.grammar.vyakarana.examining import Outcome, standing
from dhyana.shlokas.record import VerseRecord

_NAMED = 6


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find forms that stand in other cells."""
    for word in words(record):
        verdict, analysis = word.examined.verdict, word.analysis
        if verdict.outcome is not Outcome.REFUTED or analysis is None or verdict.cell is None:
            continue
        cells = list(islice(standing(word.examined.written, analysis, grammar()), _NAMED))
        if cells:
            given = shown(verdict.given)
            yield word.in_form(
                f"{word.examined.written} is not the form of {verdict.cell}",
                expected=given,
                found=f"{word.examined.written}, which is {', '.join(map(str, cells))}",
                authority=history(word, verdict.cell, analysis),
                repairs=(Repair(f"write {given}, or the cell in which the form stands"),),
            )


RULE = RecordRule(
    code="VYA111",
    name="form-of-another-cell",
    severity=Severity.ERROR,
    authority="4.1.2 svaujasamauṭ…; 3.4.78 tiptasjhi…",
    documentation=__doc__,
    check=check,
)
