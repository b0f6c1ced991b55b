"""Canto 2: the threefold projection into query, key and value, and what retrieval does with it.

Shapes: B batch, T positions, S stored entries, D model width, H query heads, K key/value heads,
E head dim.
Source: Vaswani et al. 2017 (arXiv 1706.03762) §3.2.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from dhyana.attention import attention_weights, dot_product_scores, mix_values, scale_scores
from dhyana.binding import shloka
from dhyana.shapes import are_tensors, expect, expect_settings, expect_sizes, expect_width, shown


@shloka(6)
class QKV(NamedTuple):
    """The triad: queries [B, T, H·E], keys and values [B, T, K·E]."""

    q: Tensor
    k: Tensor
    v: Tensor


@shloka(6, 8)
class Projections(nn.Module):
    """Q = x W_Q, K = x W_K, V = x W_V, three matrices of their own.

    *pṛcchā ca kuñcikā caiva mūlyaṃ ceti trayaṃ viduḥ* — they are not fused into one, so that each
    can be read, split over devices and stored under the name the world gives it.
    """

    def __init__(self, width: int, q_width: int, kv_width: int, *, bias: bool = False) -> None:
        super().__init__()
        expect_sizes(width=width, q_width=q_width, kv_width=kv_width)
        self.query = nn.Linear(width, q_width, bias=bias)
        self.key = nn.Linear(width, kv_width, bias=bias)
        self.value = nn.Linear(width, kv_width, bias=bias)

    def forward(self, x: Tensor) -> QKV:
        """Project x [B, T, D] three ways; ValueError when x has another width or dtype."""
        expect_width(x, self.query.in_features, self.query.weight)
        return QKV(self.query(x), self.key(x), self.value(x))


@shloka(7)
def retrieve(query: Tensor, keys: Tensor, values: Tensor, *, sharpness: float = 1.0) -> Tensor:
    """Look a query [..., E] up in a soft dictionary of keys [S, E] and values [S, D].

    *mūlyena dīyate sāro yatra saṅgatir uttamā* — every entry answers with the weight
    softmax(sharpness · query·key). As the sharpness grows this becomes the lookup of the
    best-matching key; at 0 it is the mean of all values. Raises ValueError for unfit shapes and a
    sharpness below 0.
    """
    expect_settings(sharpness=sharpness)
    found = (query, keys, values)
    meet = are_tensors(*found) and query.ndim > 0 and query.shape[-1:] == keys.shape[1:]
    fits = meet and keys.shape[:1] == values.shape[:-1] != (0,) and query.is_floating_point()
    if not fits or len({(tensor.dtype, tensor.device) for tensor in found}) > 1:
        raise ValueError(
            "expected query [..., E], keys [S, E], values [S, D], S >= 1, of one floating dtype on "
            f"one device, found {', '.join(map(shown, found))}"
        )
    return torch.softmax(sharpness * (query @ keys.T), dim=-1) @ values


@shloka(8)
def subspace_overlap(a: Tensor, b: Tensor) -> float:
    """Return how far two projections a, b [E, D] read the same features of D: from 0 to 1.

    *svakīyaṃ labhate sthānaṃ pratyekaṃ tattvam adbhutam* — the mean squared cosine of the
    principal angles between their row spaces. 1: the same subspace; 0: orthogonal; E/D is what
    two random subspaces of dimension E share on average. Raises ValueError when they do not fit.
    """
    expect(a=(a, "ED"), b=(b, "FD"), leading=False)
    exact = torch.promote_types(a.dtype, torch.float32)  # torch factors no narrower numbers
    basis_a, basis_b = (torch.linalg.qr(m.mT.to(exact)).Q for m in (a, b))
    cosines = torch.linalg.svdvals(basis_a.mT @ basis_b)
    return float(cosines.square().mean())


@shloka(10)
def affinities(qkv: QKV) -> Tensor:
    """Return the attention of every token to every other, [B, T, T], from the triad alone.

    *sambandhānāṃ vicitrāṇāṃ cakraṃ bhramati sarvaśaḥ* — one head, no mask; q and k must be
    equally wide (`attention_weights`, verse 13).
    """
    scores = dot_product_scores(qkv.q, qkv.k)
    return attention_weights(scale_scores(scores, qkv.q.shape[-1]))


@shloka(9)
def contextualize(x: Tensor, projections: Projections) -> Tensor:
    """Return what each token of x [B, T, D] means among its neighbours, [B, T, K·E].

    *saṃskāreṇa vicitreṇa śabdārthaḥ parivartate* — the same embedding gives another vector in
    other company: `bank` beside `river`, or beside `money`.
    """
    qkv = projections(x)
    return mix_values(affinities(qkv), qkv.v)
