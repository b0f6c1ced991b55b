"""The rules of grammar: each against its own documentation, and all against the treatise."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import yaml

from dhyana.grammar.category import VIBHAKTIS
from dhyana.grammar.lint.book_rule import BookRule, book_findings
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, record_findings
from dhyana.grammar.lint.registry import MODULES, rule, rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.lint.vyakarana import reading_dhatupatha, words
from dhyana.grammar.vyakarana import Outcome
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import Analysis, MorphologyRow, VerseRecord, WordAnalysis

CODES = [code for code in sorted(MODULES) if code.startswith("VYA")]
OF_VERSE = ("number", "padaccheda", "anvaya")
SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]
FULL = Path(__file__).parents[3].parent / "shared" / "data" / "panini" / "dhatupatha.tsv"


def section(found: Rule, heading: str) -> str:
    """Cut one section out of a rule's documentation."""
    assert found.documentation is not None
    return found.documentation.split(f"## {heading}\n")[1].split("\n## ")[0]


def analysis_of(written: str) -> Analysis:
    """Read an analysis as records have it."""
    parts: dict[str, Any] = yaml.safe_load(written)
    return Analysis(
        **{name: part for name, part in _tuples(parts).items() if name != "words"},
        words=tuple(WordAnalysis(**_tuples(word)) for word in parts.get("words", ())),
    )


def _tuples(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(p) if isinstance(p, list) else p for name, p in parts.items()}


