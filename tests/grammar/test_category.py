"""Labels of morphology rows: features, places of faults, and the table against the grammar."""

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import UnexpectedInput

from dhyana.grammar import category_table
from dhyana.grammar.category import (
    LONGEST,
    VACANAS,
    VIBHAKTIS,
    Category,
    CategoryError,
    Kind,
    parse,
)
from dhyana.grammar.category_table import (
    END,
    UnexpectedTermError,
    following,
    lexed,
    spellings,
    terms,
)
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition

INCOMPLETE = {
    (1, "अतीतकालिकप्रयोगः"),
    (8, "क्रियाविशेषणम् / सर्वनाम"),
    (16, "संख्याविशेषणम् / अव्ययम्"),
    (16, "विशेषणम्"),
}
"""Labels of the treatise that leave something out, by verse."""

UNREAD = {(41, "सतीसप्तमी प्रयोगः")}
"""Labels of the treatise that begin with no term."""

LARK = category_table.parser()

TERMS = (
    "सुबन्तरूपम्",
    "विशेषणम्",
    "सर्वनाम",
    "संख्याविशेषणम्",
    "कृदन्तरूपम्",
    "तिङन्तरूपम्",
    "च्वि-रूपम्",
    "अव्ययम्",
    "अव्यययुग्मम्",
    "वीप्सा-",
    "क्रियाविशेषणम्",
    "प्रथमा",
    "सप्तमी",
    "एकवचनम्",
    "पुंल्लिंगम्",
    "लट्",
    "प्रथमपुरुषः",
    "कर्मणि",
    "णिजन्त",
    "शतृ",
    "क्त",
    "क्त्वा",
    "ल्यप्",
    "तसिल्",
    "-प्रत्ययः",
    "-प्रत्ययान्तम् अव्ययम्",
    "आत्मनेपदम्",
    "(",
    ")",
    ",",
    "/",
    "क",
)


def fault_of(label: str) -> CategoryError | None:
    """Say why a label cannot be read; None if it can."""
    try:
        parse(label)
    except CategoryError as error:
        return error
    return None


def only(label: str) -> Category:
    """Read a label that has one reading."""
    (reading,) = parse(label)
    return reading


@pytest.mark.parametrize("edition", [Edition.SOURCE, Edition.TEXT])
def test_every_label_of_the_treatise_is_read_or_known_as_incomplete(edition: Edition) -> None:
    """All labels parse but for five, each of which lacks something at a known place."""
    found = set()
    for verse in load(edition=edition).verses:
        for row in verse.record.morphology:
            fault = fault_of(row.category)
            if fault is not None:
                found.add((verse.number, row.category, fault.incomplete, fault.start > 0))
    incomplete = {(number, label, True, True) for number, label in INCOMPLETE}
    assert found == incomplete | {(number, label, False, False) for number, label in UNREAD}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("सतीसप्तमी प्रयोगः", "सतिसप्तमी"),
        ("विशेशणम् (प्रथमा, एकवचनम्, पुंल्लिंगम्)", "विशेषणम्"),
        ("सुबन्तरूपम् (तृतिया, एकवचनम्, पुंल्लिंगम्)", "तृतीया"),
        ("सुबन्तरूपम् (प्रथमा, एकवचणम्, पुंल्लिंगम्)", "एकवचनम्"),
        ("तिङन्तरूपम् (लट्, प्रथमपुरूषः, एकवचनम्)", "प्रथमपुरुषः"),
        ("कखगघङ", None),
    ],
)
def test_a_misspelt_term_is_answered_with_the_term(written: str, meant: str | None) -> None:
    """A word that is no term is answered with the one that it comes near to, if any."""
    fault = fault_of(written)
    assert fault is not None
    assert fault.meant == meant


