"""Formulas as text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.cli.view.formula import readable, render

CASES = [
    (r"\text{Attention}(Q, K, V) = \text{Softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V",
     "Attention(Q, K, V) = Softmax(QKᵀ/√dₖ)V"),
    (r"X \in \mathbb{R}^{N \times d_{\text{model}}}", "X ∈ ℝ^(N × d_model)"),
    (r"\frac{\partial (x + F(x))}{\partial x} = 1", "∂(x + F(x))/∂x = 1"),
    (r"\frac{x}{\sqrt{\frac{1}{d} \sum x_i^2 + \epsilon}} \odot \gamma",
     "x/√((1/d) ∑ xᵢ² + ε) ⊙ γ"),
    (r"10000^{2i/d_{\text{model}}}", "10000^(2i/d_model)"),
    (r"\frac{e^{z_i}}{\sum_j e^{z_j}}", "e^zᵢ/(∑ⱼ e^zⱼ)"),
    (r"d_{ff} = \frac{8}{3}d", "d_ff = (8/3) d"),
    (r"R_{\Theta, m}^d q_m", "R_(Θ, m)ᵈ qₘ"),
    (r"P(x_t \mid x_1, \dots, x_{t-1})", "P(xₜ | x₁, …, xₜ₋₁)"),
    (r"PE_{(pos, 2i)}", "PE_(pos, 2i)"),
    (r"128{,}000", "128,000"),
    ("x_{<t}", "x_<t"),
    (r"M_{ij} = -\infty", "Mᵢⱼ = −∞"),
    (r"\approx 0", "≈ 0"),
    (r"\frac{a+b}{c}", "(a + b)/c"),
    (r"\frac{a}{bc}", "a/(bc)"),
    (r"\frac{a}{b}^2", "(a/b)²"),
    (r"\sqrt[3]{x+1}", "³√(x + 1)"),
    (r"\log N \cdot \exp(-x)", "log N · exp(−x)"),
    (r"x^12", "x¹2"),
    (r"\hat{y}", "y\u0302"),
    (r"\text{if } x = \{1\}", "if x = {1}"),
    (r"W_{\text{up}}", "W_up"),
    (r"\unknown{x} + 1", r"\unknown x + 1"),
]  # fmt: skip


@pytest.mark.parametrize(("latex", "expected"), CASES)
def test_formulas_read_as_they_are_meant(latex: str, expected: str) -> None:
    """Grouping, scripts, signs and spaces come out so that the meaning stays."""
    assert render(latex) == expected


@given(st.text(alphabet=r"\{}^_()[]|/,+-=<> 12ijxN∂" "\t", max_size=60))
@example("\\frac" * 2000)
@example("{" * 5000)
@example("^" * 5000)
@settings(deadline=None)
def test_no_formula_is_refused(latex: str) -> None:
    """Any string is rendered without an error, and on one line."""
    assert "\n" not in render(latex.replace("\n", " "))


COMMANDS = r"\frac \sqrt \left( \right) \sum \text \{ \, { } ^ _ x 1 + / [ ]"


@given(st.lists(st.sampled_from(COMMANDS.split())))
@settings(deadline=None)
def test_commands_in_any_order_are_rendered(words: list[str]) -> None:
    """Commands that lack their arguments or their partners are rendered all the same."""
    render(" ".join(words))


def test_only_formulas_change() -> None:
    """Text outside the `$` signs stays, short formulas cannot be broken, a lone `$` is money."""
    assert readable("by $m-n$, for $5") == "by m\u00a0−\u00a0n, for $5"
