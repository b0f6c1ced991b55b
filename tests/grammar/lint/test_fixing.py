"""Fixes are written as they say, and nothing else is."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.editing import edited
from dhyana.grammar.lint.engine import Finding, Settings, lint
from dhyana.grammar.lint.fixing import Fixed, fixed
from dhyana.grammar.lint.inputs import documents
from dhyana.shlokas import FOLDER
from dhyana.shlokas.editions import Edition

NEAR_MISS = "namāmi rāmaḿ raghuvaṃśanātham |\n"


def finding(path: Path, *edits: TextEdit, safe: bool = True) -> Finding:
    """Make a finding with one fix."""
    fixes = (Fix("do", safe, edits),)
    return Finding(
        Diagnostic(
            code="X", name="x", severity=Severity.ERROR, message="m", path=str(path), fixes=fixes
        )
    )


def fix(path: Path, *edits: tuple[TextEdit, ...], unsafe: bool = False) -> Fixed:
    """Carry out fixes of one edit or more each."""
    return fixed([finding(path, *each) for each in edits], Edition.TEXT, unsafe=unsafe)


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="ab\r\nक्", max_size=30), st.data())
def test_an_edit_replaces_its_place_alone(text: str, data: st.DataObject) -> None:
    """What stands before and behind the place is as it was, whatever the line ends."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    def place(offset: int) -> tuple[int, int]:
        return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)

    edit = TextEdit(*place(start), *place(end), text="X")
    assert edited(text, [edit]) == f"{text[:start]}X{text[end:]}"
    assert edited(f"\ufeff{text}", [edit]) == f"\ufeff{text[:start]}X{text[end:]}"


def test_edits_outside_or_across_each_other_are_refused() -> None:
    """They would write something else than any of them says."""
    for edits in (
        [TextEdit(3, 1, 3, 1, "x")],
        [TextEdit(1, 9, 1, 9, "x")],
        [TextEdit(1, 1, 1, 3, "x"), TextEdit(1, 2, 1, 4, "y")],
    ):
        with pytest.raises(ValueError, match="text"):
            edited("abc\nd", edits)


def test_safe_fixes_are_taken_unsafe_ones_on_request(tmp_path: Path) -> None:
    """A fix that may change the sense needs a word more."""
    path = tmp_path / "a.txt"
    path.write_text("abc\n", "utf-8")
    edit = TextEdit(1, 1, 1, 2, "x")
    unsafe = finding(path, edit, safe=False)
    assert fixed([unsafe], Edition.TEXT).texts == {}
    assert fixed([unsafe], Edition.TEXT, unsafe=True).texts == {path: ("abc\n", "xbc\n")}
    assert path.read_text("utf-8") == "abc\n"


def test_of_fixes_that_overlap_the_first_is_taken(tmp_path: Path) -> None:
    """The others are for the next round; the same edit twice is one."""
    path = tmp_path / "a.txt"
    path.write_text("abc\n", "utf-8")
    first, same, other = (
        (TextEdit(1, 1, 1, 3, "x"),),
        (TextEdit(1, 1, 1, 3, "x"),),
        (TextEdit(1, 2, 1, 4, "y"),),
    )
    done = fix(path, first, same, other)
    assert (done.texts[path][1], done.mended) == ("xc\n", 2)


def test_a_file_that_could_not_be_read_afterwards_is_left_alone(tmp_path: Path) -> None:
    """A record stays a record."""
    path = tmp_path / "a.yaml"
    path.write_text("verse: 'राम'\n", "utf-8")
    assert fix(path, (TextEdit(1, 9, 1, 10, "'"),)).texts == {}


def test_findings_of_the_linter_are_fixed(tmp_path: Path) -> None:
    """A look-alike letter is replaced in text; JSON lines, whose places are lines, stay."""
    (tmp_path / "a.txt").write_text(NEAR_MISS, "utf-8")
    (tmp_path / "a.jsonl").write_text('{"text": "namāmi rāmaḿ raghuvaṃśanātham |"}\n', "utf-8")
    outcome = lint(documents([str(tmp_path)]), Settings(select=("LIP101",)))
    assert len(outcome.findings) == 2
    done = fixed(outcome.findings, Edition.TEXT, unsafe=True)
    assert list(done.texts) == [tmp_path / "a.txt"]
    assert done.texts[tmp_path / "a.txt"][1] == NEAR_MISS.replace("ḿ", "ṃ")


def test_the_words_of_the_treatise_are_not_touched(tmp_path: Path) -> None:
    """A link in its record is mended, its verse is not."""
    (tmp_path / "canto-03").mkdir()
    for name in ("treatise.yaml", "canto-03/verse-012.yaml"):
        shutil.copy(FOLDER / name, tmp_path / name)
    path = tmp_path / "canto-03" / "verse-012.yaml"
    text = path.read_text("utf-8").replace(
        "symbol: dhyana.attention.scale_scores", "symbol: dhyana.attention.scale_score"
    )
    path.write_text(text, "utf-8")
    found = lint(documents([str(path)]), Settings(select=("SUT102",))).findings
    verse = finding(path, TextEdit(4, 3, 4, 4, "x"))
    done = fixed([*found, verse], Edition.TEXT, unsafe=True)
    assert done.left == 1
    assert done.texts[path][1] == text.replace("scale_score\n", "scale_scores\n")
