"""The LALR table of `category.lark`, compiled once into `category_table.json`, and its machine.

Reading labels needs the terms and the table and no parser generator, whose import and building
cost more than all labels of the treatise. Run as a module, this file compiles the grammar anew.
The machine is that of Aho, Sethi and Ullman, *Compilers* (1986), algorithm 4.7.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Lark

SOURCE = "category.lark"
COMPILED = "category_table.json"
END = "$END"
UNKNOWN = "unknown"
"""Type of a word that is no term of the grammar."""

_WORD = re.compile(r"[^\s,()/]+|.", re.DOTALL)
_BLANK = "WS"


class Term(NamedTuple):
    """A term of a label, with its terminal in the grammar."""

    terminal: str
    text: str
    start: int


class UnexpectedTermError(ValueError):
    """A term in a place where the grammar has others; `after` is the one before it."""

    def __init__(self, term: Term, after: Term | None, expected: frozenset[str]) -> None:
        super().__init__(f"{term.text!r} at {term.start}; expected {', '.join(sorted(expected))}")
        self.term, self.after, self.expected = term, after, expected


class _Table:
    """The table as JSON has it: terminals by pattern, actions by state, rules by length."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.start: int = raw["start"]
        self.end: int = raw["end"]
        self.states: list[dict[str, list[Any]]] = raw["states"]
        self.patterns = {name: re.compile(pattern) for name, pattern in raw["terminals"].items()}


@cache
def _table() -> _Table:
    return _Table(json.loads(resources.files(__package__).joinpath(COMPILED).read_text("utf-8")))


def terms(label: str) -> tuple[Term, ...]:
    """Read a label as the grammar does; its terms, without blanks.

    Raises `UnexpectedTermError` for the first that the grammar does not have there.
    """
    table = _table()
    stack = [table.start]
    read: list[Term] = []
    for term in lexed(label):
        while True:
            action = table.states[stack[-1]].get(term.terminal)
            if action is None:
                expected = frozenset(name for name in table.states[stack[-1]] if name.isupper())
                raise UnexpectedTermError(term, read[-1] if read else None, expected)
            goal, popped, origin = action
            if origin is None:
                stack.append(goal)
                break
            del stack[len(stack) - popped :]
            stack.append(table.states[stack[-1]][origin][0])
            if term.terminal == END and stack[-1] == table.end:
                return tuple(read)
        read.append(term)
    raise AssertionError("the last term ends the reading")


def following(beginning: str) -> frozenset[str]:
    """Name the terminals that may stand after the beginning of a label; none after a wrong one."""
    try:
        terms(f"{beginning} {_NO_TERM}")
    except UnexpectedTermError as error:
        return error.expected if error.term.text == _NO_TERM else frozenset()
    raise AssertionError("what is no term is expected nowhere")


def spellings(terminal: str) -> tuple[str, ...]:
    """Give the spellings of a terminal, in the order of the grammar; no space where it is free."""
    pattern = _table().patterns[terminal].pattern
    return tuple(dict.fromkeys(_alternatives(iter(_PART.findall(_AHEAD.sub("", pattern))))))


_NO_TERM = "\0"
_AHEAD = re.compile(r"\(\?!\[[^]]*\]\)|\?:")
_PART = re.compile(r"(\(|\)|\||(?:\[[^]]*\]|\\s)[*+?]?|\\?.)(\??)")


def _alternatives(parts: Iterator[tuple[str, str]]) -> list[str]:
    """Spell a pattern out, up to the bracket that closes it."""
    spelled: list[str] = []
    sequence = [""]
    for part, optional in parts:
        if part == ")":
            # Whether the group may be left out stands behind its bracket.
            return [*spelled, *sequence, *([""] if optional else [])]
        if part == "|":
            spelled += sequence
            sequence = [""]
            continue
        if part == "(":
            choices = _alternatives(parts)
        elif part[0] == "[" or part.startswith("\\s"):
            choices = ["" if part.endswith("*") else " "]
        else:
            choices = [part.removeprefix("\\")]
        if optional:
            choices = ["", *choices]
        sequence = [before + choice for before in sequence for choice in choices]
    return spelled + sequence


def lexed(label: str) -> Iterator[Term]:
    """Give the terms of a label wherever they stand, and the words that are none; then the end."""
    table = _table()
    at = 0
    while at < len(label):
        term = _term_at(label, at, table)
        if term.terminal != _BLANK:
            yield term
        at += len(term.text)
    yield Term(END, "", len(label.rstrip()))


def _term_at(label: str, at: int, table: _Table) -> Term:
    for terminal, pattern in table.patterns.items():
        match = pattern.match(label, at)
        if match:
            return Term(terminal, match[0], at)
    word = _WORD.match(label, at)
    return Term(UNKNOWN, word[0] if word else label[at], at)


def parser() -> "Lark":
    """Build the parser of the grammar itself: slow, and the measure of the table."""
    from lark import Lark

    grammar = resources.files(__package__).joinpath(SOURCE).read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", maybe_placeholders=False)


def compile_table() -> str:
    """Compile the grammar to JSON: an action is [goal, length of the rule, its origin]."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    built = parser()
    data, memo = built.memo_serialize([TerminalDef, Rule])
    raw = data["parser"]["parser"]
    (start,), (end,) = raw["start_states"].values(), raw["end_states"].values()
    actions = {
        state: sorted((raw["tokens"][token], *action) for token, action in row.items())
        for state, row in raw["states"].items()
    }
    numbers = _numbered(start, actions)
    states: list[dict[str, list[Any]]] = [{} for _ in numbers]
    for state, number in numbers.items():
        for name, reduces, target in actions[state]:
            if reduces:
                rule = memo[target["@"]]
                states[number][name] = [None, len(rule["expansion"]), rule["origin"]["name"]]
            else:
                states[number][name] = [numbers[target], 0, None]
    table = {
        "start": numbers[start],
        "end": numbers[end],
        "terminals": {one.name: one.pattern.to_regexp() for one in built.terminals},
        "states": states,
    }
    return json.dumps(table, ensure_ascii=False, indent=0) + "\n"


def _numbered(start: int, actions: Mapping[int, Sequence[tuple[Any, ...]]]) -> dict[int, int]:
    """Give the states numbers in the order in which they are reached, which never changes."""
    numbers = {start: 0}
    for state in (queue := [start]):
        for _, reduces, target in actions[state]:
            if not reduces and target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
    return numbers


if __name__ == "__main__":
    Path(__file__).with_name(COMPILED).write_text(compile_table(), "utf-8")
