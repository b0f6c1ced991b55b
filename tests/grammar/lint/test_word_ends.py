"""Word ends of a verse by its padaccheda."""

from dataclasses import replace

import pytest

from dhyana.grammar import identify, scan
from dhyana.grammar.lint.word_ends import word_ends
from dhyana.grammar.scansion import Break
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import VerseRecord

RECORD = load().verse(1).record


def record(verse: str, padaccheda: str) -> VerseRecord:
    """Make a record of these two fields."""
    return replace(RECORD, verse=verse, padaccheda=padaccheda, morphology=())


@pytest.mark.parametrize(
    ("verse", "padaccheda", "ends"),
    [
        ("तदेव वनम्", "तत् एव वनम्", {0, 2}),  # a consonant goes to the next syllable
        ("राजपुत्रः", "राज-पुत्रः", {1}),
        ("नास्ति", "न अस्ति", {0}),  # the vowel belongs to both
        ("सोऽपि", "सः अपि", {0}),
        ("तदेव वनम्", "अन्यत् वनम्", None),
        ("तदेव", "", None),
    ],
)
def test_words_end_where_the_padaccheda_says(
    verse: str, padaccheda: str, ends: set[int] | None
) -> None:
    """Each word ends after the syllable with its last vowel; without proof nothing is said."""
    assert word_ends(record(verse, padaccheda)) == ends


def test_what_is_written_apart_is_proven_apart() -> None:
    """In the treatise every space and seam between two syllables is a word end by padaccheda."""
    for edition in Edition:
        for verse in load(edition=edition).verses:
            ends = word_ends(verse.record)
            aksharas = scan(verse.record.verse).aksharas[:-1]
            seen = {k for k, akshara in enumerate(aksharas) if akshara.after is not Break.NONE}
            assert ends is None or seen <= ends, verse.number


@pytest.mark.parametrize(("ends", "severity"), [(None, "info"), ({4}, None), ({1}, "warning")])
def test_a_pause_is_proven_or_refuted(ends: set[int] | None, severity: str | None) -> None:
    """A ma-vipulā wants a word end after five: hidden it is noted, refuted it is a warning."""
    verse = "dārāñ śṛṇudhvamviprendrāḥ kaśyapasya prajāpateḥ"
    report = identify(verse, word_ends=ends)
    said = {found.code: found.severity.value for found in (*report.faults, *report.notes)}
    assert said.get("CHA115") == severity
