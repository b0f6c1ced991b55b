"""The pages of docs: every command they show gives what they show, every program runs."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("tutorial.md", "how-to.md", "metre.md", "ci-gate.md")
CONSOLE = re.compile(r"^```console\n\$ (?P<command>.*)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE)
SHELL = re.compile(r"^```sh\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
PROGRAM = re.compile(r"^```python\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the examples; commands are run in the gate's repository."""
    copy = tmp_path_factory.mktemp("docs") / "examples"
    shutil.copytree(DOCS / "examples", copy)
    return copy / "gate"


def run(command: str, folder: Path) -> str:
    """Run a shell command with this environment's programs; what it writes."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment | {"PATH": path, "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=60,
    ).stdout


@pytest.mark.parametrize("page", PAGES)
def test_commands_give_what_the_page_shows(page: str, folder: Path) -> None:
    """Each `console` block is a command and its output; DHYANA_GOLDEN=write puts them in."""

    def shown(block: re.Match[str]) -> str:
        output = run(block["command"], folder).rstrip("\n")
        return f"```console\n$ {block['command']}\n{output}\n```"

    path = DOCS / page
    text = path.read_text("utf-8")
    assert CONSOLE.search(text)
    found = CONSOLE.sub(shown, text)
    if os.environ.get("DHYANA_GOLDEN") == "write":
        path.write_text(found, "utf-8")
    assert found == text


def test_what_is_only_to_be_run_ends_well(folder: Path) -> None:
    """A `sh` block, whose output differs from machine to machine, ends with exit code 0."""
    blocks = [block for page in PAGES for block in SHELL.finditer((DOCS / page).read_text("utf-8"))]
    assert blocks
    for block in blocks:
        assert run(f"{{ {block['text']}}} > output 2>&1; echo $?", folder) == "0\n", block["text"]


def test_the_extras_to_install_are_those_of_the_project() -> None:
    """The page on installation names every extra, and no other."""
    page = (DOCS / "installation.md").read_text("utf-8")
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(
        project["optional-dependencies"]
    )
    for used in re.findall(r"'\.\[([\w,]+)\]'", page):
        assert set(used.split(",")) <= project["optional-dependencies"].keys()


@pytest.mark.parametrize("page", PAGES)
def test_programs_run_and_keep_their_comments(page: str, folder: Path) -> None:
    """Python on a page runs; a comment after print says what it prints first."""
    for program in PROGRAM.finditer((DOCS / page).read_text("utf-8")):
        printed = iter(
            run(f"{sys.executable} - <<'PROGRAM'\n{program['text']}PROGRAM", folder).splitlines()
        )
        for line in program["text"].splitlines():
            if line.startswith("print("):
                output = next(printed)
                _, mark, comment = line.partition("  # ")
                assert not mark or comment.startswith(output)


def test_links_between_pages_lead_somewhere() -> None:
    """Relative links of the pages name files that are there."""
    for page in sorted(DOCS.glob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
            assert (DOCS / target).exists(), target
