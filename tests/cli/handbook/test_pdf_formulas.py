"""Formulas as data for Typst."""

import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dhyana.cli.handbook
from dhyana.cli.handbook.book import Book, Formula
from dhyana.cli.handbook.pdf.formulas import Tree, tree_of
from dhyana.grammar.lipi.latex_commands import ACCENTS

LATEX = st.text(alphabet=r"\{}^_$&#x2 ()[]αfracsqrtleftrightbegin.", max_size=40)


def test_a_formula_is_nested_lists() -> None:
    """A fraction of a root must become nested lists, each headed by what it is."""
    index = ["scripts", ["symbol", "d", None], ["row", ["symbol", "k", None]], None]
    assert tree_of(r"\frac{1}{\sqrt{d_k}}") == [
        "row",
        ["fraction", ["row", ["words", "1", "upright"]], ["row", ["root", ["row", index], None]]],
    ]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mathbb{R}", ["words", "R", "bb"]),
        (r"\text{Softmax}", ["words", "Softmax", "upright"]),
        (r"\odot", ["symbol", "⊙", "binary"]),
        (r"\in", ["symbol", "∈", "relation"]),
        (r"\exp", ["function", "exp"]),
        ("10000", ["words", "10000", "upright"]),
        (r"\hat{x}", ["accent", ["row", ["symbol", "x", None]], "hat"]),
        (r"\nonsense", ["words", r"\nonsense", "upright"]),
    ],
)
def test_nodes(latex: str, expected: Tree) -> None:
    """Each kind of node must carry what the template needs to set it."""
    assert tree_of(latex) == ["row", expected]


def test_every_formula_of_the_treatise_can_be_set(book: Book) -> None:
    """No formula of the commentaries may be too deep to be set."""
    formulas = [
        part.latex
        for page in book.verses
        for paragraph in page.commentary
        for part in paragraph
        if isinstance(part, Formula)
    ]
    assert formulas
    assert all(tree_of(latex) for latex in formulas)


def test_what_is_nested_too_deeply_has_no_tree() -> None:
    """A formula beyond what Typst can follow must be left to be printed as it is written."""
    assert tree_of("x^{" * 40 + "}" * 40) is None


@settings(deadline=None, max_examples=200)
@given(LATEX)
def test_any_text_gives_a_tree(latex: str) -> None:
    """Whatever stands between two dollar signs must give a tree of known nodes, or none."""
    tree = tree_of(latex)
    if tree is not None:
        assert set(heads(tree)) <= {
            "row", "symbol", "words", "function", "scripts", "fraction", "root", "accent",
            "fenced", "stack", "table",
        }  # fmt: skip


def heads(tree: Tree) -> list[str]:
    """Give the heads of a tree's nodes."""
    return [
        tree[0],
        *(
            head
            for part in tree[1:]
            if isinstance(part, list) and part and isinstance(part[0], str)
            for head in heads(part)
        ),
    ]


def test_the_template_knows_every_accent() -> None:
    """Each accent of the parser must have its mark in the template."""
    template = files(dhyana.cli.handbook) / "pdf" / "template" / "inline.typ"
    known = re.findall(
        r"^  \"?(\w+)\"?: (?:accent-of|math\.)", template.read_text("utf-8"), re.MULTILINE
    )
    assert set(ACCENTS) <= set(known)
