"""What a fix makes of the words is shown as fixing would write it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.editing import edited
from dhyana.grammar.lint.outcome import Patch
from dhyana.grammar.lint.patching import patch
from dhyana.grammar.lint.places import place
from dhyana.grammar.lint.visible import visible


def found(*fixes: Fix) -> Diagnostic:
    """Make a finding with fixes."""
    return Diagnostic(code="X", name="x", severity=Severity.ERROR, message="m", fixes=fixes)


def fix(text: str, *edits: tuple[int, int, str], safe: bool = True) -> Fix:
    """Make a fix of edits that stand at offsets of a text."""
    placed = (TextEdit(*place(text, start, end), new) for start, end, new in edits)
    return Fix("do", safe, tuple(placed))


def test_the_line_is_shown_before_and_after() -> None:
    """Lines that a fix does not touch are left out; one that goes has none after it."""
    text = "एकम्\nद्वे | त्रीणि\nचत्वारि"
    bar, line = text.index("|"), text.index("द्वे")
    assert patch(text, found(fix(text, (bar, bar + 1, "।")))) == Patch(
        ("द्वे | त्रीणि",), ("द्वे । त्रीणि",), safe=True
    )
    gone = fix(text, (line, text.index("चत्वारि"), ""), safe=False)
    assert patch(text, found(gone)) == Patch(("द्वे | त्रीणि",), (), safe=False)


def test_the_safest_fix_is_shown() -> None:
    """A fix in words has nothing to show, and a safe one goes before one that is not."""
    text = "abc"
    unsafe, safe = fix(text, (0, 1, "x"), safe=False), fix(text, (0, 1, "y"))
    assert patch(text, found(Fix("in words"))) is None
    assert patch(text, found(unsafe, safe)) == Patch(("abc",), ("ybc",), safe=True)
    assert patch(text, found(fix(text, (0, 1, "a")))) is None


def test_long_lines_are_cut_at_words_and_nothing_steers_a_terminal() -> None:
    """Of a long line the words around the place are shown; control characters are spelled out."""
    text = "word " * 50 + "raama\x1b" + " word" * 50
    start = text.index("raama")
    shown = patch(text, found(fix(text, (start, start + 5, "rāma"))))
    assert shown is not None
    (removed,), (added,) = shown.removed, shown.added
    assert removed == removed.replace("rāma", "raama")
    assert removed.startswith("…word ")
    assert removed.endswith(" word…")
    assert "raama\\x1b" in removed
    assert added == removed.replace("raama", "rāma")
    assert patch(text, found(fix(text, (0, 1, "W"), (len(text) - 1, len(text), "D")))) is None


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="ab \nक्", max_size=40), st.data())
def test_it_is_what_fixing_writes(text: str, data: st.DataObject) -> None:
    """The lines removed and added turn the text into what the edits make of it."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    new = data.draw(st.text(alphabet="xy\n", max_size=4))
    one = fix(text, (start, end, new))
    after = edited(text, one.edits)
    shown = patch(text, found(one))
    if shown is None:
        assert after == text
        return
    old, made = visible(text).split("\n"), visible(after).split("\n")
    removed, added = list(shown.removed), list(shown.added)
    at = [k for k in range(len(old) + 1) if old[k : k + len(removed)] == removed]
    assert any(old[:k] + added + old[k + len(removed) :] == made for k in at)
