"""`dhyana new`: the example that people begin with is right in every way."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.grammar.lint.engine import Settings, lint
from dhyana.grammar.lint.inputs import documents
from dhyana.grammar.lint.vyakarana import words
from dhyana.grammar.vyakarana import Outcome
from dhyana.shlokas.reading import read_record
from dhyana.shlokas.record import VerseRecord


def invoke(*arguments: str) -> tuple[int, str]:
    """Run `dhyana new` in this process: exit code, and all that it wrote."""
    result = CliRunner().invoke(app, ["new", *arguments], catch_exceptions=False)
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_the_example_is_proven_in_every_word() -> None:
    """It has no finding, not even one that is only worth knowing, and every form is derived."""
    code, output = invoke("poems/verse-007.yaml")
    assert code == 0
    assert output.endswith("then: dhyana lint poems/verse-007.yaml\n")
    outcome = lint(documents(["poems"]), Settings(undecided=True))
    assert (outcome.findings, outcome.faults, outcome.notes, outcome.passages) == ([], [], 0, 1)
    record, _ = read_record(Path("poems/verse-007.yaml"), VerseRecord)
    assert record.number == 7
    assert {word.examined.verdict.outcome for word in words(record)} == {Outcome.PROVEN}


def test_a_file_that_is_there_is_left_alone() -> None:
    """Nobody's verse is overwritten, and a record is YAML."""
    Path("a.yaml").write_text("verse: mine\n")
    code, output = invoke("a.yaml")
    assert code == 2
    assert "there already" in " ".join(output.split())
    assert Path("a.yaml").read_text() == "verse: mine\n"
    assert invoke("a.txt")[0] == 2


def test_a_number_that_is_too_long_is_refused() -> None:
    """A file whose number no verse can have is not made, rather than made with another number."""
    code, output = invoke("1000.yaml")
    assert code == 2
    assert "1000.yaml would be verse 1000" in " ".join(output.split())
    assert not Path("1000.yaml").exists()


def test_there_is_no_verse_zero() -> None:
    """Verses count from 1; the record of a file named 000 would be refused."""
    code, output = invoke("000.yaml")
    assert code == 2
    assert "000.yaml would be verse 0" in " ".join(output.split())
    assert not Path("000.yaml").exists()
