"""Right forms and readings that trip careless tools: the rules of grammar find nothing in them."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from dhyana.grammar.lint.record_rule import record_findings
from dhyana.grammar.lint.vyakarana import grammar, reading_dhatupatha, words
from dhyana.grammar.vyakarana import Outcome
from dhyana.grammar.vyakarana.cells import KARTARI, Finite, Nominal
from dhyana.grammar.vyakarana.examining import verdict_in
from dhyana.shlokas.record import Analysis, MorphologyRow, VerseRecord, WordAnalysis

RIGHT = Path(__file__).parents[1] / "right"
TABLE = RIGHT / "forms.txt"
CLAUSES = yaml.safe_load((RIGHT / "clauses.yaml").read_text(encoding="utf-8"))


def _tuples(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(p) if isinstance(p, list) else p for name, p in parts.items()}


def row_of(line: str) -> MorphologyRow:
    """Read a line of the collection: form | label | analysis."""
    form, label, written = line.split(" | ")
    parts = yaml.safe_load(written)
    several = tuple(WordAnalysis(**_tuples(word)) for word in parts.pop("words", ()))
    return MorphologyRow(form, label, "", Analysis(**_tuples(parts), words=several))


def record_with(*rows: MorphologyRow) -> VerseRecord:
    """Make a record that has nothing but morphology rows."""
    return VerseRecord(1, "", "", "", "", rows, "")


LINES = [
    line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES)
def test_nothing_is_found_in_a_right_form(line: str) -> None:
    """The form stands in its cell, whatever other form the cell has too."""
    record = record_with(row_of(line))
    assert [word.examined.verdict.outcome for word in words(record)].count(Outcome.REFUTED) == 0
    assert [found.message for found in record_findings(record, "VYA")] == []


def test_most_right_forms_are_proven() -> None:
    """Of the collection nearly all is derived; what is not decided is not blamed."""
    outcomes = Counter(
        word.examined.verdict.outcome for line in LINES for word in words(record_with(row_of(line)))
    )
    print(dict(outcomes))
    assert outcomes[Outcome.REFUTED] == 0
    assert outcomes[Outcome.PROVEN] >= 0.9 * outcomes.total()


NOUNS = [
    line.split()
    for line in (RIGHT / "nouns.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def outcome_of(form: str, stem: str, linga: str, vibhakti: str, vacana: str) -> Outcome:
    """Say what is known of a form in a cell of a plain stem."""
    cell = Nominal(linga, int(vibhakti), int(vacana))
    analysis = WordAnalysis(stem=stem, linga=linga)
    return verdict_in(form, cell, analysis, grammar()).outcome


@pytest.mark.parametrize("line", NOUNS, ids=" ".join)
def test_no_right_form_of_a_noun_is_refuted(line: list[str]) -> None:
    """Whatever its stem ends in, a form that the paradigms have is proven or left open."""
    assert outcome_of(*line) is not Outcome.REFUTED


def test_most_forms_of_nouns_are_proven() -> None:
    """Of stems of all endings at least four forms in five are derived."""
    outcomes = Counter(outcome_of(*line) for line in NOUNS)
    print(dict(outcomes))
    assert outcomes[Outcome.PROVEN] >= 0.8 * outcomes.total()


FULL = Path(__file__).parents[3].parent / "shared" / "data" / "panini" / "dhatupatha.tsv"
VERBS = [
    line.split()
    for line in (RIGHT / "verbs.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.skipif(not FULL.exists(), reason="needs ../shared/data")
def test_right_forms_of_verbs_are_proven() -> None:
    """Of roots of all classes, in all lakāras, the forms that every grammar prints come out."""
    missed = []
    with reading_dhatupatha(FULL):
        for form, root, gana, lakara, purusha, vacana in VERBS:
            cell = Finite(lakara, KARTARI, purusha, int(vacana))
            verdict = verdict_in(form, cell, WordAnalysis(dhatu=root, gana=int(gana)), grammar())
            if verdict.outcome is not Outcome.PROVEN:
                missed.append(form)
    assert len(VERBS) > 100
    assert missed == []


WRONG = """
भूपत्या | सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिङ्गम्) | {stem: पति, members: [भू, पति], linga: पुं}
पतिना | सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिङ्गम्) | {stem: पति, linga: पुं}
श्र्यै | सुबन्तरूपम् (चतुर्थी, एकवचनम्, स्त्रीलिङ्गम्) | {stem: श्री, linga: स्त्री}
महतम् | विशेषणम् (द्वितीया, एकवचनम्, पुंल्लिङ्गम्) | {stem: महत्, linga: पुं}
नमस्कृत्वा | कृदन्तरूपम् (ल्यप्) | {members: [नमस्, कृ], dhatu: डुकृञ्, gana: 8, krt: ल्यप्}
त्रयः | संख्याविशेषणम् (प्रथमा, बहुवचनम्, स्त्रीलिङ्गम्) | {stem: त्रि, linga: स्त्री}
आददन्ति | तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्) | {dhatu: डुदाञ्, gana: 3, upasarga: [आ]}
"""
"""What another word has, or the same word elsewhere."""


@pytest.mark.parametrize("line", WRONG.strip().splitlines())
def test_their_neighbours_are_refuted(line: str) -> None:
    """A form that stands beside a right one is found where it does not stand."""
    (word,) = words(record_with(row_of(line)))
    assert word.examined.verdict.outcome is Outcome.REFUTED


VIGRAHAS = [
    line
    for line in (RIGHT / "vigrahas.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("line", VIGRAHAS)
def test_nothing_is_found_in_a_right_vigraha(line: str) -> None:
    """In words with sandhi and without, with pronoun and without, a resolution is left alone."""
    form, label, description, analysis = line.split(" | ")
    row = replace(row_of(f"{form} | {label} | {analysis}"), description=description)
    assert not {one.code for one in record_findings(record_with(row), "VYA")} - {"VYA192"}


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause["why"])
def test_clauses_are_judged_as_they_should(clause: dict[str, Any]) -> None:
    """Agreement that grammar permits is not blamed; of a wrong clause its rule is found."""
    rows = tuple(row_of(line) for line in clause["rows"])
    record = replace(record_with(*rows), anvaya=clause["anvaya"])
    found = {one.code for one in record_findings(record, "VYA")} - {"VYA192"}
    assert found == ({clause["wrong"]} if "wrong" in clause else set())
