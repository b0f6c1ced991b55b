"""Stanzas out of free text."""

import tracemalloc
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.scansion import scan
from dhyana.grammar.stanza import Stanza, iter_verses, split_verses

CORPUS = Path(__file__).parents[2].parent / "shared/corpus"
needs_corpus = pytest.mark.skipif(not CORPUS.exists(), reason="needs ../shared/corpus")
LINES = st.lists(
    st.sampled_from(
        ["राम", "rāma ", "।", "॥", "॥ १ ॥", "|", "||", " // 1.2 //", "/", "\n", "\n\n", "\r\n",
         "सञ्जय उवाच", "sūta uvāca", "1. ", "...", " ", "BhG_1.1"]
    )
).map("".join)  # fmt: skip


def shapes(text: str) -> list[list[list[str]]]:
    """Pādas of the halves of the stanzas of a text."""
    return [
        [[stanza.text[pada.start : pada.end] for pada in half] for half in stanza.halves]
        for stanza in split_verses(text)
    ]


@needs_corpus
def test_gita_has_701_verses() -> None:
    """The Gītā as people typed it: 701 numbered verses, 60 speakers, pādas in fours or twos."""
    stanzas = split_verses((CORPUS / "bhagavadgita.deva.txt").read_text("utf-8"))
    assert len(stanzas) == 701
    assert all(stanza.marked and stanza.number for stanza in stanzas)
    assert stanzas[0].speaker == "धृतराष्ट्र उवाच"
    assert sum(stanza.speaker is not None for stanza in stanzas) == 60
    assert Counter(stanza.number for stanza in stanzas)["18.78"] == 1
    assert Counter(tuple(map(len, s.halves)) for s in stanzas) == {(1, 1): 651, (2, 2): 50}
    assert all(len(scan(stanza.text).aksharas) in range(31, 50) for stanza in stanzas)


@needs_corpus
def test_brahmapurana_has_13803_stanzas() -> None:
    """The Brahmapurāṇa parts its stanzas by empty lines, two of them inside what looks like one."""
    text = (CORPUS / "brahmapurana.iast.txt").read_text("utf-8")
    stanzas = split_verses(text)
    assert len(stanzas) == 13_803
    assert len(stanzas) == sum(1 for paragraph in text.split("\n\n") if paragraph.strip())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ab |\ncd ||", [[["ab"], ["cd"]]]),
        ("ab | cd || 1 ||", [[["ab"], ["cd"]]]),
        ("a\nb ।\nc\nd ॥१॥", [[["a", "b"], ["c", "d"]]]),
        ("a\n\nb।\n\nc\n\nd।।1.1।।", [[["a", "b"], ["c", "d"]]]),
        ("a\nb\nc\nd\n\ne\nf\ng\nh", [[["a", "b", "c", "d"]], [["e", "f", "g", "h"]]]),
        ("a / b // c / d", [[["a", "b"], ["c", "d"]]]),
        ("ab / cd // BhG_1.1 //\nef / gh // 1.2 //", [[["ab"], ["cd"]], [["ef"], ["gh"]]]),
        ("a।\nb।\nc॥", [[["a"], ["b"], ["c"]]]),
        ("a।b॥१॥ c।d॥२॥", [[["a"], ["b"]], [["c"], ["d"]]]),
        ("a-\nb", [[["a", "b"]]]),
        ("॥ heading ॥\na।\nb॥", [[["heading"]], [["a"], ["b"]]]),
        ("heading\n\na\n\nb।\n\nc\n\nd॥", [[["heading"]], [["a", "b"], ["c", "d"]]]),
        ("a |\nb ||\n\nc |\n\nd ||", [[["a"], ["b"]], [["c"]], [["d"]]]),
        ("a ।\r\nb ॥\r\n", [[["a"], ["b"]]]),
        ("|| a || rāma | gītā || b || sītā ||", [[["rāma"], ["gītā"]], [["sītā"]]]),
        ("|| ka || rāma | gītā || kha || sītā ||", [[["rāma"], ["gītā"]], [["sītā"]]]),
        ("॥ क ॥\nराम ।\nसीता ॥ख॥\nगीता ॥", [[["राम"], ["सीता"]], [["गीता"]]]),
        ("", []),
        ("॥\n", []),
    ],
)
def test_layouts(text: str, expected: list[list[list[str]]]) -> None:
    """One line, two or four, daṇḍas or slashes, empty lines inside: the source's own marks part."""
    assert shapes(text) == expected


@pytest.mark.parametrize(
    "text",
    ["A line.", "See foo/bar.", "Read x|y, e.g. z. Then\nstop.", "1.5 per cent.", "and so on ..."],
)
def test_prose_is_not_marked_as_verse(text: str) -> None:
    """Full stops, and slashes inside words, are no daṇḍas."""
    assert not any(stanza.marked for stanza in split_verses(text))


@pytest.mark.parametrize(
    "text", ["ab .\ncd", "ab |\ncd", "ab|\ncd", "rāma / sītā", "ab/\ncd", "ab।cd", "ab\ncd .. 1 .."]
)
def test_marks_that_stand_apart_show_verse(text: str) -> None:
    """ASCII daṇḍas beside a space or a line end count, and Indic ones anywhere."""
    (stanza,) = split_verses(text)
    assert stanza.marked


