"""Formulas as MathML Core, for web and EPUB, from the tree of the one LaTeX parser."""

import unicodedata
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from dhyana.grammar.lint.visible import visible
from dhyana.grammar.lipi.latex import parse
from dhyana.grammar.lipi.latex_commands import ACCENTS, Kind
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

NAMESPACE = "http://www.w3.org/1998/Math/MathML"

_OPERATORS = {
    Kind.BINARY,
    Kind.RELATION,
    Kind.OPEN,
    Kind.CLOSE,
    Kind.PUNCTUATION,
    Kind.LARGE,
}
_PREFIX_AFTER = {None, Kind.BINARY, Kind.RELATION, Kind.OPEN, Kind.PUNCTUATION}
"""After one of these, or at the beginning, a plus or minus is a sign."""
_SIGNS = "+−±∓"
_TYPOGRAPHIC = {"-": "−", "*": "∗"}
_ALPHABETS = {
    "mathbb": "DOUBLE-STRUCK",
    "mathbf": "BOLD",
    "boldsymbol": "BOLD",
    "bm": "BOLD",
    "mathcal": "SCRIPT",
    "mathscr": "SCRIPT",
    "mathfrak": "FRAKTUR",
}
_NAMES = {"operatorname", "mathrm", "mathit", "mathsf", "mathtt", "mathnormal"}
_SPACING = {
    "hat": "^", "widehat": "^", "tilde": "~", "widetilde": "~", "bar": "¯", "overline": "¯",
    "dot": "˙", "ddot": "¨", "vec": "→", "check": "ˇ", "breve": "˘", "acute": "´", "grave": "`",
}  # fmt: skip
"""The accents as characters of their own, which MathML stretches and places."""
_BRACKETS = {
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
}


def mathml(latex: str, spoken: str, *, block: bool = False) -> str:
    """Write a formula, given without its `$` signs, as a `math` element.

    `spoken` is the formula as a line of text, for those who are read to; the LaTeX itself is kept
    as an annotation.
    """
    body = _row(parse(latex).items)
    display = ' display="block"' if block else ""
    return (
        f'<math xmlns="{NAMESPACE}"{display} alttext={quoteattr(visible(spoken))}><semantics>{body}'
        f'<annotation encoding="application/x-tex">{_text(latex)}</annotation></semantics></math>'
    )


def _text(text: str) -> str:
    return escape(visible(text))


def _row(items: Items) -> str:
    """Write items as one element."""
    written = _all(items)
    return written[0] if len(written) == 1 else f"<mrow>{''.join(written)}</mrow>"


def _all(items: Iterable[Node]) -> list[str]:
    written: list[str] = []
    before: Kind | None = None
    for item in items:
        if isinstance(item, Space):
            continue
        written.append(_node(item, before))
        before = _kind(item)
    return written


def _kind(node: Node) -> Kind:
    if isinstance(node, Symbol):
        return node.kind
    if isinstance(node, Scripts) and isinstance(node.base, Symbol):
        return node.base.kind
    return Kind.ORDINARY


def _node(node: Node, before: Kind | None = None) -> str:
    match node:
        case Symbol():
            return _symbol(node, before)
        case Words():
            return _words(node)
        case Group(items=(Symbol(kind=Kind.PUNCTUATION, text=text),)):
            return f'<mo lspace="0" rspace="0">{_text(text)}</mo>'  # 128{,}000
        case Group():
            return _row(node.items)
        case Scripts():
            return _scripts(node)
        case Fraction():
            return f"<mfrac>{_row(node.numerator)}{_row(node.denominator)}</mfrac>"
        case Root():
            if node.degree is None:
                return f"<msqrt>{_row(node.radicand)}</msqrt>"
            return f"<mroot>{_row(node.radicand)}{_row(node.degree)}</mroot>"
        case Accent():
            return _accent(node)
        case Fenced():
            left, right = _bracket(node.left, "prefix"), _bracket(node.right, "postfix")
            return f"<mrow>{left}{_row(node.body)}{right}</mrow>"
        case Stack():
            over = f'<mfrac linethickness="0">{_row(node.upper)}{_row(node.lower)}</mfrac>'
            return f"<mrow>{_bracket('(', 'prefix')}{over}{_bracket(')', 'postfix')}</mrow>"
        case Table():
            return _table(node)
        case Space():
            return '<mspace width="0.3em"/>'


def _symbol(symbol: Symbol, before: Kind | None) -> str:
    text = _TYPOGRAPHIC.get(symbol.text, symbol.text)
    shown = _text(text)
    if symbol.kind in _OPERATORS:
        form = ' form="prefix"' if text in _SIGNS and before in _PREFIX_AFTER else ""
        flat = ' stretchy="false"' if symbol.kind in (Kind.OPEN, Kind.CLOSE) else ""
        return f"<mo{form}{flat}>{shown}</mo>"
    if text[:1].isdigit():
        return f"<mn>{shown}</mn>"
    upright = "" if len(text) == 1 and text.isalpha() else ' mathvariant="normal"'
    return f"<mi{upright}>{shown}</mi>"


def _words(words: Words) -> str:
    if words.style in _ALPHABETS:
        letters = (_letter(character, _ALPHABETS[words.style]) for character in words.text)
        return f'<mi mathvariant="normal">{_text("".join(letters))}</mi>'
    if words.style in _NAMES and len(words.text) > 1:
        return f'<mi mathvariant="normal">{_text(words.text)}</mi>'
    return f"<mtext>{_text(words.text)}</mtext>"


def _letter(character: str, alphabet: str) -> str:
    """Find a letter in another alphabet: ℝ has a name of its own, 𝕄 is mathematical."""
    name = unicodedata.name(character, "").replace("LATIN ", "").replace(" LETTER", "")
    for found in (f"{alphabet} {name}", f"MATHEMATICAL {alphabet} {name}"):
        try:
            return unicodedata.lookup(found)
        except KeyError:
            continue
    return character


def _scripts(node: Scripts) -> str:
    base = "<mrow></mrow>" if node.base is None else _node(node.base)
    below, above = node.subscript, node.superscript
    if below is None:
        return f"<msup>{base}{_row(above or ())}</msup>"
    if above is None:
        return f"<msub>{base}{_row(below)}</msub>"
    return f"<msubsup>{base}{_row(below)}{_row(above)}</msubsup>"


def _accent(node: Accent) -> str:
    base = _row(node.base)
    if node.command == "underline":
        return f'<munder accentunder="true">{base}<mo>_</mo></munder>'
    if node.command not in _SPACING:  # \\not: a stroke through what follows
        return f"<mrow>{base}<mo>{ACCENTS[node.command]}</mo></mrow>"
    return f'<mover accent="true">{base}<mo>{_SPACING[node.command]}</mo></mover>'


def _bracket(text: str, form: str) -> str:
    return f'<mo form="{form}" fence="true" stretchy="true">{_text(text)}</mo>' if text else ""


def _table(node: Table) -> str:
    rows = "".join(
        f"<mtr>{''.join(f'<mtd>{_row(cell)}</mtd>' for cell in row)}</mtr>" for row in node.rows
    )
    table = f"<mtable>{rows}</mtable>"
    if node.environment == "cases":
        return f"<mrow>{_bracket('{', 'prefix')}{table}</mrow>"
    if node.environment not in _BRACKETS:
        return table
    left, right = _BRACKETS[node.environment]
    return f"<mrow>{_bracket(left, 'prefix')}{table}{_bracket(right, 'postfix')}</mrow>"
