r"""LaTeX formulas as one line of Unicode text, for a terminal.

`\frac{QK^T}{\sqrt{d_k}}` becomes `QKᵀ/√dₖ`. Parentheses are added where a fraction, a root or
an exponent of several parts would otherwise be read wrongly; a command that is not known stays
as it is written. (unicodeit, pylatexenc and flatlatex were tried: each loses the grouping of
`10000^{2i/d}` or leaves commands of the treatise standing.)
"""

import re
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from dhyana.grammar.lipi.latex import FORMULA, parse
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

_NO_BREAK_SPACE = "\u00a0"
_UNBROKEN = 24  # a formula no longer than this stays on one line


class _Kind(Enum):
    """What an item is to its neighbours: it decides spaces and parentheses."""

    ORDINARY = auto()
    FRACTION = auto()
    OPERATOR = auto()
    SLASH = auto()
    OPEN = auto()
    CLOSE = auto()
    COMMA = auto()
    SPACE = auto()


class _Item(NamedTuple):
    text: str
    kind: _Kind = _Kind.ORDINARY
    ends_in_word: bool = False  # a letter that followed directly would be read as part of it


_KINDS = {
    Kind.BINARY: _Kind.OPERATOR,
    Kind.RELATION: _Kind.OPERATOR,
    Kind.OPEN: _Kind.OPEN,
    Kind.CLOSE: _Kind.CLOSE,
    Kind.PUNCTUATION: _Kind.COMMA,
}
_DOUBLE_STRUCK = str.maketrans("CEHNPQRZ", "ℂ𝔼ℍℕℙℚℝℤ")
_SUPERSCRIPTS = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW′∘",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′°",
        strict=True,
    )
)
_SUBSCRIPTS = dict(
    zip("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)


def readable(text: str) -> str:
    """Replace every `$formula$` of a text by its rendering, short ones safe from line breaks."""

    def rendered(formula: re.Match[str]) -> str:
        line = render(formula[1])
        return line.replace(" ", _NO_BREAK_SPACE) if len(line) <= _UNBROKEN else line

    return FORMULA.sub(rendered, text)


def render(latex: str) -> str:
    """Write one formula, given without its `$` signs, as a line of Unicode text."""
    return _join(_items(parse(latex).items))


def _items(nodes: Items) -> list[_Item]:
    """Write nodes one by one; a fence gives its brackets and what stands between them."""
    items: list[_Item] = []
    for node in nodes:
        if isinstance(node, Fenced):
            items.append(_Item(node.left, _Kind.OPEN))
            items += _items(node.body)
            items.append(_Item(node.right, _Kind.CLOSE))
        else:
            items.append(_item(node))
    return items


def _item(node: Node) -> _Item:
    match node:
        case Symbol():
            return _symbol(node)
        case Space():
            return _Item(" ", _Kind.SPACE)
        case Words():
            text = node.text.translate(_DOUBLE_STRUCK) if node.style == "mathbb" else node.text
            return _Item(text, ends_in_word=len(text) > 1)
        case Group():
            return _Item(_join(_items(node.items)))
        case Scripts():
            return _scripts(node)
        case Fraction():
            return _fraction(_items(node.numerator), _items(node.denominator))
        case Root():
            degree = _with_script(_Item(""), "^", _items(node.degree)).text if node.degree else ""
            return _Item(f"{degree}√{_as_factor(_items(node.radicand))}", ends_in_word=True)
        case Accent():
            return _Item(_join(_items(node.base)) + ACCENTS[node.command])
        case Stack():
            upper, lower = _join(_items(node.upper)), _join(_items(node.lower))
            return _Item(f"({upper} over {lower})")
        case Table():
            rows = (", ".join(_join(_items(cell)) for cell in row) for row in node.rows)
            return _Item(f"[{'; '.join(rows)}]")
        case Fenced():
            return _Item(_join(_items((node,))))


def _symbol(symbol: Symbol) -> _Item:
    if symbol.text == "/":
        return _Item("/", _Kind.SLASH)
    named = symbol.kind is Kind.FUNCTION or not symbol.known
    return _Item(symbol.text, _KINDS.get(symbol.kind, _Kind.ORDINARY), ends_in_word=named)


def _scripts(node: Scripts) -> _Item:
    item = _item(node.base) if node.base else _Item("")
    if node.subscript is not None:
        item = _with_script(item, "_", _items(node.subscript))
    if node.superscript is not None:
        item = _with_script(item, "^", _items(node.superscript))
    return item


def _with_script(base: _Item, mark: str, script: list[_Item]) -> _Item:
    """Attach an exponent or index: small letters where Unicode has them all, else `^` or `_`."""
    text = f"({base.text})" if base.kind is _Kind.FRACTION else base.text
    kind = _Kind.ORDINARY if base.kind is _Kind.FRACTION else base.kind
    small = _SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS
    tight = "".join(item.text for item in script if item.kind is not _Kind.SPACE)
    is_word = any(item.ends_in_word for item in script)
    if not is_word and all(character in small for character in tight):
        return _Item(text + "".join(small[character] for character in tight), kind)
    if re.fullmatch(r"[<>]?\w+", tight):
        return _Item(f"{text}{mark}{tight}", kind, ends_in_word=True)
    return _Item(f"{text}{mark}{_in_parentheses(script)}", kind)


def _in_parentheses(items: list[_Item]) -> str:
    enclosed = (
        len(items) > 1
        and (items[0].text, items[-1].text) == ("(", ")")
        and not any(item.text in "()" for item in items[1:-1])
    )
    return _join(items) if enclosed else f"({_join(items)})"


def _fraction(numerator: list[_Item], denominator: list[_Item]) -> _Item:
    above = f"({_join(numerator)})" if _is_compound(numerator) else _join(numerator)
    return _Item(f"{above}/{_as_factor(denominator)}", _Kind.FRACTION, ends_in_word=True)


def _is_compound(items: list[_Item]) -> bool:
    """Whether there is more than a product outside all brackets."""
    depth = 0
    for item in items:
        depth += (item.kind is _Kind.OPEN) - (item.kind is _Kind.CLOSE)
        if depth == 0 and item.kind in (_Kind.OPERATOR, _Kind.SLASH, _Kind.FRACTION, _Kind.COMMA):
            return True
    return False


def _as_factor(items: list[_Item]) -> str:
    """Write what stands under a stroke or a root, in parentheses unless it is one thing."""
    parts = [item for item in items if item.kind is not _Kind.SPACE]
    one = len(parts) == 1 and parts[0].kind is _Kind.ORDINARY
    differential = len(parts) == 2 and parts[0].text == "∂"
    return _join(items) if one or differential else f"({_join(items)})"


def _join(items: list[_Item]) -> str:
    """Write items in a row, spaced as a formula is set."""
    parts = [item for item in items if item.kind is not _Kind.SPACE]
    kinds = [None, *(item.kind for item in parts), None]
    text = ""
    for index, (item, space) in enumerate(zip(parts, _followed_by_space(items), strict=True)):
        last, following = kinds[index], kinds[index + 2]
        match item.kind:
            case _Kind.OPERATOR if item.text in "+−±" and last in _SIGN_AFTER:
                text += item.text
            case _Kind.OPERATOR:
                text = f"{text.rstrip(' ')} {item.text} "
            case _Kind.COMMA:
                text = f"{text.rstrip(' ')}{item.text} "
            case _Kind.FRACTION if last in _FACTOR_BEFORE or following in _FACTOR_AFTER:
                text += f"({item.text})"
            case _:
                text += item.text
        if space and item.kind is not _Kind.OPEN and not text.endswith(" "):
            text += " "
    return text.strip(" ")


# A plus or minus after one of these is a sign, not an operation.
_SIGN_AFTER = {None, _Kind.OPERATOR, _Kind.OPEN, _Kind.COMMA, _Kind.SLASH}
# A fraction beside one of these is one factor of a product.
_FACTOR_BEFORE = {_Kind.ORDINARY, _Kind.FRACTION, _Kind.CLOSE, _Kind.SLASH}
_FACTOR_AFTER = {_Kind.ORDINARY, _Kind.FRACTION, _Kind.OPEN, _Kind.SLASH}


def _followed_by_space(items: list[_Item]) -> list[bool]:
    """Say of every item but the spaces whether a space follows it, by the source or by need."""
    spaced: list[bool] = []
    differential = False  # ∂ stands close to what it is of
    for item, following in zip_longest(items, items[1:], fillvalue=_Item("", _Kind.CLOSE)):
        if item.kind is _Kind.SPACE:
            if spaced and following.kind not in (_Kind.CLOSE, _Kind.COMMA):
                spaced[-1] = not differential
            continue
        differential = item.text == "∂"
        spaced.append(item.ends_in_word and following.text[:1].isalnum())
    return spaced
