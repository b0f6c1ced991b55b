"""Formulas as MathML."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.cli.handbook.book import Book, Formula
from dhyana.cli.handbook.mathml import NAMESPACE, mathml

M = f"{{{NAMESPACE}}}"
ARGUMENTS = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "mroot": 2, "mover": 2, "munder": 2}


def body(latex: str) -> str:
    """Give what stands in the element, without the annotation."""
    written = mathml(latex, latex)
    return written.partition("<semantics>")[2].partition("<annotation")[0]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("d_k", "<msub><mi>d</mi><mi>k</mi></msub>"),
        (r"\sqrt{d}", "<msqrt><mi>d</mi></msqrt>"),
        (r"\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        ("-x", '<mrow><mo form="prefix">−</mo><mi>x</mi></mrow>'),
        ("a-x", "<mrow><mi>a</mi><mo>−</mo><mi>x</mi></mrow>"),
        (r"\mathbb{R}", '<mi mathvariant="normal">ℝ</mi>'),
        (r"\text{a<b}", "<mtext>a&lt;b</mtext>"),
        (r"\sin x", '<mrow><mi mathvariant="normal">sin</mi><mi>x</mi></mrow>'),
        ("1{,}0", '<mrow><mn>1</mn><mo lspace="0" rspace="0">,</mo><mn>0</mn></mrow>'),
        ("x^2_i", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
    ],
)
def test_formulas(latex: str, expected: str) -> None:
    """Each construction has its element."""
    assert body(latex) == expected


def test_the_formulas_of_the_book(book: Book) -> None:
    """Every formula of the commentary is well-formed and has its words beside it."""
    formulas = {
        part
        for verse in book.verses
        for paragraph in verse.commentary
        for part in paragraph
        if isinstance(part, Formula)
    }
    assert len(formulas) > 50
    for formula in formulas:
        root = ET.fromstring(mathml(formula.latex, formula.spoken))
        assert root.get("alttext") == formula.spoken
        assert root.findtext(f".//{M}annotation") == formula.latex


@given(st.text(st.sampled_from("xy1 ^_{}\\<>&\"'$-+=|()[],\x00\u202e"), max_size=30))
@settings(deadline=None, max_examples=150)
def test_any_text_is_well_formed(latex: str) -> None:
    """Whatever is written between `$` signs, the markup is well-formed and nothing gets out."""
    root = ET.fromstring(mathml(latex, latex))
    for element in root.iter():
        assert element.tag.startswith(M)
        expected = ARGUMENTS.get(element.tag.removeprefix(M))
        assert expected is None or len(element) == expected