@pytest.mark.parametrize(
    "written",
    [
        "सतिसप्तमीप्रयोगः (एकवचनम्, नपुंसकलिङ्गम्)",
        "सति-सप्तमी-प्रयोगः (एकवचनम्, नपुंसकलिङ्गम्)",
        "सत्सप्तमी (एकवचनम्, नपुंसकलिंगम्)",
        "सुबन्तम् (सप्तमीविभक्तिः, एकवचनम्, नपुंसकलिङ्गम्)",
        "सुबन्तम् (सप्तमी विभक्तिः एकवचनम् नपुंसकलिङ्गम्)",
    ],
)
def test_other_ways_to_write_a_term_are_read(written: str) -> None:
    """Joined or apart, with विभक्तिः and without, a label says the same."""
    (category,) = parse(written)
    assert (category.vibhakti, category.vacana, category.linga) == (7, 1, "नपुं")


def test_declined_labels_name_their_cell() -> None:
    """Every case, number and gender is read, in each kind and each spelling of the gender."""
    kinds = {
        "सुबन्तरूपम्": Kind.SUBANTA,
        "विशेषणम्": Kind.VISHESHANA,
        "सर्वनाम": Kind.SARVANAMA,
        "संख्याविशेषणम्": Kind.SANKHYA,
        "कृदन्तरूपम्": Kind.KRDANTA,
    }
    lingas = {
        "पुं": (*("पुंल्लिंगम्", "पुंलिङ्गम्", "पुल्लिङ्गम्", "पुँल्लिङ्गम्", "पुंल्लिङ्गम्", "पुँलिङ्गम्"),),
        "स्त्री": ("स्त्रीलिंगम्", "स्त्रीलिङ्गम्"),
        "नपुं": ("नपुंसकलिंगम्", "नपुंसकलिङ्गम्"),
    }
    for kind, (c, case), (n, number), linga in product(
        kinds, enumerate(VIBHAKTIS, 1), enumerate(VACANAS, 1), lingas
    ):
        for written in lingas[linga]:
            read = only(f"{kind} ({case}, {number}, {written})")
            assert (read.kind, read.vibhakti, read.vacana, read.linga) == (kinds[kind], c, n, linga)


@pytest.mark.parametrize(
    ("label", "features"),
    [
        (
            "तिङन्तरूपम् (कर्मणि लट्, प्रथमपुरुषः, एकवचनम्)",
            {"kind": Kind.TINANTA, "prayoga": "कर्मणि", "lakara": "लट्", "purusha": "प्रथम"},
        ),
        ("तिङन्तरूपम् (णिजन्त लट्, प्रथमपुरुषः, बहुवचनम्)", {"sanadi": "णिच्", "vacana": 3}),
        ("तिङन्तरूपम् (विधिलिङ्, उत्तमपुरुषः, द्विवचनम्)", {"lakara": "विधिलिङ्", "purusha": "उत्तम"}),
        ("तिङन्तरूपम् (लट्, मध्यमपुरुषः, एकवचनम्, आत्मनेपदम्)", {"pada": "आत्मनेपद"}),
        ("कृदन्तरूपम् (शतृ-प्रत्ययः, प्रथमा, एकवचनम्, पुंल्लिंगम्)", {"krt": "शतृ", "vibhakti": 1}),
        ("कृदन्तरूपम् (ल्यप्)", {"kind": Kind.KRDANTA, "krt": "ल्यप्", "vibhakti": None}),
        ("च्वि-रूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)", {"kind": Kind.CVI, "vacana": 3}),
        ("तसिल्-प्रत्ययान्तम् अव्ययम्", {"kind": Kind.AVYAYA, "taddhita": "तसिल्"}),
        ("तुमुन्-प्रत्ययान्तमव्ययम्", {"kind": Kind.AVYAYA, "krt": "तुमुन्"}),
        ("अव्ययत्रयम्", {"kind": Kind.AVYAYA, "words": 3, "name": "अव्ययम्"}),
        ("वीप्सा-अव्ययम्", {"repeated": True, "kind": Kind.AVYAYA}),
        ("अव्ययरूपम्", {"name": "अव्ययरूपम्"}),
        ("क्रियाविशेषणम्", {"kind": Kind.KRIYAVISHESHANA}),
    ],
)
def test_labels_state_their_features(label: str, features: dict[str, object]) -> None:
    """What a label says is read into the values that analyses have."""
    read = only(label)
    assert {name: getattr(read, name) for name in features} == features


