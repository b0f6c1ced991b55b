"""Run every command by which the pages say to install, in a fresh environment, as they stand there.

    python tests/packaging/check_docs.py

It needs a package index, so `just package` runs it and pytest does not. Exits with 1 and the
output of the first command that did not do what it must. `tests/docs/test_every_command.py` holds
that no page has a command besides those that are run here or there.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ("docs/installation.md", "docs/editors.md", "docs/handbook.md", "README.md", "CHANGELOG.md")
LEFT_OUT = (".git", ".venv*", "*.egg-info", ".*_cache", "__pycache__")
NO_EXTRA = "does not provide the extra"  # a warning of pip's, which goes on without it
PROOF = {"model": "torch", "handbook": "typst", "lsp": "pygls"}
"""What can be imported with an extra, and without it not."""

FOUND = "import importlib.util as u; print(*(m for m in {} if u.find_spec(m)))"

UV = re.compile(r"`(uv [^`]+)`")
UNREACHED = ("Failed to fetch", "error sending request")


def installing(page: str) -> list[str]:
    """Give the commands of a page that make an environment or install, in their order.

    Those that follow in one block belong to it. The README's blocks are run by `.ci/run`.
    """
    text = (ROOT / page).read_text("utf-8")
    fenced = re.findall(r"^```(?:sh|console)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    blocks = [] if page == "README.md" else [re.sub(r"^\$ ", "", f, flags=re.M) for f in fenced]
    inline = re.findall(r"`(pip install [^`]+)`", text)
    pips = [line for line in "".join(blocks).splitlines() if re.match("pip ", line)]
    return (
        [block for block in blocks if re.match(r"python3 -m venv|(\. )?\.venv/", block)]
        + pips
        + inline
    )


def main() -> None:
    """Run the commands of all pages in a copy of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "dhyana"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        have: set[str] = set()
        commands = {command: page for page in PAGES for command in installing(page)}
        for command, page in commands.items():
            output = run(command, copy)
            have |= set(re.findall(r"\w+", "".join(re.findall(r"\[(.*?)\]", command))))
            found = run(f'python -c "{FOUND.format([*PROOF.values()])}"', copy)
            expected = [proof for extra, proof in PROOF.items() if extra in have]
            if NO_EXTRA in output or found.split() != expected:
                sys.exit(f"{page}: {command}\n{output}\nthere is {found}, not {expected}")
            print(f"{page}: {command.splitlines()[-1]}")
        uv(copy)


def uv(copy: Path) -> None:
    """Run what the pages show of uv; where it needs another torch than pip, only resolve it.

    The index has torch with CUDA, gigabytes of it: `--dry-run` still refuses an extra or an
    option that is not there. Where uv reaches no index, that is said.
    """
    for page in PAGES:
        for command in UV.findall((ROOT / page).read_text("utf-8").replace("\n", " ")):
            for part in command.split(" && "):
                extra = re.search(r"--extra \w+", command)
                shown = f"uv sync {extra[0]} --dry-run" if extra else part
                output = run(f"UV_PROJECT_ENVIRONMENT=.uv {shown}", copy, unless=UNREACHED)
                reached = not any(word in output for word in UNREACHED)
                how = "" if reached and not extra else " (resolved)" if reached else " (no index)"
                print(f"{page}: {part}{how}")


def run(command: str, copy: Path, unless: Sequence[str] = ()) -> str:
    """Run a command in the copy, with its environment first; it may fail with certain words."""
    bins = [str(copy / ".venv" / "bin"), str(Path(sys.executable).parent)]
    environment = os.environ | {"PATH": os.pathsep.join([*bins, os.environ["PATH"]])}
    environment["PIP_COMPILE"] = "0"  # torch by itself is compiled for ten seconds
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0 and not any(word in done.stdout for word in unless):
        sys.exit(f"{command}\nexited with {done.returncode}:\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main()
