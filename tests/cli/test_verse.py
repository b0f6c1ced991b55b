"""`dhyana verse`."""

import inspect
import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.shlokas import Treatise, load
from dhyana.shlokas.record import CodeLink

OnTerminal = Callable[..., str]
ESCAPE = re.compile("\x1b\\[[0-9;]*[A-Za-z]")


def show(*arguments: str) -> str:
    """Run `dhyana verse` in this process and return what it wrote."""
    result = CliRunner().invoke(app, ["verse", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def records(*arguments: str) -> list[dict[str, Any]]:
    """Run `dhyana verse --format json` and read what it wrote."""
    found: list[dict[str, Any]] = json.loads(show(*arguments, "--format", "json"))
    return found


def test_json_is_the_record() -> None:
    """JSON has one object a verse, whose fields are those of the record."""
    (found,) = records("12")
    record = load().verse(12).record
    assert found["number"] == 12
    assert found["canto"] == 3
    assert found["edition"] == "text"
    assert found["verse"] == record.verse.split("\n")
    for name in ("padaccheda", "anvaya", "translation", "commentary"):
        assert found[name] == getattr(record, name)
    assert [row["form"] for row in found["morphology"]] == [row.form for row in record.morphology]
    assert set(found["morphology"][0]) == {"form", "category", "description", "analysis"}
    assert found["apparatus"][0]["edits"][0]["correction"] == r"\approx"


def test_the_code_is_the_installed_source() -> None:
    """The code shown is, character for character, the source that Python would run."""
    from dhyana import attention

    (found,) = records("12", "--only", "code")
    (code,) = found["code"]
    assert code["symbol"] == "dhyana.attention.scale_scores"
    assert code["path"] == "dhyana/attention.py"
    lines, first = inspect.getsourcelines(attention.scale_scores)
    assert code["source"] == "".join(lines).rstrip("\n")
    assert (code["line"], code["end_line"]) == (first, first + len(lines) - 1)


@pytest.mark.parametrize(
    ("arguments", "numbers"),
    [
        (["1-50"], list(range(1, 51))),
        (["11-13", "2", "12"], [11, 12, 13, 2]),
        (["11–12"], [11, 12]),
        (["--canto", "3"], [11, 12, 13, 14, 15]),
        (["1", "--canto", "3", "--canto", "1"], [1, 11, 12, 13, 14, 15, 2, 3, 4, 5]),
    ],
)
def test_verses_are_named_by_number_range_and_canto(
    arguments: list[str], numbers: list[int]
) -> None:
    """Numbers, ranges and cantos can be mixed; every verse comes once, in the order named."""
    assert [record["number"] for record in records(*arguments, "--only", "verse")] == numbers


def test_only_leaves_the_rest_out() -> None:
    """`--only` shows the parts named and no other, in every format."""
    (found,) = records("12", "--only", "verse,translation")
    assert set(found) == {"number", "canto", "edition", "script", "verse", "translation"}
    text = show("12", "--only", "translation")
    assert "Translation" in text
    assert "Commentary" not in text
    assert "### Commentary" in show("12", "--only", "Commentary", "--format", "markdown")


@pytest.mark.parametrize("number", [4, 12, 29])
def test_editions_differ_where_the_source_is_damaged(number: int) -> None:
    """The source is shown letter for letter, the text with its lost LaTeX mended."""
    source, text = (records(str(number), "--edition", edition)[0] for edition in ("source", "text"))
    assert source["edition"] == "source"
    assert source["commentary"] != text["commentary"]
    assert source["verse"] == text["verse"]
    assert "source edition" in " ".join(show(str(number), "--edition", "source").split())


def test_script_changes_sanskrit_only() -> None:
    """`--script` changes what is in Devanagari, not English, formulas or code."""
    (telugu,) = records("12", "--script", "telugu")
    (devanagari,) = records("12")
    assert telugu["verse"][0] == "సంఖ్యాయా మూలభాగేన విభాగః క్రియతే తతః ।"
    for name in ("translation", "commentary", "code"):
        assert telugu[name] == devanagari[name]


def test_a_lossy_script_is_announced() -> None:
    """A script that writes two letters alike is said to, on standard error."""
    result = CliRunner().invoke(app, ["verse", "12", "--script", "bengali"])
    assert result.stderr == "note: Bengali writes v and b with one letter\n"
    assert "note" not in result.stdout


def test_a_dead_link_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that names code which does not exist shows the reason and ends with 1."""
    read = Treatise._read

    def with_a_dead_link(treatise: Treatise, number: int) -> Any:
        record, source = read(treatise, number)
        return replace(record, code=(CodeLink("dhyana.attention.scale"),)), source

    monkeypatch.setattr(Treatise, "_read", with_a_dead_link)
    result = CliRunner().invoke(app, ["verse", "12", "--only", "code"])
    assert result.exit_code == 1
    assert "dhyana.attention.scale: dhyana/attention.py has no scale" in result.stdout


def test_run_shows_the_code_at_work() -> None:
    """`--run` shows the verse, then one call of its code and what the experiment measured."""
    text = show("12", "--only", "verse", "--run", "--device", "cpu")
    verse, _, run = text.partition("Measured with torch")
    assert "संख्याया मूलभागेन" in verse
    assert "dhyana.attention.scale_scores  dhyana/attention.py:" in verse
    assert "holds" in run


@pytest.mark.parametrize("width", [80, 120, 200])
def test_on_a_terminal(width: int, on_terminal: OnTerminal) -> None:
    """A terminal gets colours, and from 120 columns the code beside the verse."""
    written = on_terminal("verse", "12", width=width)
    assert "\x1b[1mVerse 12" in written
    first = written[written.index("Code") :].split("\n")[0]
    assert ("संख्याया" in first) == (width >= 120)
    assert "return" in written
    assert "scores / math.sqrt(head_dim)" in ESCAPE.sub("", written)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": "unknown"}])
def test_on_a_dumb_terminal(environment: dict[str, str], on_terminal: OnTerminal) -> None:
    """A terminal that knows no escape sequences gets none."""
    assert "\x1b" not in on_terminal("verse", "12", **environment)


def test_no_color(on_terminal: OnTerminal) -> None:
    """With NO_COLOR set the columns stay and the colours go."""
    written = on_terminal("verse", "12", NO_COLOR="1")
    assert "\x1b[" in written
    assert not re.search("\x1b\\[[0-9;]*m", written)


def test_columns_overrides_the_terminal(on_terminal: OnTerminal) -> None:
    """COLUMNS decides the width when it is set."""
    written = on_terminal("verse", "12", width=200, COLUMNS="80")
    assert all(len(ESCAPE.sub("", line)) <= 100 for line in written.split("\n"))
    assert "─" * 79 in written  # the last column stays free
    assert "─" * 81 not in written


def test_in_a_pipe(piped: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """In a pipe there are no escape sequences, and the code can be copied as it is."""
    written = piped("verse", "12").stdout
    assert "\x1b" not in written
    assert "\n      return scores / math.sqrt(head_dim)\n" in written


def test_pages_are_parted_by_an_empty_line() -> None:
    """Several verses follow each other with one empty line between."""
    text = show("11-12", "--only", "verse")
    assert text.count("\n\nVerse 12") == 1
    assert text.startswith("Verse 11")
