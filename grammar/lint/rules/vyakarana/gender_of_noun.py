"""A noun of which the label names another gender than grammar gives it.

## What it checks

The gender of a noun of action follows from its suffix: words in घञ् and अप् are masculine, in क्तिन्
feminine, in ल्युट् neuter; of others the Liṅgānuśāsana names it. Adjectives and bahuvrīhis, which take
the gender of another word, are not concerned, nor is a noun of two genders.

## Why

The gender decides the form of every word that agrees with it.

## Example

    form      स्तराणि
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, नपुंसकलिंगम्)
    analysis  {stem: स्तर, dhatu: स्तॄञ्, gana: 9, krt: अप्, linga: पुं}

स्तर is formed with अप् (3.3.57) and so is masculine.

## Use instead

    form      स्तराः
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    analysis  {stem: स्तर, dhatu: स्तॄञ्, gana: 9, krt: अप्, linga: पुं}

## References

Liṅgānuśāsana; Aṣṭādhyāyī 2.4.26, *paravalliṅgaṃ dvandvatatpuruṣayoḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.category import Kind
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import grammar, shown, words
from dhyana.grammar.vyakarana.cells import LINGAS, Nominal
from dhyana.grammar.vyakarana.compounds import BAHUVRIHI
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.examining import verdict_in
from dhyana.grammar.vyakarana.gender import gender
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find nouns with a gender that is not theirs."""
    for word in words(record):
        category, analysis = word.category, word.analysis
        if category is None or category.kind is not Kind.SUBANTA or analysis is None:
            continue
        right = gender(analysis)
        if not word.is_declined or right is None or analysis.samasa == BAHUVRIHI:
            continue
        if category.linga is not None and category.linga != right.linga:
            cell = Nominal(right.linga, category.vibhakti or 1, category.vacana or 1)
            try:
                given = verdict_in(word.examined.written, cell, analysis, grammar()).given
            except UndecidableError:
                given = ()
            yield word.in_label(
                f"{analysis.stem or word.examined.written} is {LINGAS[right.linga]}",
                expected=f"{LINGAS[right.linga]}: {shown(given)}",
                found=f"{LINGAS[category.linga]}: {word.examined.written}",
                authority=right.authority,
            )


RULE = RecordRule(
    code="VYA121",
    name="gender-of-noun",
    severity=Severity.ERROR,
    authority="Liṅgānuśāsana; 2.4.26 paravalliṅgaṃ dvandvatatpuruṣayoḥ",
    documentation=__doc__,
    check=check,
)
