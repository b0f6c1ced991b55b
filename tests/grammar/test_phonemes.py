"""Sounds of a text with their places, and sounds written in Devanagari."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lipi.letters import CONSONANTS, VOWELS
from dhyana.grammar.lipi.phonemes import devanagari, sounds

CASES = [
    ("विभागः क्रियते ततः ।\nअति-उच्चे ॥", "viBAgaH kriyate tataH|ati-ucce|"),
    ("ॐ नमः", "om namaH"),
    ("कॢप्तः", "kxptaH"),
    ("अग्निमीळे", "agnimILe"),
    ("ताल्ँलोकान्", "tAl~lokAn"),
    ("सोऽपि", "so'pi"),
    ("agnim īḷe kḷptam", "agnim ILe kxptam"),
    ("prauga praüga", "prOga prauga"),
    ("కారణం", "kAraRaM"),
]


@pytest.mark.parametrize(("text", "slp1"), CASES)
def test_any_script_gives_the_same_sounds(text: str, slp1: str) -> None:
    """Letters of any script become SLP1, daṇḍas a bar, other gaps what they are."""
    assert sounds(text).slp1 == slp1


def test_a_sound_has_the_place_of_its_written_unit() -> None:
    """Both sounds of दि stand where दि stands, and a span is widened to whole units."""
    read = sounds("यदि च")
    assert read.slp1 == "yadi ca"
    assert read.text[slice(*read.span(2, 3))] == "दि"
    assert read.text[slice(*read.span(3, 6))] == "दि च"
    assert read.span(7, 7) == (5, 5)


@given(
    st.lists(st.sampled_from([c.slp1 for c in CONSONANTS] + [v.slp1 for v in VOWELS]), max_size=12)
)
@settings(deadline=None, max_examples=200)
def test_devanagari_is_read_back(letters: list[str]) -> None:
    """What is written in Devanagari is read as the same sounds."""
    slp1 = "".join(letters)
    assert sounds(devanagari(slp1), "devanagari").slp1 == slp1
