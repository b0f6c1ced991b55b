"""Offsets as lines and columns."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.passage import offset_of
from dhyana.grammar.lint.places import place, position


@given(st.text("ab\n\r\u2028", max_size=40), st.integers(0, 40), st.sampled_from([1, 2000]))
@settings(deadline=None)
def test_a_place_is_that_of_its_offset(text: str, offset: int, times: int) -> None:
    """Line and column lead back to the offset, in short texts and in long ones, up to the end."""
    text *= times
    offset = min(offset * times, len(text))
    line, column = position(text, offset)
    assert offset_of(text, line, column) == offset
    assert text[:offset].split("\n")[-1] == text[offset - column + 1 : offset]
    assert line == len(text[:offset].split("\n"))


def test_a_stretch_is_from_its_first_character_to_behind_its_last() -> None:
    """The end is excluded, and may stand in another line."""
    assert place("ab\ncd", 1, 4) == (1, 2, 2, 2)
