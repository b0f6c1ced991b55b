"""Earlier versions of a component in the history of git, where its source is kept in one."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dhyana.shlokas.code import CodeSource, defined_in

_MOST = 300
"""Commits of a file that are looked through, the newest first."""


@dataclass(frozen=True, slots=True)
class Version:
    """A component as a commit has it."""

    commit: str
    date: str
    source: str


def version_of(code: CodeSource, fingerprint: str) -> Version | None:
    """Find the newest commit in which a component has a fingerprint; None where there is none."""
    for commit, date, text in _versions(code.file.resolve()):
        found = defined_in(text, code.name)
        if found and found[1] == fingerprint:
            return Version(commit, date, found[0])
    return None


def _versions(file: Path) -> Iterator[tuple[str, str, str]]:
    """Go through the commits that changed a file: short name, date, and the file in it."""
    logged = _git(file.parent, "log", f"-{_MOST}", "--format=%h %cs", "--", file.name)
    for line in logged.splitlines():
        commit, _, date = line.partition(" ")
        yield commit, date, _git(file.parent, "show", f"{commit}:./{file.name}")


def _git(folder: Path, *arguments: str) -> str:
    """Ask git; nothing, where there is no git, no repository or no answer."""
    program = shutil.which("git")
    if program is None:
        return ""
    command = [program, "-C", str(folder), "--no-pager", *arguments]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - no shell
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
