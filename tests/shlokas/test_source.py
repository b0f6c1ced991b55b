"""Each character of each field is found at the line and column where it stands."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dhyana.shlokas.composing import compose
from dhyana.shlokas.shape import text_of
from dhyana.shlokas.source import Source, steps


def character_at(source: Source, place: tuple[int, int]) -> str:
    """Return what an editor shows at a line and column, its line end behind the last column."""
    line, column = place
    return (source.text.split("\n")[line - 1] + "\n")[column - 1]


def index_of(source: Source, place: tuple[int, int]) -> int:
    """Return the index into the text of a line and column."""
    line, column = place
    return sum(len(each) + 1 for each in source.text.split("\n")[: line - 1]) + column - 1


def located(source: Source, field: str, value: str) -> str:
    return "".join(
        character_at(source, source.locate(field, offset)) for offset in range(len(value))
    )


def departures(found: str, read: str) -> list[tuple[str, str]]:
    """Pair up the characters that differ, but for a line end that was folded to a space."""
    pairs = zip(found, read, strict=True)
    return [pair for pair in pairs if pair[0] != pair[1] and pair != ("\n", " ")]


def test_steps_of_a_path() -> None:
    """Names and indices come in order; anything else is refused."""
    assert steps("commentary") == ("commentary",)
    assert steps("matrix[2][3]") == ("matrix", 2, 3)
    assert steps("morphology[10].analysis.members[0]") == (
        "morphology",
        10,
        "analysis",
        "members",
        0,
    )
    for wrong in ("", ".", "a.", "[0]", "a[-1]", "a[x]", "a b", "a[1]b", "a[01]", "a[9999999]"):
        with pytest.raises(ValueError, match="is not a field path"):
            steps(wrong)


TEXT = """\
# a comment
number: 12
verse: |  # a block
  पूर्वे तु

    गच्छन्ति
folded: >
  one
  two

  three
    four
  five
plain: one two
  three

  four
single: 'it''s

  a   fold  '
rows:
- {form: a, 'note': "b c"}
- form:
    z
"""


def test_a_place_in_every_style() -> None:
    """Blocks, folds, plain and quoted text are mapped back to where each word stands."""
    source = Source(Path("x.yaml"), TEXT)
    assert source.locate("number") == (2, 9)
    assert source.locate("verse") == (4, 3)
    assert source.locate("verse", len("पूर्वे तु\n\n  ग")) == (6, 6)
    assert source.locate("folded", len("one two\nth")) == (11, 5)
    assert source.locate("folded", len("one two\nthree\n  four\nf")) == (13, 4)
    assert source.locate("plain", len("one two three\nfo")) == (17, 5)
    assert source.locate("single", len("it's")) == (19, 1)
    assert source.locate("single", len("it's\na   f")) == (20, 8)
    assert source.locate("rows") == (22, 1)
    assert source.locate("rows[0].note", 2) == (22, 24)
    assert source.locate("rows[1]") == (23, 3)
    assert source.locate("rows[1].form") == (24, 5)


def test_the_place_after_the_last_character() -> None:
    """The end of a span has a place; an offset behind it has none."""
    source = Source(Path("x.yaml"), "a: |\n  xy")
    assert source.locate("a", 2) == (2, 5)
    for offset in (-1, 3):
        with pytest.raises(LookupError, match="a has no offset"):
            source.locate("a", offset)


def test_the_field_at_a_place() -> None:
    """A place in a value, or behind it, names its field; an indent counts to the line it begins."""
    source = Source(Path("x.yaml"), TEXT)

    def field_at(line: int, column: int) -> tuple[str, int] | None:
        return source.field_at(index_of(source, (line, column)))

    assert field_at(2, 9) == ("number", 0)
    assert field_at(2, 11) == ("number", 2)
    assert field_at(2, 1) is None
    assert field_at(4, 1) == ("verse", 0)
    assert field_at(7, 1) is None
    assert field_at(22, 25) == ("rows[0].note", 3)
    assert field_at(24, 5) == ("rows[1].form", 0)
    assert Source(Path("x.yaml"), "two words: a\n").field_at(11) is None
    assert Source(Path("x.yaml"), "").field_at(0) is None


@pytest.mark.parametrize("field", ["b", "a.b", "a[0]", "c[1]", "c.d"])
def test_a_field_that_is_not_there(field: str) -> None:
    """A path that leads nowhere is a `LookupError`, and so is any path of an empty file."""
    with pytest.raises(LookupError, match="the file has no"):
        Source(Path("x.yaml"), "a: x\nc: [y]\n").locate(field)
    with pytest.raises(LookupError, match="the file has no"):
        Source(Path("x.yaml"), "").locate(field)


WORDS = st.text(st.sampled_from("कखि ् aé€😀'\"#:-,[]{}|>&*!%@\n  "), max_size=40)


@settings(deadline=None, max_examples=600)
@given(
    value=WORDS,
    style=st.sampled_from(["|", ">", "'", '"', ""]),
    width=st.sampled_from([4, 10, 80]),
    nested=st.booleans(),
)
def test_every_character_is_found_where_it_stands(
    value: str, style: str, width: int, nested: bool
) -> None:
    """What the parser read from a rendered scalar is found again, character by character."""
    data: Any = {"rows": [{"text": value, "z": "z"}]} if nested else {"text": value, "z": "z"}
    field = "rows[0].text" if nested else "text"
    text = yaml.dump(data, default_style=style, width=width, allow_unicode=True)
    source = Source(Path("x.yaml"), text)
    node: Any = compose(text)
    for step in steps(field):
        node = node.value[0] if step == 0 else {k.value: v for k, v in node.value}[step]
    assume(node.style != '"' or "\\" not in text)
    read = text_of(node)
    found = located(source, field, read)
    assert departures(found, read) == []
    places = [source.locate(field, offset) for offset in range(len(read) + 1)]
    assert places == sorted(set(places))
    back = [source.field_at(index_of(source, place)) for place in places[:-1]]
    assert back == [(field, offset) for offset in range(len(read))]


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.text(st.sampled_from("कa "), max_size=6), max_size=8),
    st.sampled_from(["", "+", "-", "2"]),
)
def test_every_character_of_a_folded_block_is_found(lines: list[str], chomping: str) -> None:
    """Folded blocks with deeper lines, empty lines and every chomping are mapped."""
    text = f"a: >{chomping}\n" + "".join(f"  {line}\n" for line in lines) + "z: z\n"
    try:
        root: Any = compose(text)
    except ValueError:
        assume(False)
    read = text_of(root.value[0][1])
    assume(not read or read.strip(" \n"))
    source = Source(Path("x.yaml"), text)
    found = located(source, "a", read)
    assert departures(found, read) == []
