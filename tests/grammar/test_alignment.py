"""Division into pādas, and the place of a syllable lost or gained."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.anushtubh_table import Profile, sound
from dhyana.grammar.chandas.alignment import locate, padas, split
from dhyana.grammar.scansion import Break

ODD, EVEN = "gggglggg", "lggglglg"
MARKS = {" ": Break.WORD, "-": Break.SEAM, "/": Break.LINE, "|": Break.HALF}


def read(text: str) -> tuple[str, list[Break]]:
    """Weights with marks between them: `gg ggl ggg / …` → weights and breaks."""
    weights, breaks = "", []
    for character in text:
        if character in "gl":
            weights += character
            breaks.append(Break.NONE)
        else:
            breaks[-1] = MARKS[character]
    return weights, breaks


def sizes(text: str) -> list[list[int]]:
    """Lengths of the pādas by half."""
    return [[len(pada) for pada in half] for half in padas(*read(text))]


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        (f"{ODD} {EVEN}|{ODD} {EVEN}|", [[8, 8], [8, 8]]),
        (f"{ODD}/{EVEN}/{ODD}/{EVEN}/", [[8, 8], [8, 8]]),
        (f"{ODD}|{EVEN}|{ODD}|{EVEN}|", [[8, 8], [8, 8]]),
        (f"{ODD}{EVEN}{ODD}{EVEN}", [[8, 8], [8, 8]]),
        (f"{ODD}/{EVEN}|{ODD} {EVEN}|", [[8, 8], [8, 8]]),
        (f"{ODD} {EVEN}|{ODD} {EVEN}|{ODD} {EVEN}|", [[8, 8]] * 3),
        (f"{ODD} {EVEN} {ODD} {EVEN} {ODD} {EVEN}", [[8, 8]] * 3),
        (f"{ODD} {EVEN}", [[8, 8]]),
        (ODD, [[8]]),
        (f"{ODD} {EVEN}|{ODD}|", [[8, 8], [8]]),
        (f"{ODD}|{ODD} {EVEN}|", [[8], [8, 8]]),
        ("", []),
    ],
)
def test_stanza_is_divided_as_its_writer_marked_it(text: str, lengths: list[list[int]]) -> None:
    """Daṇḍas, lines, or nothing at all: halves of two pādas come out."""
    assert sizes(text) == lengths


def test_lines_wrapped_anywhere_are_ignored() -> None:
    """A line break every few syllables divides nothing when daṇḍas do."""
    assert sizes("ggg/glggg lgg/glglg|gg/gglggg lggg/lglg|") == [[8, 8], [8, 8]]


def test_undivided_stanza_of_odd_length_is_cut_by_its_cadences() -> None:
    """With no daṇḍa and a syllable missing, halves are still found at a word end."""
    assert sizes(f"{ODD[1:]} {EVEN} {ODD} {EVEN}") == [[7, 8], [8, 8]]
    assert sizes(f"{ODD} {EVEN} {ODD} {EVEN[1:]}") == [[8, 8], [8, 7]]


def test_break_one_syllable_off_is_moved() -> None:
    """Sixteen syllables that are good at 8 and 8 are divided there whatever the line break says."""
    assert split(*read("gggglgg/glggglglg")) == 8


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("gggg lgg lggg lglg", 7),  # word ends leave the eighth to b
        ("ggg glggg lgg lglg", 8),
        ("gggglggg/lgglglg", 8),
        ("ggglggg/lggglglg", 7),
        ("ggg l glggg lggg lglg", 9),
        ("ggg glggg lggg l lglg", 8),
    ],
)
def test_pada_with_the_wrong_length_is_found(text: str, odd: int) -> None:
    """Of fifteen or seventeen syllables the line break, the words and the cadences give a pāda."""
    assert split(*read(text)) == odd


def test_syllable_missing_before_a_good_cadence() -> None:
    """Report 11: seven syllables that end lggg miss one among the first four."""
    location = locate(*read("gg glg gg"), even=False)
    assert location is not None
    assert (location.first, location.last) == (1, 4)


def test_cadence_narrows_the_place() -> None:
    """Where the cadence itself lost its light syllable, the opening is not suspected."""
    location = locate(*read("gggglgg"), even=True)
    assert location is not None
    assert (location.first, location.last) == (7, 8)
    assert location.readings[0].weights == "gggglglg"


def test_particle_is_the_likelier_surplus() -> None:
    """A syllable that is a word by itself is taken before a part of a word."""
    weights, breaks = read("ggg g llggg")
    location = locate(weights, breaks, even=False)
    assert location is not None
    assert location.readings[0].weights in sound(False, Profile.CLASSICAL)
    assert location.first <= 4 <= location.last


def test_word_after_the_verse_is_found_whole() -> None:
    """A closing *iti* after a good even pāda is both its syllables."""
    location = locate(*read("lggg lglg ll"), even=True)
    assert location is not None
    assert (location.first, location.last) == (9, 10)
    assert location.readings[0].syllables == (9, 10)


def test_far_lengths_are_not_located() -> None:
    """A pāda of eight, or one off by more than two, has no place to name."""
    for size in (5, 8, 11):
        assert locate("g" * size, [Break.NONE] * size, even=False) is None


marks = st.sampled_from(list(Break))


@settings(deadline=None, max_examples=150)
@given(st.lists(st.tuples(st.sampled_from("gl"), marks), max_size=70))
def test_every_syllable_is_in_one_pada(syllables: list[tuple[str, Break]]) -> None:
    """Whatever the weights and breaks, the pādas hold all syllables in order, none twice."""
    weights = "".join(weight for weight, _ in syllables)
    halves = padas(weights, [mark for _, mark in syllables])
    assert [k for half in halves for pada in half for k in pada] == list(range(len(weights)))
    assert all(1 <= len(half) <= 2 for half in halves)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(sorted(sound(False, Profile.CLASSICAL))), st.integers(0, 7))
def test_a_dropped_syllable_leaves_readings_that_mend_it(pattern: str, dropped: int) -> None:
    """Whatever one syllable an odd pāda lost, its own pattern is among the readings."""
    weights = pattern[:dropped] + pattern[dropped + 1 :]
    location = locate(weights, [Break.NONE] * 7, even=False)
    assert location is not None
    assert pattern in {reading.weights for reading in location.readings}
    assert 1 <= location.first <= location.last <= 8
