"""Weights of metres, looked up by number."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.corpus.claims import are_claimed, claims, is_claimed


@pytest.mark.parametrize("size", [11, 16, 22, 32, 44, 56, 64])
def test_many_weights_are_told_as_each_is(size: int) -> None:
    """Patterns of a metre, and those one syllable off, are told together as one by one."""
    numbers = [
        pattern ^ bit
        for _, named in claims(size)
        for pattern in sorted(named)[:20]
        for bit in (0, 1, 1 << size // 2, 1 << size - 1)
    ]
    told = are_claimed(np.array(numbers, np.uint64), size).tolist()
    assert told == [is_claimed(number, size) for number in numbers]


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 64), st.lists(st.integers(0, (1 << 64) - 1), max_size=20))
def test_any_weights_are_told_as_each_is(size: int, numbers: list[int]) -> None:
    """Numbers of whatever size are told together as one by one."""
    numbers = [number >> 64 - size for number in numbers]
    told = are_claimed(np.array(numbers, np.uint64), size).tolist()
    assert told == [is_claimed(number, size) for number in numbers]
