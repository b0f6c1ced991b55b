"""Verse in IAST, and where its syllables stand in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.romanised import advance, romanise
from dhyana.grammar.scansion import scan


@pytest.mark.parametrize(
    ("text", "iast"),
    [
        ("धर्मक्षेत्रे कुरुक्षेत्रे", "dharmakṣetre kurukṣetre"),
        ("तम् एव वाक् च", "tam eva vāk ca"),
        ("को ऽपि रामोऽपि", "ko 'pi rāmo'pi"),
        ("रामः । सीता ॥१॥", "rāmaḥ | sītā"),
        ("मूल-भागेन", "mūla-bhāgena"),
        ("प्रउग", "praüga"),
        ("सञ्जय उवाच\nदृष्ट्वा तु", "dṛṣṭvā tu"),
        ("अ॒ग्निमी॑ळे", "agnimīḷe"),
        ("tam eva agním", "tam eva agnim"),
        ("dharmakSetre tam eva vAk ca", "dharmakṣetre tam eva vāk ca"),
        ("ತಮ್ ಏವ", "tam eva"),
        ("tat-tvam-asi", "tat-tvam-asi"),
    ],
)
def test_spaces_and_seams_of_the_source_stay(text: str, iast: str) -> None:
    """Words are parted as the writer parted them, also inside an akṣara (म् ए)."""
    scanned = scan(text)
    assert romanise(scanned, scanned.aksharas).text == iast


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="कतर्मािुृंःऽ ।-\nअएaāiktrṃḥm̐ '", max_size=40))
def test_columns_follow_one_another(text: str) -> None:
    """Each akṣara has its columns in order within the line, and its vowel among them."""
    scanned = scan(text)
    line = romanise(scanned, scanned.aksharas)
    assert len(line.columns) == len(scanned.aksharas)
    end = 0
    for column in line.columns:
        assert end <= column.start <= column.vowel < column.end
        end = column.end
    assert end == advance(line.text)


def test_combining_marks_take_no_column() -> None:
    """A mark above a letter does not move what stands to the right of it."""
    assert advance("m̐") == 1
