"""Metre of texts that are half a śloka or less."""

import pytest

from dhyana.grammar.examination import Measure, examine
from dhyana.grammar.lint.chandas import metre_report
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Nearest, Verdict
from dhyana.grammar.scansion import scan


def found(report: MeterReport) -> list[tuple[str, str | None, tuple[int, ...]]]:
    """Codes, pādas and syllables of the errors and warnings."""
    return [(fault.code, fault.pada, fault.syllables) for fault in report.faults]


def noted(report: MeterReport) -> list[str]:
    """Codes of the notes."""
    return [note.code for note in report.notes]


def test_report_18_half_a_shloka() -> None:
    """Report 18: half of a śloka, a na-vipulā and an even pāda."""
    report = identify("rāmo rājā daśarathas / ayodhyāyāṃ purā kila")
    assert (report.meter, report.verdict) == ("anuṣṭubh", Verdict.EXACT)
    assert [pada.variant for pada in report.padas] == ["na-vipulā", None]
    assert noted(report) == ["CHA110", "CHA403"]


def test_one_line_of_a_shloka_proves_nothing() -> None:
    """Eight syllables fit a śloka by chance: the metre stays open, and that is said."""
    report = identify("rāmo rājā daśarathas")
    assert (report.meter, report.verdict) == (None, Verdict.NONE)
    assert report.nearest is not None
    assert (report.nearest.name, report.nearest.distance) == ("anuṣṭubh", 0)
    assert noted(report) == ["CHA406"]


def test_half_a_shloka_in_two_lines_is_one_with_a_fault() -> None:
    """Two lines of eight syllables are meant as a half: a change from it is a fault of it."""
    report = identify("vāgarthāv iva saṃpṛktau\nvāgarthapratipattāye")
    assert (report.meter, report.verdict) == ("anuṣṭubh", Verdict.FAULTY)
    assert found(report) == [("CHA102", "b", (7,))]
    assert noted(report) == ["CHA403"]


def test_half_a_shloka_in_one_line_with_a_fault_may_be_prose() -> None:
    """Sixteen syllables in a line are one change from a half too often: the change is proposed."""
    text = "vāgarthāv iva saṃpṛktau vāgarthapratipattāye |"
    report = metre_report(scan(text))
    assert (report.meter, report.nearest) == (None, Nearest("anuṣṭubh", 1))
    (fault,) = report.faults
    assert [fix.message for fix in fault.fixes] == [
        "if it is anuṣṭubh: pāda b: syllable 7 of an even pāda must be light",
        "compare it with --expect anuṣṭubh",
    ]
    _, unmarked = examine(text.removesuffix(" |"), Measure(), meant=False)
    (note,) = unmarked.notes
    assert note.message.endswith("--expect anuṣṭubh shows what is wrong with it")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "namāmīśam īśāna nirvāṇarūpaṃ\nvibhuṃ vyāpakaṃ brahmavedasvarūpam",
            "bhujaṅgaprayāta",
        ),
        ("vidyunmālālolān bhogān\nmuktvā muktau yatnaṃ kuryāt", "vidyunmālā"),
        ("namāmīśam īśaṃ namāmīśam īśaṃ\nnamāmīśam īśaṃ namāmīśam īśam", "somarājī"),
    ],
)
def test_two_lines_are_no_stanza_of_lines_half_as_long_that_part_words(
    text: str, name: str
) -> None:
    """Half of a usual metre goes before a stanza whose short lines would end inside words."""
    report = identify(text)
    assert (report.meter, report.verdict) == (name, Verdict.EXACT)


@pytest.mark.parametrize("text", ["rāmaḥ", "namo namas te", "tatra gacchati"])
def test_a_word_is_near_to_no_metre(text: str) -> None:
    """What is shorter than a pāda, or would have to change by half, has no nearest metre."""
    report = identify(text)
    assert (report.meter, report.nearest) == (None, None)


@pytest.mark.parametrize(
    ("line", "meter"),
    [
        ("vande gurūṇāṃ caraṇāravindam", "indravajrā"),
        ("namāmi śambhuṃ puruṣaṃ purāṇam", "upendravajrā"),
        ("namas te sadā vatsale mātṛbhūme", "bhujaṅgaprayāta"),
    ],
)
def test_a_line_of_a_metre_whose_lines_are_quoted_is_told(line: str, meter: str) -> None:
    """One line that scans as a common metre is in it: one line of prose in 150 does so."""
    report = identify(line)
    assert (report.meter, report.verdict) == (meter, Verdict.EXACT)


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("vande taṃ raghuvaṃśanāyakam", "śuddhavirāṭ"),
        ("rāmaṃ te 'khilalokanāyakam", "śuddhavirāṭ"),
    ],
)
def test_a_line_of_a_rarer_metre_may_be_prose(line: str, fits: str) -> None:
    """One line in thirty of no metre is like some rarer one: that it fits is said, and no more."""
    report = identify(line)
    assert (report.meter, report.verdict) == (None, Verdict.NONE)
    assert report.nearest == Nearest(fits, 0)
    assert noted(report) == ["CHA406"]
    assert identify(line, expect=fits).verdict is Verdict.EXACT
