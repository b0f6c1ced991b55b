"""Canto 4: many heads, each with a view of its own, united again by one projection.

Shapes: B batch, T new tokens, S tokens attended to, D model width, H query heads, K key/value
heads, E head dim.
Sources: Vaswani et al. 2017 (arXiv 1706.03762) §3.2.2; Shazeer 2019 (arXiv 1911.02150) for one
key/value head; Ainslie et al. 2023 (arXiv 2305.13245) for groups of them.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from dhyana.attention import attention
from dhyana.binding import shloka
from dhyana.cache import Cache
from dhyana.masking import causal_mask
from dhyana.positions import RotaryTables, rotate
from dhyana.projections import Projections, subspace_overlap
from dhyana.shapes import (
    are_tensors,
    expect,
    expect_axes,
    expect_mask,
    expect_settings,
    expect_sizes,
    shown,
)


@shloka(18)
def head_width(width: int, n_heads: int) -> int:
    """Return E = D / H: more heads, each narrower, so that their products cost the same together.

    *bhinnasthāneṣu saṃyānti śīrṣāṇi vividhāni ca.*

    Raises ValueError when H does not divide D.
    """
    if min(width, n_heads) < 1 or width % n_heads:
        raise ValueError(f"width = {width} must be a multiple of n_heads = {n_heads}")
    return width // n_heads


@shloka(16)
def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """View x [B, T, H·E] as [B, T, H, E]; ValueError when H does not divide the width.

    *vibhajya bahudhā śīrṣāṇi.*
    """
    expect_axes("x", x, "D")
    return x.view(*x.shape[:-1], n_heads, head_width(x.shape[-1], n_heads))


@shloka(19)
def merge_heads(x: Tensor) -> Tensor:
    """Concatenate the heads of x [B, T, H, E] to [B, T, H·E].

    *ante sarvāṇi śīrṣāṇi samāsādyaikatāṃ punaḥ.*

    Raises ValueError when x has no axis for the heads.
    """
    expect_axes("x", x, "HE")
    return x.flatten(-2)


@shloka(17)
def attention_by_distance(weights: Tensor) -> Tensor:
    """Return what each head is used to look at: mean weight per distance back, [H, T].

    *ekena dṛśyate sandhir dvitīyena paraṃ padam* — `weights` [B, H, T, T] are causal; entry
    [h, d] averages over all queries that have a token d places back. A head for the previous
    word peaks at d = 1, one that keeps the theme is flat. Raises ValueError for another shape.
    """
    expect(weights=(weights, "BHTT"), leading=False)
    length = weights.shape[-1]
    diagonals = [weights.diagonal(-d, -2, -1).mean(dim=(0, -1)) for d in range(length)]
    return torch.stack(diagonals, dim=-1)


@shloka(20)
def head_overlap(projection: Tensor, n_heads: int) -> Tensor:
    """Return how far each two heads of a projection [H·E, D] read the same subspace, [H, H].

    *bahudṛṣṭisamāyogāt* — 1 on the diagonal, 0 between orthogonal heads; E/D is what chance gives
    (`subspace_overlap`, verse 8). Raises ValueError when H does not divide the rows.
    """
    expect(projection=(projection, "RD"), leading=False)
    head_width(len(projection), n_heads)
    heads = projection.detach().chunk(n_heads)
    return torch.tensor([[subspace_overlap(a, b) for b in heads] for a in heads])


@shloka(44)
def grouped_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    *,
    mask: Tensor | None = None,
    causal: bool = False,
    dropout: float = 0.0,
) -> Tensor:
    """Attend in every head, H/K query heads sharing a key/value head: [B, H, T, E].

    *samūhena vibhāgaṃ vā kurute laghusiddhaye* — the numbers are those of `attention` (verse 15)
    for query [B, H, T, E] and key, value [B, K, S, E] repeated H/K times, without repeating
    them. `mask` and `causal` as there, but never both; `dropout` zeroes weights. Raises ValueError
    when something does not fit.
    """
    _expect_groups(query, key, value, mask, causal=causal, dropout=dropout)
    new, seen = query.shape[-2], key.shape[-2]
    if new == 1 and mask is None:  # a group's heads are so many queries to one and the same keys
        grouped = query.reshape(*key.shape[:2], -1, query.shape[-1])
        y = functional.scaled_dot_product_attention(grouped, key, value, dropout_p=dropout)
        return y.reshape(*query.shape[:-1], value.shape[-1])
    if causal and not dropout and _written_out_is_faster(query):
        group = query.shape[1] // key.shape[1]
        key, value = (x.repeat_interleave(group, dim=1) for x in (key, value))
        return attention(query, key, value, is_causal=True)
    if causal and new != seen:  # torch's own flag would align the triangle top-left
        causal, mask = False, causal_mask(new, seen, device=query.device)
    return functional.scaled_dot_product_attention(
        query,
        key,
        value,
        attn_mask=mask,
        dropout_p=dropout,
        is_causal=causal,
        enable_gqa=key.shape[1] < query.shape[1],
    )


def _expect_groups(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, *, causal: bool, dropout: float
) -> None:
    """Raise ValueError unless these are the arguments of `grouped_attention`."""
    fit = are_tensors(query, key, value) and query.ndim == key.ndim == 4
    if fit:
        batch, heads, new, width = query.shape
        groups, seen = key.shape[1:3]
        fit = key.shape == value.shape == (batch, groups, seen, width)
        fit &= query.dtype == key.dtype == value.dtype and query.is_floating_point()
        fit &= query.device == key.device == value.device
        fit = fit and bool(new and seen and width and groups) and not heads % groups
    if not fit:
        raise ValueError(
            "expected query [B, H, T, E], key and value [B, K, S, E], no size but B 0, of one "
            "dtype, floating, on one device, K a divisor of "
            f"H; found {shown(query)}, {shown(key)}, {shown(value)}"
        )
    if mask is not None:
        expect_mask(mask, torch.Size([batch, heads, new, seen]), query.device)
    if causal and (mask is not None or new > seen):
        raise ValueError(
            f"causal goes with no mask and no more queries than keys; found {new} queries, {seen} "
            f"keys, {'no' if mask is None else 'a'} mask"
        )
    expect_settings(dropout=dropout, below=1)


def _written_out_is_faster(query: Tensor) -> bool:
    """Say whether to train by the formula instead of the fused kernel.

    In bf16 on a CPU the kernel's gradient does without the bf16 instructions: 20 ms against 9 for
    4 × 8 heads of 256 × 32 on one thread, when the formula's steps are compiled to one. It stores
    the T² weights, so only while they are few.
    """
    return (
        torch.compiler.is_compiling()
        and query.requires_grad
        and query.device.type == "cpu"
        and query.dtype == torch.bfloat16
        and query.shape[-2] <= 1024
    )


@shloka(16, 19)
class MultiHeadAttention(nn.Module):
    """Project, split, attend in every head at once, merge, project: W_O Concat(head₁ … head_H).

    *prakṣepeṇa mahābuddhiṃ janayanti phalapradām.*

    With `n_kv_heads` = K < H, H/K query heads share one key/value head: grouped-query attention,
    multi-query for K = 1. Raises ValueError where the numbers do not divide.
    """

    def __init__(
        self,
        width: int,
        n_heads: int,
        *,
        n_kv_heads: int | None = None,
        head_dim: int | None = None,
        qkv_bias: bool = False,
        out_bias: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        expect_sizes(width=width, n_heads=n_heads)
        expect_settings(dropout=dropout, below=1)
        self.n_heads = n_heads
        self.n_kv_heads = n_heads if n_kv_heads is None else n_kv_heads
        self.head_dim = head_width(width, n_heads) if head_dim is None else head_dim
        if self.n_kv_heads < 1 or n_heads % self.n_kv_heads:
            raise ValueError(
                f"n_heads = {n_heads} must be a multiple of n_kv_heads = {self.n_kv_heads}"
            )
        expect_sizes(head_dim=self.head_dim)
        queries, keys = n_heads * self.head_dim, self.n_kv_heads * self.head_dim
        self.project = Projections(width, queries, keys, bias=qkv_bias)
        self.out = nn.Linear(queries, width, bias=out_bias)
        self.dropout = dropout

    def forward(
        self,
        x: Tensor,
        *,
        rotary: RotaryTables | None = None,
        mask: Tensor | None = None,
        causal: bool = False,
        cache: Cache | None = None,
        layer: int = 0,
    ) -> Tensor:
        """Return [B, T, D] for x [B, T, D].

        `mask` is bool, [T, S] or [B, 1, T, S], True = seen; without one every token sees all, or
        with `causal` those before it. `rotary` turns queries and keys; `cache` adds the keys and
        values of earlier tokens under this `layer`. Dropout (of the weights and of the result)
        acts in training only. Raises ValueError when something does not fit.
        """
        width = self.out.out_features
        if not are_tensors(x) or x.ndim != 3 or x.shape[-1] != width:
            raise ValueError(f"expected x of [B, T, D = {width}], found {shown(x)}")
        qkv = self.project(x)
        q = split_heads(qkv.q, self.n_heads)
        k = split_heads(qkv.k, self.n_kv_heads)
        v = split_heads(qkv.v, self.n_kv_heads)
        if rotary is not None:
            q, k = rotate(q, rotary), rotate(k, rotary)
        q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
        if cache is not None:
            k, v = cache.update(layer, k, v)
        dropout = self.dropout if self.training else 0.0
        y = grouped_attention(q, k, v, mask=mask, causal=causal, dropout=dropout)
        y = self.out(merge_heads(y.transpose(1, 2)))
        return functional.dropout(y, dropout) if dropout else y
