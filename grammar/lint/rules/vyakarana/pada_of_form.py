"""Endings called parasmaipada or ātmanepada that are the other set.

## What it checks

Label or description name the set of endings of a finite verb; the form has those of the other.

## Why

Which set a root takes follows from its marks in the Dhātupāṭha, from preverbs and from the sense;
it is part of the analysis.

## Example

    form         वर्तन्ते
    category     तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)
    description  वृत् (परस्मैपदम्)
    analysis     {dhatu: वृतु, gana: 1}

## Use instead

    form         वर्तन्ते
    category     तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)
    description  वृत् (आत्मनेपदम्)
    analysis     {dhatu: वृतु, gana: 1}

## References

Aṣṭādhyāyī 1.3.12–93; 1.4.99, *laḥ parasmaipadam*; 1.4.100, *taṅānāv ātmanepadam*.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import grammar, words
from dhyana.grammar.vyakarana.cells import PADAS, Finite
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.description import formula
from dhyana.grammar.vyakarana.examining import Outcome, verdict_in
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find sets of endings that are not those of the form."""
    for word in words(record):
        category, analysis, cell = word.category, word.analysis, word.examined.verdict.cell
        if category is None or analysis is None or not isinstance(cell, Finite):
            continue
        claimed = formula(word.row.description)
        remark = claimed.pada if claimed else None
        named = remark.text if remark else category.pada
        if named is None:
            continue
        other = next(pada for pada in PADAS if pada != named)
        try:
            verdict = verdict_in(
                word.examined.written, replace(cell, pada=other), analysis, grammar()
            )
        except UndecidableError:
            continue
        if verdict.outcome is Outcome.PROVEN:
            message = f"{word.examined.written} has the endings of {other}, not of {named}"
            if remark:
                yield word.in_description(
                    remark.start, remark.end, message, expected=other, found=named
                )
            else:
                yield word.in_label(message, named, expected=other, found=named)


RULE = RecordRule(
    code="VYA132",
    name="pada-of-form",
    severity=Severity.ERROR,
    authority="1.3.12 anudāttaṅita ātmanepadam; 1.3.78 śeṣāt kartari parasmaipadam",
    documentation=__doc__,
    check=check,
)
