"""What a project knows does not count; what is new does."""

from pathlib import Path

import pytest

from dhyana.grammar.lint.baseline import leave_known, read_baseline, write_baseline
from dhyana.grammar.lint.engine import Outcome, Settings, lint
from dhyana.grammar.lint.inputs import documents
from dhyana.shlokas.faults import RecordError

BAD = (
    "ātmajaṃ janayati sā kausalyā raghunandanam |\n"
    "sarve devāś ca tuṣyanti puṣpavarṣam apātayan ||\n"
)


def run(tmp_path: Path) -> Outcome:
    """Lint the texts."""
    return lint(documents([str(tmp_path / "texts")]), Settings(select=("CHA111",)))


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """Write a text with a fault twice, and a baseline that knows it once."""
    (tmp_path / "texts").mkdir()
    text = tmp_path / "texts" / "a.txt"
    text.write_text(BAD, "utf-8")
    path = tmp_path / "baseline.json"
    assert write_baseline(path, run(tmp_path).findings) == 1
    text.write_text(f"{BAD}\n\n\n{BAD}", "utf-8")
    return path


def test_what_is_known_is_left_out_once(tmp_path: Path, known: Path) -> None:
    """A finding counts as known as often as it was found, wherever its line is by now."""
    outcome = run(tmp_path)
    assert len(outcome.findings) == 2
    leave_known(outcome, read_baseline(known), known)
    assert (len(outcome.findings), outcome.adopted, outcome.gone) == (1, 1, 0)


def test_what_is_gone_is_counted(tmp_path: Path, known: Path) -> None:
    """A mended fault is one of the baseline that is gone; another text is not known by it."""
    (tmp_path / "texts" / "a.txt").write_text(BAD.replace("kausalyā", "kauśalyā"), "utf-8")
    outcome = run(tmp_path)
    leave_known(outcome, read_baseline(known), known)
    assert (len(outcome.findings), outcome.adopted, outcome.gone) == (1, 0, 1)


def test_paths_are_those_from_the_baseline(
    tmp_path: Path, known: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same file is known from whatever folder it is linted."""
    monkeypatch.chdir(tmp_path / "texts")
    outcome = lint(documents(["a.txt"]), Settings(select=("CHA111",)))
    leave_known(outcome, read_baseline(Path("../baseline.json")), Path("../baseline.json"))
    assert outcome.adopted == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version": 2, "findings": []}',
        '{"version": 1}',
        '{"version": 1, "findings": [{"rule": "CHA111", "count": 1}]}',
        '{"version": 1, "findings": [{"rule": 1, "path": "a", "text": "x", "count": 1}]}',
        '{"version": 1, "findings": [{"rule": "CHA111", "path": "a", "text": "x", "count": -1}]}',
        "[" * 9999,
    ],
)
def test_what_is_no_baseline_is_refused(tmp_path: Path, text: str) -> None:
    """It is said what is wrong with it, and what makes one."""
    path = tmp_path / "baseline.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError, match="this is no baseline"):
        read_baseline(path)
    with pytest.raises(RecordError, match="cannot be read"):
        read_baseline(tmp_path / "none.json")
