"""Leaving syllables out: what is offered mends the line."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar import identify, scan
from dhyana.grammar.chandas.mending import weights_without
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix
from dhyana.grammar.lint.passage import offset_of
from dhyana.grammar.stanza import iter_verses
from dhyana.shlokas import load

CORPUS = Path(__file__).parents[2].parent / "shared/corpus/brahmapurana.iast.txt"
VERSES = [verse.record.verse for verse in load().verses]


def mended(text: str, fix: Fix) -> str:
    """Make the edits of a repair."""
    for edit in sorted(fix.edits, key=lambda edit: (edit.line, edit.column), reverse=True):
        start = offset_of(text, edit.line, edit.column)
        end = offset_of(text, edit.end_line, edit.end_column)
        text = text[:start] + edit.text + text[end:]
    return text


def same(fault: Diagnostic, other: Diagnostic) -> bool:
    """Whether two faults are of one rule in one pāda."""
    return (fault.code, fault.pada) == (other.code, other.pada)


def check(text: str, after: int, added: str) -> int:
    """Add letters after a syllable; every repair with edits must mend. How many there were."""
    aksharas = scan(text).aksharas
    place = aksharas[after % len(aksharas)].end
    broken = text[:place] + added + text[place:]
    offered = 0
    for fault in identify(broken).faults:
        for fix in fault.fixes:
            if fix.edits:
                offered += 1
                left = identify(mended(broken, fix)).faults
                assert not any(same(fault, other) for other in left), (broken, fix.message)
    return offered


def test_a_syllable_left_out_takes_its_consonants_along() -> None:
    """Without `kṣe` the vowel before it is light, before a vowel it makes no diphthong."""
    assert weights_without(scan("makṣepa").aksharas, ()) == "ggl"
    assert weights_without(scan("makṣepa").aksharas, (2,)) == "ll"
    assert weights_without(scan("kasya iha").aksharas, (2,)) == "lll"


def test_vowels_that_come_together_make_no_diphthong() -> None:
    """Of `gaṇāiḥ`, where `ṇā` goes, `a` and `i` stay two."""
    text = "lakṣmīs tri-loka-lalanā lalitāgra-janye jasraṃ surāsura-gaṇāiḥ paripīḍitāṅgī |"
    fixes = [fix for fault in identify(text).faults for fix in fault.fixes if "(ṇā)" in fix.message]
    assert [mended(text, fix).split()[4] for fix in fixes] == ["surāsura-ga"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VERSES), st.integers(0, 40), st.sampled_from(["क", "का", "त्र", " च"]))
def test_every_repair_with_edits_mends_the_treatise(text: str, after: int, added: str) -> None:
    """In a verse of the treatise with one akṣara more, what is offered takes the fault away."""
    check(text, after, added)


@pytest.mark.skipif(not CORPUS.exists(), reason="needs ../shared")
def test_every_repair_with_edits_mends_a_corpus() -> None:
    """So it does in a purāṇa, ślokas and other metres."""
    with CORPUS.open(encoding="utf-8") as lines:
        verses = [stanza.text for stanza in islice(iter_verses(lines), 0, 6000, 60)]
    assert sum(check(text, index, "sya") for index, text in enumerate(verses)) > len(verses)
