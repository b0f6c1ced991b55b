"""The table of letters."""

import unicodedata

import pytest

from dhyana.grammar.lipi.letters import CONSONANTS, DIGITS, MARKS, VOWELS

CONSONANT_NAMES = """
    KA KHA GA GHA NGA CA CHA JA JHA NYA TTA TTHA DDA DDHA NNA TA THA DA DHA NA
    PA PHA BA BHA MA YA RA LA VA SHA SSA SA HA LLA
"""
LETTERS = (*VOWELS, *CONSONANTS, *MARKS)


@pytest.mark.parametrize("script", ["devanagari", "slp1"])
def test_letters_are_distinct(script: str) -> None:
    """Two letters never share a spelling in Devanagari or SLP1."""
    spellings = [getattr(letter, script) for letter in LETTERS]
    assert len(set(spellings)) == len(spellings)


def test_only_the_two_l_share_their_iast() -> None:
    """IAST writes ऌ and ळ alike and no other two letters."""
    spellings = [letter.iast for letter in LETTERS]
    assert sorted(s for s in set(spellings) if spellings.count(s) > 1) == ["ḷ"]


def test_slp1_is_one_character_a_letter() -> None:
    """SLP1 spells every letter with one ASCII character."""
    assert all(len(letter.slp1) == 1 and letter.slp1.isascii() for letter in LETTERS)


def test_letters_are_nfc() -> None:
    """Every spelling is in normal form C, as the records are."""
    for letter in LETTERS:
        for text in (letter.devanagari, letter.iast):
            assert unicodedata.is_normalized("NFC", text)


def test_signs_match_their_vowels() -> None:
    """A vowel sign is the sign of its own vowel by its Unicode name."""
    for vowel in VOWELS[1:]:
        name = unicodedata.name(vowel.devanagari).replace("LETTER", "VOWEL SIGN")
        assert unicodedata.name(vowel.sign) == name


def test_consonants_match_their_unicode_names() -> None:
    """A consonant's SLP1 and IAST letters are those of the letter that Unicode names."""
    names = [unicodedata.name(consonant.devanagari).split()[-1] for consonant in CONSONANTS]
    assert names == CONSONANT_NAMES.split()


def test_digits_count_from_zero() -> None:
    """The digits stand in order of their value."""
    assert [unicodedata.digit(digit) for digit in DIGITS] == list(range(10))