def records_in(text: str) -> list[VerseRecord]:
    """Read the records that the indented lines of a section show, one a block."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ") or not line]
    return [
        record_of([line for line in block if line])
        for shown, block in groupby(lines, key=bool)
        if shown
    ]


def record_of(lines: Sequence[str]) -> VerseRecord:
    """Make a record of lines of field and value; a form begins a row."""
    fields: dict[str, str] = {}
    rows: list[dict[str, str]] = []
    name = ""
    for line in lines:
        first, _, value = line.partition(" ")
        if first in (*OF_VERSE, "form", "category", "description", "analysis"):
            name = first
            if name == "form":
                rows.append({})
            of = fields if name in OF_VERSE else rows[-1]
            of[name] = value.strip()
        else:
            rows[-1][name] += f" {line}"
    return VerseRecord(
        number=int(fields.get("number", "1")),
        verse="",
        padaccheda=fields.get("padaccheda", ""),
        anvaya=fields.get("anvaya", ""),
        translation="",
        morphology=tuple(
            MorphologyRow(
                row["form"],
                row.get("category", "अव्ययम्"),
                row.get("description", ""),
                analysis_of(row["analysis"]) if "analysis" in row else None,
            )
            for row in rows
        ),
        commentary="",
    )


def found_by(checked: Rule, records: Sequence[VerseRecord]) -> Iterator[RecordFinding]:
    """Ask one rule of records."""
    if isinstance(checked, BookRule):
        yield from (found.finding for found in checked.check(records))
    else:
        assert isinstance(checked, RecordRule)
        for record in records:
            yield from checked.check(record)


def codes_of(record: VerseRecord) -> set[str]:
    """Codes of all that is found in a record."""
    return {diagnostic.code for diagnostic in record_findings(record, "VYA")}


@pytest.mark.parametrize("code", CODES)
def test_the_documentation_has_all_sections(code: str) -> None:
    """Every rule says what it checks and why, shows a fault and its remedy, names its ground."""
    found = rule(code)
    assert found.code == code
    assert found.authority
    for heading in SECTIONS:
        assert section(found, heading).strip()


def test_names_are_each_given_once() -> None:
    """No two rules share a name."""
    names = [found.name for found in rules("VYA")]
    assert len(names) == len(set(names)) == len(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_example_is_found_and_its_remedy_is_not(code: str) -> None:
    """The example of a rule has the fault; what is to be used instead has none of the family."""
    found = rule(code)
    example, instead = (records_in(section(found, part)) for part in ("Example", "Use instead"))
    findings = list(found_by(found, example))
    assert findings
    for finding in findings:
        assert finding.start < finding.end
        assert finding.message
    assert not list(found_by(found, instead))


def analysed(edition: Edition) -> list[VerseRecord]:
    """Read the records of the treatise, whose rows all have an analysis."""
    records = [verse.record for verse in load(edition=edition).verses]
    assert all(row.analysis for record in records for row in record.morphology)
    return records


FOUND = {
    (1, "morphology[3].category", "VYA102"),
    (1, "morphology[4].category", "VYA141"),
    (1, "morphology[9].category", "VYA121"),
    (1, "morphology[9].category", "VYA122"),
    (2, "morphology[11].category", "VYA133"),
    (3, "morphology[0].category", "VYA142"),
    (3, "morphology[11].form", "VYA111"),
    (6, "morphology[4].category", "VYA134"),
    (6, "morphology[4].form", "VYA112"),
    (8, "morphology[8].category", "VYA102"),
    (8, "morphology[8].category", "VYA142"),
    (8, "morphology[8].category", "VYA144"),
    (9, "morphology[1].category", "VYA113"),
    (9, "morphology[2].category", "VYA113"),
    (9, "morphology[5].category", "VYA113"),
    (16, "morphology[0].category", "VYA102"),
    (16, "morphology[3].category", "VYA102"),
    (16, "morphology[3].category", "VYA143"),
    (16, "morphology[8].description", "VYA131"),
    (16, "morphology[8].form", "VYA112"),
    (20, "morphology[3].category", "VYA133"),
    (21, "morphology[1].category", "VYA134"),
    (21, "morphology[2].description", "VYA152"),
    (21, "morphology[4].category", "VYA134"),
    (22, "morphology[4].description", "VYA151"),
    (24, "morphology[9].category", "VYA134"),
    (26, "morphology[3].description", "VYA131"),
    (27, "morphology[0].form", "VYA112"),
    (30, "morphology[6].category", "VYA121"),
    (32, "morphology[3].category", "VYA134"),
    (35, "anvaya", "VYA163"),
    (39, "morphology[3].category", "VYA141"),
    (39, "padaccheda", "VYA154"),
    (41, "morphology[1].category", "VYA101"),
    (42, "morphology[3].category", "VYA134"),
    (48, "morphology[3].category", "VYA134"),
    (49, "morphology[2].description", "VYA123"),
    (49, "morphology[2].description", "VYA152"),
}
"""Every finding in the treatise, each read against Pāṇini and the text."""


@pytest.mark.parametrize("edition", [Edition.SOURCE, Edition.TEXT])
def test_the_findings_in_the_treatise_are_those_that_were_read(edition: Edition) -> None:
    """No more is found in the treatise than what was judged to be a fault, and no less."""
    records = analysed(edition)
    found = {
        (record.number, diagnostic.field, diagnostic.code)
        for record in records
        for diagnostic in record_findings(record, "VYA")
    }
    found |= {
        (records[one.record].number, one.finding.field, of.code)
        for of, one in book_findings(records, "VYA")
    }
    assert found == FOUND


def test_all_words_but_four_are_proven() -> None:
    """What each row says of its form is derived; four forms are refuted, nothing is left open."""
    examined = [word.examined for record in analysed(Edition.TEXT) for word in words(record)]
    refuted = [one.written for one in examined if one.verdict.outcome is Outcome.REFUTED]
    assert refuted == ["मन्त्रिणः", "अन्तरतत्वतः", "आददन्ति", "अवशेषपथा"]
    assert sum(one.verdict.outcome is Outcome.PROVEN for one in examined) == len(examined) - 4


def test_every_wrong_case_label_is_caught() -> None:
    """Whatever other case a label names than the sentence has, something is found in that row."""
    against = [of for code in ("VYA113", "VYA191") if isinstance(of := rule(code), RecordRule)]
    changed, missed = 0, []
    for record in analysed(Edition.TEXT):
        for row in record.morphology:
            case = next((one for one in VIBHAKTIS[:7] if f"({one}," in row.category), None)
            for number, other in enumerate(VIBHAKTIS[:7], 1):
                if case in (None, other) or row.analysis is None:
                    continue
                if number in {one.vibhakti for one in row.analysis.each}:
                    continue
                label = row.category.replace(f"({case},", f"({other},")
                one = replace(record, morphology=(replace(row, category=label),))
                changed += 1
                refuted = any(w.examined.verdict.outcome is Outcome.REFUTED for w in words(one))
                if not refuted and not any(list(of.check(one)) for of in against):
                    missed.append((record.number, row.form, other))
    assert changed > 1500
    assert missed == []


@pytest.mark.parametrize(
    ("form", "label", "analysis"),
    [
        (
            "क्षेत्रे",
            "सुबन्तरूपम् (सप्तमी, एकवचनम्, नपुंसकलिङ्गम्)",
            "{stem: क्षेत्र, linga: नपुं, vibhakti: 3, vacana: 1}",
        ),
        (
            "भवति",
            "तिङन्तरूपम् (लट्, प्रथमपुरुषः, एकवचनम्)",
            "{dhatu: भू, gana: 1, lakara: लट्, purusha: प्रथम, vacana: 3}",
        ),
    ],
)
def test_an_analysis_that_the_form_refutes_is_no_ground(
    form: str, label: str, analysis: str
) -> None:
    """Where a form can be what its label says and not what the analysis does, that is said."""
    record = record_of([f"form {form}", f"category {label}", f"analysis {analysis}"])
    assert codes_of(record) == {"VYA191"}


def test_a_record_without_analyses_is_judged_by_its_labels_alone() -> None:
    """Where nothing is known of a word nothing is refuted."""
    record = record_of(["form रामेण", "category सुबन्तरूपम् (प्रथमा, एकवचनम्, पुंल्लिंगम्)"])
    assert codes_of(record) == {"VYA192"}
    assert [word.examined.verdict.outcome for word in words(record)] == [Outcome.UNDECIDED]


def test_a_form_beyond_all_measure_is_passed_over() -> None:
    """A form longer than any word is not examined."""
    record = record_of([f"form {'क' * 1000}", "category अव्ययम्", "analysis {avyaya: true}"])
    assert words(record) == ()


def test_another_dhatupatha_can_be_read() -> None:
    """With a full Dhātupāṭha roots are known that the treatise does not use."""
    if not FULL.is_file():
        pytest.skip(f"{FULL} is not there")
    record = record_of(
        [
            "form लुप्यति",
            "category तिङन्तरूपम् (लट्, प्रथमपुरुषः, एकवचनम्)",
            "analysis {dhatu: लुप, gana: 4}",
        ]
    )
    (word,) = words(record)
    assert word.examined.verdict.outcome is Outcome.UNDECIDED
    with reading_dhatupatha(FULL):
        (word,) = words(record)
    assert word.examined.verdict.outcome is Outcome.PROVEN


@pytest.mark.parametrize("members", [("", "योग"), ("१", "योग"), ("क" * 300, "योग"), ("क्रम",) * 60])
def test_members_that_are_no_stems_stop_nothing(members: tuple[str, ...]) -> None:
    """Of a compound whose members cannot be read nothing is decided, in good time."""
    row = MorphologyRow(
        "क्रमयोगेन",
        "सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)",
        "क्रमस्य योगेन (तत्पुरुषः)",
        Analysis(stem="योग", members=members, linga="पुं"),
    )
    record = replace(record_of(["form क", "category अव्ययम्"]), morphology=(row,))
    assert all(found.message for found in record_findings(record, "VYA"))
