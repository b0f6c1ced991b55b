"""Canto 8: the causal mask, which hides from every token those that come after it.

It stands apart from `decoding` because attention itself, the heads and every cache need it.

Shapes: T new tokens (queries), S tokens attended to (keys).
"""

import torch
from torch import Tensor

from dhyana.binding import shloka
from dhyana.device import check_device
from dhyana.shapes import expect_places, expect_sizes


@shloka(36, 37)
def causal_mask(
    target: int,
    source: int,
    *,
    window: int | None = None,
    device: torch.device | str = "cpu",
) -> Tensor:
    """Return who may see whom, bool [T, S], True = seen: no token sees a later one.

    *trikoṇena suguptena bhaviṣyadrūpam āvṛtam* — the queries are the last T of the S tokens, so
    the triangle is aligned bottom-right; with `window`, a token sees itself and the window − 1
    tokens before it (Beltagy et al. 2020, arXiv 2004.05150 §3.1). Hidden keys weigh exactly 0,
    yet a NaN in a hidden value still leaks (0 · NaN). Raises ValueError when T > S, the window is
    empty or the device is not there.
    """
    expect_sizes(target=target, source=source)
    if target > source:
        raise ValueError(f"expected T <= S, found T = {target}, S = {source}")
    check_device(device)
    queries = torch.arange(source - target, source, device=device)
    return seen_from(queries, source, window=window)


@shloka(36, 37)
def seen_from(queries: Tensor, source: int, *, window: int | None = None) -> Tensor:
    """Return which of S keys, at positions 0 to S − 1, each query position [..., T] sees.

    The rule of `causal_mask` for queries that stand anywhere: bool [..., T, S]. Raises ValueError
    for no keys, an empty window and queries that are no positions.
    """
    expect_places("queries", queries)
    expect_sizes(source=source)
    if window is not None:
        expect_sizes(window=window)
    queries, keys = queries[..., None], torch.arange(source, device=queries.device)
    seen = keys <= queries
    return seen if window is None else seen & (keys > queries - window)
