"""A word in the resolution of a compound that is no form of the member it stands for.

## What it checks

Each word of a resolution (ज्यायाः तरङ्गेण (तत्पुरुषः)) that begins like a member of the compound, or
like several together, is compared with all forms of it. Words that are no member are not judged,
nor those that are farther from any form than by a slip: length, n for ṇ, a sibilant, visarga.

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
from dhyana.grammar.lint.vigraha import first_members, stands
from dhyana.grammar.lint.vyakarana import Word, grammar, history, words
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.sandhi.classes import AC
from dhyana.grammar.vyakarana.cells import LINGAS, Cell, nominal_cells
from dhyana.grammar.vyakarana.compounds import BAHUVRIHI
from dhyana.grammar.vyakarana.deriving import Derived, UndecidableError, slp1
from dhyana.grammar.vyakarana.description import Part, vigraha
from dhyana.grammar.vyakarana.examining import heard_as, is_indeclinable, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words that are no form of their member."""
    for word in words(record):
        claimed, cell = vigraha(word.row.description), word.examined.verdict.cell
        if claimed is None or word.analysis is None or len(claimed.words) < _FEWEST:
            continue
        for part in claimed.words:
            try:
                yield from _against(word, part, word.analysis, cell)
            except UndecidableError:
                continue


_FEWEST = 2
"""Words of a resolution; one word resolves nothing, which VYA152 says."""


def _against(
    word: Word, part: Part, analysis: WordAnalysis, cell: Cell | None
) -> Iterator[RecordFinding]:
    """Compare a word with the members that it begins like.

    Raises `UndecidableError` where their forms are not known.
    """
    heard = heard_as(part.text)
    members = [one for begins, one in _members(analysis) if _folded(heard).startswith(begins)]
    if not members or any(_stands(part.text, one) for one in members):
        return
    near = next((found for one in members for found in _near(heard, one, cell)), None)
    if near is None:
        return
    form, where, member = near
    meant = devanagari(form.form)
    yield word.in_description(
        part.start,
        part.end,
        f"{part.text} is no form of {member.stem}; {where} is {meant}",
        expected=meant,
        found=part.text,
        authority=history(word, where, member),
        repairs=(Repair(f"write {meant}", ((part.start, part.end, meant),)),),
    )


def _members(analysis: WordAnalysis) -> Iterator[tuple[str, WordAnalysis]]:
    """Give the members, and rows of them, each with the sounds its forms begin with, folded."""
    for begins, one in first_members(analysis):
        yield _folded(begins), one
    if not analysis.members or not analysis.stem or is_indeclinable(analysis):
        return
    if slp1(analysis.stem) == slp1(analysis.members[-1]):
        begins = slp1(analysis.stem).rstrip(AC)
        if len(begins) >= _ENOUGH:
            own = None if analysis.samasa == BAHUVRIHI else analysis.linga
            yield _folded(begins), replace(analysis, members=(), samasa=None, linga=own)


_ENOUGH = 2


def _stands(text: str, member: WordAnalysis) -> bool:
    """Whether a word stands anywhere in the declension of a member."""
    return stands(text, member, lingas=(member.linga,) if member.linga else tuple(LINGAS))


def _near(
    heard: str, member: WordAnalysis, own: Cell | None
) -> Iterator[tuple[Derived, Cell, WordAnalysis]]:
    """Give the forms of a member from which a word differs by a slip; of the own cell first."""
    cells = nominal_cells((member.linga,) if member.linga else tuple(LINGAS))
    for cell in sorted(cells, key=lambda cell: cell != own):
        for derived in verdict_in(devanagari(heard), cell, member, grammar()).given:
            if _folded(derived.form) == _folded(heard):
                yield derived, cell, member


_FOLDED = str.maketrans("AIUFREOzMS", "aiufneosms")


def _folded(heard: str) -> str:
    """Leave out what slips of the pen concern: length, n and ṇ, the sibilants, visarga."""
    return heard.translate(_FOLDED).replace("H", "")


RULE = RecordRule(
    code="VYA151",
    name="vigraha-form",
    severity=Severity.ERROR,
    authority="4.1.2 svaujasamauṭ…; 8.4.2",
    documentation=__doc__,
    check=check,
)
