"""Canto 3: scaled dot-product attention, one small function a verse.

    Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V

Source: Vaswani et al. 2017 (arXiv 1706.03762) §3.2.1, equation 1; d_k is E here.

Shapes: B batch, T target length (queries), S source length (keys and values), D model width,
H query heads, K key/value heads, E head dim, V vocabulary. Here `...` stands for leading
sizes such as B, H, which must be equal: heads are grouped before, not by broadcasting.
A mask [..., T, S] is bool, True where a query may attend to a key; its sizes may be 1, and
leading ones may be left out.
"""

import math
from typing import Literal

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from dhyana.binding import shloka
from dhyana.masking import causal_mask
from dhyana.shapes import expect, expect_mask, expect_sizes


@shloka(11)
def dot_product_scores(query: Tensor, key: Tensor) -> Tensor:
    """Meet every query [..., T, E] with every key [..., S, E]: scores [..., T, S].

    *pṛcchāyāḥ kuñcikāyāś ca saṃhatir bindusaṅgatā* — the score of a pair is its dot product,
    Σₘ qₘ kₘ = ‖q‖ ‖k‖ cos θ. Raises ValueError when the two do not fit.
    """
    expect(query=(query, "TE"), key=(key, "SE"))
    return query @ key.mT


@shloka(12)
def scale_scores(scores: Tensor, head_dim: int) -> Tensor:
    """Divide scores [..., T, S] by √E.

    *saṃkhyāyā mūlabhāgena vibhāgaḥ kriyate tataḥ* — a dot product of E independent terms of
    unit variance has variance E, so the quotient has variance 1 whatever the head dim.
    Raises ValueError for a head dim below 1 and for scores that are not of floats.
    """
    expect(scores=(scores, "TS"))
    expect_sizes(head_dim=head_dim)
    return scores / math.sqrt(head_dim)


@shloka(13)
def attention_weights(scores: Tensor, mask: Tensor | None = None) -> Tensor:
    """Turn scores [..., T, S] into weights that are positive and sum to 1 over S.

    *yogaḥ sarvapramāṇānām ekatvaṃ samupaiti hi* — softmax over the keys the mask admits; the
    others weigh exactly 0. A row whose keys are all masked has no distribution (the formula
    gives 0/0); it is defined as all 0, as the fused kernel has it, so that the query receives
    nothing and no NaN. Raises ValueError for a mask that does not fit.
    """
    expect(scores=(scores, "TS"))
    if mask is None:
        return scores.softmax(dim=-1)
    expect_mask(mask, scores.shape, scores.device)
    weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
    return weights.masked_fill(~mask.any(dim=-1, keepdim=True), 0.0)


@shloka(14)
def mix_values(weights: Tensor, value: Tensor) -> Tensor:
    """Sum values [..., S, F] by weights [..., T, S]: one mixture a query, [..., T, F].

    *mūlyena saha saṅgamya bhāritā jāyate gatiḥ* — output t is Σₛ αₜₛ vₛ, a convex combination
    of the values. A weight of 0 does not silence a value that is NaN or infinite.
    Raises ValueError when the two do not fit.
    """
    expect(weights=(weights, "TS"), value=(value, "SF"))
    return weights @ value


@shloka(15)
def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    *,
    mask: Tensor | None = None,
    is_causal: bool = False,
    implementation: Literal["explicit", "fused"] = "explicit",
) -> Tensor:
    """Attend from queries [..., T, E] to keys [..., S, E] and values [..., S, F]: [..., T, F].

    *iti bindusahāyena yad avadhānam ucyate* — the four steps above, in order. `is_causal` hides
    from each query the keys after it; the queries are the last T of the S positions, so the
    triangle is aligned bottom-right (torch's own flag aligns it top-left, which would show a
    single new token nothing but the oldest). It combines with `mask`.

    `fused` computes the same in one kernel that never stores the weights. Results differ by
    rounding only: in float16 and bfloat16 the kernel keeps sums in float32 and is the closer.

    Raises ValueError when shapes, dtypes or devices do not fit, or T > S with `is_causal`.
    """
    expect(query=(query, "TE"), key=(key, "SE"), value=(value, "SF"))
    if implementation == "fused":
        return _fused(query, key, value, mask, is_causal)
    if implementation != "explicit":
        raise ValueError(f"expected implementation explicit or fused, found {implementation!r}")
    scores = dot_product_scores(query, key)
    if is_causal:
        mask = _and_causal(mask, scores.shape, scores.device)
    weights = attention_weights(scale_scores(scores, query.shape[-1]), mask)
    return mix_values(weights, value)


def _fused(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, is_causal: bool
) -> Tensor:
    """Return `attention` by torch's own kernel."""
    pairs = torch.Size([*query.shape[:-1], key.shape[-2]])
    is_causal = is_causal and pairs[-2] > 1  # the newest position has nothing after it
    # Only without a mask of its own can the kernel skip the upper triangle, and torch's flag
    # means ours only when the triangle is square.
    native = is_causal and mask is None and pairs[-2] == pairs[-1]
    if is_causal and not native:
        mask = _and_causal(mask, pairs, query.device)
    elif mask is not None:
        expect_mask(mask, pairs, query.device)
    return scaled_dot_product_attention(query, key, value, attn_mask=mask, is_causal=native)


def _and_causal(mask: Tensor | None, pairs: torch.Size, device: torch.device) -> Tensor:
    """Return the causal mask of [..., T, S], joined with the caller's own."""
    causal = causal_mask(pairs[-2], pairs[-1], device=device)
    if mask is None:
        return causal
    expect_mask(mask, pairs, device)
    return mask & causal
