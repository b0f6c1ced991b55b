"""Texts of the records as runs and formulas."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.cli.handbook.book import Formula, Language, Run
from dhyana.cli.handbook.inline import indexed, inline, kept_together, plain, prose
from dhyana.shlokas.editions import Change

TEXTS = st.text(st.sampled_from("a b$।॥कर्मṃ\\{}_^<&\n-,()1"), max_size=60)


def test_languages_and_formulas() -> None:
    """English, Devanagari, romanised Sanskrit and formulas are told apart."""
    assert inline("by मूल भाग (√), $d_k$ of Pāṇini") == (
        Run("by "),
        Run("मूल भाग", Language.SANSKRIT),
        Run(" (√), "),
        Formula("d_k", "dₖ"),
        Run(" of "),
        Run("Pāṇini", Language.ROMAN),
    )


def test_what_the_apparatus_changed_is_marked() -> None:
    """A correction is cut out of its run, and a formula with one in it is marked whole."""
    text = "old word and $x + 1$"
    changes = (Change(4, 8, 4, 9, (0,)), Change(14, 15, 15, 16, (2,)))
    assert inline(text, changes) == (
        Run("old "),
        Run("word", apparatus=(1,)),
        Run(" and "),
        Formula("x + 1", "x + 1", (3,)),
    )


def test_paragraphs() -> None:
    """An empty line parts paragraphs, and offsets of changes count from the start of the text."""
    changes = (Change(5, 8, 5, 8, (0,)),)
    assert prose("one\n\ntwo\n", changes) == (
        (Run("one"),),
        (Run("two", apparatus=(1,)), Run("\n")),
    )


def test_a_formula_keeps_its_brackets_and_stops() -> None:
    """What opens before a formula and closes after it stands with it; a correction stays whole."""
    parts = inline("a root ($d_k$), ($x$)")
    assert [(opening, closing) for opening, _, closing in kept_together(parts)] == [
        ("", ""),
        ("(", "),"),
        ("", ""),
        ("(", ")"),
        ("", ""),
    ]
    marked = (Run("(", apparatus=(1,)), Formula("x", "x"), Run(")", apparatus=(1,)))
    assert list(kept_together(marked)) == [("", part, "") for part in marked]


@given(TEXTS)
@settings(deadline=None, max_examples=150)
def test_what_is_kept_together_is_the_text(text: str) -> None:
    """Together, brackets and parts are the text as before, and so are names and what is between."""
    parts = inline(text)
    together = "".join(
        opening + plain((part,)) + closing for opening, part, closing in kept_together(parts)
    )
    assert together == plain(parts)
    assert "".join(before + name for before, name in indexed(text)) == text


@given(TEXTS)
@settings(deadline=None, max_examples=150)
def test_nothing_is_lost(text: str) -> None:
    """Put together again, the parts are the text, formulas between their `$` signs."""
    written = "".join(
        part.text if isinstance(part, Run) else f"${part.latex}$" for part in inline(text)
    )
    assert written == text
    assert isinstance(plain(inline(text)), str)
