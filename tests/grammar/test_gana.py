"""Gaṇas: names and weights."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.gana import GANAS, expand, ganas, morae


def test_a_line_is_named_by_its_ganas() -> None:
    """The indravajrā is two ta, ja and two heavy syllables."""
    assert ganas("gglggllglgg") == ("ta", "ta", "ja", "ga", "ga")


def test_an_unknown_gana_is_refused_by_name() -> None:
    """Expanding a name that is no gaṇa says which name that was."""
    with pytest.raises(ValueError, match="'xa' is not a gaṇa"):
        expand("ya xa")


def test_the_eight_ganas_are_all_triples() -> None:
    """The gaṇas of three syllables are the eight triples of weights, each once."""
    assert len({weights for weights in GANAS.values() if len(weights) == 3}) == 8


@given(st.text("gl", max_size=40))
@settings(deadline=None, max_examples=100)
def test_names_and_weights_are_inverse(weights: str) -> None:
    """Naming a line and expanding the names gives the line again, and its morae are their sum."""
    assert expand(" ".join(ganas(weights))) == weights
    assert morae(weights) == sum(2 if weight == "g" else 1 for weight in weights)
