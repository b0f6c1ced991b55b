"""What a stranger's text cannot do to a terminal."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity
from dhyana.grammar.lint.engine import Finding, Settings, lint
from dhyana.grammar.lint.inputs import documents
from dhyana.grammar.lint.reporters import Format, report
from dhyana.grammar.lint.visible import visible

STEERING = "\x1b[31m\x1b]0;pwn\x07\u202e\b\x9b\u2066"


def steers(text: str) -> bool:
    """Whether any character of a text is one that terminals obey."""
    return any(unicodedata.category(c) in ("Cc", "Cf") for c in text if c not in "\t\n\u200c\u200d")


@given(st.text(st.characters(codec="utf-8")))
@settings(deadline=None, max_examples=50)
def test_nothing_shown_steers_a_terminal(text: str) -> None:
    """Whatever a text holds, what is shown of it holds no control or format character."""
    assert not steers(visible(text))


def test_only_what_steers_is_spelled_out() -> None:
    """Escapes stand for control and format characters; joiners, tabs and line ends stay."""
    assert visible(STEERING) == r"\x1b[31m\x1b]0;pwn\x07\u202e\x08\x9b\u2066"
    assert visible("क्\u200dष\tśa\n\u200c") == "क्\u200dष\tśa\n\u200c"


@pytest.mark.parametrize("output", [Format.TEXT, Format.CONCISE, Format.GITHUB])
def test_no_report_passes_on_what_steers(output: Format, tmp_path: Path) -> None:
    """Neither the words of a file nor its name nor a message reach the terminal raw."""
    file = tmp_path / "a.txt"
    file.write_text(f"rāmo {STEERING} rājā daśarathas / ayodhyāyāṃ purā kila //\n", "utf-8")
    found = lint(documents([str(file)]), Settings())
    assert found.findings
    odd = Diagnostic(
        code="LIP101",
        name="near-miss",
        severity=Severity.ERROR,
        message=STEERING,
        path=f"a{STEERING}.txt",
        line=1,
        column=1,
        expected=STEERING,
        found=STEERING,
        authority=STEERING,
        fixes=(Fix(STEERING),),
    )
    outcome = replace(found, findings=[*found.findings, Finding(odd)])
    written = "\n".join(report(outcome, output))
    assert not steers(written)
    assert r"\x1b" in written
