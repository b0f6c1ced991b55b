"""The table of metres: its source, its compiled form, what is looked up in it."""

from importlib import resources
from itertools import groupby

import pytest

from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.vrttas import COMPILED, Metre, Vrtta, compile_table, table


def vrtta(name: str) -> Vrtta:
    """Find the one fixed metre whose usual name this is."""
    (found,) = (v for v in table().vrttas if v.name == name)
    return found


def test_the_shipped_table_is_compiled_from_the_source() -> None:
    """The compiled table is what compiling the YAML gives, so that neither can drift."""
    shipped = resources.files("dhyana.grammar").joinpath(COMPILED).read_text("utf-8")
    assert shipped == compile_table()


def test_there_are_two_hundred_even_metres_and_all_the_usual_others() -> None:
    """The table covers Vṛttaratnākara 3 and Apte, the half-even, uneven and moraic metres."""
    kinds = [v.kind for v in table().vrttas]
    assert kinds.count("sama") >= 200
    assert kinds.count("ardhasama") >= 12
    assert kinds.count("viṣama") >= 10
    assert [j.name for j in table().jatis] == ["āryā", "gīti", "upagīti", "udgīti", "āryāgīti"]


@pytest.mark.parametrize(
    ("name", "yati"),
    [
        ("śālinī", (4, 7)),
        ("mālinī", (8, 7)),
        ("mandākrāntā", (4, 6, 7)),
        ("śikhariṇī", (6, 11)),
        ("hariṇī", (6, 4, 7)),
        ("pṛthvī", (8, 9)),
        ("śārdūlavikrīḍita", (12, 7)),
        ("sragdharā", (7, 7, 7)),
        ("praharṣiṇī", (3, 10)),
        ("bhujaṅgavijṛmbhita", (8, 11, 7)),
    ],
)
def test_pauses_are_those_of_the_definitions(name: str, yati: tuple[int, ...]) -> None:
    """The best known metres pause where their definitions say."""
    assert vrtta(name).yati == yati


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("śālinī", "gggg glgglgg"),
        ("mālinī", "llllllgg glgglgg"),
        ("mandākrāntā", "gggg lllllg glgglgg"),
        ("śikhariṇī", "lggggg lllllgglllg"),
        ("hariṇī", "lllllg gggg lgllglg"),
        ("pṛthvī", "lglllglg lllglgglg"),
        ("śārdūlavikrīḍita", "gggllglglllg gglgglg"),
        ("sragdharā", "gggglgg llllllg glgglgg"),
        ("vasantatilakā", "gglglllgllglgg"),
        ("rathoddhatā", "glglllglglg"),
        ("svāgatā", "glglllgllgg"),
        ("drutavilambita", "lllgllgllglg"),
        ("bhujaṅgaprayāta", "lgglgglgglgg"),
        ("tanvī", "gllgg llllllg gllgllllllgg"),
        ("krauñcapadā", "gllgg gllgg llllllll llllll g"),
    ],
)
def test_lines_are_those_of_the_definitions(name: str, line: str) -> None:
    """The best known metres have the weights their definition lines have."""
    assert vrtta(name).lines[0] == line.replace(" ", "")


def test_pauses_add_up_and_lines_are_weights() -> None:
    """Every line is of heavy and light syllables, has gaṇas, and its pauses add up to it."""
    for v in table().vrttas:
        assert len(v.lines) == 4
        for line in v.lines:
            assert set(line) <= {"g", "l"}
            assert ganas(line)
        assert not v.yati or sum(v.yati) == len(v.lines[0])


def test_names_are_written_alike_in_both_scripts() -> None:
    """The Devanagari name of a metre is its IAST name, letter for letter."""
    t = table()
    for metre in (*t.vrttas, *t.jatis, *t.vaitaliyas, *t.matrasamakas, *t.epics):
        assert isinstance(metre, Metre)
        assert transliterate(metre.devanagari, Script.IAST) == metre.name


def test_metres_of_one_pattern_differ_by_pause_or_last_syllable() -> None:
    """No two entries are the same metre: what has one pattern has other pauses or ends."""
    ordered = sorted(table().vrttas, key=lambda v: v.lines)
    for _, same in groupby(ordered, key=lambda v: (v.lines, v.yati)):
        assert len(list(same)) == 1


def test_every_source_is_named() -> None:
    """Every metre says where its pattern is stated."""
    known = {"VR", "Apte", "chanda", "Heidelberg", "Ganesh", "Chandomañjarī", "Hopkins"}
    t = table()
    for metre in (*t.vrttas, *t.jatis, *t.vaitaliyas, *t.matrasamakas, *t.epics):
        assert metre.sources
        assert set(metre.sources) <= known


def test_an_upajati_has_fourteen_orders() -> None:
    """The lines of indravajrā and upendravajrā mix in fourteen named ways."""
    mixture, letter = table().mixed_lines["gglggllglg"]
    assert letter == "I"
    assert len(mixture.kinds) == 14
    assert mixture.kinds["UIII"] == ("kīrti",)
