"""`dhyana handbook` as people type it."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app

Piped = Callable[..., CompletedProcess[str]]


PROGRAM = """
import sys
from dhyana.cli.app import app
app(sys.argv[1:], standalone_mode=False)
assert "torch" not in sys.modules
"""


def test_part_of_the_book_in_another_script(tmp_path: Path) -> None:
    """Of two verses in IAST there are two pages, which can turn into Devanagari; without torch."""
    arguments = ["handbook", "build", "--to", "web", "--verses", "11-12", "--script", "iast"]
    command = [sys.executable, "-c", PROGRAM, *arguments, "--out", str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == f"{tmp_path / 'web'}\n"
    assert len(list((tmp_path / "web").glob("verse-*.html"))) == 2
    page = (tmp_path / "web" / "verse-12.html").read_text("utf-8")
    assert 'lang="sa-Latn" data-sa="मूलभागेन">mūlabhāgena</a>' in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "docx"], "there is no form 'docx'; expected pdf, epub, web"),
        (["--verses", "51"], "there is no verse 51; the treatise has verses 1–50"),
        (["--verses", "x"], "'x' is no verse"),
        (["--edition", "best"], "'best' is not one of"),
    ],
)
def test_wrong_use(piped: Piped, arguments: list[str], message: str) -> None:
    """Wrong use ends with exit code 2 and what was expected."""
    done = piped("handbook", "build", *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())


def test_a_folder_of_someone_else(piped: Piped, tmp_path: Path) -> None:
    """A folder that is no handbook is left alone, with a message."""
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "mine.txt").touch()
    done = piped("handbook", "build", "--to", "web", "--verses", "12", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "is not a handbook" in done.stderr
    assert "Traceback" not in done.stderr


PAGE = (Path(__file__).parents[3] / "docs" / "handbook.md").read_text("utf-8")


@pytest.mark.parametrize("command", re.findall(r"^\$ dhyana (handbook .+)$", PAGE, re.MULTILINE))
def test_commands_of_the_documentation(command: str) -> None:
    """Every command that the page on the handbook shows is one, with options that there are."""
    result = CliRunner().invoke(app, [*shlex.split(command), "--help"])
    assert result.exit_code == 0
    assert "Usage" in result.output
