"""Verse in two scripts is read as one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar import identify, scan
from dhyana.grammar.report import Verdict

DEVANAGARI, IAST = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः", "dharmakṣetre kurukṣetre samavetā yuyutsavaḥ"


@pytest.mark.parametrize(
    ("text", "written", "read"),
    [
        (f"{DEVANAGARI} ।\nmāmakāḥ pāṇḍavāś caiva", "māmakāḥ pāṇḍavāś caiva", "मामकाः पाण्डवाश् चैव"),
        ("धर्मक्षेत्रे कुरुक्षेत्रे samavetā yuyutsavaḥ", "samavetā yuyutsavaḥ", "समवेता युयुत्सवः"),
        (f"{IAST} |\nमामकाः पाण्डवाश्चैव", "मामकाः पाण्डवाश्चैव", "māmakāḥ pāṇḍavāścaiva"),
    ],
)
def test_a_pada_in_another_script_is_read_and_told(text: str, written: str, read: str) -> None:
    """It counts as if it stood in the script of the rest, and every letter keeps its place."""
    scanned = scan(text)
    (miss,) = scanned.near_misses
    assert (miss.written, miss.read_as, text[miss.start : miss.end]) == (written, read, written)
    assert len(scanned.aksharas) == 8 * (2 if "samavetā" in written else 3)
    assert all(text[a.start : a.end] == a.written for a in scanned.aksharas)


def test_the_same_words_in_another_script_are_no_verse() -> None:
    """A verse followed by itself in IAST is one verse, and so is one with a gloss in brackets."""
    for text in (
        f"{DEVANAGARI} ।\n{IAST} |",
        f"{IAST} |\n{DEVANAGARI} ।",
        "धर्म (dharmakṣetre) क्षेत्रे",
    ):
        scanned = scan(text)
        assert len(scanned.aksharas) in (4, 16)
        assert all("another script" not in miss.message for miss in scanned.near_misses)
    assert identify(f"{DEVANAGARI} ।\n{IAST} |").verdict is Verdict.EXACT


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from([*"कमि्ांः aāmkśṣ।\n़", "samavetā ", "समवेता "]), max_size=24))
def test_any_mixture_keeps_its_places(parts: list[str]) -> None:
    """However scripts are mixed, nothing raises and akṣaras stand in order where they say."""
    text = "".join(parts)
    end = 0
    for akshara in scan(text).aksharas:
        assert end <= akshara.start <= akshara.end
        assert text[akshara.start : akshara.end] == akshara.written
        end = akshara.end
