"""A word in the resolution of a compound that is no form of the member it stands for.

## What it checks

Each word of a resolution (ज्यायाः तरङ्गेण (तत्पुरुषः)) that begins like a member of the compound is
compared with all forms of that member. Words that are no member are not judged.

## Why

The resolution is there to show the cases; a form with a slip shows nothing.

## Example

    form         ज्यातरङ्गेण
    category     सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)
    description  ज्यायाः तरङ्गेन (तत्पुरुषः)
    analysis     {stem: तरङ्ग, members: [ज्या, तरङ्ग], linga: पुं}

After र the न of the ending is ण, vowels and ङ्ग between them notwithstanding (8.4.2).

## Use instead

    form         ज्यातरङ्गेण
    category     सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)
    description  ज्यायाः तरङ्गेण (तत्पुरुषः)
    analysis     {stem: तरङ्ग, members: [ज्या, तरङ्ग], linga: पुं}

## References

Aṣṭādhyāyī 4.1.2; 8.4.1, *raṣābhyāṃ no ṇaḥ samānapade*; 8.4.2.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.grammar.lint.vyakarana import Word, grammar, history, shown, words
from dhyana.grammar.lipi.phonemes import sounds
from dhyana.grammar.sandhi.classes import AC
from dhyana.grammar.vyakarana.cells import Nominal
from dhyana.grammar.vyakarana.deriving import UndecidableError, slp1
from dhyana.grammar.vyakarana.description import Part, vigraha
from dhyana.grammar.vyakarana.examining import Outcome, standing, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words that are no form of their member."""
    for word in words(record):
        claimed, cell = vigraha(word.row.description), word.examined.verdict.cell
        if claimed is None or word.analysis is None or not isinstance(cell, Nominal):
            continue
        for part in claimed.words:
            member = _member(part, word.analysis)
            if member is not None:
                yield from _against(word, part, member, cell)


def _member(part: Part, analysis: WordAnalysis) -> WordAnalysis | None:
    """Give the last member if a word of the resolution begins as it does, as a word of its own."""
    stem = slp1(analysis.members[-1]) if analysis.members else ""
    begins = stem.rstrip(AC)
    if len(begins) < _ENOUGH or not sounds(part.text).slp1.startswith(begins):
        return None
    if analysis.stem is None or slp1(analysis.stem) != stem:
        return None
    return replace(analysis, members=(), samasa=None)


_ENOUGH = 2


def _against(
    word: Word, part: Part, member: WordAnalysis, cell: Nominal
) -> Iterator[RecordFinding]:
    try:
        verdict = verdict_in(part.text, cell, member, grammar())
    except UndecidableError:
        return
    if verdict.outcome is not Outcome.REFUTED:
        return
    anywhere = replace(member, linga=None)
    if any(standing(part.text, anywhere, grammar())):
        return
    given = shown(verdict.given)
    yield word.in_description(
        part.start,
        part.end,
        f"{part.text} is no form of {member.stem}; {cell} is {given}",
        expected=given,
        found=part.text,
        authority=history(word, cell, member),
        repairs=(Repair(f"write {given}", ((part.start, part.end, given),)),),
    )


RULE = RecordRule(
    code="VYA151",
    name="vigraha-form",
    severity=Severity.ERROR,
    authority="4.1.2 svaujasamauṭ…; 8.4.2",
    documentation=__doc__,
    check=check,
)
