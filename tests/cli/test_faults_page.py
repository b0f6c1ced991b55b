"""The page of the treatise's faults, and the findings in the source that it is made of."""

import re
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.cli.view.faults_page import PAGE, write_page
from dhyana.grammar.lint.explaining import answers, chapters
from dhyana.grammar.lint.registry import MODULES
from dhyana.shlokas import load

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "cli" / "golden" / "lint-source.txt"


@cache
def written() -> str:
    """Write the page once."""
    return write_page()


def test_the_page_is_what_the_linter_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The committed page is the one that `just generate` would write."""
    monkeypatch.chdir(ROOT)
    assert PAGE.read_text("utf-8") == written()


def test_every_finding_is_answered_or_stays_with_a_reason() -> None:
    """Each finding has a letter of the apparatus, or a waiver's reason."""
    answered = written().count("answered by [")
    stays = re.findall(r"^  - stays: \S", written(), re.MULTILINE)
    formulas = re.findall(r"^- \*\*LIP11[12]\*\* .* \[[a-z]\](?: \(\d+ times\))?$", written(), re.M)
    told = re.findall(r"^- \*\*[A-Z]{3}\d{3}\*\*", written(), re.MULTILINE)
    assert len(told) == answered + len(stays) + len(formulas)
    assert {code[4:10] for code in told} <= MODULES.keys()


def test_an_entry_answers_what_it_makes_go() -> None:
    """In verse 43 the conjecture answers the wrong junction, in verse 12 the repair the formula."""
    book = chapters(load(edition="source"))
    assert {code: entry for (code, *_), entry in answers(43, book).items()} == {"SAN102": 0}
    assert {code: entry for (code, *_), entry in answers(12, book).items()} == {"LIP112": 0}


def test_the_findings_in_the_source_are_those_that_were_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that the linter says of the treatise letter for letter, each read against the text.

    Left out are the ties to the code, which are the project's own and change with it.
    """
    monkeypatch.chdir(ROOT)
    arguments = ["lint", "--edition", "source", "--no-waivers", "--no-cache", "--ignore=SUT,PRA"]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 1
    assert result.stdout == GOLDEN.read_text("utf-8")
