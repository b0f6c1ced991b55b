"""The reference pages of the docs say what the commands and the docstrings say."""

import re

import pytest

from dhyana.cli.app import COMMANDS
from dhyana.cli.view.reference_pages import CLI, DOCS, PYTHON, cli_page, python_page

HINT = "run `just generate`"


def test_the_commands_are_as_their_help_has_them() -> None:
    """Every command stands on the page with its help, word for word."""
    page = cli_page()
    assert (DOCS / CLI).read_text("utf-8") == page, HINT
    assert [f"## dhyana {name}\n" in page for name in COMMANDS] == [True] * len(COMMANDS)


def test_public_python_is_as_its_docstrings_have_it() -> None:
    """Every public name of the modules on the page stands there with its signature."""
    page = python_page()
    assert (DOCS / PYTHON).read_text("utf-8") == page, HINT
    assert "def scale_scores(scores: Tensor, head_dim: int) -> Tensor" in page
    assert "def identify(" in page
    assert "class VerseRecord" in page


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md", "docs/how-to.md"])
def test_options_that_pages_name_are_there(name: str) -> None:
    """An option that a page of ours gives to a command is one that a command has."""
    known = set(re.findall(r"--[a-z][a-z-]+", cli_page())) | {"--constraint", "--editable"}
    text = (DOCS.parent / name).read_text("utf-8")
    commands = re.findall(r"dhyana [a-z][^`\n]*", text)
    used = {option for each in commands for option in re.findall(r"--[a-z][a-z-]+", each)}
    assert used <= known
