"""Places in a text, as editors and as the linter count them."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.cli.lsp.positions import Encoding, Places

TEXTS = st.text(st.sampled_from("aé\u0924\u094d𑀓😀\u2028\x0b\x85\n\r"), max_size=30)
WIDTHS = {
    Encoding.Utf8: ("utf-8", 1),
    Encoding.Utf16: ("utf-16-le", 2),
    Encoding.Utf32: ("utf-32-le", 4),
}
ENCODINGS = st.sampled_from(list(WIDTHS))


def lines_of(text: str) -> list[str]:
    """Part a text where LSP says that lines end, and nowhere else."""
    return re.split(r"\r\n|\n|\r", text)


@settings(deadline=None, max_examples=150)
@given(TEXTS, ENCODINGS, st.data())
def test_every_place_is_found_again(text: str, encoding: Encoding, data: st.DataObject) -> None:
    """An index becomes a line and code units of the encoding, which lead back to the index."""
    places = Places(text, encoding)
    index = data.draw(st.integers(0, len(text)))
    if text[index - 1 : index + 1] == "\r\n" and index:
        return  # no place for a cursor
    position = places.position(index)
    codec, width = WIDTHS[encoding]
    before = lines_of(text[:index])
    assert position.line == len(before) - 1
    assert position.character == len(before[-1].encode(codec)) // width
    assert places.index(position) == index


@settings(deadline=None, max_examples=100)
@given(TEXTS, ENCODINGS, st.integers(0, 40), st.integers(0, 200))
def test_any_position_leads_into_the_text(
    text: str, encoding: Encoding, line: int, character: int
) -> None:
    """A column behind its line is the line's end, a line behind the last is the end of the text."""
    from lsprotocol import types

    places = Places(text, encoding)
    index = places.index(types.Position(line, character))
    rows = lines_of(text)
    assert 0 <= index <= len(text)
    if line >= len(rows):
        assert index == len(text)
    else:
        found = places.position(index)
        assert found.line == line
        assert found.character <= character


def test_devanagari_and_what_lies_beyond_the_first_plane() -> None:
    """क्षि is four units in UTF-16 and twelve in UTF-8; a letter of Brahmi is two and four."""
    text = "क्षि 𑀓 x"
    for encoding, columns in ((Encoding.Utf16, (4, 5, 7)), (Encoding.Utf8, (12, 13, 17))):
        places = Places(text, encoding)
        assert [places.position(index).character for index in (4, 5, 6)] == list(columns)
        inside = places.position(5)
        inside.character += 1
        assert places.index(inside) == 5


@given(st.text("ab\n", max_size=20), st.integers(-1, 9), st.integers(-1, 9))
def test_places_of_the_linter(text: str, line: int, column: int) -> None:
    """Lines and columns of the linter count from 1; what is outside is drawn in."""
    index = Places(text).counted(line, column)
    assert 0 <= index <= len(text)
    rows = text.split("\n")
    if 1 <= line <= len(rows) and 1 <= column <= len(rows[line - 1]) + 1:
        assert index == sum(len(row) + 1 for row in rows[: line - 1]) + column - 1


def test_lines_end_as_the_protocol_says() -> None:
    """A carriage return ends a line, alone and before a line feed; U+2028 does not."""
    places = Places("ab\r\ncd\re\u2028f")
    assert [places.line_of(index) for index in (0, 2, 4, 7, 9)] == [
        (0, 2),
        (0, 2),
        (4, 6),
        (7, 10),
        (7, 10),
    ]
