"""Formulas read into a tree, and what is wrong with them."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.record_rule import fields_of
from dhyana.grammar.lipi.latex import formulas, parse, unpaired_dollar
from dhyana.grammar.lipi.latex_tree import (
    FaultKind,
    Fenced,
    Formula,
    Fraction,
    Group,
    Root,
    Scripts,
    Space,
    Symbol,
    Table,
    Words,
)
from dhyana.shlokas import load
from dhyana.shlokas.record import Kind, TreatiseRecord, VerseRecord


def records(edition: str) -> list[VerseRecord | TreatiseRecord]:
    """All records of the treatise in an edition."""
    treatise = load(edition=edition)
    return [treatise.record, *(verse.record for verse in treatise)]


def faults(latex: str) -> list[tuple[str, str, str | None]]:
    """Kind, place and correction of what is wrong with a formula."""
    return [
        (fault.kind.value, latex[fault.start : fault.end], fault.correction)
        for fault in parse(latex).faults
    ]


def read(edition: str) -> list[tuple[int, str, Formula]]:
    """All formulas of the treatise, with verse (0 for what is around them) and field."""
    return [
        (getattr(record, "number", 0), field, formula)
        for record in records(edition)
        for field, text in fields_of(record)
        for _, formula in formulas(text)
    ]


def test_a_formula_is_a_tree() -> None:
    """Fractions, roots, scripts and fences hold their parts, each with its place."""
    latex = r"\left(\frac{QK^T}{\sqrt[3]{d_k}} \text{if }\right)"
    (fenced,) = parse(latex).items
    assert isinstance(fenced, Fenced)
    assert (fenced.left, fenced.right) == ("(", ")")
    fraction, space, words = fenced.body
    assert isinstance(fraction, Fraction)
    assert isinstance(space, Space)
    assert isinstance(words, Words)
    assert (words.style, words.text) == ("text", "if ")
    _, power = fraction.numerator
    assert isinstance(power, Scripts)
    assert isinstance(power.base, Symbol)
    assert power.base.text == "K"
    (root,) = fraction.denominator
    assert isinstance(root, Root)
    assert root.degree is not None
    assert latex[root.start : root.end] == r"\sqrt[3]{d_k}"


def test_index_and_exponent_belong_to_one_base() -> None:
    """In either order they stand at the same base; braces make a group of their own."""
    for latex in (r"R_{m}^d", r"R^d_{m}", "R _m ^d"):
        (scripts,) = parse(latex).items
        assert isinstance(scripts, Scripts)
        assert scripts.subscript is not None
        assert scripts.superscript is not None
    _, group, _ = parse("128{,}000").items
    assert isinstance(group, Group)


def test_tables_have_rows_of_cells() -> None:
    """A matrix is rows of cells, whose parts may be any formula."""
    (table,) = parse(r"\begin{pmatrix} a & b \\ \frac{1}{2} & d \end{pmatrix}").items
    assert isinstance(table, Table)
    assert [len(row) for row in table.rows] == [2, 2]
    assert parse(r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{else} \end{cases}").faults == ()


@pytest.mark.parametrize("edition", ["text", "emended"])
def test_every_formula_of_the_treatise_is_read(edition: str) -> None:
    """As repaired, no formula has a fault, and each dollar sign has its partner."""
    found = read(edition)
    assert len(found) > 120
    assert [(formula.latex, formula.faults) for *_, formula in found if formula.faults] == []
    texts = [text for record in records(edition) for _, text in fields_of(record)]
    assert [text for text in texts if unpaired_dollar(text) is not None] == []


def test_every_damaged_place_of_the_source_is_found() -> None:
    """Each edit of a repair in a formula answers to one fault, and no fault is without an edit."""
    found = Counter(
        (number, field, fault.correction)
        for number, field, formula in read("source")
        for fault in formula.faults
    )
    repaired = Counter[tuple[int, str]]()
    for record in records("source"):
        for entry in record.apparatus:
            for edit in entry.edits:
                if entry.kind is Kind.REPAIR and edit.reading.isascii():
                    repaired[getattr(record, "number", 0), edit.field] += 1
    by_field = Counter[tuple[int, str]]()
    for (number, field, _), times in found.items():
        by_field[number, field] += times
    assert by_field == repaired
    corrections = Counter(correction for *_, correction in found.elements())
    assert corrections.keys() == {
        r"\text", r"\frac", r"\times", r"\right", r"\theta", r"\alpha", r"\approx", r"\beta",
        "_1", "_{",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("{a", [("unbalanced", "{", None)]),
        ("a}", [("unbalanced", "}", None)]),
        (r"\left(x", [("unbalanced", r"\left(", None)]),
        (r"x\right)", [("unbalanced", r"\right", None)]),
        (r"\begin{matrix} a", [("unbalanced", r"\begin{matrix}", None)]),
        (r"\begin{matrix} a \end{cases}", [("unbalanced", r"\begin{matrix}", None)]),
        (r"\sqrt[3{x}", [("unbalanced", "[", None), ("missing argument", "}", None)]),
        ("x^2^3", [("unbalanced", "^", None)]),
        (r"\frac{a}", [("missing argument", "}", None)]),
        ("x^", [("missing argument", "^", None)]),
        (r"\alhpa", [("unknown command", r"\alhpa", r"\alpha")]),
        (r"\softmax(x)", [("unknown command", r"\softmax", None)]),
        ("N imes N", [("lost backslash", "imes", r"\times")]),
        ("m\theta", [("lost backslash", "\theta", r"\theta")]),
        ("\frac{1}{2}", [("lost backslash", "\frac", r"\frac")]),
        ("a\times b", [("lost backslash", "\times", r"\times")]),
        ("\beta + \alpha", [("lost backslash", "\beta", r"\beta"),
                            ("lost backslash", "\alpha", r"\alpha")]),
        ("\rho", [("lost backslash", "\rho", r"\rho")]),
        ("ar{x}", [("lost backslash", "ar", r"\bar")]),
        ("sqrt{x}", [("lost backslash", "sqrt", r"\sqrt")]),
        ("alpha x", [("lost backslash", "alpha", r"\alpha")]),
        (r"\left( rac{a}{b} ight)", [("lost backslash", "rac", r"\frac"),
                                     ("lost backslash", "ight", r"\right")]),
        ("a \x07 b", [("control character", "\x07", None)]),
        (r"d{\text{model}}", [("lost index mark", "{", "_{")]),
        (r"\text{head}1", [("lost index mark", "1", "_1")]),
        ("{" * 100, [("nested too deeply", "{" * 40, None)]),
    ],
)  # fmt: skip
def test_faults_are_found_at_their_place(
    latex: str, expected: list[tuple[str, str, str | None]]
) -> None:
    """Each way in which a formula is broken gives one fault, where it stands."""
    assert [(kind, place) for kind, place, _ in faults(latex)] == [e[:2] for e in expected]
    for (*_, correction), (*_, wanted) in zip(faults(latex), expected, strict=True):
        assert correction == wanted or wanted is None


@pytest.mark.parametrize(
    "latex",
    [
        r"PE_{(pos, 2i)}",
        r"\text{text}, \text{right now}",
        r"q_{im} k_{jm}",
        r"W_{in} x_{left} + y_{right} + z_{mod}",
        "V_{max}",
        r"\beta\eta\zeta\theta\vartheta",
        r"\rightarrow \leftarrow \ltimes \notin",
        r"\operatorname{softmax}(x)",
        r"\frac12 + x^23",
        r"128{,}000",
        r"f'(x) = \left. x \right|_{x=0}",
        r"a \not= b",
        r"\%\,\_\&",
        "e t a",
        "t.e.x.t",
        "pos / 10000^{2i}",
        r"\operatorname*{arg\,max}_{\theta} \mathbb{E}_{x\sim p}\left[\log D(x)\right]",
        r"\nabla_\theta \log \pi_\theta(a|s)\, Q^{\pi}(s,a) \Bigl( x \Bigr)",
        r"D_{\mathrm{KL}}(p \,\|\, q) \equiv 0 \pmod{n}, a \bmod b, \binom{n}{k}",
        r"\underbrace{a+b}_{n} \xrightarrow{f} {\bf x} \color{red} \boxed{E=mc^2} \hspace{1em}",
        r"\left\lVert x \right\rVert \le \sqrt[n]{x} \ldots \left\{ \frac{a}{b} \right.",
    ],
)
def test_right_formulas_that_trip_careless_tools(latex: str) -> None:
    """Names of several letters, commands that end like another, and spaces are no damage."""
    assert parse(latex).faults == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [("$x$ and $y", 8), ("$x$ costs $5", None), (r"$x$ costs \$", None), ("$x$", None), ("a$", 1)],
)
def test_a_dollar_without_its_partner_is_found(text: str, place: int | None) -> None:
    """Money is none."""
    assert unpaired_dollar(text) == place


@given(st.text(alphabet=r"\{}^_()[]|/,+-=<>& 12ijxN∂" "\t\f\x00", max_size=60))
@example("\\frac" * 2000)
@example("{" * 5000)
@example("^" * 5000)
@example(r"\left(" * 2000)
@example(r"\begin{matrix}" * 500)
@example("}" * 50_000)
@example("\t" + "a" * 100_000)
@settings(deadline=None, max_examples=60)
def test_every_string_is_read(latex: str) -> None:
    """No string fails, and every fault and node lies within it."""
    formula = parse(latex)
    for part in (*formula.faults, *formula.items):
        assert 0 <= part.start <= part.end <= len(latex)


COMMANDS = (
    r"\frac \sqrt \left( \right) \sum \text \begin{matrix} \end{matrix} { } ^ _ x ] rac ight)"
)


@given(st.lists(st.sampled_from(COMMANDS.split())))
@settings(deadline=None, max_examples=60)
def test_commands_in_any_order_are_read(words: list[str]) -> None:
    """Braces that do not balance are always noticed."""
    latex = " ".join(words)
    depth = lowest = 0
    for word in words:
        depth += word.count("{") - word.count("}")
        lowest = min(lowest, depth)
    if depth or lowest < 0:
        kinds = {fault.kind for fault in parse(latex).faults}
        assert kinds & {FaultKind.UNBALANCED, FaultKind.MISSING_ARGUMENT}
