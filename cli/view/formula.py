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

_FORMULA = re.compile(r"\$([^$]+)\$")
_LEXEME = re.compile(r"\\[A-Za-z]+|\\.|\s+|\d+(?:\.\d+)?|.", re.DOTALL)

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


_OPERATORS = {
    "+": "+", "-": "−", "=": "=", "<": "<", ">": ">",
    "times": "×", "cdot": "·", "odot": "⊙", "oplus": "⊕", "otimes": "⊗", "pm": "±", "ast": "∗",
    "in": "∈", "notin": "∉", "subset": "⊂", "approx": "≈", "sim": "∼", "equiv": "≡", "neq": "≠",
    "ne": "≠", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ll": "≪", "gg": "≫",
    "propto": "∝", "mid": "|", "to": "→", "rightarrow": "→", "leftarrow": "←", "mapsto": "↦",
    "Rightarrow": "⇒", "perp": "⊥", "parallel": "∥",
}  # fmt: skip
_SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "infty": "∞",
    "ell": "ℓ", "forall": "∀", "exists": "∃", "emptyset": "∅", "top": "⊤", "prime": "′", "'": "′",
    "dots": "…", "ldots": "…", "cdots": "⋯", "circ": "∘", "|": "|", "Vert": "‖",
    "{": "{", "}": "}", "%": "%", "$": "$", "#": "#", "&": "&", "_": "_",
}  # fmt: skip
_BRACKETS = {
    "(": ("(", _Kind.OPEN), "[": ("[", _Kind.OPEN), "langle": ("⟨", _Kind.OPEN),
    ")": (")", _Kind.CLOSE), "]": ("]", _Kind.CLOSE), "rangle": ("⟩", _Kind.CLOSE),
}  # fmt: skip
_SPACES = {",", ";", ":", "!", " ", "quad", "qquad", "~"}
_UPRIGHT = {"text", "textbf", "textit", "mathrm", "mathbf", "mathit", "mathcal", "operatorname"}
_FUNCTIONS = {"exp", "log", "ln", "sin", "cos", "tan", "tanh", "max", "min", "arg", "lim"}
_ACCENTS = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
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

    return _FORMULA.sub(rendered, text)


def render(latex: str) -> str:
    """Write one formula, given without its `$` signs, as a line of Unicode text."""
    try:
        return _join(_Parser(latex).items())
    except RecursionError:  # nested beyond what any reader could follow
        return latex


class _Parser:
    """Reads LaTeX into items, accepting every string."""

    def __init__(self, latex: str) -> None:
        self._lexemes = _LEXEME.findall(latex)[::-1]

    def items(self, closing: str = "") -> list[_Item]:
        """Read up to `closing`, which is consumed, or the end."""
        items: list[_Item] = []
        while self._lexemes and (lexeme := self._lexemes.pop()) != closing:
            if lexeme in ("^", "_"):
                base = items.pop() if items and items[-1].kind is not _Kind.SPACE else _Item("")
                items.append(_with_script(base, lexeme, self._argument()))
            else:
                items.append(self._item(lexeme))
        return items

    def _argument(self) -> list[_Item]:
        """Read a group in braces, or the one item that stands for it."""
        self._skip_spaces()
        if not self._lexemes:
            return []
        lexeme = self._lexemes.pop()
        if lexeme == "{":
            return self.items(closing="}")
        if len(lexeme) > 1 and lexeme[0].isdigit():  # `x^12` raises the 1 only
            self._lexemes.append(lexeme[1:])
            lexeme = lexeme[0]
        return [self._item(lexeme)]

    def _item(self, lexeme: str) -> _Item:
        name = lexeme[1:] or lexeme if lexeme[0] == "\\" else lexeme
        if lexeme.isspace() or (name in _SPACES and name != lexeme) or lexeme == "~":
            return _Item(" ", _Kind.SPACE)
        if lexeme == "{":
            return _Item(_join(self.items(closing="}")))
        if name in ("left", "right"):
            return self._delimiter(_Kind.OPEN if name == "left" else _Kind.CLOSE)
        if lexeme in (",", ";"):
            return _Item(lexeme, _Kind.COMMA)
        if lexeme == "/":
            return _Item(lexeme, _Kind.SLASH)
        if name in _BRACKETS:
            return _Item(*_BRACKETS[name])
        if name in _OPERATORS:
            return _Item(_OPERATORS[name], _Kind.OPERATOR)
        if lexeme[0] == "\\":
            return self._command(lexeme, name)
        return _Item(_SYMBOLS.get(lexeme, lexeme))

    def _command(self, lexeme: str, name: str) -> _Item:
        if name == "frac":
            return _fraction(self._argument(), self._argument())
        if name == "sqrt":
            return self._root()
        if name in _UPRIGHT:
            text = self._verbatim()
            return _Item(text, ends_in_word=len(text) > 1)
        if name == "mathbb":
            return _Item(self._verbatim().translate(_DOUBLE_STRUCK))
        if name in _ACCENTS:
            return _Item(_join(self._argument()) + _ACCENTS[name])
        if name in _FUNCTIONS:
            return _Item(name, ends_in_word=True)
        if name in _SYMBOLS:
            return _Item(_SYMBOLS[name])
        return _Item(lexeme, ends_in_word=True)

    def _delimiter(self, kind: _Kind) -> _Item:
        self._skip_spaces()
        lexeme = self._lexemes.pop() if self._lexemes else "."
        name = lexeme.removeprefix("\\")
        text, _ = _BRACKETS.get(name, (_SYMBOLS.get(name, name), kind))
        return _Item("" if text == "." else text, kind)

    def _root(self) -> _Item:
        degree = ""
        if self._lexemes and self._lexemes[-1] == "[":
            self._lexemes.pop()
            degree = _with_script(_Item(""), "^", self.items(closing="]")).text
        return _Item(f"{degree}√{_as_factor(self._argument())}", ends_in_word=True)

    def _verbatim(self) -> str:
        r"""Read the argument of `\text` letter for letter."""
        self._skip_spaces()
        if not self._lexemes or self._lexemes[-1] != "{":
            return _join(self._argument())
        text, depth = "", 0
        while self._lexemes:
            lexeme = self._lexemes.pop()
            depth += (lexeme == "{") - (lexeme == "}")
            text += "" if lexeme in "{}" else lexeme
            if depth == 0:
                break
        return text

    def _skip_spaces(self) -> None:
        while self._lexemes and self._lexemes[-1].isspace():
            self._lexemes.pop()


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
