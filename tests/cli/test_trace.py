"""`dhyana trace`: what every verse is tied to, and how much of it there is."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.cli.tracing import Code, Matrix, Row, matrix
from dhyana.cli.view.matrix import as_html, as_markdown, as_text, verdicts
from dhyana.cli.view.terminal import Terminal
from dhyana.shlokas import load
from dhyana.shlokas.record import Verdict

PIPE = Terminal(100, styled=False, placed=False)
GOOD = Code("dhyana.attention.scale_scores", "dhyana/attention.py:36", True, ("tests/test_a.py",))
FULL = Row(12, 3, (GOOD,), "dhyana.pramana.canto_03.measure_scaling", (Verdict.HOLDS,), True)
BARE = Row(13, 3, (), None, (), False)
BROKEN = Row(
    14,
    4,
    (Code("dhyana.x.<gone>", None, False, ()), replace(GOOD, reviewed=False)),
    None,
    (),
    False,
)
SHOWN = Matrix((FULL, BARE, BROKEN), {3: "Third & last", 4: "Fourth"})


def invoke(*arguments: str) -> tuple[int, str, str]:
    """Run `dhyana trace` in this process: exit code, standard output, standard error."""
    result = CliRunner().invoke(app, ["trace", *arguments], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_the_text_is_for_people() -> None:
    """Each verse has its code with tests, its experiment with verdicts; then what is covered."""
    assert "\n".join(as_text(SHOWN, PIPE)).splitlines()[:13] == [
        "Canto 3: Third & last",
        "  12  ✓ attention.scale_scores               test_a",
        "      ✓ canto_03.measure_scaling: 1 holds",
        "  13  ✗ no code",
        "      ✗ no experiment, no claim",
        "",
        "Canto 4: Fourth",
        "  14  ✗ x.<gone> is not there",
        "      ✗ attention.scale_scores changed since its review",
        "          test_a",
        "      ✗ no experiment, no claim",
        "",
        f"        code  {'█' * 13}{'░' * 27}  1 of 3, 33 %",
    ]


def test_verdicts_are_counted_in_words() -> None:
    """Several of a kind are plural."""
    row = replace(FULL, verdicts=(Verdict.HOLDS, Verdict.HOLDS, Verdict.NOT_MEASURABLE))
    assert verdicts(row) == "2 hold, 1 not measurable"


def test_pages_escape_what_they_show() -> None:
    """A web page is well formed, has every verse, and no markup of records."""
    page = as_html(SHOWN)
    assert "x.&lt;gone&gt;" in page
    assert "Third &amp; last" in page
    HTMLParser().feed(page)
    assert [line.split("|")[1].strip() for line in as_markdown(SHOWN) if line[:3] == "| 1"] == [
        "12",
        "13",
        "14",
    ]


def test_tests_are_found_by_the_name_of_the_component(tmp_path: Path) -> None:
    """A test of the model that names the component counts, one of something else does not."""
    folder = tmp_path / "tests" / "dhyana"
    folder.mkdir(parents=True)
    (folder / "test_a.py").write_text("from dhyana.attention import scale_scores\n")
    (folder / "test_b.py").write_text("from dhyana.attention import scale_scores_twice\n")
    treatise = load()
    (row,) = matrix(treatise, [treatise.verse(12)], tmp_path / "tests").rows
    assert row.code[0].tests == ("tests/dhyana/test_a.py",)
    assert row.is_complete
    (row,) = matrix(treatise, [treatise.verse(12)], tmp_path / "none").rows
    assert row.parts == {"code": True, "review": True, "experiment": True, "tests": False}


@pytest.mark.parametrize(("under", "status"), [("0", 0), ("100.0", 0)])
def test_the_verses_asked_for_are_traced(under: str, status: int) -> None:
    """JSON has the parts of each verse; coverage below what is asked fails."""
    code, output, _ = invoke("12", "--format", "json", "--fail-under", under)
    assert code == status
    traced = json.loads(output)
    (verse,) = traced["verses"]
    assert verse["number"] == 12
    assert verse["code"][0]["symbol"] == "dhyana.attention.scale_scores"
    assert traced["coverage"]["percent"] == 100.0


def test_coverage_that_is_too_low_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no test is found no verse is complete, which is said and ends with 1."""
    monkeypatch.setattr("dhyana.cli.tracing.TESTS", tmp_path)
    monkeypatch.setattr("dhyana.cli.trace.TESTS", tmp_path / "none")
    monkeypatch.setattr("dhyana.cli.trace.matrix", lambda *_: SHOWN)
    code, _, errors = invoke("--fail-under", "50")
    assert code == 1
    assert "there are no tests here" in errors
    assert "33 % is below 50 %" in errors
