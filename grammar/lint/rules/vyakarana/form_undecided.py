"""A form of which it cannot be decided whether it stands in its cell.

## What it checks

Words that are neither proven nor refuted, with the reason: the row has no analysis, the label
cannot be read, or the grammar does not know enough to derive it. Shown with `--show-undecided`.

## Why

A checker that is silent about what it did not check seems to have proven it.

## Example

    form      मूलभागेन
    category  सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)

## Use instead

    form      मूलभागेन
    category  सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)
    analysis  {stem: भाग, members: [मूल, भाग], samasa: तत्पुरुषः, linga: पुं, vibhakti: 3, vacana: 1}

## References

Nyāyasūtra 1.1.23, on doubt: *vimarśaḥ saṃśayaḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import words
from dhyana.grammar.vyakarana import Outcome
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words that are neither proven nor refuted."""
    for word in words(record):
        verdict = word.examined.verdict
        if verdict.outcome is Outcome.UNDECIDED:
            reason = verdict.reason or "the grammar does not know enough"
            yield word.in_form(f"{word.examined.written} is not decided: {reason}")


RULE = RecordRule(
    code="VYA192",
    name="form-undecided",
    severity=Severity.INFO,
    authority="Nyāyasūtra 1.1.23 vimarśaḥ saṃśayaḥ",
    documentation=__doc__,
    check=check,
    undecided=True,
)
