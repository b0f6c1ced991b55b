r"""What a lost backslash leaves of a LaTeX command: `ext{`, `rac{`, `imes`, `lpha`.

In a quoted string of most languages `\t`, `\f`, `\b`, `\r`, `\n`, `\a` and `\v` are control
characters: `\text` arrives as a tab and `ext`, and where the control character is dropped or
becomes a space, `ext` is all that is left. Where the backslash alone was dropped, it is the whole
name: `sqrt{x}`, `alpha`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from dhyana.grammar.lipi.latex_commands import (
    COMMANDS,
    FUNCTIONS,
    STYLES,
    SYMBOLS,
    WITH_ARGUMENT,
    Kind,
)

_ESCAPES = {"t": "\t", "f": "\f", "b": "\b", "r": "\r", "n": "\n", "a": "\a", "v": "\v"}

_STYLED = "|".join(sorted(STYLES, key=len, reverse=True))
_RUN = re.compile(
    rf"\\(?:{_STYLED})\s*\{{[^{{}}]*\}}"  # words, which may be any
    r"|\\[A-Za-z]+\*?|\\."
    r"|(?P<control>[\t\f\b\r\n\a\v]?)(?P<run>[A-Za-z]+)(?=(?P<after>\s*(?P<next>.?)))",
    re.DOTALL,
)

# Names that are words as well; only `\left` and `\right` are known by what follows.
_NAMES_TOO = frozenset({
    "angle", "because", "check", "dagger", "degree", "dots", "flat", "models", "natural", "prime",
    "sharp", "square", "star", "therefore", "triangle",
})  # fmt: skip


_LONGEST = max(map(len, COMMANDS))


class Remains(NamedTuple):
    """What is left of a command: its letters from `letters` to `end`.

    `start` is where a control character stands that the backslash and first letter became; where
    there is none it is `letters`.
    """

    start: int
    letters: int
    end: int
    command: str


def remains(latex: str) -> Iterator[Remains]:
    """Find what is left of commands in a formula, from left to right."""
    for found in _RUN.finditer(latex):
        run = found["run"]
        if not run:
            continue
        place = found.start("run")
        control = found["control"]
        braced = found["after"] == "{"
        if control and (command := _after_control(run, control)):
            yield Remains(place - 1, place, place + len(command) - 1, command)
        elif command := _whole(run, braced=braced, bracket=found["next"]):
            yield Remains(place, place, place + len(run), command)
        elif command := _beheaded(run, braced=braced, bracket=found["next"]):
            first = place + len(run) - len(command) + 1
            yield Remains(first, first, place + len(run), command)


def _after_control(run: str, control: str) -> str | None:
    """Give the longest command whose first letter made the control character."""
    for stop in range(min(len(run), _LONGEST), 0, -1):
        for letter, made in _ESCAPES.items():
            if made == control and letter + run[:stop] in COMMANDS:
                return letter + run[:stop]
    return None


def _whole(run: str, *, braced: bool, bracket: str) -> str | None:
    if run in ("left", "right"):
        return run if bracket and bracket in _DELIMITERS[run] else None
    if run in WITH_ARGUMENT:
        return run if braced else None
    known = SYMBOLS.get(run)
    if known is None or known[1] is Kind.FUNCTION or len(run) < 4 or run in _NAMES_TOO:
        return None
    return run


_DELIMITERS = {"left": "([|.", "right": ")]|."}


def _beheaded(run: str, *, braced: bool, bracket: str) -> str | None:
    """Give the command of which a run of letters ends in all but the first letter."""
    for start in range(max(0, len(run) - _LONGEST), len(run)):
        command = _headless().get(run[start:])
        if command is None:
            continue
        if command == "right":
            return command if bracket and bracket in _DELIMITERS[command] else None
        left = len(run) - start
        if command in WITH_ARGUMENT:
            if braced and (left > 2 or start == 0):
                return command
        elif left > 3 or (left == 3 and start == 0):
            return command
    return None


@cache
def _headless() -> Mapping[str, str]:
    """Commands without their first letter, where that makes a control character."""
    commands = sorted(COMMANDS - SYMBOLS.keys()) + sorted(SYMBOLS)
    return {
        command[1:]: command
        for command in commands
        if command[:1] in _ESCAPES
        and command[1:].isalpha()
        and not (command[0] == "n" and command[1:] in COMMANDS)  # \\nmid, negation of \\mid
        and command[1:] not in FUNCTIONS  # \\mod beside \\bmod
    }
