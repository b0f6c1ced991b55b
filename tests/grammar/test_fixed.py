"""Fixed metres: exact readings, nearest readings, upajātis."""

import pytest

from dhyana.grammar.chandas.fixed import candidates, exact, nearest, read
from dhyana.grammar.scansion import Break
from dhyana.grammar.vrttas import table

INDRA, UPENDRA = "gglggllglgg", "lglggllglgg"


def breaks(*lengths: int) -> list[Break]:
    """Word ends after every syllable, and a line break after so many."""
    marks: list[Break] = []
    for length in lengths:
        marks += [Break.WORD] * (length - 1) + [Break.LINE]
    return marks


def test_four_lines_are_one_metre() -> None:
    """Four equal lines are the metre, its last syllables free."""
    (reading,) = exact(INDRA + INDRA[:-1] + "l" + INDRA + INDRA, breaks(11, 11, 11, 11))
    assert reading.candidate.name == "indravajrā"
    assert reading.distance == 0


def test_mixed_lines_are_an_upajati() -> None:
    """Lines of both members are an upajāti and neither member."""
    (reading,) = exact(INDRA + UPENDRA + UPENDRA + INDRA, breaks(22, 22))
    assert reading.candidate.name == "upajāti"
    assert [pattern[0] for pattern in reading.patterns] == ["g", "l", "l", "g"]


def test_the_nearest_has_fewest_changes() -> None:
    """One wrong weight in an upajāti is one change, in its line, and the rest is kept."""
    reading = nearest(INDRA + UPENDRA + "lglgglgglgg" + INDRA, breaks(22, 22))
    assert reading is not None
    assert (reading.candidate.name, reading.distance) == ("upajāti", 1)
    assert [len(changes) for changes in reading.edits] == [0, 0, 1, 0]


def test_reading_a_text_as_another_metre_covers_it() -> None:
    """Read as any stanza at all, a text is divided without loss."""
    text = INDRA + UPENDRA + INDRA + UPENDRA
    for candidate in candidates():
        reading = read(candidate, text, breaks(22, 22))
        assert sum(map(len, reading.lines)) == len(text)
        assert len(reading.edits) == len(candidate.lines)


def test_named_orders_of_an_upajati_are_no_candidates() -> None:
    """The ākhyānikī is an upajāti: it does not compete with it."""
    assert "ākhyānikī" in table().names
    assert all(candidate.name != "ākhyānikī" for candidate in candidates())


@pytest.mark.parametrize(("first", "second"), [(11, 10), (10, 11), (12, 11), (11, 12)])
def test_a_line_that_lost_or_gained_a_syllable_ends_with_a_word(first: int, second: int) -> None:
    """Which of two lines in one is too short or too long is told by the word end between them."""
    line = "ggggglgglgg"
    one = {10: line[1:], 11: line, 12: line + "g"}[first]
    other = {10: line[1:], 11: line, 12: "g" + line}[second]
    weights = one + other + line * 2
    breaks = [Break.NONE] * len(weights)
    breaks[first - 1] = Break.WORD
    breaks[first + second - 1] = Break.LINE
    shalini = next(c for c in candidates() if c.name == "śālinī" and len(c.lines) == 4)
    assert list(map(len, read(shalini, weights, breaks).lines))[:2] == [first, second]
