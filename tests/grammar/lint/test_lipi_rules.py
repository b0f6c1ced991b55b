"""The rules of the text as text: against their documentation, the treatise, and right things."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.book_rule import BookRule, book_findings
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.excerpt import field_excerpt
from dhyana.grammar.lint.lipi import text_findings
from dhyana.grammar.lint.record_rule import AnyRecord, record_findings
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.shlokas import load
from dhyana.shlokas.record import (
    Canto,
    LexiconEntry,
    MorphologyRow,
    TreatiseRecord,
    VerseRecord,
)

RULES = [
    found for found in rules("LIP") if found.code not in ("LIP101", "LIP107", "LIP133", "LIP901")
]
SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]

Section = Callable[[Rule, str], str | None]

VERSE = VerseRecord(1, "", "", "", "", (), "")
TREATISE = TreatiseRecord("", "", "", "", "", "", (), (), (), (), "")
CANTO = Canto(1, "", "", "", 1, 5, "")

# --- records of lines --------------------------------------------------------------------


def records_of(block: str) -> list[AnyRecord]:
    r"""Make records of lines `field  text`; `number  2` begins the next verse.

    A line that begins with spaces goes on with the field before; `\u0304` is that character.
    """
    parts: list[dict[str, str]] = [{}]
    field = ""
    for line in block.splitlines():
        if line.startswith(" "):
            parts[-1][field] += "\n" + line.strip()
            continue
        field, _, text = line.partition(" ")
        if field == "number":
            parts.append({})
        parts[-1][field] = re.sub(
            r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text.strip()
        )
    return [_record(texts, number) for number, texts in enumerate(parts, 1)]


def _record(texts: Mapping[str, str], number: int) -> AnyRecord:
    names = {field.name for field in fields(VerseRecord)}
    of_verse = all(re.split(r"[.\[]", path)[0] in names for path in texts)
    record: Any = replace(VERSE, number=number) if of_verse else TREATISE
    for path, text in texts.items():
        if path != "number":
            record = _with(record, re.findall(r"\w+", path), text)
    return record


_EMPTY = {"morphology": MorphologyRow("", "", ""), "cantos": CANTO, "matrix": (),
          "lexicon": LexiconEntry("", "", ""), "matrix_columns": ""}  # fmt: skip


def _with(value: Any, path: Sequence[str], text: str, empty: Any = "") -> Any:
    """Put a text at a path; lists grow as far as they must."""
    if not path:
        return int(text) if isinstance(value, int) else text
    step, *rest = path
    if step.isdigit():
        items = list(value)
        while len(items) <= int(step):
            items.append(_nth_canto(len(items)) if empty is CANTO else empty)
        items[int(step)] = _with(items[int(step)], rest, text)
        return tuple(items)
    inner = _with(getattr(value, step), rest, text, _EMPTY.get(step, ""))
    return replace(value, **{step: inner})


def _nth_canto(index: int) -> Canto:
    return replace(CANTO, number=index + 1, first_verse=5 * index + 1, last_verse=5 * index + 5)


def found_in(records: Sequence[AnyRecord]) -> Iterator[tuple[str, str | None]]:
    """Codes of what is found in records and in all of them together, with the words."""
    for record in records:
        for found in record_findings(record, "LIP"):
            yield found.code, found.found
    for rule, one in book_findings(records, "LIP"):
        yield rule.code, one.finding.found


def codes(block: str) -> set[str]:
    """Codes of what is found in records of lines."""
    return {code for code, _ in found_in(records_of(block))}


# --- what the rules say of themselves ------------------------------------------------------


@pytest.mark.parametrize("found", RULES, ids=lambda found: found.code)
def test_documented_example_is_found_and_its_remedy_is_not(found: Rule, section: Section) -> None:
    """The example shows the finding and no other, what is to be used instead none at all."""
    assert found.documentation is not None
    assert re.findall(r"^## (.+)$", found.documentation, re.MULTILINE) == SECTIONS
    example, remedy = section(found, "Example"), section(found, "Use instead")
    assert example is not None
    assert remedy is not None
    assert codes(example) == {found.code}
    assert codes(remedy) == set()


# --- the treatise --------------------------------------------------------------------------


def findings_of(edition: str) -> list[tuple[int, str, str | None]]:
    """All that is found in the treatise: verse (0 for what is around them), code, words."""
    treatise = load(edition=edition)
    records: list[AnyRecord] = [treatise.record, *(verse.record for verse in treatise)]
    found = [
        (index, one.code, one.found)
        for index, record in enumerate(records)
        for one in record_findings(record, "LIP")
    ]
    found += [(one.record, rule.code, one.finding.found) for rule, one in book_findings(records)
              if rule.code.startswith("LIP")]  # fmt: skip
    return found


DAMAGED = {"LIP111", "LIP112"}


def test_the_treatise_as_it_came() -> None:
    """Besides damaged formulas, the source has the faults that a reader finds, and no other."""
    assert [one for one in findings_of("source") if one[1] not in DAMAGED] == [
        (0, "LIP141", "कारणआवरकक्रमः"),
        (1, "LIP121", "sequential sequential"),
        (9, "LIP103", "পরি"),
        (13, "LIP122", "normalised"),
        (4, "LIP122", "संप्रजायते"),
        (1, "LIP125", "पुंल्लिंगम्"),
    ]


def test_formulas_are_damaged_only_in_the_source() -> None:
    """The repairs mend every damaged formula."""
    assert sum(code in DAMAGED for _, code, _ in findings_of("source")) == 65
    assert not any(code in DAMAGED for _, code, _ in findings_of("text"))


# --- right things --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "block",
    [
        "padaccheda  यथा यथा पुनः पुनः पदे पदे क्षणे क्षणे शनैः शनैः",
        "padaccheda  पदे पदे गच्छति\ntranslation  It goes pade pade.",
        "translation  All that that had had is log log n; it is very very long, bye bye.",
        "commentary  really really good; import os os.remove; step: step (step)",
        "commentary  Duran Duran, Walla Walla; attention-attention, step by step by step",
        "commentary  $x x$ and $\\log \\log n$; a A a",
        "commentary  The\n  model. Model models.",
        "padaccheda  क्ष क्\u200dष क्\u200cष र्\u200dय श्री",
        "commentary  \U0001f468\u200d\U0001f469\u200d\U0001f467 and \u0645\u06cc\u200c\u062e",
        "commentary  Fig.\u00a03 and 10\u202fkm, naïve café",
        "commentary  Hebrew \u05e9\u200f\u200e",
        "anvaya  रामो ऽपि ।",
        "morphology[0].category  सुबन्तरूपम् (प्रथमा, एकवचनम्)\nmorphology[0].form  ॐ",
        "verse  রামঃ গচ্ছতি\nmorphology[0].form  রামঃ\nmorphology[0].category  सुबन्तरूपम्",
        "commentary  the Tamil word தமிழ் and the Russian слово, μP, ΔW, γ-rays",
        "commentary  RoPE-संज्ञा and GPU (यन्त्रम्)",
        "translation  ‘Paris’ — the model’s “knowledge”…",
        "morphology[0].form  यथा … तथा\nmorphology[0].description  —",
        "commentary  canto XXX, N/A; what is to do? Who? ...",
        "verse  रामः\n  वनम्\npadaccheda  रामः वनम्",
        "verse  रामो वनं गच्छति ।\n  सीता तत्रैव गच्छति ॥ १२ ॥\npadaccheda  रामः । सीता ॥",
        "verse  कुरुक्षेत्रे समवेताः।\n  मामकाश्चैव।।1.1।।\npadaccheda  समवेताः । मामकाः ॥",
        "verse  मामकाः पाण्डवाश्चैव किमकुर्वत सञ्जय ।",
        "verse  rāmo vanaṃ gacchati |\n  sītā tatraiva gacchati ||",
        "verse  धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ।\n  मामकाः पाण्डवाश्चैव ॥१॥",
        "commentary  saṁjñā and Mṛdu, as in Kolkata",
        "commentary  संज्ञा सञ्जयः चित्तम् चितम् वृत्तिः वृतिः सत्ता सता पत्तनम् पतनम्",
        "padaccheda  सः [एव] (च) …, “रामः”; किम्? अहो! सो ऽपि — न",
        "anvaya  saḥ: rāmaḥ\nmorphology[0].description  कृ: to do",
        "commentary  exercise, advise and organize; size and wise",
        "commentary  for $5 and 100%",
        "commentary  $\\text{if } x > 0$, $128{,}000$, $x_{<t}$",
        "cantos[0].heading  अवधानम्\ncantos[0].map_line  अवधानम् (): Verses 1-5.",
        "lexicon[0].term  कारणआवरणम्\nlexicon[0].transliteration  Kāraṇa-āvaraṇam",
        "lexicon[0].term  प्रउगम्\nlexicon[0].transliteration  praügam",
    ],
)
def test_right_things_that_trip_careless_tools(block: str) -> None:
    """Doubling that is grammar, joiners that join, quoted scripts and the like are no faults."""
    assert list(found_in(records_of(block))) == []


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("commentary  as the the model", ("LIP121", "the the")),
        ("commentary  in this\n  this line", ("LIP121", "this\nthis")),
        ("padaccheda  राaमः", ("LIP103", "a")),
        ("padaccheda  রামঃ वनम् गच्छति अत्र", ("LIP103", "রামঃ")),
        ("padaccheda  রামঃ গচ্ছতি वनम्", ("LIP103", "वनम्")),
        (
            "morphology[0].form  रामः\nmorphology[1].form  গতঃ\nmorphology[2].form  वनम्",
            ("LIP103", "গতঃ"),
        ),
        ("commentary  The Тransformer", ("LIP103", "Т")),
        ("commentary  the word रাमः", ("LIP103", "া")),
        ("padaccheda  राम\ufeffः", ("LIP105", "U+FEFF")),
        ("padaccheda  गतिः\u00a0।", ("LIP105", "U+00A0")),
        ("padaccheda  यत्\u200c रूपम्", ("LIP105", "U+200C")),
        ("commentary  soft\u00adhyphen", ("LIP105", "U+00AD")),
        ("commentary  \u202ereversed", ("LIP105", "U+202E")),
        ("padaccheda  क\u0958 क़ख़", ("LIP102", "क\u0958")),
        ("commentary  lost \ufffd letter", ("LIP104", "U+FFFD")),
        ("commentary  half a formula $x_1", ("LIP111", "$")),
        ("commentary  $\\left(x$", ("LIP111", "\\left(")),
        ("commentary  a $\theta$", ("LIP112", "heta")),
        ("verse  रामो वनं गच्छति\n  सीता तत्रैव गच्छति ॥", ("LIP131", "no daṇḍa")),
        ("verse  रामो वनं गच्छति ।\n  सीता तत्रैव गच्छति ।", ("LIP131", "।")),
        ("verse  रामो वनं गच्छति ।\n  सीता तत्रैव गच्छति ||", ("LIP131", "||")),
        ("commentary  normalised and normalized, normalization", ("LIP122", "normalised")),
        ("anvaya  अर्द्धम् अर्धम् अर्धम्", ("LIP122", "अर्द्धम्")),
        ("anvaya  निश्शेषम् निःशेषम् निःशेषम्", ("LIP122", "निश्शेषम्")),
        ("anvaya  विबुध्यते विबुद्ध्यते विबुद्ध्यते", ("LIP122", "विबुध्यते")),
        ("commentary  saṃjñā, saṁjñā, saṃskāra", ("LIP123", "saṁjñā")),
        ("commentary  kr̥ta, kṛti, kṛtya", ("LIP123", "kr̥ta")),
        ("matrix_columns[0]  x\nmatrix[0][0]  मूल्यम् (Mūlyaṃ)", ("LIP124", "Mūlyaṃ")),
        ("cantos[0].heading  द्वितीयः सर्गः - अवधानम्", ("LIP141", "द्वितीयः सर्गः - अवधानम्")),
        ("translation  ???", ("LIP151", "???")),
        ("anvaya  राम: गच्छति ।", ("LIP106", ":")),
        ("morphology[0].form  \u093fराम", ("LIP106", "\u093f")),
        ("morphology[0].category  पुंल्लिंगम् पुंलिंगम् पुंलिंगम्", ("LIP122", "पुंल्लिंगम्")),
    ],
)
def test_faults_are_found(block: str, expected: tuple[str, str]) -> None:
    """Each kind of slip is found where it stands."""
    assert list(found_in(records_of(block))) == [expected]


def test_a_letter_of_another_script_is_named_and_mended() -> None:
    """The finding names the letter, and the repair writes its Devanagari."""
    record = load(edition="source").verse(9).record
    (found,) = (one for one in record_findings(record, "LIP") if one.code == "LIP103")
    assert "Bengali letter pa" in found.message
    assert found.fixes[0].edits[0].text == "परि"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("रामो राजमणिः सदा विजयते |\nरामं रमेशं भजे || १ ||", ["।", "॥", "॥"]),
        ("rāmo rājamaṇiḥ sadā vijayate |\nrāmaṃ rameśaṃ bhaje ||", []),
        ("रामः | रामौ | रामाः", []),
        ("| रामः |", []),
        ("रामो राजमणिः सदा विजयते ।", []),
    ],
)
def test_bars_of_plain_text_are_noted(text: str, written: list[str]) -> None:
    """In Devanagari, outside tables; a safe fix writes the daṇḍas."""
    found = [one for one in text_findings(text) if one.code == "LIP133"]
    assert [one.expected for one in found] == written
    assert all(one.severity is Severity.INFO and one.fixes[0].safe for one in found)


def test_the_example_of_bars_is_found_and_its_remedy_is_not(section: Section) -> None:
    """What the rule shows as plain text is as it says."""
    (said,) = (one for one in rules("LIP") if one.code == "LIP133")
    assert re.findall(r"^## (.+)$", said.documentation or "", re.MULTILINE) == SECTIONS
    counted = [
        len(list(text_findings(section(said, heading) or "")))
        for heading in ("Example", "Use instead")
    ]
    assert counted == [2, 0]


def test_plain_text_is_read_too() -> None:
    """What is no letter, is not seen or not in normal form is found in any verse."""
    found = [one.code for one in text_findings("rāma\u200b va\u0304nam \x07")]
    assert found == ["LIP102", "LIP104", "LIP105"]


def test_line_ends_of_windows_are_line_ends() -> None:
    """A carriage return before a line feed is no control character; one alone is."""
    assert list(text_findings("रामः\r\nसीता")) == []
    assert [one.code for one in text_findings("रामः\rसीता")] == ["LIP104"]


@given(st.dictionaries(st.sampled_from(["verse", "padaccheda", "anvaya", "translation",
                                        "commentary"]), st.text(max_size=80)))  # fmt: skip
@settings(deadline=None, max_examples=50)
def test_every_text_is_read(texts: dict[str, str]) -> None:
    """No text fails, and every finding lies within its field."""
    record = replace(VERSE, **texts)
    for found in record_findings(record, "LIP"):
        assert found.field in texts
    for rule, one in book_findings([record], "LIP"):
        assert isinstance(rule, BookRule)
        assert 0 <= one.finding.start <= one.finding.end <= len(texts[one.finding.field])


def test_a_long_line_is_cut_around_the_finding() -> None:
    """What is shown of a commentary is the words around the place, with the carets under it."""
    record = load(edition="source").verse(19).record
    (found, _) = (one for one in record_findings(record, "LIP") if one.code == "LIP111")
    shown = field_excerpt(record, found)
    assert shown is not None
    assert shown.text.startswith("…")
    assert len(shown.text) < 200
    place = shown.carets.index("^")
    assert shown.iast[place - len("{head}") : place + 1] == "{head}1"


def test_doubling_in_sanskrit_is_judged_by_the_other_fields() -> None:
    """यथा यथा is grammar; that one of them is missing shows beside the other fields."""
    record = load(edition="emended").verse(46).record
    assert "यथा यथा" in record.padaccheda
    assert [one.code for one in record_findings(record, "LIP")] == []
    once = replace(record, padaccheda=record.padaccheda.replace("यथा यथा", "यथा"))
    assert [one.code for one in record_findings(once, "LIP")] == []
    assert list(record_findings(once, "SAN"))
    thrice = replace(record, anvaya=record.anvaya.replace("यथा यथा", "यथा यथा यथा"))
    assert "ANV102" in [one.code for one in record_findings(thrice, "ANV")]


@pytest.mark.parametrize(
    ("commentary", "found"),
    [
        ("slowly (dine dine), as in 'gaccha gaccha': kva kva", []),
        ("hari hari; pada pada. Om om", []),
        ("into the state state of it", ["state state"]),
        ("a model model", ["model model"]),
        ("every token token", ["token token"]),
    ],
)
def test_doubled_words_are_english(commentary: str, found: list[str]) -> None:
    """What may be Sanskrit doubles by grammar, unless English stands beside it."""
    assert [words for _, words in found_in(records_of(f"commentary  {commentary}"))] == found


def test_rows_of_the_matrix_that_changed_places_are_found() -> None:
    """Where the terms of two rows are exchanged, both are; the treatise's own are right."""
    record = load(edition="emended").record
    assert not any(one.code == "LIP145" for one in record_findings(record, "LIP"))
    rows = [list(row) for row in record.matrix]
    rows[1][2], rows[2][2] = rows[2][2], rows[1][2]
    found = record_findings(replace(record, matrix=tuple(map(tuple, rows))), "LIP")
    assert [one.field for one in found if one.code == "LIP145"] == ["matrix[1][2]", "matrix[2][2]"]
