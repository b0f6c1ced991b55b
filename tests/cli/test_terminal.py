"""What output can do, and how text is filled into lines."""

import io
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.cli.view.highlight import highlight
from dhyana.cli.view.terminal import MIN_WIDTH, Terminal, beside, folded
from dhyana.grammar.filling import columns, wrap

PLAIN = Terminal(80, styled=False, placed=True)
COLOURED = Terminal(80, styled=True, placed=True)
TEXT = st.text(alphabet="ab śक्षित्र。 \n\u00a0", max_size=200)


class _Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "tty", "styled", "placed"),
    [
        ({"TERM": "xterm"}, True, True, True),
        ({"TERM": "dumb"}, True, False, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, True, True),
        ({"TERM": "xterm"}, False, False, False),
        ({"TERM": "xterm", "FORCE_COLOR": "1"}, False, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False, False),
    ],
)
def test_styles_and_cursor_moves_only_where_they_work(
    environment: dict[str, str],
    tty: bool,
    styled: bool,
    placed: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """TERM, NO_COLOR, FORCE_COLOR and the kind of output decide what is written."""
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal.of(_Tty() if tty else io.StringIO())
    assert (terminal.styled, terminal.placed) == (styled, placed)


@pytest.mark.parametrize(("value", "width"), [("120", 120), ("10", MIN_WIDTH), ("x", 80)])
def test_columns_sets_the_width(value: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS gives the width, within reason; nonsense is as if it were not set."""
    monkeypatch.setenv("COLUMNS", value)
    assert Terminal.of(io.StringIO()).width == width


def test_messages_are_folded_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that is read is folded between words, one for a pipe is one line."""
    monkeypatch.setenv("COLUMNS", "41")
    monkeypatch.setenv("TERM", "xterm")
    message = "dhyana: no-such-file-in-this-folder.txt: there is no such file"
    assert folded(message, io.StringIO()) == message
    lines = folded(message, _Tty()).split("\n")
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines) == message


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("śānti", 5), ("m\u0310", 1), ("शान्तिं", 5), ("。", 2)]
)
def test_columns_are_the_most_that_any_terminal_takes(text: str, width: int) -> None:
    """Spacing vowel signs count one column, marks above and below none, wide characters two."""
    assert columns(text) == width


@given(TEXT, st.integers(8, 60))
@settings(deadline=None)
def test_wrapped_lines_fit_and_keep_every_word(text: str, width: int) -> None:
    """Lines fit unless one word alone does not, and all words come out in their order."""
    lines = wrap(text, width, "• ", "  ")
    assert all(line.startswith(("• ", "  ")) or not line.strip("• ") for line in lines)
    for line in lines:
        assert columns(line) <= width or "\u00a0" in text or " " not in line[2:]
    words = " ".join(line[2:] for line in lines).split()
    assert "".join(words) == "".join(text.split())


def test_a_no_break_space_does_not_break() -> None:
    """A no-break space holds its words together and comes out as a space."""
    assert wrap("aa bb\u00a0cc", 6) == ["aa", "bb cc"]


def test_columns_are_placed_by_cursor_moves() -> None:
    """The right column is set by an absolute cursor move; where it is empty there is none."""
    assert beside(["a", "b"], ["x", "", "z"], 10) == ["a\x1b[10Gx", "b", "\x1b[10Gz"]


SOURCE = '''\
@shloka(12)
def scale(scores: Tensor) -> Tensor:
    """Divide by √E."""

    return scores / 8.0  # a comment
'''


def _without_styles(line: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", line)


def test_highlighting_changes_colours_only() -> None:
    """Without its colours highlighted code is the source, line for line, empty ones too."""
    lines = highlight(SOURCE, COLOURED, None)
    assert [_without_styles(line) for line in lines] == SOURCE.splitlines()
    assert lines != SOURCE.splitlines()


def test_no_colours_where_none_are_shown() -> None:
    """Without styles the source comes back as it is."""
    assert highlight(SOURCE, PLAIN, None) == SOURCE.splitlines()


@given(st.text(alphabet="ab (),.=\n#'\"", max_size=300), st.integers(10, 60), st.booleans())
@settings(deadline=None)
def test_code_fits_its_column(source: str, width: int, styled: bool) -> None:
    """Any source is broken into lines that fit, and no character but spaces is lost."""
    lines = highlight(source, Terminal(80, styled=styled, placed=True), width)
    plain = [_without_styles(line) for line in lines]
    assert all(columns(line) <= width for line in plain)
    assert "".join("".join(plain).split()) == "".join(source.split())


def test_a_long_line_is_continued_under_its_indent() -> None:
    """A line that is too long goes on, indented, below its beginning."""
    line = "    return first_function(second, third)"
    assert highlight(line, PLAIN, 30) == [
        "    return",
        "        first_function(second,",
        "        third)",
    ]


def test_marks_take_no_column() -> None:
    """The widths rest on Unicode's own categories, not on a table of ours."""
    assert all(columns(chr(c)) == 0 for c in range(0x300, 0x370) if unicodedata.combining(chr(c)))
