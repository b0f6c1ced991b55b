"""The page on the handbook: the commands it shows do what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "handbook.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ dhyana (handbook .*)$", PAGE, re.MULTILINE)
BUILDS = [command for command in COMMANDS if command.startswith("handbook build")]


def called(command: str) -> list[str]:
    """Give a command of the page as it is run here: of one verse, where it names none."""
    words = [sys.executable, "-m", "dhyana", *shlex.split(command)]
    return words if "--verses" in words else [*words, "--verses", "12"]


@pytest.mark.parametrize("command", BUILDS)
def test_builds_write_the_forms_they_name(command: str, tmp_path: Path) -> None:
    """A build ends with 0 and leaves a folder for each form, where the command says."""
    done = subprocess.run(
        called(command), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    forms = re.search(r"--to (\S+)", command)
    out = re.search(r"--out (\S+)", command)
    written = {path.name for path in (tmp_path / (out[1] if out else "handbook")).iterdir()}
    assert written == set((forms[1] if forms else "web,pdf,epub").split(","))


def test_the_preview_serves_what_the_page_says(tmp_path: Path) -> None:
    """The preview names its address, and the verse of the command is there."""
    command = next(command for command in COMMANDS if command.startswith("handbook serve"))
    with subprocess.Popen(
        [*called(command), "--port", "0"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as preview:
        try:
            assert preview.stdout is not None
            address = preview.stdout.readline().split()[0]
            assert address.startswith("http://127.0.0.1:")
            with urlopen(f"{address}verse-12.html", timeout=30) as page:  # noqa: S310 - our own server
                assert 'id="v12"' in page.read().decode()
        finally:
            preview.terminate()
