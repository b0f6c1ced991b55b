"""A resolution that ends in another case than the compound has.

## What it checks

The last word of a resolution stands for the whole: in a tatpuruṣa it is the last member, in the
case of the label or in the nominative; a pronoun after it (तस्मिन्) is in case, number and gender of
the label. Words of which nothing is known are not judged, nor are indeclinables.

## Why

महान् अर्णवः तस्मिन् says what महार्णवे is; महान् अर्णवः तेन would say what महार्णवेन is.

## Example

    form         महार्णवे
    category     सुबन्तरूपम् (सप्तमी, एकवचनम्, पुंल्लिंगम्)
    description  महान् अर्णवः तेन (कर्मधारयः)
    analysis     {stem: अर्णव, members: [महत्, अर्णव], samasa: कर्मधारयः, linga: पुं}

## Use instead

    form         महार्णवे
    category     सुबन्तरूपम् (सप्तमी, एकवचनम्, पुंल्लिंगम्)
    description  महान् अर्णवः तस्मिन् (कर्मधारयः)
    analysis     {stem: अर्णव, members: [महत्, अर्णव], samasa: कर्मधारयः, linga: पुं}

## References

Siddhāntakaumudī, sarvasamāsaśeṣa: *vṛttyarthāvabodhakaṃ vākyaṃ vigrahaḥ*.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.category import VIBHAKTIS
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vigraha import cases_of, stands
from dhyana.grammar.lint.vyakarana import Word, grammar, shown, words
from dhyana.grammar.vyakarana.cells import Nominal
from dhyana.grammar.vyakarana.compounds import is_tatpurusha
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.description import Part, vigraha
from dhyana.grammar.vyakarana.examining import Outcome, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis

_TAD = WordAnalysis(stem="तद्")
_NOMINATIVE = 1


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find resolutions whose end has not the case of the label."""
    for word in words(record):
        claimed, cell = vigraha(word.row.description), word.examined.verdict.cell
        if claimed is None or len(claimed.words) < 2 or not isinstance(cell, Nominal):
            continue
        if word.examined.verdict.outcome is not Outcome.PROVEN or word.analysis is None:
            continue
        last = claimed.words[-1]
        if last.text.startswith("त") and cases_of(last.text, _TAD):
            yield from _pronoun(word, last, cell)
        elif is_tatpurusha(claimed.name.text):
            yield from _member(word, last, cell, word.analysis)


def _pronoun(word: Word, last: Part, cell: Nominal) -> Iterator[RecordFinding]:
    verdict = verdict_in(last.text, cell, _TAD, grammar())
    if verdict.outcome is Outcome.REFUTED:
        yield _finding(word, last, cell, shown(verdict.given))


def _member(
    word: Word, last: Part, cell: Nominal, analysis: WordAnalysis
) -> Iterator[RecordFinding]:
    alone = replace(analysis, members=(), samasa=None)
    try:
        if stands(last.text, alone, (cell.vibhakti, _NOMINATIVE), (cell.linga,)):
            return
        given = verdict_in(last.text, cell, alone, grammar()).given
    except UndecidableError:
        return
    if set(cases_of(last.text, alone)) - {_NOMINATIVE, cell.vibhakti}:
        yield _finding(word, last, cell, shown(given))


def _finding(word: Word, last: Part, cell: Nominal, expected: str) -> RecordFinding:
    return word.in_description(
        last.start,
        last.end,
        f"{word.examined.written} is {VIBHAKTIS[cell.vibhakti - 1]}, {last.text} is not",
        expected=expected,
        found=last.text,
    )


RULE = RecordRule(
    code="VYA155",
    name="vigraha-in-another-case",
    severity=Severity.ERROR,
    authority="vṛttyarthāvabodhakaṃ vākyaṃ vigrahaḥ (Siddhāntakaumudī)",
    documentation=__doc__,
    check=check,
)