def test_a_slash_parts_readings() -> None:
    """A label of several readings gives each."""
    assert [one.kind for one in parse("अव्ययम् / क्रियाविशेषणम्")] == [
        Kind.AVYAYA,
        Kind.KRIYAVISHESHANA,
    ]


@pytest.mark.parametrize(
    ("label", "found", "expected", "incomplete"),
    [
        ("", "", "a kind of word", False),
        ("नामपदम्", "नामपदम्", "a kind of word", False),
        ("सुबन्तरूपम् (तृतीया, पुंल्लिंगम्)", "पुंल्लिंगम्", "a number", True),
        ("सुबन्तरूपम् (तृतीया, एकवचनम्)", ")", "a gender", True),
        ("सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्", "", "a closing bracket", True),
        ("सुबन्तरूपम् (तृतिया, एकवचनम्, पुंल्लिंगम्)", "तृतिया", "a case", False),
        ("तिङन्तरूपम् (लट्, एकवचनम्)", "एकवचनम्", "a person", True),
        ("विशेषणम्", "", "(case, number, gender)", True),
        ("अव्ययम् अव्ययम्", "अव्ययम्", "the end", True),
    ],
)
def test_a_fault_has_its_place_and_what_was_expected(
    label: str, found: str, expected: str, incomplete: bool
) -> None:
    """The first term that does not fit is named with its place; what is left out is told apart."""
    with pytest.raises(CategoryError) as caught:
        parse(label)
    error = caught.value
    assert label[error.start : error.end] == found
    assert error.expected.startswith(expected)
    assert error.incomplete is incomplete


def test_a_label_without_end_is_refused() -> None:
    """What is longer than any label is refused without being read."""
    with pytest.raises(CategoryError, match="at most"):
        parse("अव्ययम् / " * LONGEST)


def test_the_committed_table_is_current() -> None:
    """Compiling the grammar anew gives the table that is shipped."""
    shipped = (category_table.__file__ or "").removesuffix(".py") + ".json"
    with open(shipped, encoding="utf-8") as file:  # noqa: PTH123 - a name as importlib gives it
        assert file.read() == category_table.compile_table()


@given(st.lists(st.sampled_from(TERMS), max_size=12).map(" ".join))
@settings(deadline=None, max_examples=300)
def test_the_table_reads_as_the_grammar_does(label: str) -> None:
    """The machine accepts what the grammar accepts, and stops where it stops."""
    try:
        LARK.parse(label)
    except UnexpectedInput as error:
        place = error.pos_in_stream
        with pytest.raises(UnexpectedTermError) as caught:
            terms(label)
        assert caught.value.term.terminal == category_table.END or caught.value.term.start == place
    else:
        assert terms(label)


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes reading fail in another way than by saying where."""
    fault = fault_of(text)
    assert fault is None or 0 <= fault.start <= fault.end <= len(text)


def test_reading_labels_does_not_import_lark() -> None:
    """The table is read in place of the grammar."""
    script = (
        "import sys; from dhyana.grammar.category import parse; parse('अव्ययम्');"
        "print('lark' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "False"


def test_what_may_follow_the_beginning_of_a_label() -> None:
    """After each term the grammar says which may come next; after a wrong one, none."""
    assert {"SUBANTA", "AVYAYA", "TINANTA"} <= following("")
    assert following("सुबन्तरूपम्") == {"LPAR"}
    assert following("सुबन्तरूपम् (तृतीया,") == {"VACANA"}
    assert following("सुबन्तरूपम् (तृतीया") == {"VACANA", "COMMA"}
    assert following("सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)") == {END, "SLASH"}
    assert following("गजः (") == frozenset()


def test_spellings_are_what_the_grammar_reads() -> None:
    """Every spelling that is offered of a terminal is read as that terminal."""
    terminals = {name for label in ("", "सुबन्तरूपम् (", "तिङन्तरूपम् (") for name in following(label)}
    assert {"VIBHAKTI", "LAKARA", "SANADI"} <= terminals
    for terminal in terminals:
        written = spellings(terminal)
        assert written
        for spelling in written:
            assert [term.terminal for term in lexed(spelling)] == [terminal, END]
    assert spellings("VACANA") == ("एकवचनम्", "द्विवचनम्", "बहुवचनम्")
