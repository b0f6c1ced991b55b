"""The causal mask and the sliding window."""

from collections.abc import Callable

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dhyana.masking import causal_mask, seen_from


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
    with pytest.raises(ValueError, match="window of at least 1, found 0"):
        causal_mask(1, 2, window=0)


@given(
    texts=st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=4),
    source=st.integers(1, 10),
    window=st.none() | st.integers(1, 12),
)
def test_queries_may_stand_anywhere(
    texts: list[list[int]], source: int, window: int | None
) -> None:
    """Each query of each text sees the keys up to its own place, and no further than W back."""
    seen = seen_from(torch.tensor(texts), source, window=window)
    assert seen.shape == (len(texts), 3, source)
    for row, text in zip(seen, texts, strict=True):
        for keys, place in zip(row, text, strict=True):
            oldest = 0 if window is None else max(0, place - window + 1)
            wanted = list(range(oldest, min(place + 1, source)))
            assert keys.nonzero().flatten().tolist() == wanted


@given(target=st.integers(1, 9), extra=st.integers(0, 9))
def test_the_last_queries_make_the_triangle(target: int, extra: int) -> None:
    """For the last T of the S positions, `seen_from` is the causal mask."""
    queries = torch.arange(extra, extra + target)
    assert torch.equal(seen_from(queries, extra + target), causal_mask(target, extra + target))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: causal_mask(0, 3), "whole target of at least 1, found 0"),
        (lambda: causal_mask(2.5, 3), "whole target of at least 1, found 2.5"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: causal_mask(2, 3, window=1.5), "whole window of at least 1, found 1.5"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: causal_mask(2, 3, window=True), "whole window of at least 1, found True"),
        (lambda: seen_from(torch.arange(3), -1), "whole source of at least 1, found -1"),
        (lambda: seen_from(torch.tensor(3), 4), r"queries \[..., T\], .*found \[\]"),
        (lambda: seen_from(torch.ones(3, dtype=torch.bool), 4), "of numbers, found .* bool"),
        (lambda: seen_from([0, 1], 4), "found list"),  # type: ignore[arg-type] # wrong on purpose
    ],
)
def test_what_is_no_position(call: Callable[[], object], message: str) -> None:
    """Sizes that are no whole numbers and queries that stand nowhere are named."""
    with pytest.raises(ValueError, match=message):
        call()
