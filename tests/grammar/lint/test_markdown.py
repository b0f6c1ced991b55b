"""Markdown: what stands in fences of verse is read, and what stands outside is counted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.markdown import fenced, outside

VERSE = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ॥"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{VERSE}\n", 1),
        (f"> {VERSE}\n\n{VERSE}\n", 2),
        (f"```shloka\n{VERSE}\n```\n", 0),
        (f"```text\n{VERSE}\n```\n", 0),
        (f"~~~\n{VERSE}\n~~~\n{VERSE} १ ॥\n", 1),
        ("| रामः | । | ॥ |\n|---|---|---|\n", 0),
        ("A verse ends with `॥`, or ॥ १ ॥.\n", 0),
        ("धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ।।\n", 1),
    ],
)
def test_verses_outside_fences_are_counted(text: str, count: int) -> None:
    """A line that a double daṇḍa ends after some words is a verse, unless it is code."""
    assert outside(text.splitlines(keepends=True)) == count


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["```shloka", "```", "~~~", "> ```shloka", "> क", "क", VERSE, ""])))
def test_every_line_is_read_or_blanked_and_none_is_both_read_and_unread(lines: list[str]) -> None:
    """What is given stands on the lines where it stood, and what is counted is not given."""
    given_lines = [f"{line}\n" for line in lines]
    read = list(fenced(given_lines))
    assert len(read) == len(lines)
    kept = sum(VERSE in line for line in read)
    assert kept + outside(given_lines) <= sum(line == VERSE for line in lines)
