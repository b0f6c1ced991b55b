"""The causal mask and the sliding window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhyana.masking import causal_mask


@given(target=st.integers(1, 12), extra=st.integers(0, 12), window=st.none() | st.integers(1, 15))
def test_no_token_sees_the_future(target: int, extra: int, window: int | None) -> None:
    """Query t, one of the last T, sees the keys up to its own place and no further than W back."""
    source = target + extra
    mask = causal_mask(target, source, window=window)
    for query in range(target):
        place = extra + query
        oldest = 0 if window is None else max(0, place - window + 1)
        assert mask[query].nonzero().flatten().tolist() == list(range(oldest, place + 1))


def test_impossible_masks_are_refused() -> None:
    """More queries than keys, or a window of nothing, are errors that name the numbers."""
    with pytest.raises(ValueError, match="T = 3, S = 2"):
        causal_mask(3, 2)
    with pytest.raises(ValueError, match="window of at least 1 token, found 0"):
        causal_mask(1, 2, window=0)
