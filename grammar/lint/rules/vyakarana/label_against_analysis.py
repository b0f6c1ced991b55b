"""A label that names another case, number, gender, person or voice than the sentence needs.

## What it checks

The form stands in the cell of the label, but that of the record's analysis is another one. The
analysis is ours, made from the sentence.

## Why

Many cells have one form: the nominative and accusative of the neuter, the instrumental of masculine
and neuter. Only the sentence tells them apart; a wrong label makes an object of a subject.

## Example

    anvaya    स्वकं रूपं (भवति)
    form      रूपम्
    category  सुबन्तरूपम् (द्वितीया, एकवचनम्, नपुंसकलिंगम्)
    analysis  {stem: रूप, linga: नपुं, vibhakti: 1, vacana: 1}

## Use instead

    anvaya    स्वकं रूपं (भवति)
    form      रूपम्
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)
    analysis  {stem: रूप, linga: नपुं, vibhakti: 1, vacana: 1}

## References

Aṣṭādhyāyī 2.3.1, *anabhihite*; 2.3.46, *prātipadikārthaliṅgaparimāṇavacanamātre prathamā*.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, grammar, words
from dhyana.grammar.vyakarana.cells import KARMANI, KARTARI, Cell, Finite, Nominal
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.examining import Outcome, cell_of, verdict_in
from dhyana.shlokas.record import VerseRecord, WordAnalysis


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find labels whose cell has the form, but is not the one of the sentence."""
    for word in words(record):
        verdict, analysis = word.examined.verdict, word.analysis
        if word.category is None or analysis is None or verdict.outcome is not Outcome.PROVEN:
            continue
        try:
            ours = cell_of(None, analysis)
            if _differ(ours, verdict.cell) and _may_stand(word, ours, verdict.cell, analysis):
                yield word.in_label(
                    f"{word.examined.written} is {ours} in this sentence, not {verdict.cell}",
                    expected=str(ours),
                    found=str(verdict.cell),
                )
        except UndecidableError:
            continue


def _differ(ours: Cell | None, named: Cell | None) -> bool:
    """Whether the cells are two."""
    if isinstance(ours, Finite) and isinstance(named, Finite):
        if {ours.prayoga, named.prayoga} == {KARTARI, KARMANI}:
            return True
        return (ours.lakara, ours.purusha, ours.vacana) != (
            named.lakara,
            named.purusha,
            named.vacana,
        )
    if not isinstance(ours, Nominal) or not isinstance(named, Nominal):
        return False
    return ours != named


def _may_stand(word: Word, ours: Cell | None, named: Cell | None, analysis: WordAnalysis) -> bool:
    """Whether the form can be what the analysis says; where it cannot, VYA191 tells.

    Of case and number this is asked in the gender of the label: a wrong gender has its own rules.
    """
    if (
        isinstance(ours, Nominal)
        and isinstance(named, Nominal)
        and (ours.vibhakti, ours.vacana) != (named.vibhakti, named.vacana)
    ):
        ours = replace(ours, linga=named.linga)
    return verdict_in(word.examined.written, ours, analysis, grammar()).outcome is Outcome.PROVEN


RULE = RecordRule(
    code="VYA113",
    name="label-against-analysis",
    severity=Severity.WARNING,
    authority="2.3.1 anabhihite; 2.3.46 prātipadikārthaliṅgaparimāṇavacanamātre prathamā",
    documentation=__doc__,
    check=check,
)
