"""A form that stands in no cell of its word.

## What it checks

The form is not what its cell gives, nor any other cell of the word, by Pāṇini's rules. Where the
last member of a compound is another there than alone, that is taken into account (5.4.68 ff.).

## Why

It is no form of the word; either it is a slip, or another word is meant.

## Example

    form      आददन्ति
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)
    analysis  {dhatu: डुदाञ्, gana: 3, upasarga: [आ]}

After a reduplicated root the ending is अति (7.1.4); after आ the endings are ātmanepada (1.3.20).

## Use instead

    form      आददते
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)
    analysis  {dhatu: डुदाञ्, gana: 3, upasarga: [आ]}

## References

Aṣṭādhyāyī 4.1.2, 3.4.78 and what they cause; each finding names the sūtras of its cell.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.grammar.lint.vyakarana import Word, grammar, history, shown, words
from dhyana.grammar.vyakarana.compounds import change_of_last_member
from dhyana.grammar.vyakarana.examining import Outcome, standing
from dhyana.grammar.vyakarana.sutras import cite
from dhyana.shlokas.record import VerseRecord, WordAnalysis


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find forms that no cell gives."""
    for word in words(record):
        verdict, analysis = word.examined.verdict, word.analysis
        if verdict.outcome is not Outcome.REFUTED or analysis is None:
            continue
        if verdict.cell and any(standing(word.examined.written, analysis, grammar())):
            continue
        given = shown(verdict.given)
        where = f"in {verdict.cell} " if verdict.cell else ""
        yield word.in_form(
            f"{word.examined.written} is no form of its word, which {where}is {given}",
            expected=given,
            found=word.examined.written,
            authority=_authority(word, analysis),
            repairs=(Repair(f"write {given}"),),
        )


def _authority(word: Word, analysis: WordAnalysis) -> str:
    change = change_of_last_member(analysis)
    derived = history(word, word.examined.verdict.cell, analysis)
    return "; ".join(part for part in (change and cite([change]), derived) if part)


RULE = RecordRule(
    code="VYA112",
    name="form-not-derived",
    severity=Severity.ERROR,
    authority="4.1.2 svaujasamauṭ…; 3.4.78 tiptasjhi…",
    documentation=__doc__,
    check=check,
)
