"""A formula of preverbs, root and suffixes that makes another word.

## What it checks

The description takes the word apart (सम् + पद् + णिच् + शतृ). Its parts, by the rules of grammar,
do not make the form in its cell, with no root of that sound. Formulas with a part that is not
known are not judged.

## Why

The formula is the derivation that the reader is given.

## Example

    form         विभज्य
    category     कृदन्तरूपम् (ल्यप्)
    description  सम् + भज् + ल्यप्; having partitioned
    analysis     {dhatu: भज, gana: 1, upasarga: [वि], krt: ल्यप्}

These parts make सम्भज्य.

## Use instead

    form         विभज्य
    category     कृदन्तरूपम् (ल्यप्)
    description  वि + भज् + ल्यप्; having partitioned
    analysis     {dhatu: भज, gana: 1, upasarga: [वि], krt: ल्यप्}

## References

Aṣṭādhyāyī 1.4.58–59 (upasargāḥ), 3.1.32 (sanādyantā dhātavaḥ), 3.1.93 (kṛd atiṅ).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, grammar, shown, words
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.vyakarana.cells import KARMAKARTARI, KARMANI, Finite
from dhyana.grammar.vyakarana.deriving import CVI, UPASARGAS, UndecidableError, slp1
from dhyana.grammar.vyakarana.description import SANADI, Part, formula
from dhyana.grammar.vyakarana.examining import Outcome, Verdict, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis

_YAK = "यक्"


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find formulas that make another word than theirs."""
    for word in words(record):
        claimed, analysis = formula(word.row.description), word.analysis
        if claimed is None or analysis is None or analysis.dhatu is None:
            continue
        if word.examined.verdict.outcome is not Outcome.PROVEN:
            continue
        verdicts = _verdicts(word, analysis, claimed.parts)
        if verdicts and all(verdict.outcome is Outcome.REFUTED for verdict in verdicts):
            given = shown([derived for verdict in verdicts for derived in verdict.given])
            yield word.in_description(
                claimed.parts[0].start,
                claimed.parts[-1].end,
                f"these parts make {given}, not {word.examined.written}",
                expected=_formula(analysis),
                found=" + ".join(part.text for part in claimed.parts),
            )


def _verdicts(word: Word, analysis: WordAnalysis, parts: Sequence[Part]) -> list[Verdict]:
    """Examine the word as the formula has it, with each root of that sound; none if unclear."""
    texts = [part.text for part in parts]
    if analysis.taddhita == CVI:
        texts = texts[1:]
    at = next((index for index, text in enumerate(texts) if text not in UPASARGAS), len(texts))
    roots = grammar().roots.plain(slp1(texts[at])) if at < len(texts) else ()
    suffixes = texts[at + 1 :]
    cell = word.examined.verdict.cell
    if _YAK in suffixes:
        if not isinstance(cell, Finite) or cell.prayoga not in (KARMANI, KARMAKARTARI):
            return []
        suffixes.remove(_YAK)
    sanadi = tuple(suffix for suffix in suffixes if suffix in SANADI)
    krt = [suffix for suffix in suffixes if suffix not in SANADI]
    if len(krt) > 1 or (krt and analysis.krt is None):
        return []
    as_claimed = replace(
        analysis,
        upasarga=tuple(texts[:at]),
        sanadi=sanadi if suffixes else analysis.sanadi,
        krt=krt[0] if krt else analysis.krt,
        stem=None if analysis.krt else analysis.stem,
    )
    verdicts: list[Verdict] = []
    for root in roots:
        one = replace(as_claimed, dhatu=devanagari(root.taught), gana=root.gana)
        try:
            verdicts.append(verdict_in(word.examined.written, cell, one, grammar()))
        except UndecidableError:
            return []
    return verdicts


def _formula(analysis: WordAnalysis) -> str:
    suffixes = (*analysis.sanadi, *((analysis.krt,) if analysis.krt else ()))
    return " + ".join((*analysis.upasarga, analysis.dhatu or "", *suffixes))


RULE = RecordRule(
    code="VYA135",
    name="formula-of-another-word",
    severity=Severity.ERROR,
    authority="1.4.59 upasargāḥ kriyāyoge; 3.1.32 sanādyantā dhātavaḥ; 3.1.93 kṛdatiṅ",
    documentation=__doc__,
    check=check,
)
