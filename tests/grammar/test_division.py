"""The writer's line breaks, and what they say."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.division import layout, ranges, segments
from dhyana.grammar.scansion import Break

N, W, L, H = Break.NONE, Break.WORD, Break.LINE, Break.HALF


def test_segments_end_at_lines_and_dandas() -> None:
    """A word end parts nothing, a line break and a daṇḍa do; the end of the text needs neither."""
    assert segments([N, L, N, W, H, N]) == (range(2), range(2, 5), range(5, 6))


def test_breaks_at_line_ends_speak_for_a_reading() -> None:
    """A line break where a line ends speaks for the reading, one elsewhere against it."""
    lines = ranges([2, 2])
    assert layout(lines, [N, L, N, H]) > layout(lines, [N, W, N, H]) > 0
    assert layout(lines, [N, N, N, H]) < 0
    assert layout(lines, [L, N, N, H]) < layout(lines, [N, N, N, H])


@given(st.lists(st.sampled_from(list(Break)), min_size=1, max_size=40))
@settings(deadline=None, max_examples=100)
def test_segments_cover_the_text(breaks: list[Break]) -> None:
    """Every syllable is in one segment, in order."""
    assert [i for piece in segments(breaks) for i in piece] == list(range(len(breaks)))
