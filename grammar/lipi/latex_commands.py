r"""The commands of LaTeX mathematics that a formula may use, and what each of them prints.

Names and characters as in the Comprehensive LaTeX Symbol List and unicode-math: TeX's own,
amsmath's and amssymb's. One that is missing here is reported as unknown; add it.
"""

from collections.abc import Set
from enum import StrEnum


class Kind(StrEnum):
    """What a symbol is to its neighbours (TeX's classes of atoms): it decides the spaces."""

    ORDINARY = "ordinary"
    LARGE = "large operator"
    FUNCTION = "function"
    BINARY = "binary operator"
    RELATION = "relation"
    OPEN = "opening bracket"
    CLOSE = "closing bracket"
    PUNCTUATION = "punctuation"


_WRITTEN: dict[Kind, str] = {
    Kind.ORDINARY: """
        alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ
        iota ι kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ
        sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω
        Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
        partial ∂ nabla ∇ infty ∞ ell ℓ hbar ℏ imath ı jmath ȷ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ
        forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ top ⊤ bot ⊥ angle ∠ triangle △
        square □ blacksquare ■ checkmark ✓ dagger † ddagger ‡ S § P ¶ copyright © degree °
        prime ′ backprime ‵ neg ¬ lnot ¬ flat ♭ sharp ♯ natural ♮
        dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso …
        { { } } % % $ $ # # & & _ _ | ‖ Vert ‖ vert | backslash \\
    """,
    Kind.LARGE: """
        sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigvee ⋁
        bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆
    """,
    Kind.BINARY: """
        pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet ∙ odot ⊙ oplus ⊕ ominus ⊖
        otimes ⊗ oslash ⊘ cup ∪ cap ∩ uplus ⊎ sqcup ⊔ sqcap ⊓ vee ∨ lor ∨ wedge ∧ land ∧
        setminus ∖ smallsetminus ∖ wr ≀ amalg ⨿ diamond ⋄ ltimes ⋉ rtimes ⋊ bowtie ⋈
    """,
    Kind.RELATION: """
        in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋
        approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ neq ≠ ne ≠ doteq ≐ triangleq ≜ coloneqq ≔ asymp ≍
        le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ lt < gt > ll ≪ gg ≫ lesssim ≲ gtrsim ≳
        prec ≺ succ ≻ preceq ⪯ succeq ⪰ propto ∝ mid | nmid ∤ perp ⊥ parallel ∥ models ⊨
        vdash ⊢ dashv ⊣ vDash ⊨ therefore ∴ because ∵
        to → gets ← rightarrow → leftarrow ← leftrightarrow ↔ uparrow ↑ downarrow ↓ mapsto ↦
        longrightarrow ⟶ longleftarrow ⟵ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩
        Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺ implies ⟹ impliedby ⟸
        Longrightarrow ⟹ Longleftarrow ⟸ rightharpoonup ⇀ rightleftharpoons ⇌ leadsto ⇝
    """,
    Kind.OPEN: "langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lbrace { lbrack [ lgroup ⟮",
    Kind.CLOSE: "rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rbrace } rbrack ] rgroup ⟯",
    Kind.PUNCTUATION: "colon :",
}
_CHARACTERS = {
    Kind.BINARY: "+-*",
    Kind.RELATION: "=<>:",
    Kind.OPEN: "([",
    Kind.CLOSE: ")]",
    Kind.PUNCTUATION: ",;",
}
FUNCTIONS = """
    exp log ln lg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth max min sup inf
    arg lim limsup liminf det dim ker deg gcd hom Pr mod bmod
""".split()  # noqa: SIM905 - a list of words reads better


def _symbols() -> dict[str, tuple[str, Kind]]:
    found: dict[str, tuple[str, Kind]] = {
        name: (name.removeprefix("b"), Kind.FUNCTION) for name in FUNCTIONS
    }
    for kind, written in _WRITTEN.items():
        words = written.split()
        found |= {
            name: (character, kind) for name, character in zip(words[::2], words[1::2], strict=True)
        }
    return found


SYMBOLS = _symbols()
"""Command without its backslash → what it prints, and its kind."""
KINDS = {character: kind for kind, written in _CHARACTERS.items() for character in written}
"""Characters that are not ordinary as they stand."""

SPACES = frozenset({",", ";", ":", "!", " ", ">", "quad", "qquad", "enspace", "thinspace", "~"})
STYLES = frozenset({
    "text", "textrm", "textbf", "textit", "textsf", "texttt", "textnormal", "mathrm", "mathbf",
    "mathit", "mathsf", "mathtt", "mathcal", "mathscr", "mathfrak", "mathbb", "mathnormal",
    "boldsymbol", "bm", "operatorname", "mbox",
})  # fmt: skip
"""Commands that set their argument in another letter; it is read as words, not as a product."""
ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303",
    "bar": "\u0304", "overline": "\u0305", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7",
    "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
    "underline": "\u0332", "not": "\u0338",
}  # fmt: skip
"""Commands that put a mark over or under their argument → the combining character."""
FRACTIONS = frozenset({"frac", "dfrac", "tfrac", "cfrac"})
STACKS = {"overset": True, "stackrel": True, "underset": False}
"""Commands of two arguments, the first set above (True) or below the second."""
SIZES = frozenset({
    "big", "Big", "bigg", "Bigg", "bigl", "Bigl", "biggl", "Biggl", "bigr", "Bigr", "biggr",
    "Biggr", "bigm", "Bigm", "biggm", "Biggm", "displaystyle", "textstyle", "scriptstyle",
    "limits", "nolimits", "nonumber", "rm", "bf", "it", "sf", "tt", "cal", "strut", "mathstrut",
})  # fmt: skip
"""Commands that change how large or where something is set and not what it says."""
WRAPPERS = frozenset({
    "underbrace", "overbrace", "boxed", "mathop", "mathrel", "mathbin", "mathord", "substack",
    "smash", "ensuremath",
})  # fmt: skip
"""Commands that draw something around their argument, or say how it is spaced."""
SILENT = frozenset({"color", "hspace", "vspace", "label", "tag", "phantom", "vphantom", "hphantom"})
"""Commands that print nothing of their argument."""
ARROWS = {"xrightarrow": "→", "xleftarrow": "←", "xmapsto": "↦"}
"""Arrows with their argument above them."""
ENVIRONMENTS = frozenset({
    "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "cases", "aligned", "array",
    "smallmatrix",
})  # fmt: skip

WITH_ARGUMENT = frozenset(
    STYLES | ACCENTS.keys() | FRACTIONS | STACKS.keys() | WRAPPERS | SILENT | ARROWS.keys()
    | {"sqrt", "binom", "pmod", "begin", "end"}
)  # fmt: skip
COMMANDS: Set[str] = (
    SYMBOLS.keys() | SPACES | SIZES | WITH_ARGUMENT | {"left", "right", "middle", "\\"}
)
