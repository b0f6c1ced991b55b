r"""The tree of a LaTeX formula, and the faults of one.

`start` and `end` of a node are offsets in the formula, which stands without its `$` signs.

- `Symbol`: a character, number, letter or command (`\alpha`), with the character that it prints
  and its kind; every letter is a symbol of its own. An unknown command is a symbol that prints
  as it is written.
- `Space`: white space, and commands such as `\quad`.
- `Words`: `\text{model}`, `\mathbb{R}`; the words stand letter for letter.
- `Group`: `{…}`. Arguments are plain tuples of nodes, without a group around them.
- `Scripts`: a base (None if there is none) with subscript, superscript or both.
- `Fraction`, `Root`, `Accent`, `Fenced` (`\left( … \right)`), `Stack` (`\binom`), `Table`
  (`\begin{pmatrix} … \end{pmatrix}`).
"""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from dhyana.grammar.lipi.latex_commands import Kind


class FaultKind(StrEnum):
    """What is wrong with a formula."""

    UNBALANCED = "unbalanced"
    UNKNOWN_COMMAND = "unknown command"
    MISSING_ARGUMENT = "missing argument"
    LOST_BACKSLASH = "lost backslash"
    LOST_INDEX = "lost index mark"
    CONTROL_CHARACTER = "control character"
    TOO_DEEP = "nested too deeply"


class LatexFault(NamedTuple):
    """A fault at `start` to `end` of a formula; `correction` is what to write there, if known."""

    kind: FaultKind
    start: int
    end: int
    message: str
    correction: str | None = None


class Symbol(NamedTuple):
    """`text` is what is printed, `command` the name of the command that was written, if any."""

    start: int
    end: int
    text: str
    kind: Kind = Kind.ORDINARY
    command: str | None = None
    known: bool = True


class Space(NamedTuple):
    """White space, which separates and prints nothing of its own."""

    start: int
    end: int


class Words(NamedTuple):
    """The argument of a command such as `text`, `mathbb` or `operatorname`."""

    start: int
    end: int
    style: str
    text: str


class Group(NamedTuple):
    """What stands in braces."""

    start: int
    end: int
    items: "Items"


class Scripts(NamedTuple):
    """Something with an index, an exponent, or both."""

    start: int
    end: int
    base: "Node | None"
    subscript: "Items | None" = None
    superscript: "Items | None" = None


class Fraction(NamedTuple):
    """One thing over another."""

    start: int
    end: int
    numerator: "Items"
    denominator: "Items"


class Root(NamedTuple):
    """A square root, or one of another degree."""

    start: int
    end: int
    radicand: "Items"
    degree: "Items | None" = None


class Accent(NamedTuple):
    """Something under a hat, bar or the like: the name of the command."""

    start: int
    end: int
    command: str
    base: "Items"


class Fenced(NamedTuple):
    r"""What stands between `\left` and `\right`; a bracket that is not shown is empty."""

    start: int
    end: int
    left: str
    body: "Items"
    right: str


class Stack(NamedTuple):
    """Two things above each other in round brackets: a binomial coefficient."""

    start: int
    end: int
    upper: "Items"
    lower: "Items"


class Table(NamedTuple):
    """Rows of cells: a matrix, cases, an alignment."""

    start: int
    end: int
    environment: str
    rows: tuple[tuple["Items", ...], ...]


Node: TypeAlias = (
    Symbol | Space | Words | Group | Scripts | Fraction | Root | Accent | Fenced | Stack | Table
)
Items: TypeAlias = tuple[Node, ...]


class Formula(NamedTuple):
    """A formula without its `$` signs, as read."""

    latex: str
    items: Items
    faults: tuple[LatexFault, ...]
