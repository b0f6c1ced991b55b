r"""LaTeX formulas read into a tree, with every fault at its place.

    >>> formula = parse(r"\frac{x}{\sqrt{2}}")
    >>> formula.faults
    ()
    >>> formula.items[0].denominator[0].radicand[0].text
    '2'
    >>> [fault.message for fault in parse(r"\left( rac{x}{2} \right)").faults]
    ['rac is what is left of \\frac']

`latex_tree` says what the tree is, which all writers of formulas share (Unicode text, Typst); its
faults are what the linter reports.

Every string is accepted: what is broken gives a fault, and the rest is read as well as it can be.
(pylatexenc's walker was tried as a base: it knows neither scripts nor `\left … \right`, says
nothing of unknown commands, and takes 14 ms to import.)
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lipi.latex_commands import (
    ACCENTS,
    ARROWS,
    COMMANDS,
    ENVIRONMENTS,
    FRACTIONS,
    KINDS,
    SILENT,
    SIZES,
    SPACES,
    STACKS,
    STYLES,
    SYMBOLS,
    WRAPPERS,
    Kind,
)
from dhyana.grammar.lipi.latex_remains import Remains, remains
from dhyana.grammar.lipi.latex_tree import (
    Accent,
    FaultKind,
    Fenced,
    Formula,
    Fraction,
    Group,
    Items,
    LatexFault,
    Node,
    Root,
    Scripts,
    Space,
    Stack,
    Symbol,
    Table,
    Words,
)

FORMULA = re.compile(r"\$([^$]+)\$")
"""A formula in a text, between its `$` signs."""

MAX_FAULTS = 50
"""Faults of one formula that are told."""

MAX_DEPTH = 60
"""Groups in groups that are read; no formula of a person's comes near."""

_LEXEME = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|\d+(?:\.\d+)?|.", re.DOTALL)


def parse(latex: str) -> Formula:
    """Read one formula, given without its `$` signs."""
    reader = _Reader(latex)
    items = reader.items()
    return Formula(latex, items, tuple(sorted(reader.faults, key=lambda fault: fault.start)))


def formulas(text: str) -> Iterator[tuple[int, Formula]]:
    """Read the formulas in a text, each with the offset at which it begins, after its `$`."""
    for found in FORMULA.finditer(text):
        yield found.start(1), parse(found[1])


def unpaired_dollar(text: str) -> int | None:
    r"""Find a `$` that neither opens nor closes a formula; `\$` and `$5` are money."""
    rest = FORMULA.sub(lambda found: " " * len(found[0]), text)
    lone = re.search(r"(?<!\\)\$(?!\d)", rest)
    return lone.start() if lone else None


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# `d{model}` for `d_{model}`, `\text{head}1` for `\text{head}_1`; `ext` is what is left of `\text`.
_LOST_INDEX = re.compile(
    r"(?<![A-Za-z\\])[A-Za-z](?P<brace>\{)\s*(?:\\?t?ext\s*\{[^{}]*\}|[A-Za-z0-9]+)\}"
    r"|(?:ext|mathrm)\{[A-Za-z]+\}(?P<digit>\d)"
)
_CLOSING = frozenset({"}", "\\right", "\\end"})
_LEFT, _RIGHT = "\\left", "\\right"


