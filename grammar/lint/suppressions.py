"""Findings that stay: inline comments in text, waivers in records.

A comment is `# dhyana: ignore CHA103 reason`, in Markdown also `<!-- dhyana: ignore … -->`. At
the end of a line of verse it speaks of that line; on a line by itself, of the verse that it
stands in or before. Several codes are parted by commas. Who silences a rule says why: a comment
without a reason, or with a code that no rule has, is wrong input.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.registry import MODULES
from dhyana.shlokas.faults import Fault, RecordError, shown
from dhyana.shlokas.record import Waiver

_COMMENT = re.compile(r"(?P<start>\#|<!--|//|%)[ \t]*dhyana[ \t]*:[ \t]*(?P<words>.*)")
_CODE = "[A-Z]{3}[0-9]{3}"
_WORDS = re.compile(rf"ignore[ \t]+(?P<codes>{_CODE}(?:[ \t]*,[ \t]*{_CODE})*)\b(?P<reason>.*)")
_EXPECTED = "dhyana: ignore CHA103 why it stays"


@dataclass(frozen=True, slots=True)
class Suppression:
    """An inline comment: which rules, why, in which line, and whether it stands there alone.

    `columns` are those of its codes, from 1, the last excluded.
    """

    codes: tuple[str, ...]
    reason: str
    line: int
    alone: bool
    columns: tuple[int, int] = field(default=(1, 1), compare=False)

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding in the verse that the comment belongs to is silenced."""
        if diagnostic.code not in self.codes:
            return False
        first, last = diagnostic.line, diagnostic.end_line
        return self.alone or (first is not None and first <= self.line <= (last or first))


def part_comment(line: str, number: int, path: Path) -> tuple[str, Suppression | None]:
    """Blank the comment of a line of verse text, keeping every column, and read it.

    A line that begins with `#` is a comment, whatever it says. Raises `RecordError` for a
    comment that is none of `dhyana: ignore CODE reason`.
    """
    comment = _COMMENT.search(line)
    if comment is None:
        return (_blank(line, 0) if line.lstrip().startswith("#") else line), None
    column = comment.start("words") + 1
    words = _WORDS.match(comment["words"].rstrip().removesuffix("-->"))
    if words is None:
        message = f"this comment cannot be read: {shown(comment['words'].strip())}"
        raise RecordError([Fault(path, number, column, message, _EXPECTED)])
    codes = tuple(code.strip() for code in words["codes"].split(","))
    reason = words["reason"].strip(" \t:–—-")
    if not reason:
        message = f"{', '.join(codes)} is ignored here without a reason"
        raise RecordError([Fault(path, number, column, message, _EXPECTED)])
    for code in codes:
        if code not in MODULES:
            message, expected = f"there is no rule {code}", "a code of `dhyana rule --all`"
            raise RecordError([Fault(path, number, column, message, expected)])
    blanked = _blank(line, comment.start())
    columns = column + words.start("codes"), column + words.end("codes")
    return blanked, Suppression(codes, reason, number, not blanked.strip(), columns)


def _blank(line: str, start: int) -> str:
    end = len(line.rstrip("\r\n"))
    return line[:start] + " " * (end - start) + line[end:]


def covering(
    diagnostic: Diagnostic, waivers: Sequence[Waiver], suppressions: Sequence[Suppression]
) -> tuple[int, ...]:
    """Say which waivers and comments keep a finding.

    They are counted from 0: the waivers, then the codes of the comments one by one.
    """
    found = [index for index, waiver in enumerate(waivers) if _waives(waiver, diagnostic)]
    silenced = [(comment, code) for comment in suppressions for code in comment.codes]
    for index, (comment, code) in enumerate(silenced, len(waivers)):
        if code == diagnostic.code and comment.covers(diagnostic):
            found.append(index)
    return tuple(found)


def waived(diagnostic: Diagnostic, waivers: Sequence[Waiver]) -> bool:
    """Whether a waiver keeps a finding."""
    return bool(covering(diagnostic, waivers, ()))


def _waives(waiver: Waiver, diagnostic: Diagnostic) -> bool:
    """Whether a waiver speaks of a finding: its rule, and its pāda or field where it names one."""
    return waiver.rule == diagnostic.code and (waiver.at is None or _at(diagnostic, waiver.at))


def _at(diagnostic: Diagnostic, place: str) -> bool:
    return place.replace("ā", "a") == f"pada {diagnostic.pada}" or place == diagnostic.field
