"""An analysis that grammar, or the record itself, contradicts.

## What it checks

The analysis of a row is this edition's own, and may be wrong: it has as many parts as the row has
words; its root stands in its class in the Dhātupāṭha; its stem is what root and suffix, or base
and suffix, make; its endings are of the set that the form has; the form can have its case and
number, or its person.

## Why

A form derived from a wrong analysis proves nothing.

## Example

    form      वर्तन्ते
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)
    analysis  {dhatu: वृतु, gana: 6}

The class तुदादि has no root वृतु.

## Use instead

    form      वर्तन्ते
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)
    analysis  {dhatu: वृतु, gana: 1}

## References

Dhātupāṭha; Aṣṭādhyāyī 1.3.1, *bhūvādayo dhātavaḥ*; 1.3.12–93.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, grammar, shown, words
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.vyakarana.cells import Finite, Nominal
from dhyana.grammar.vyakarana.deriving import UndecidableError, slp1
from dhyana.grammar.vyakarana.dhatupatha import GANAS
from dhyana.grammar.vyakarana.examining import Outcome, cell_of, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find analyses that cannot be right."""
    for index, row in enumerate(record.morphology):
        written = re.findall(r"[^\s…]+", row.form)
        if row.analysis is not None and len(row.analysis.each) != len(written):
            yield RecordFinding(
                field=f"morphology[{index}].form",
                start=0,
                end=len(row.form),
                message=f"{len(written)} words stand here, {len(row.analysis.each)} are analysed",
                word=row.form,
            )
    for word in words(record):
        if word.analysis is not None:
            yield from _root(word, word.analysis)
            yield from _stem(word, word.analysis)
            yield from _pada(word, word.analysis)
            yield from _cell(word, word.analysis)


def _root(word: Word, analysis: WordAnalysis) -> Iterator[RecordFinding]:
    """Only of a root that is known is it known that a class does not have it."""
    if analysis.dhatu is None or analysis.gana is None:
        return
    taught = slp1(analysis.dhatu)
    classes = [root.gana for root in grammar().roots.roots if root.taught == taught]
    if classes and analysis.gana not in classes:
        yield word.in_form(
            f"the class {GANAS[analysis.gana - 1]} has no root {analysis.dhatu}",
            expected=", ".join(GANAS[gana - 1] for gana in classes),
            found=GANAS[analysis.gana - 1],
            authority="Dhātupāṭha",
        )


def _stem(word: Word, analysis: WordAnalysis) -> Iterator[RecordFinding]:
    if analysis.stem is None or analysis.avyaya:
        return
    try:
        made = grammar().stems(analysis)
        stands = grammar().plain_stem(analysis)
    except UndecidableError:
        return
    if made and stands is not None:
        yield word.in_form(
            f"root or base and suffix make {shown(made)}, not {devanagari(stands)}",
            expected=shown(made),
            found=analysis.stem,
        )


def _pada(word: Word, analysis: WordAnalysis) -> Iterator[RecordFinding]:
    cell = word.examined.verdict.cell
    if not isinstance(cell, Finite) or analysis.pada is None:
        return
    try:
        verdict = verdict_in(
            word.examined.written, replace(cell, pada=analysis.pada), analysis, grammar()
        )
    except UndecidableError:
        return
    if word.examined.verdict.outcome is Outcome.PROVEN and verdict.outcome is not Outcome.PROVEN:
        yield word.in_form(
            f"{word.examined.written} has not the endings of {analysis.pada}",
            expected=shown(verdict.given),
            found=word.examined.written,
            authority="1.3.12–93",
        )


def _cell(word: Word, analysis: WordAnalysis) -> Iterator[RecordFinding]:
    """Of a form that stands where its label says, and cannot stand where the analysis does."""
    named = word.examined.verdict.cell
    if word.category is None or word.examined.verdict.outcome is not Outcome.PROVEN:
        return
    try:
        ours = cell_of(None, analysis)
        if isinstance(ours, Finite):
            ours = replace(ours, pada=None)  # of which `_pada` tells
        elif isinstance(ours, Nominal) and isinstance(named, Nominal):
            ours = replace(ours, linga=named.linga)  # a wrong gender has rules of its own
        verdict = verdict_in(word.examined.written, ours, analysis, grammar())
    except UndecidableError:
        return
    if ours is not None and verdict.outcome is Outcome.REFUTED:
        yield word.in_form(
            f"{word.examined.written} cannot be {ours}, as it is analysed",
            expected=str(named),
            found=str(ours),
        )


RULE = RecordRule(
    code="VYA191",
    name="analysis-contradicted",
    severity=Severity.ERROR,
    authority="Dhātupāṭha; 1.3.1 bhūvādayo dhātavaḥ; 1.3.12–93",
    documentation=__doc__,
    check=check,
)
