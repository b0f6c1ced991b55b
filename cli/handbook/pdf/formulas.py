r"""LaTeX formulas as data for the template, which builds Typst's mathematics from it.

A formula becomes nested lists, each headed by what it is; `\frac{x}{2}` becomes
`["fraction", ["row", ["symbol", "x"]], ["row", ["words", "2"]]]`. Nothing of it is ever read as
Typst's own markup.
"""

import unicodedata
from typing import Any

from dhyana.grammar.lipi.latex import parse
from dhyana.grammar.lipi.latex_commands import Kind
from dhyana.grammar.lipi.latex_tree import (
    Accent,
    Fenced,
    Fraction,
    Group,
    Items,
    Node,
    Root,
    Scripts,
    Space,
    Stack,
    Symbol,
    Table,
    Words,
)

Tree = list[Any]

_DEEPEST = 12  # Typst follows no more than eighty calls into one another

# The classes of Typst, where they are not what it takes a character for.
_CLASSES = {
    Kind.BINARY: "binary",
    Kind.RELATION: "relation",
    Kind.OPEN: "opening",
    Kind.CLOSE: "closing",
    Kind.PUNCTUATION: "punctuation",
    Kind.LARGE: "large",
}
_STYLES = {
    "textbf": "bold", "mathbf": "bold", "boldsymbol": "bold-italic", "bm": "bold-italic",
    "textit": "italic", "mathit": "italic", "mathnormal": "italic",
    "textsf": "sans", "mathsf": "sans", "texttt": "mono", "mathtt": "mono",
    "mathcal": "cal", "mathscr": "scr", "mathfrak": "frak", "mathbb": "bb",
    "operatorname": "operator",
}  # fmt: skip
_FENCES = {"pmatrix": "(", "bmatrix": "[", "Bmatrix": "{", "vmatrix": "|", "Vmatrix": "‖"}


def tree_of(latex: str) -> Tree | None:
    """Give the tree of a formula; none of one that is nested too deeply to be set."""
    formula = parse(latex)
    return _row(formula.items) if _depth(formula.items) <= _DEEPEST else None


def _depth(items: Items) -> int:
    return max((1 + _depth(part) for item in items for part in _parts(item)), default=0)


def _parts(node: Node) -> tuple[Items, ...]:
    match node:
        case Group(items=items):
            return (items,)
        case Scripts(base=base, subscript=below, superscript=above):
            return ((base,) if base else (), below or (), above or ())
        case Fraction(numerator=above, denominator=below):
            return (above, below)
        case Stack(upper=above, lower=below):
            return (above, below)
        case Root(radicand=radicand, degree=degree):
            return (radicand, degree or ())
        case Accent(base=items) | Fenced(body=items):
            return (items,)
        case Table(rows=rows):
            return tuple(cell for row in rows for cell in row)
        case _:
            return ()


def _row(items: Items | None) -> Tree:
    return ["row", *(_tree(item) for item in items or () if not isinstance(item, Space))]


def _tree(node: Node) -> Tree:
    match node:
        case Symbol():
            return _symbol(node)
        case Words(style=style, text=text):
            return ["words", text, _STYLES.get(style, "upright")]
        case Group(items=items):
            return _row(items)
        case Scripts(base=base, subscript=below, superscript=above):
            return [
                "scripts",
                _tree(base) if base else ["row"],
                _row(below) if below else None,
                _row(above) if above else None,
            ]
        case Fraction(numerator=above, denominator=below):
            return ["fraction", _row(above), _row(below)]
        case Root(radicand=radicand, degree=degree):
            return ["root", _row(radicand), _row(degree) if degree else None]
        case Accent(command=command, base=base):
            return ["accent", _row(base), command]
        case Fenced(left=left, body=body, right=right):
            return ["fenced", left, _row(body), right]
        case Stack(upper=above, lower=below):
            return ["stack", _row(above), _row(below)]
        case Table(environment=environment, rows=rows):
            cells = [[_row(cell) for cell in row] for row in rows]
            return ["table", _FENCES.get(environment, ""), environment == "cases", cells]
        case Space():
            return ["row"]


def _symbol(symbol: Symbol) -> Tree:
    if symbol.kind is Kind.FUNCTION:
        return ["function", symbol.text]
    if len(symbol.text) == 1 and not unicodedata.category(symbol.text).startswith(("C", "Z", "M")):
        if symbol.text.isdigit():
            return ["words", symbol.text, "upright"]
        return ["symbol", symbol.text, _CLASSES.get(symbol.kind)]
    return ["words", symbol.text, "upright"]
