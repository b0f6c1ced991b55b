"""Verse examined by all rules of text and metre."""

from dhyana.grammar.examination import Measure, examine
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.report import Verdict

HALF = "rāmo rājā daśarathas / ayodhyāyāṃ purā kila"


def test_what_is_not_scanned_is_noted() -> None:
    """A label and a speaker are no syllables, and are said to be left out, at their places."""
    text = f"sūta uvāca\n|| a || {HALF}"
    scanned, report = examine(text, Measure())
    assert (len(scanned.aksharas), report.verdict) == (16, Verdict.EXACT)
    labels = [note for note in report.notes if note.code == "LIP107"]
    assert [(n.word, n.line, n.column, n.severity) for n in labels] == [
        ("sūta uvāca", 1, 1, Severity.INFO),
        ("a", 2, 4, Severity.INFO),
    ]


def test_a_letter_that_cannot_be_read_stays_a_fault() -> None:
    """A near-miss is among the faults, not among the notes."""
    _, report = examine(f"{HALF.replace('ṃ', 'ḿ')}", Measure())
    assert "LIP101" in [fault.code for fault in report.faults]
