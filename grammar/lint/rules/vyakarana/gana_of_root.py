"""A root said to be of a class in which the Dhātupāṭha has none, or that does not make the form.

## What it checks

The description names the class of the root (दिवादिगणः). Either that class has no such root, or the
form is not what the root makes by it.

## Why

The class decides what stands between root and ending (शप्, श्यन्, श्लु …); with another class the form
is another.

## Example

    form         क्षीयते
    category     तिङन्तरूपम् (कर्मकर्तरि लट्, प्रथमपुरुषः, एकवचनम्)
    description  क्षि (दिवादिगणः); decays
    analysis     {dhatu: क्षि, gana: 1, prayoga: कर्मकर्तरि}

क्षि stands in the classes 1, 5 and 6. The य of क्षीयते is यक् (3.1.67).

## Use instead

    form         क्षीयते
    category     तिङन्तरूपम् (कर्मकर्तरि लट्, प्रथमपुरुषः, एकवचनम्)
    description  क्षि (भ्वादिगणः); decays
    analysis     {dhatu: क्षि, gana: 1, prayoga: कर्मकर्तरि}

## References

Dhātupāṭha; Aṣṭādhyāyī 3.1.68–81.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, grammar, history, shown, words
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.description import Part, formula, gana_of
from dhyana.grammar.vyakarana.dhatupatha import GANAS, Root
from dhyana.grammar.vyakarana.examining import Outcome, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find classes that the Dhātupāṭha or the form refutes."""
    for word in words(record):
        claimed, analysis = formula(word.row.description), word.analysis
        if claimed is None or claimed.gana is None or analysis is None or analysis.dhatu is None:
            continue
        if gana_of(claimed.gana.text) != analysis.gana:
            yield from _against(word, analysis, claimed.gana)


def _against(word: Word, analysis: WordAnalysis, claimed: Part) -> Iterator[RecordFinding]:
    try:
        own = grammar().roots_of(analysis)
    except UndecidableError:
        return
    plain = own[0].plain
    alike = grammar().roots.plain(plain)
    there = [root for root in alike if root.gana == gana_of(claimed.text)]
    if not there:
        yield word.in_description(
            claimed.start,
            claimed.end,
            f"the class {claimed.text} has no root {devanagari(plain)}",
            expected=", ".join(map(_entry, alike)),
            found=claimed.text,
            authority="Dhātupāṭha " + ", ".join(root.number for root in alike),
        )
        return
    for root in there:
        other = replace(analysis, dhatu=devanagari(root.taught), gana=root.gana)
        try:
            verdict = verdict_in(
                word.examined.written, word.examined.verdict.cell, other, grammar()
            )
        except UndecidableError:
            return
        if verdict.outcome is not Outcome.REFUTED:
            return
    yield word.in_description(
        claimed.start,
        claimed.end,
        f"as {_entry(root)} the root makes {shown(verdict.given)}, not {word.examined.written}",
        expected=", ".join(_entry(one) for one in own),
        found=_entry(root),
        authority=f"Dhātupāṭha {root.number}; {history(word, verdict.cell, other)}",
    )


def _entry(root: Root) -> str:
    return f"{devanagari(root.taught)} ({GANAS[root.gana - 1]} {root.number})"


RULE = RecordRule(
    code="VYA131",
    name="gana-of-root",
    severity=Severity.ERROR,
    authority="Dhātupāṭha; 3.1.68–81",
    documentation=__doc__,
    check=check,
)
