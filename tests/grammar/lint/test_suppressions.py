"""Comments and waivers: what they silence, and what they do not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.suppressions import Suppression, part_comment, waived
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.record import Waiver

PATH = Path("a.txt")


def finding(code: str = "CHA103", line: int = 3, pada: str | None = "a") -> Diagnostic:
    """Make a finding in one line."""
    return Diagnostic(
        code=code,
        name="x",
        severity=Severity.ERROR,
        message="x",
        line=line,
        end_line=line,
        pada=pada,
    )


@pytest.mark.parametrize(
    ("line", "codes", "reason", "alone"),
    [
        ("# dhyana: ignore CHA103 a song\n", ("CHA103",), "a song", True),
        ("  #dhyana:ignore CHA103,CHA105 — a song", ("CHA103", "CHA105"), "a song", True),
        ("<!-- dhyana: ignore CHA103 a song -->\n", ("CHA103",), "a song", True),
        ("रामः ।  # dhyana: ignore CHA103 a song\n", ("CHA103",), "a song", False),
        ("rāmaḥ % dhyana : ignore CHA103: a song", ("CHA103",), "a song", False),
    ],
)
def test_comments_are_read(line: str, codes: tuple[str, ...], reason: str, alone: bool) -> None:
    """Codes and reason are read, and the comment is blanked without moving a column."""
    rest, found = part_comment(line, 3, PATH)
    assert found == Suppression(codes, reason, 3, alone)
    assert len(rest) == len(line)
    assert rest.rstrip() == line[: len(rest.rstrip())]
    assert "dhyana" not in rest


def test_other_lines_stay_and_comment_lines_are_blanked() -> None:
    """A `#` begins a comment only at the start of a line."""
    assert part_comment("rāmaḥ # 1\n", 1, PATH) == ("rāmaḥ # 1\n", None)
    assert part_comment(" # note\n", 1, PATH) == ("       \n", None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("# dhyana: ignore CHA103", "a.txt:3:11: CHA103 is ignored here without a reason"),
        ("# dhyana: ignore all of it", "a.txt:3:11: this comment cannot be read"),
        ("# dhyana: ignore CHA990 x", "a.txt:3:11: there is no rule CHA990"),
        ("# dhyana: off", "expected dhyana: ignore CHA103 why it stays"),
    ],
)
def test_a_comment_that_silences_nothing_is_refused(line: str, message: str) -> None:
    """Who silences a rule names it and says why."""
    with pytest.raises(RecordError) as raised:
        part_comment(line, 3, PATH)
    assert message in str(raised.value)


@given(st.text(max_size=40))
def test_no_line_moves(line: str) -> None:
    """Whatever a line says, it keeps its length or is refused."""
    try:
        rest, _ = part_comment(line, 1, PATH)
    except RecordError:
        return
    assert len(rest) == len(line)


def test_a_comment_covers_its_line_or_its_verse() -> None:
    """At the end of a line it speaks of that line, alone of the whole verse; of its codes only."""
    of_line = Suppression(("CHA103",), "x", 3, alone=False)
    of_verse = Suppression(("CHA103",), "x", 1, alone=True)
    assert of_line.covers(finding())
    assert not of_line.covers(finding(line=4))
    assert of_verse.covers(finding(line=4))
    assert not of_verse.covers(finding("CHA105"))


def test_a_waiver_covers_its_rule_where_it_says() -> None:
    """Without a place a waiver covers the verse, with one only that pāda or field."""
    assert waived(finding(), [Waiver("CHA103", "x")])
    assert waived(finding(), [Waiver("CHA103", "x", "pāda a")])
    assert not waived(finding(), [Waiver("CHA103", "x", "pada b")])
    assert not waived(finding(), [Waiver("CHA105", "x")])
