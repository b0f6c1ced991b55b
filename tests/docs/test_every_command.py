"""Every command that a page shows is run by a test, or stands here with its reason."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"]
PAGES += sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))

BLOCKS_OF = {
    "README.md": ".ci/run",  # which takes them from the page
    "docs/tutorial.md": "tests/docs/test_examples.py",
    "docs/how-to.md": "tests/docs/test_examples.py",
    "docs/metre.md": "tests/docs/test_examples.py",
    "docs/ci-gate.md": "tests/docs/test_examples.py",
    "docs/handbook.md": "tests/docs/test_handbook_page.py",  # its pip: check_docs.py
    "docs/installation.md": "tests/packaging/check_docs.py",
    "docs/editors.md": "tests/packaging/check_docs.py",
}
"""Who runs the fenced commands of a page."""

ELSEWHERE = {
    "dhyana lsp": "waits for an editor; tests/cli/lsp speaks to it",
    "dhyana lsp --stdio": "waits for an editor; tests/cli/lsp speaks to it",
    "dhyana handbook build": "tests/docs/test_handbook_page.py",
    "dhyana handbook serve": "tests/docs/test_handbook_page.py",
    "dhyana model bench": "takes minutes; tests/cli/test_model.py runs it on a tiny model",
    "dhyana run 12": "tests/docs/test_examples.py",
    "dhyana run N --full --save": "takes minutes, writes records; tests/cli/test_run.py",
    "dhyana lint --run": "calls all code; tests/cli/test_lint.py",
}
"""Commands in the text that are not run here: where they are, or why not."""

SHELL = re.compile(r"^ *```(?:sh|console|bash|shell)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^ *(`{3,}).*?^ *\1$", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"(?<!`)(`{2,})(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
INLINE = re.compile(r"`([^`]+)`")


def inline(page: str, beginning: str) -> list[str]:
    """Give the commands that stand in the text of a page, each once."""
    text = QUOTED.sub("", FENCED.sub("", (ROOT / page).read_text("utf-8")))
    found = (" ".join(code.split()) for code in INLINE.findall(text))
    return list(dict.fromkeys(code for code in found if re.match(beginning, code)))


SHOWN = sorted({command for page in PAGES for command in inline(page, r"dhyana [a-z]")})
BARE = [command for command in SHOWN if re.fullmatch(r"dhyana [a-z]+", command)]


@pytest.mark.parametrize("page", PAGES)
def test_fenced_commands_have_a_test(page: str) -> None:
    """A page with fenced commands is named here, with what runs them, which names the page."""
    has = bool(SHELL.search((ROOT / page).read_text("utf-8")))
    assert has == (page in BLOCKS_OF)
    if has:
        runner = (ROOT / BLOCKS_OF[page]).read_text("utf-8")
        assert Path(page).name in runner


def test_ci_runs_every_block_of_the_readme() -> None:
    """`.ci/run` takes every block from the README, and runs the check of the other pages."""
    blocks = SHELL.findall((ROOT / "README.md").read_text("utf-8"))
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert set(re.findall(r"readme_command (\d+)", script)) == {
        str(number) for number in range(1, len(blocks) + 1)
    }
    package = (ROOT / "justfile").read_text("utf-8").partition("\npackage:")[2]
    assert "tests/packaging/check_docs.py" in package
    assert re.search(r"for recipe in .*\bpackage\b", script)


@pytest.mark.parametrize("command", SHOWN)
def test_commands_in_the_text_are_understood(command: str) -> None:
    """Every command that a text names is there, and has the options that are named with it."""
    done = CliRunner().invoke(app, [*shlex.split(command)[1:], "--help"])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("command", sorted({*SHOWN} - {*ELSEWHERE} - {*BARE} | {"dhyana lint"}))
def test_commands_in_the_text_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that a text shows in full runs, with 12 for N, in a folder with poems."""
    (tmp_path / "poems").mkdir()
    (tmp_path / "poems" / "one.txt").write_text("rāmo rājā\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.dhyana]\npaths = ["poems"]\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(re.sub(r"\bN\b", "12", command))[1:])
    assert done.exit_code in (0, 1), done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_reasons_are_of_commands_that_are_shown() -> None:
    """No reason outlives its command, and the tests that it names are there."""
    assert {*ELSEWHERE} <= {*SHOWN}
    for reason in ELSEWHERE.values():
        for path in re.findall(r"tests/[\w./]+", reason):
            assert (ROOT / path).exists(), path


@pytest.mark.parametrize("page", PAGES)
def test_recipes_and_scripts_are_there(page: str) -> None:
    """A recipe of just and a script of Python that a text names are there."""
    recipes = set(re.findall(r"^(\w+).*:", (ROOT / "justfile").read_text("utf-8"), re.MULTILINE))
    for command in inline(page, r"(\S*/)?just \w"):
        assert command.split()[1] in recipes
    for command in inline(page, r"python \w"):
        assert (ROOT / command.split()[1]).is_file() or command.split()[1] == "-m", command
