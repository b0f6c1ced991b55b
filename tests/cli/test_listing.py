"""`dhyana list`."""

import json
from collections.abc import Callable
from typing import Any

from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.grammar.filling import columns
from dhyana.shlokas import load


def listing(*arguments: str) -> str:
    """Run `dhyana list` in this process and return what it wrote."""
    result = CliRunner().invoke(app, ["list", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def rows(*arguments: str) -> list[dict[str, Any]]:
    """Run `dhyana list --format json` and read what it wrote."""
    found: list[dict[str, Any]] = json.loads(listing(*arguments, "--format", "json"))
    return found


def test_every_verse_has_a_line() -> None:
    """The list has a head and one line a verse, with the Devanagari last."""
    head, *lines = listing().splitlines()
    assert head.split() == ["Verse", "Canto", "Code", "First", "words"]
    assert [int(line.split()[0]) for line in lines] == list(range(1, 51))
    assert lines[11].split()[:3] == ["12", "3", "dhyana.attention.scale_scores"]
    assert lines[11].endswith("  संख्याया मूलभागेन")


def test_a_verse_without_code_has_a_dash() -> None:
    """Where no code is linked yet, a dash stands in its place."""
    unlinked = [verse.number for verse in load() if not verse.record.code]
    lines = listing().splitlines()[1:]
    assert all(lines[number - 1].split()[2] == "–" for number in unlinked)


def test_canto_and_script() -> None:
    """`--canto` keeps the verses of a canto, `--script` writes their words."""
    assert [row["number"] for row in rows("--canto", "3")] == [11, 12, 13, 14, 15]
    assert rows("--canto", "3", "--script", "iast")[1]["first_words"] == "saṃkhyāyā mūlabhāgena"


def test_json_has_the_symbols() -> None:
    """JSON gives number, canto, symbols and first words of every verse."""
    assert rows()[11] == {
        "number": 12,
        "canto": 3,
        "code": ["dhyana.attention.scale_scores"],
        "first_words": "संख्याया मूलभागेन",
    }


def test_the_lexicon() -> None:
    """`--lexicon` lists the terms with their meaning, formulas readable."""
    text = listing("--lexicon")
    assert "Pṛcchā · पृच्छा\n  Query vector (Q); the search representation" in text
    assert "$" not in text
    entries = rows("--lexicon")
    assert len(entries) == len(load().record.lexicon)
    assert set(entries[0]) == {"term", "transliteration", "gloss"}


def test_on_a_terminal(on_terminal: Callable[..., str]) -> None:
    """On a terminal the head is set off, and a line names no more code than has room on it."""
    shown = on_terminal("list", width=80)
    assert "\x1b[1mVerse" in shown
    first = shown.splitlines()[1]
    assert "  dhyana.recurrence.rnn_step, +3  " in first
    assert columns(first) < 80
