"""Bounds of how near a metre fixed syllable by syllable comes are never too low nor too high."""

from itertools import pairwise
from math import inf

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas import fixed
from dhyana.grammar.corpus.near_fixed import bounds, may_be_near
from dhyana.grammar.corpus.rows import Rows, rows_of
from dhyana.grammar.corpus.syllables import syllables_of


@st.composite
def near_verses(draw: st.DrawFn) -> str:
    """Draw weights near a metre or any, in lines: `kā` and `ka`, a word each."""
    candidate = draw(st.sampled_from([c for c in fixed.candidates() if 12 <= c.size <= 56]))
    weights = "".join(candidate.lines).replace(".", draw(st.sampled_from("gl")))
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(0, len(weights) - 1))
        weights = (
            weights[:place] + draw(st.sampled_from(["", "g", "l", "gl"])) + weights[place + 1 :]
        )
    weights = draw(st.one_of(st.just(weights), st.text("gl", min_size=8, max_size=60)))
    size = len(weights)
    ends = {sum(candidate.lengths[:k]) for k in range(1, len(candidate.lines))}
    cuts = draw(st.one_of(st.just(ends), st.sets(st.integers(1, size), max_size=5)))
    stops = [0, *sorted(cut for cut in cuts if cut < size), size]
    return "\n".join(
        " ".join({"g": "kā", "l": "ka"}[w] for w in weights[a:b]) for a, b in pairwise(stops)
    )


def laid_out(verses: list[str]) -> Rows:
    """Lay verses out as rows; all have one."""
    found, rows = rows_of(syllables_of(verses, "iast"), {})
    assert found.tolist() == list(range(len(verses)))
    return rows


@settings(max_examples=30, deadline=None)
@given(st.lists(near_verses(), min_size=1, max_size=3), st.sampled_from([-inf, 4.0, 10.0]))
def test_bounds_are_from_below(verses: list[str], limit: float) -> None:
    """No metre takes fewer changes than its bound; without bounds none has the evidence."""
    rows = laid_out(verses)
    for row, least in enumerate(bounds(rows, limit)):
        text = rows.text(row)
        close = fixed.close_to(len(text.weights))
        readings = [fixed.read(candidate, text.licensed, text.breaks) for candidate in close]
        if least is None:
            assert all(reading.bits < limit for reading in readings)
            continue
        assert len(least.changes) == len(least.length) == len(close)
        for reading, few in zip(readings, least.changes, strict=True):
            assert few <= reading.distance


@settings(max_examples=30, deadline=None)
@given(st.lists(near_verses(), min_size=1, max_size=3))
def test_with_bounds_the_nearest_metre_is_the_same(verses: list[str]) -> None:
    """Whatever bounds are given, the same metre is the nearest."""
    rows = laid_out(verses)
    for row, least in enumerate(bounds(rows, -inf)):
        text = rows.text(row)
        found = fixed.nearest(text.licensed, text.breaks, least=least)
        assert found == fixed.nearest(text.licensed, text.breaks)


@settings(max_examples=30, deadline=None)
@given(st.lists(near_verses(), min_size=1, max_size=3), st.floats(0, 30))
def test_what_is_not_near_has_no_evidence(verses: list[str], limit: float) -> None:
    """Where no metre may be near, none is kept, and the nearest has less evidence than asked."""
    rows = laid_out(verses)
    may = may_be_near(rows, np.full(len(verses), limit))
    for row in np.flatnonzero(~may).tolist():
        text = rows.text(row)
        assert not list(fixed.exact(text.weights, text.breaks))
        near = fixed.nearest(text.licensed, text.breaks)
        assert near is None or near.bits < limit


def test_a_metre_itself_is_near() -> None:
    """A verse that keeps a metre is near it whatever is asked."""
    line = "kā kā ka kā kā ka ka kā ka kā kā"
    rows = laid_out(["\n".join([line] * 4)])
    assert may_be_near(rows, np.array([inf])).tolist() == [True]
