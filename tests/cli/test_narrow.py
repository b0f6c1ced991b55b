"""What the commands write on a narrow terminal: lines that fit, with their words whole."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dhyana.cli.view.metre import scansion
from dhyana.grammar.filling import columns
from dhyana.grammar.meter import identify
from dhyana.grammar.scansion import scan

WIDTH = 44
LONG = "rāmaḥ rājamaṇiḥ sadā vijayate rāmaṃ rameśaṃ bhaje"
FAULTY = "धर्मक्षेत्रे कुरुक्षेत्रे समवता युयुत्सवः । मामकाः पाण्डवाश्चैव किमकुर्वत सञ्जय ॥\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["lint", "faulty.txt", "no-such-file-in-this-folder.txt"],
        ["meter", "faulty.txt", "no-such-file-in-this-folder.txt"],
        ["meter", "--from-script", "klingon", "faulty.txt"],
        ["rule", "CHA103"],
        ["rule", "--all"],
        ["list", "--canto", "1"],
        ["trace", "12"],
        ["derive", "12", "विभागः"],
        ["verse", "99"],
        ["--help"],
        ["rule", "--help"],
        ["handbook", "build", "--help"],
    ],
    ids=" ".join,
)
def test_lines_fit(
    arguments: list[str],
    on_terminal: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line is as wide as the terminal at most, unless it is one word or an example as it is."""
    monkeypatch.chdir(tmp_path)
    Path("faulty.txt").write_text(FAULTY, "utf-8")
    written = re.sub("\x1b\\[[0-9;]*m", "", on_terminal(*arguments, width=WIDTH))
    lines = [line.rstrip() for line in written.split("\n")]
    assert any(lines)
    for line in lines:
        example = arguments == ["rule", "CHA103"] and line.startswith("    ")
        assert columns(line) < WIDTH or " " not in line.strip() or example, line


def test_a_cut_pada_keeps_its_words_and_its_ganas() -> None:
    """A pāda that is cut into rows is cut between words, and its gaṇas stand under the last row."""
    verse = scan(LONG)
    lines = scansion(verse, identify(verse), 40)
    rows = [line.strip().removeprefix("a  ") for line in lines[::2]]
    assert " ".join(rows[:-1]) == LONG
    assert lines[-1].strip() == "ma sa ja sa ta ta ga"
    assert all(line.strip() for line in lines)


def test_what_was_typed_is_folded() -> None:
    """A line of Devanagari that does not fit goes on in the next, its words whole."""
    line = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः मामकाः पाण्डवाश्चैव किमकुर्वत सञ्जय"
    verse = scan(line)
    typed = scansion(verse, identify(verse), 40)[:3]
    assert " ".join(" ".join(typed).split()).startswith(line[:60])
    assert all(columns(row) <= 40 for row in typed)


def test_several_verses_are_drawn_apart() -> None:
    """Where a text is more than one verse, an empty line stands before each but the first."""
    verse = scan(f"{FAULTY}{FAULTY}")
    lines = scansion(verse, identify(verse), 80)
    drawn = lines[lines.index("") + 1 :]
    assert drawn.count("") == 1
    assert drawn[drawn.index("") + 1].startswith("  a  dharmakṣetre")
