"""Linting as the command does it: again after fixes, with evidence renewed, against a baseline."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from dhyana.cli.garbage import few_collections
from dhyana.cli.view.terminal import standard_output, tell
from dhyana.grammar.lint import engine
from dhyana.grammar.lint.caching import Cache
from dhyana.grammar.lint.inputs import Document
from dhyana.grammar.lint.outcome import Outcome
from dhyana.grammar.lint.settings import Settings
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.faults import Fault

if TYPE_CHECKING:
    from dhyana.grammar.lint.fixing import Fixed

_ROUNDS = 10
"""Times that fixes are looked for: one may uncover another."""

_TO_MEASURE = ("PRA103", "PRA104", "PRA105", "PRA108")
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, slots=True)
class Linting:
    """Documents, and how they are linted."""

    documents: Sequence[Document | Fault]
    settings: Settings
    jobs: int
    cache: Cache | None

    def outcome(self) -> Outcome:
        """Lint the documents as they are now."""
        with few_collections():
            return engine.lint(self.documents, self.settings, jobs=self.jobs, cache=self.cache)

    def fix(self, *, unsafe: bool) -> Outcome:
        """Write fixes until none is left, say how many, and give what is found then."""
        from dhyana.grammar.lint.fixing import fixed
        from dhyana.shlokas.writing import write_whole

        mended = 0
        for _ in range(_ROUNDS):
            outcome = self.outcome()
            done = fixed(outcome.findings, self.settings.edition, unsafe=unsafe)
            for path, (_, new) in done.texts.items():
                write_whole(path, new)
            mended += done.mended
            if not done.texts:
                break
        _say_fixed(mended, done, "fixed")
        return outcome

    def show_difference(self, *, unsafe: bool) -> int:
        """Write what fixing would change as a unified diff; 1 if there is anything, as `diff`."""
        from difflib import unified_diff

        from dhyana.grammar.lint.fixing import fixed

        outcome = self.outcome()
        done = fixed(outcome.findings, self.settings.edition, unsafe=unsafe)
        terminal = standard_output()
        for path, (old, new) in done.texts.items():
            name = path.as_posix().removeprefix("/")
            names = f"a/{name}", f"b/{name}"
            for line in unified_diff(_lines(old), _lines(new), *names):
                colour = _COLOURS.get(line[:1])
                for shown in _shown(line):
                    styled = terminal.style(shown, fg=colour) if colour else shown
                    typer.echo(styled, color=terminal.styled)
        _say_fixed(done.mended, done, "would be fixed")
        complain(outcome)
        return 2 if outcome.faults else bool(done.texts)

    def adopt(self, outcome: Outcome, path: Path) -> int:
        """Write all that was found as known; 2 if any file could not be read."""
        from dhyana.grammar.lint.baseline import write_baseline

        complain(outcome)
        if outcome.faults:
            return 2
        count = write_baseline(path, outcome.findings)
        typer.echo(f"{count} finding{'s' if count != 1 else ''} known in {path}")
        return 0

    def renew_evidence(self) -> None:
        """Measure the verses whose evidence is missing, unreadable or of other code.

        That imports torch, which linting never does: it is another process. Ends the command with 2
        when it cannot measure; a verdict other than the record's is left to linting to tell.
        """
        import subprocess

        found = (finding.diagnostic for finding in self.outcome().findings)
        verses = {d.verse for d in found if d.code in _TO_MEASURE and d.verse is not None}
        if not verses:
            return
        numbers = [str(verse) for verse in sorted(verses)]
        tell(f"measuring verse{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}")
        command = [sys.executable, "-m", "dhyana", "run", "--save", *numbers]
        done = subprocess.run(command, stdout=sys.stderr, check=False)  # noqa: S603 - no shell
        if done.returncode == 2:
            raise typer.Exit(2)


def _lines(text: str) -> list[str]:
    r"""Part a text at `\n` alone, as patch and git do; each line keeps its end."""
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])


def _shown(line: str) -> Iterator[str]:
    """Write a line of a difference so that it can still be applied, and steers no terminal."""
    body = line.removesuffix("\n")
    end = "\r" if body.endswith("\r") else ""
    yield visible(body.removesuffix("\r")) + end
    if body == line:
        yield r"\ No newline at end of file"


def complain(outcome: Outcome) -> None:
    """Say on standard error what could not be read."""
    for fault in outcome.faults:
        tell(f"dhyana: {visible(str(fault))}")


def _say_fixed(mended: int, done: "Fixed", what: str) -> None:
    if mended or done.left or done.unsafe:
        tell(f"{mended} {what}" if mended else f"nothing {what}")
    if done.unsafe:
        tell(f"{done.unsafe} more may change the sense: add --unsafe-fixes")
    if done.left:
        tell(f"{done.left} more would change words of the treatise, which its apparatus emends")