@pytest.mark.parametrize("first", ["k.r.s.no me.achyuta |", "raamo .r.si.h |"])
def test_dots_inside_words_end_no_half(first: str) -> None:
    """Dots of Velthuis and ITRANS leave two halves with an empty line between them together."""
    (stanza,) = split_verses(f"{first}\n\nk.r.s.no me.achyuta |\n")
    assert stanza.text.startswith(first)


def test_a_stanza_knows_its_place_number_and_speaker() -> None:
    """The text leaves out speaker and number and stands where start, line and column say."""
    text = "अथ\n\nसञ्जय उवाच\n\n  राम ।\n\nश्याम ॥ १.२ ॥\n"
    heading, verse = split_verses(text)
    assert heading == Stanza("अथ", 0, 2, 1, 1)
    rest = " १.२ ॥"
    assert verse == Stanza("राम ।\n\nश्याम ॥", 18, 32, 5, 3, "१.२", "सञ्जय उवाच", True, rest)
    assert verse.place(verse.text.index("श्याम")) == (7, 1)
    assert verse.place(2) == (5, 5)


@pytest.mark.parametrize(
    ("reference", "number"),
    [
        ("॥ (भ.गी. १.१)", "१.१"),
        ("॥ (भगवद्गीता १.१) ॥", "१.१"),
        ("॥१॥ (भ.गी. १.१)", "१"),
        ("।। (गीता २/४७)", "२/४७"),
        ("|| (Bhagavad-gītā 1.1a)", "1.1a"),
        ("॥ (ಗೀತಾ 1.1)", "1.1"),
        ("// (BhG 1, 2)", "1, 2"),
        ("॥ (1)", "1"),
    ],
)
def test_a_reference_after_the_last_mark_is_no_verse(reference: str, number: str) -> None:
    """A source and a place in parentheses, in any script, are the number of the verse above."""
    first, second = split_verses(f"राम ।\nश्याम {reference}\nसीता ।\nगीता ॥\n")
    mark = reference[:2] if reference[0] in "।|/" else reference[0]
    assert (first.text, first.number) == (f"राम ।\nश्याम {mark}", number)
    assert (second.text, second.number) == ("सीता ।\nगीता ॥", None)


def test_parentheses_without_a_place_are_text() -> None:
    """Words in parentheses that name no place may be verse, and stay."""
    assert [stanza.text for stanza in split_verses("राम ॥ (सीता) च ॥")] == ["राम ॥", "सीता) च ॥"]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("sūta uvāca ||\na |\nb || 1 ||", "sūta uvāca"),
        ("श्री भगवानुवाचमय्यावेश्य।ये।।12.2।।", "श्री भगवानुवाच"),
        ("dakṣa uvāca: viṣṇoś |\nca ||", "dakṣa uvāca"),
    ],
)
def test_speakers(text: str, speaker: str) -> None:
    """The speaker is found on a line of its own and glued to the verse."""
    (stanza,) = split_verses(text)
    assert stanza.speaker == speaker
    assert "uvāca" not in stanza.text
    assert "वाच" not in stanza.text


@settings(deadline=None, max_examples=400)
@given(st.one_of(LINES, st.text()))
def test_any_text_is_cut_in_place(text: str) -> None:
    """No text raises; stanzas stand in order where they say, and so do their pādas."""
    last = 0
    for stanza in split_verses(text):
        assert last <= stanza.start < stanza.end <= len(text)
        assert text[stanza.start : stanza.end] == stanza.text
        for offset in range(len(stanza.text)):
            line, column = stanza.place(offset)
            lines = text.split("\n")
            assert sum(len(above) + 1 for above in lines[: line - 1]) + column - 1 == (
                stanza.start + offset
            )
        end = 0
        for pada in (pada for half in stanza.halves for pada in half):
            assert end <= pada.start < pada.end <= len(stanza.text)
            end = pada.end
        last = stanza.end


@pytest.mark.parametrize(
    "lines",
    [["ab |\n"], ["ab\n"], ["ab ||\n"], ["\n"], ["ab |\n", "\n"], ["ab\n", "\n"]],
)
def test_memory_is_flat(lines: list[str]) -> None:
    """Verses, marked or not, parted or not, are passed on and not kept: 20,000 would take 5 MB."""
    tracemalloc.start()
    for _ in iter_verses(islice(cycle(lines), 20_000)):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 500_000


@pytest.mark.parametrize("text", ["This is one and / or two.", "either / neither\nand/or both"])
def test_a_slash_between_words_of_prose_shows_no_verse(text: str) -> None:
    """English with a slash between two words is not taken for verse."""
    assert not any(stanza.marked for stanza in split_verses(text))


@pytest.mark.parametrize("speaker", ["(अर्जुन उवाच)", "[अर्जुन उवाच]", "अर्जुन उवाच"])
def test_a_speaker_may_stand_in_brackets(speaker: str) -> None:
    """Who speaks is no part of the verse, in brackets or not."""
    (verse,) = split_verses(f"{speaker}\nराम ।\nश्याम ॥ १ ॥\n")
    assert verse.text == "राम ।\nश्याम ॥"