class _Reader:
    """A formula under reading: what is left of it, and the faults so far."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.faults: list[LatexFault] = []
        self._lexemes = [(found.start(), found[0]) for found in _LEXEME.finditer(latex)]
        self._at = 0
        self._depth = 0
        self._exhausted = False
        lost = tuple(remains(latex))
        self._fences = {one.letters: one for one in lost if one.command in ("left", "right")}
        self._note_damage(lost)

    def _note_damage(self, lost: tuple[Remains, ...]) -> None:
        """Note what the letters alone show, whatever the formula says."""
        damaged: set[int] = set()
        for one in lost:
            message = f"{self.latex[one.letters : one.end]} is what is left of \\{one.command}"
            self._fault(FaultKind.LOST_BACKSLASH, one.start, one.end, message, f"\\{one.command}")
            damaged.update(range(one.start, one.end))
        for found in _CONTROL.finditer(self.latex):
            if found.start() not in damaged:
                message = f"a control character, U+{ord(found[0]):04X}, stands in the formula"
                self._fault(FaultKind.CONTROL_CHARACTER, found.start(), found.end(), message)
        for found in _LOST_INDEX.finditer(self.latex):
            part = "brace" if found["brace"] else "digit"
            start, end = found.span(part)
            if start - 1 not in damaged:
                message = f"the mark of an index, _, is missing before {found[part]}"
                self._fault(FaultKind.LOST_INDEX, start, end, message, f"_{found[part]}")

    def _fault(
        self, kind: FaultKind, start: int, end: int, message: str, correction: str | None = None
    ) -> None:
        if not self._exhausted and len(self.faults) < MAX_FAULTS:
            self.faults.append(LatexFault(kind, start, end, message, correction))

    # --- lexemes -------------------------------------------------------------------------

    def _peek(self) -> str:
        """Give the next lexeme, empty at the end; remains of a fence count as that command."""
        if self._at == len(self._lexemes):
            return ""
        start, lexeme = self._lexemes[self._at]
        return f"\\{self._fences[start].command}" if start in self._fences else lexeme

    def _place(self) -> int:
        if self._at == len(self._lexemes):
            return len(self.latex)
        return self._lexemes[self._at][0]

    def _pop(self) -> str:
        lexeme, start = self._peek(), self._place()
        self._at += 1
        if start in self._fences:
            while self._place() < self._fences[start].end:
                self._at += 1
        return lexeme

    def _skip_spaces(self) -> None:
        while self._peek().isspace():
            self._at += 1

    # --- items ---------------------------------------------------------------------------

    def items(self) -> Items:
        """Read the whole formula."""
        items = [*self._until()]
        while lexeme := self._peek():
            start = self._place()
            self._pop()
            message = f"{lexeme} closes what was not opened"
            self._fault(FaultKind.UNBALANCED, start, self._place(), message)
            items.append(Symbol(start, self._place(), lexeme, known=False))
            items += self._until()
        return tuple(items)

    def _until(self, *closing: str) -> Items:
        """Read up to a lexeme that closes something, which stays, or to the end."""
        items: list[Node] = []
        while (lexeme := self._peek()) and lexeme not in _CLOSING and lexeme not in closing:
            if lexeme in ("^", "_"):
                base = None
                while items and base is None:
                    last = items.pop()
                    base = None if isinstance(last, Space) else last
                items += self._script(base)
            else:
                items.append(self._item())
        return tuple(items)

    def _script(self, base: Node | None) -> Iterator[Node]:
        """Read an index or exponent, and put it to the base, which may have the other one."""
        start = self._place()
        mark = self._pop()
        script = self._argument(mark)
        below, above = (script, None) if mark == "_" else (None, script)
        end = self._place()
        if not isinstance(base, Scripts):
            yield Scripts(base.start if base else start, end, base, below, above)
        elif (base.subscript if mark == "_" else base.superscript) is None:
            below = base.subscript if below is None else below
            above = base.superscript if above is None else above
            yield Scripts(base.start, end, base.base, below, above)
        else:
            message = f"a second {mark} follows the first: which of them is meant?"
            self._fault(FaultKind.UNBALANCED, start, start + 1, message)
            yield from (base, Scripts(start, end, None, below, above))

    def _argument(self, owner: str) -> Items:
        """Read a group in braces, or the one item that stands for it."""
        self._skip_spaces()
        lexeme, start = self._peek(), self._place()
        if not lexeme or lexeme in _CLOSING or lexeme in ("^", "_", "&", "\\\\"):
            message = f"{owner} lacks what it is about"
            self._fault(FaultKind.MISSING_ARGUMENT, max(start - 1, 0), max(start, 1), message)
            return ()
        if lexeme[0].isdigit() and len(lexeme) > 1:  # `x^12` raises the 1 only
            self._lexemes[self._at] = (start + 1, lexeme[1:])
            return (Symbol(start, start + 1, lexeme[0]),)
        item = self._item()
        return item.items if isinstance(item, Group) else (item,)

    def _item(self) -> Node:
        start = self._place()
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                return self._rest(start)
            return self._read(start, self._pop())
        finally:
            self._depth -= 1

    def _rest(self, start: int) -> Symbol:
        """Give up on what is nested beyond measure."""
        message = f"groups stand in groups, more than {MAX_DEPTH} deep"
        self._fault(FaultKind.TOO_DEEP, start, len(self.latex), message)
        self._exhausted = True
        self._at = len(self._lexemes)
        return Symbol(start, len(self.latex), self.latex[start:], known=False)

    def _read(self, start: int, lexeme: str) -> Node:
        end = self._place()
        if lexeme.isspace() or lexeme in ("~", "&"):
            return Space(start, end)
        if lexeme == "{":
            items = self._until()
            self._close("}", start, "{")
            return Group(start, self._place(), items)
        if lexeme[0] == "\\":
            return self._command(start, lexeme)
        text = {"-": "−", "'": "′", "*": "∗"}.get(lexeme, lexeme)
        return Symbol(start, end, text, KINDS.get(lexeme, Kind.ORDINARY))

    def _close(self, closing: str, start: int, opening: str) -> bool:
        """Take the mark that closes what began at `start`, if it stands there."""
        if self._peek() == closing:
            self._pop()
            return True
        message = f"{opening} is never closed"
        end = min(start + len(opening), len(self.latex))
        self._fault(FaultKind.UNBALANCED, start, end, message, None)
        return False

    # --- commands ------------------------------------------------------------------------

    def _command(self, start: int, lexeme: str) -> Node:
        name = lexeme[1:].rstrip("*")
        if name in FRACTIONS:
            numerator, denominator = self._argument(lexeme), self._argument(lexeme)
            return Fraction(start, self._place(), numerator, denominator)
        if name == "sqrt":
            return self._root(start)
        if name in STYLES:
            text = self._verbatim(lexeme)
            return Words(start, self._place(), name, text)
        if name in ACCENTS:
            base = self._argument(lexeme)
            return Accent(start, self._place(), name, base)
        if name == "left":
            return self._fenced(start)
        if name == "begin":
            return self._table(start)
        if name in STACKS or name == "binom":
            return self._stack(start, name)
        if name in ARROWS:
            arrow = Symbol(start, self._place(), ARROWS[name], Kind.RELATION, name)
            above = self._argument(lexeme)
            return Scripts(start, self._place(), arrow, None, above)
        return self._wrapper(start, lexeme, name)

    def _wrapper(self, start: int, lexeme: str, name: str) -> Node:
        if name in WRAPPERS:
            items = self._argument(lexeme)
            return Group(start, self._place(), items)
        if name in SILENT:
            self._verbatim(lexeme)
            return Space(start, self._place())
        if name == "pmod":
            modulus = self._argument(lexeme)
            mod = Symbol(start, start + len(lexeme), "mod", Kind.FUNCTION, name)
            return Fenced(start, self._place(), "(", (mod, *modulus), ")")
        return self._symbol(start, lexeme, name)

    def _symbol(self, start: int, lexeme: str, name: str) -> Node:
        end = self._place()
        if name in SPACES or name in SIZES or name == "\\":
            return Space(start, end)
        if name == "middle":
            return Symbol(start, self._place(), self._delimiter(lexeme), Kind.RELATION)
        if name in SYMBOLS:
            text, kind = SYMBOLS[name]
            return Symbol(start, end, text, kind, name)
        self._fault(FaultKind.UNKNOWN_COMMAND, start, end, *_unknown(lexeme, name))
        return Symbol(start, end, lexeme, command=name, known=False)

    def _root(self, start: int) -> Root:
        degree = None
        self._skip_spaces()
        if self._peek() == "[":
            opened = self._place()
            self._pop()
            degree = self._until("]")
            self._close("]", opened, "[")
        radicand = self._argument("\\sqrt")
        return Root(start, self._place(), radicand, degree)

    def _verbatim(self, owner: str) -> str:
        r"""Read the argument of `\text` letter for letter."""
        self._skip_spaces()
        start = self._place()
        if self._peek() != "{":
            self._argument(owner)
            return self.latex[start : self._place()]
        depth = 0
        while lexeme := self._peek():
            depth += (lexeme == "{") - (lexeme == "}")
            if depth == 0:
                break
            self._at += 1
        text = self.latex[start + 1 : self._place()]
        self._close("}", start, "{")
        return re.sub(r"\\([_%#&$ ])|[{}]", r"\1", text)

    def _fenced(self, start: int) -> Fenced:
        left = self._delimiter(_LEFT)
        opened = self.latex[start : self._place()]
        body = self._until()
        right = self._delimiter(_RIGHT) if self._close(_RIGHT, start, opened) else ""
        return Fenced(start, self._place(), left, body, right)

    def _delimiter(self, owner: str) -> str:
        """Read the bracket after `owner`; empty for the dot, which shows none."""
        self._skip_spaces()
        lexeme, start = self._peek(), self._place()
        name = lexeme.removeprefix("\\")
        if lexeme in (".", "|", "/", "<", ">") or lexeme in KINDS:
            self._pop()
            return "" if lexeme == "." else lexeme
        if lexeme[:1] == "\\" and name in SYMBOLS:
            self._pop()
            return SYMBOLS[name][0]
        message = f"{owner} lacks its bracket"
        self._fault(FaultKind.MISSING_ARGUMENT, max(start - len(owner), 0), start, message)
        return ""

    def _stack(self, start: int, name: str) -> Node:
        first, second = self._argument(f"\\{name}"), self._argument(f"\\{name}")
        end = self._place()
        if name == "binom":
            return Stack(start, end, first, second)
        base = Group(start, end, second)
        return Scripts(start, end, base, *((None, first) if STACKS[name] else (first, None)))

    def _table(self, start: int) -> Table:
        name = self._verbatim("\\begin").rstrip("*")
        opening = f"\\begin{{{name}}}"
        if name not in ENVIRONMENTS:
            end = self._place()
            self._fault(FaultKind.UNKNOWN_COMMAND, start, end, f"{opening} is not known")
        if name == "array":
            self._argument(opening)
        rows: list[list[Items]] = [[self._until("&", "\\\\")]]
        while (mark := self._peek()) in ("&", "\\\\"):
            self._pop()
            rows += [[]] if mark == "\\\\" else []
            rows[-1].append(self._until("&", "\\\\"))
        if self._close("\\end", start, opening) and (closed := self._verbatim("\\end")) != name:
            message = f"{opening} is closed by \\end{{{closed}}}"
            self._fault(FaultKind.UNBALANCED, start, start + len(opening), message)
        return Table(start, self._place(), name, tuple(map(tuple, rows)))


def _unknown(lexeme: str, name: str) -> tuple[str, str | None]:
    """Say that a command is not known and, where one is near, which may be meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, 1, 0.7)
    return f"{lexeme} is no command that is known", f"\\{near[0]}" if near else None
