"""Canto 8: the causal mask and the loop that writes one token after another.

Shapes: B batch, T new tokens (queries), S tokens attended to (keys), V vocabulary.
"""

import torch
from torch import Tensor


def causal_mask(
    target: int,
    source: int,
    *,
    window: int | None = None,
    device: torch.device | str = "cpu",
) -> Tensor:
    """Return who may see whom, bool [T, S], True = seen: no token sees a later one.

    The queries are the last T of the S tokens, so the triangle is aligned bottom-right; with
    `window`, a token sees itself and the window − 1 tokens before it (Beltagy et al. 2020,
    arXiv 2004.05150 §3.1). Raises ValueError when T > S or the window is empty.
    """
    if not 0 < target <= source:
        raise ValueError(f"expected 0 < T <= S, found T = {target}, S = {source}")
    if window is not None and window < 1:
        raise ValueError(f"expected a window of at least 1 token, found {window}")
    queries = torch.arange(source - target, source, device=device)[:, None]
    keys = torch.arange(source, device=device)
    seen = keys <= queries
    return seen if window is None else seen & (keys > queries - window)
