"""Bounds of how near a metre by morae comes are never too low."""

from itertools import chain, pairwise
from math import inf
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas import moraic
from dhyana.grammar.chandas.jati import PLACES
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.near_moraic import is_moraic
from dhyana.grammar.corpus.rows import Rows, rows_of
from dhyana.grammar.corpus.syllables import syllables_of
from dhyana.grammar.vrttas import table


def half(total: int, chance: Random) -> str:
    """Fill the places of a half."""
    return "".join(chance.choice(sorted(allowed)) for allowed in PLACES[total])


@st.composite
def moraic_verses(draw: st.DrawFn) -> str:
    """Draw weights near a metre by morae or any, in lines."""
    chance = Random(draw(st.integers(0, 10**6)))
    jati = draw(st.sampled_from(table().jatis))
    vaitaliya = draw(st.sampled_from(table().vaitaliyas))
    parts = draw(
        st.sampled_from(
            [
                [half(total, chance) for total in jati.halves],
                [
                    "".join(chance.choice(["g", "ll"]) for _ in range(free // 2)) + vaitaliya.close
                    for free in (vaitaliya.odd, vaitaliya.even) * 2
                ],
                ["".join(chance.choice(["gg", "gll", "llg"]) for _ in range(4)) for _ in range(4)],
            ]
        )
    )
    weights = "".join(parts)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(weights) - 1))
        weights = weights[:place] + draw(st.sampled_from(["", "g", "l"])) + weights[place + 1 :]
    weights, size = weights[:60], min(len(weights), 60)
    ends = {sum(map(len, parts[:k])) for k in range(1, len(parts))}
    cuts = draw(st.one_of(st.just(ends), st.sets(st.integers(1, size), max_size=4)))
    stops = [0]
    for cut in sorted(cuts):  # a syllable alone between daṇḍas could be a label
        stops += [cut] if stops[-1] + 1 < cut < size else []
    stops.append(size)
    lines = [" ".join({"g": "kā", "l": "ka"}[w] for w in weights[a:b]) for a, b in pairwise(stops)]
    return draw(st.sampled_from(["\n", " |\n"])).join(lines)


def laid_out(verses: list[str]) -> Rows:
    """Lay verses out as rows; all have one."""
    found, rows = rows_of(syllables_of(verses, "iast"), {})
    assert found.tolist() == list(range(len(verses)))
    return rows


def readings(text: Text) -> list[moraic.JatiReading | moraic.MatraReading]:
    """Read a text in every way."""
    families = (moraic.jatis, moraic.vaitaliyas)
    return list(chain.from_iterable(family(text.weights, text.breaks) for family in families))


@settings(max_examples=60, deadline=None)
@given(st.lists(moraic_verses(), min_size=1, max_size=4), st.one_of(st.just(inf), st.floats(4, 30)))
def test_what_is_not_moraic_has_no_evidence(verses: list[str], limit: float) -> None:
    """What is not told to be in such a metre keeps none, and has less evidence for each."""
    rows = laid_out(verses)
    for row, told in enumerate(is_moraic(rows, np.full(len(verses), limit)).tolist()):
        text = rows.text(row)
        kept = any(
            not reading.distance
            for family in (moraic.jatis, moraic.vaitaliyas, moraic.matrasamakas)
            for reading in family(text.weights, text.breaks, faultless=True)
        )
        assert told == (kept or any(reading.bits >= limit for reading in readings(text)))


@pytest.mark.parametrize("total", sorted(PLACES))
def test_halves_without_a_fault_are_kept(total: int) -> None:
    """A half that keeps the gaṇas is told to be in a metre by morae, whatever is asked."""
    chance = Random(total)
    verses = [" ".join({"g": "kā", "l": "ka"}[w] for w in half(total, chance)) for _ in range(50)]
    assert is_moraic(laid_out(verses), np.full(50, inf)).all()
