"""Alignment of a line with its pattern."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.matching import (
    LENGTH_COST,
    WRONG_COST,
    Change,
    count_edits,
    divide,
    edits,
    evidence,
    fit_cost,
    partition,
)

INDRAVAJRA = "gglggllglg."
lines = st.text("gl", min_size=1, max_size=24)


def test_a_wrong_weight_is_found_at_its_place() -> None:
    """One flipped syllable is one change, at that place."""
    (edit,) = edits("gglggglglgg", INDRAVAJRA)
    assert (edit.change, edit.first, edit.syllable) == (Change.WRONG, 5, 5)


def test_a_missing_syllable_is_bounded_by_its_run() -> None:
    """A syllable gone from a run of equal weights may be any of the run."""
    (edit,) = edits("gglgglglgg", INDRAVAJRA)
    assert (edit.change, edit.first, edit.last) == (Change.MISSING, 5, 6)


def test_a_surplus_syllable_is_found() -> None:
    """A syllable put in between is found where it stands."""
    (edit,) = edits("gglgglglglgg", INDRAVAJRA)
    assert (edit.change, edit.first) == (Change.EXTRA, 6)


def test_a_licence_fits_either_weight() -> None:
    """A syllable that may be either is no change."""
    assert edits("gg?ggllglgg", INDRAVAJRA) == ()
    assert fit_cost("gg?ggllglgg", INDRAVAJRA) == 0


def test_lines_without_a_break_are_divided() -> None:
    """Two lines in one are cut where the first is full, also if it lacks a syllable."""
    assert divide("gglggllglgg" + "gglggllglgg", [INDRAVAJRA] * 2) == [11, 11]
    assert divide("gglgglglgg" + "gglggllglgg", [INDRAVAJRA] * 2) == [10, 11]


def test_segments_are_shared_out_by_length() -> None:
    """A segment of two lines' length holds two lines; more segments than lines hold none."""
    assert partition((22, 21), (11,) * 4) == [2, 2]
    assert partition((11, 12, 22), (11,) * 4) == [1, 1, 2]
    assert partition((11,) * 5, (11,) * 4) is None


def test_evidence_falls_with_changes_and_rivals() -> None:
    """Forty fixed places are forty bits; changes and rivals take back."""
    assert evidence(40, 0, 1) == 40
    assert evidence(40, 1, 1) < 40 - 5
    assert evidence(40, 1, 16) == evidence(40, 1, 1) - 4


@given(lines, lines)
@settings(deadline=None, max_examples=100)
def test_the_changes_lead_from_the_line_to_the_pattern(weights: str, pattern: str) -> None:
    """Lengths agree after the changes, and the cost is zero just where there are none."""
    found = edits(weights, pattern)
    missing = sum(edit.change is Change.MISSING for edit in found)
    extra = sum(edit.change is Change.EXTRA for edit in found)
    assert len(weights) + missing - extra == len(pattern)
    assert bool(found) == bool(fit_cost(weights, pattern))


@given(lines)
@settings(deadline=None, max_examples=50)
def test_a_dropped_syllable_is_within_the_bounds(pattern: str) -> None:
    """Whichever syllable is dropped, the one missing syllable is reported around it."""
    for place in range(len(pattern)):
        found = edits(pattern[:place] + pattern[place + 1 :], pattern)
        assert [edit.change for edit in found] == [Change.MISSING]
        assert found[0].first <= place <= found[0].last


@given(st.text("gl?", min_size=1, max_size=16), st.text("gl.", min_size=1, max_size=16))
@settings(deadline=None, max_examples=100)
def test_no_alignment_is_cheaper(weights: str, pattern: str) -> None:
    """The changes cost as much as the table of all alignments says."""
    above = [j * LENGTH_COST for j in range(len(pattern) + 1)]
    for weight in weights:
        row = [above[0] + LENGTH_COST]
        for j, place in enumerate(pattern, 1):
            wrong = 0 if weight == "?" or place in (weight, ".") else WRONG_COST
            row.append(min(above[j - 1] + wrong, above[j] + LENGTH_COST, row[-1] + LENGTH_COST))
        above = row
    found = edits(weights, pattern)
    cost = sum(WRONG_COST if e.change is Change.WRONG else LENGTH_COST for e in found)
    assert cost == above[-1]
    assert count_edits(weights, pattern) == (
        sum(e.change is Change.WRONG for e in found),
        sum(e.change is not Change.WRONG for e in found),
    )
