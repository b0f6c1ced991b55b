"""`dhyana rule`: the documentation of the rules."""

import json

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.registry import MODULES, rule

SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]


def invoke(*arguments: str) -> tuple[int, str, str]:
    """Run `dhyana rule` in this process: exit code, standard output, standard error."""
    result = CliRunner().invoke(app, ["rule", *arguments], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_a_rule_is_explained() -> None:
    """Code, name, severity, every section of its documentation, and the authority."""
    code, output, _ = invoke("cha103")
    assert code == 0
    assert output.startswith("CHA103 second-and-third-light (error)\n")
    lines = output.splitlines()
    assert [line for line in lines if line in SECTIONS] == SECTIONS
    assert lines[-1].startswith("Authority: Piṅgala")


def test_severity_under_a_profile_is_told() -> None:
    """A rule that is milder under the epic profile says so."""
    described = next(rule(code) for code in MODULES if rule(code).under)
    (profile, severity), *_ = described.under.items()
    assert f"{severity} under {profile}" in invoke(described.code)[1]


def test_all_rules_are_listed() -> None:
    """A line for every rule of the registry, in the order of their codes."""
    lines = invoke("--all")[1].splitlines()
    assert [line[:6] for line in lines] == sorted(MODULES)


def test_json_has_the_documentation() -> None:
    """One rule is an object, all rules a list of them."""
    one = json.loads(invoke("CHA103", "--format", "json")[1])
    assert list(one) == ["code", "name", "severity", "authority", "documentation", "under"]
    every = json.loads(invoke("--all", "--format", "json")[1])
    assert one in every
    assert len(every) == len(MODULES)


def test_markdown_is_a_reference() -> None:
    """All rules are chapters of one document, each with its sections and its authority."""
    output = invoke("--all", "--format", "markdown")[1]
    chapters = [line for line in output.splitlines() if line.startswith("## ")]
    assert [line[3:9] for line in chapters] == sorted(MODULES)
    assert output.count("\nAuthority: ") == len(MODULES)
    one = invoke("CHA103", "--format", "markdown")[1]
    assert one.startswith("## CHA103 second-and-third-light (error)\n")
    assert one.rstrip() in output
    assert [line[4:] for line in one.splitlines() if line.startswith("### ")] == SECTIONS


@pytest.mark.parametrize("arguments", [[], ["CHA999"], ["CHA103", "--all"]])
def test_wrong_use(arguments: list[str]) -> None:
    """No rule, an unknown one, or one and all together: exit code 2 and a message."""
    code, output, errors = invoke(*arguments)
    assert (code, output) == (2, "")
    assert "Error" in errors


def test_an_unknown_rule_is_told_what_there_is() -> None:
    """A family, or a code near one, is told its rules; anything else where all are listed."""
    for code in ("san", "SAN999"):
        assert "its family has SAN101, SAN102" in " ".join(invoke(code)[2].split())
        assert "CHA101" not in invoke(code)[2]
    for code in ("", "metre"):
        assert "dhyana rule --all lists them" in " ".join(invoke(code)[2].split())


@pytest.mark.parametrize("code", sorted(MODULES))
def test_every_rule_is_documented(code: str) -> None:
    """A rule says in its sections what it checks, why, and what to do; its names are in order."""
    described = rule(code)
    documentation = described.documentation or ""
    headings = [line[3:] for line in documentation.splitlines() if line.startswith("## ")]
    # What is not decidable has nothing to be used instead.
    optional = {"Use instead"} if described.severity is Severity.INFO else set()
    assert headings == [name for name in SECTIONS if name in headings or name not in optional]
    assert described.code == code
    assert described.authority
    assert described.name == described.name.lower().replace("_", "-")
