"""Scaled dot-product attention, verses 11–15."""

import math
import re
from typing import Literal

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.attention import (
    attention,
    attention_weights,
    dot_product_scores,
    mix_values,
    scale_scores,
)
from dhyana.binding import verses_of

Implementation = Literal["explicit", "fused"]
IMPLEMENTATIONS: tuple[Implementation, ...] = ("explicit", "fused")
TOLERANCE = {
    torch.float64: 1e-12,
    torch.float32: 1e-5,
    torch.float16: 1e-2,
    torch.bfloat16: 1e-1,
}

# Leading sizes, then T, S, E, F: the shapes a property is tried on.
shapes = st.tuples(
    st.lists(st.integers(1, 3), max_size=2),
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(1, 9),
    st.integers(1, 5),
)
seeds = st.integers(0, 2**32 - 1)
Shape = tuple[list[int], int, int, int, int]


def triad(
    shape: Shape, seed: int, dtype: torch.dtype = torch.float64
) -> tuple[Tensor, Tensor, Tensor]:
    """Return a random query, key and value."""
    leading, target, source, width, value_width = shape
    generator = torch.Generator().manual_seed(seed)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=generator, dtype=torch.float64).to(dtype)

    return (
        normal(*leading, target, width),
        normal(*leading, source, width),
        normal(*leading, source, value_width),
    )


def random_mask(shape: Shape, seed: int) -> Tensor:
    """Return a mask [T, S] that hides about half, whole rows among it."""
    _, target, source, _, _ = shape
    generator = torch.Generator().manual_seed(seed)
    mask = torch.rand(target, source, generator=generator) < 0.5
    return mask & (torch.rand(target, 1, generator=generator) < 0.8)


def by_hand(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> Tensor:
    """Equation 1 in plain loops over one query at a time; a fully masked row gives 0."""
    q, k, v = (x.double().numpy() for x in (query, key, value))
    out = np.zeros((*q.shape[:-1], v.shape[-1]))
    for index in np.ndindex(*q.shape[:-1]):
        *leading, t = index
        ks, vs = k[tuple(leading)], v[tuple(leading)]
        seen = [s for s in range(len(ks)) if mask is None or mask[t, s]]
        scores = [sum(a * b for a, b in zip(q[index], ks[s], strict=True)) for s in seen]
        powers = [math.exp(score / math.sqrt(q.shape[-1])) for score in scores]
        for power, s in zip(powers, seen, strict=True):
            out[index] += power / sum(powers) * vs[s]
    return torch.from_numpy(out)


def test_every_step_carries_its_verse() -> None:
    """The five functions are marked with the five verses in order."""
    steps = [dot_product_scores, scale_scores, attention_weights, mix_values, attention]
    assert [verses_of(step) for step in steps] == [(n,) for n in range(11, 16)]


@pytest.mark.parametrize("dtype", TOLERANCE)
@settings(deadline=None, max_examples=30)
@given(shape=shapes, seed=seeds, masked=st.booleans())
def test_explicit_fused_and_by_hand_agree(
    dtype: torch.dtype, shape: Shape, seed: int, masked: bool
) -> None:
    """Both implementations equal equation 1 written as loops, for every dtype, masked or not."""
    query, key, value = triad(shape, seed, dtype)
    mask = random_mask(shape, seed) if masked else None
    expected = by_hand(query, key, value, mask)
    for implementation in IMPLEMENTATIONS:
        found = attention(query, key, value, mask=mask, implementation=implementation)
        assert found.dtype == dtype
        torch.testing.assert_close(
            found.double(), expected, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype]
        )


@settings(deadline=None, max_examples=30)
@given(shape=shapes, seed=seeds)
def test_composition_is_the_whole(shape: Shape, seed: int) -> None:
    """Verse 15 is verses 11, 12, 13 and 14 one after the other."""
    query, key, value = triad(shape, seed)
    scores = dot_product_scores(query, key)
    weights = attention_weights(scale_scores(scores, query.shape[-1]))
    assert torch.equal(mix_values(weights, value), attention(query, key, value))


@settings(deadline=None, max_examples=50)
@given(shape=shapes, seed=seeds, masked=st.booleans())
def test_rows_are_distributions(shape: Shape, seed: int, masked: bool) -> None:
    """Rows of weights are non-negative and sum to 1; masked keys weigh 0, dead rows sum to 0."""
    query, key, _ = triad(shape, seed)
    mask = random_mask(shape, seed) if masked else torch.ones(shape[1], shape[2], dtype=torch.bool)
    weights = attention_weights(dot_product_scores(query, key), mask)
    alive = mask.any(-1).double().expand(weights.shape[:-1])
    assert (weights >= 0).all()
    assert (weights.masked_select(~mask) == 0).all()
    torch.testing.assert_close(weights.sum(-1), alive, rtol=0, atol=1e-12)


@settings(deadline=None, max_examples=30)
@given(shape=shapes, seed=seeds)
def test_order_of_keys_is_irrelevant_and_of_queries_is_kept(shape: Shape, seed: int) -> None:
    """Permuting key–value pairs changes nothing; permuting queries permutes the outputs."""
    query, key, value = triad(shape, seed)
    generator = torch.Generator().manual_seed(seed)
    of_keys = torch.randperm(shape[2], generator=generator)
    of_queries = torch.randperm(shape[1], generator=generator)
    before = attention(query, key, value)
    after = attention(query[..., of_queries, :], key[..., of_keys, :], value[..., of_keys, :])
    torch.testing.assert_close(after, before[..., of_queries, :])


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@settings(deadline=None, max_examples=30)
@given(shape=shapes, seed=seeds, extra=st.integers(0, 4))
def test_causal_is_aligned_bottom_right(
    implementation: Implementation, shape: Shape, seed: int, extra: int
) -> None:
    """Query t is the (S − T + t)-th position and sees the keys up to itself, cached ones too."""
    leading, target, _, width, value_width = shape
    source = target + extra
    query, key, value = triad((leading, target, source, width, value_width), seed)
    found = attention(query, key, value, is_causal=True, implementation=implementation)
    for t in range(target):
        seen = extra + t + 1
        alone = attention(query[..., t : t + 1, :], key[..., :seen, :], value[..., :seen, :])
        torch.testing.assert_close(found[..., t : t + 1, :], alone)


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_future_has_no_influence(implementation: Implementation) -> None:
    """With `is_causal` a finite future changes no bit of the past and receives no gradient."""
    query, key, value = triad(([2], 5, 5, 4, 3), 0)
    past = attention(query, key, value, is_causal=True, implementation=implementation)[:, :3]
    key[:, 3:], value[:, 3:] = 1e3, -1e3
    key.requires_grad_()
    value.requires_grad_()
    changed = attention(query, key, value, is_causal=True, implementation=implementation)[:, :3]
    assert torch.equal(past, changed)
    for gradient in torch.autograd.grad(changed.sum(), (key, value)):
        assert not gradient[:, 3:].any()


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_causal_and_mask_combine(implementation: Implementation) -> None:
    """A key is seen only when both the mask and the order allow it."""
    query, key, value = triad(([], 3, 4, 4, 3), 1)
    mask = torch.tensor([[True, False, True, True]])
    both = mask & torch.ones(3, 4, dtype=torch.bool).tril(1)
    torch.testing.assert_close(
        attention(query, key, value, mask=mask, is_causal=True, implementation=implementation),
        by_hand(query, key, value, both),
    )


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_fully_masked_row_is_zero(implementation: Implementation, dtype: torch.dtype) -> None:
    """A query that may attend to nothing receives exactly 0, and no gradient becomes NaN."""
    inputs = [x.requires_grad_() for x in triad(([2], 3, 4, 8, 5), 2, dtype)]
    mask = torch.ones(3, 4, dtype=torch.bool)
    mask[1] = False
    out = attention(*inputs, mask=mask, implementation=implementation)
    assert torch.equal(out[:, 1], torch.zeros(2, 5, dtype=dtype))
    assert out[:, 0].any()
    for gradient in torch.autograd.grad(out.float().square().sum(), inputs):
        assert gradient.isfinite().all()


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_nan_leaks_through_weight_zero(implementation: Implementation) -> None:
    """The documented limit: 0 · NaN is NaN, so a hidden value must be finite to stay hidden."""
    query, key, value = triad(([], 2, 2, 4, 3), 3)
    value[1] = math.nan
    out = attention(query, key, value, is_causal=True, implementation=implementation)
    assert out[0].isnan().all()


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("is_causal", [False, True])
def test_gradients_are_those_of_the_formula(
    implementation: Implementation, is_causal: bool
) -> None:
    """Analytic gradients equal finite differences in float64, a fully masked row included."""
    inputs = [x.requires_grad_() for x in triad(([2], 3, 3, 4, 2), 4)]
    mask = torch.tensor([[True, True, False], [False, False, False], [True, True, True]])

    def whole(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        return attention(
            query, key, value, mask=mask, is_causal=is_causal, implementation=implementation
        )

    assert torch.autograd.gradcheck(whole, inputs)


def test_compiles_into_one_graph() -> None:
    """The checks and the marks leave nothing that breaks a graph."""
    query, key, value = triad(([2], 3, 3, 4, 2), 5)
    compiled = torch.compile(attention, backend="eager", fullgraph=True)
    for implementation in IMPLEMENTATIONS:
        torch.testing.assert_close(
            compiled(query, key, value, is_causal=True, implementation=implementation),
            attention(query, key, value, is_causal=True),
        )


Q, K, V = triad(([2], 3, 5, 4, 6), 6)
FAULTY = {
    "head dims differ": ((Q[..., :3], K, V), {}, "query [2, 3, 3] float64 on cpu, key [2, 5, 4]"),
    "lengths differ": ((Q, K[:, :4], V), {}, "key [..., S, E], value [..., S, F]"),
    "leading sizes differ": ((Q[:1], K, V), {}, "equal leading sizes"),
    "no length": ((Q[0, 0], K, V), {}, "query [4] float64"),
    "no key": ((Q, K[:, :0], V[:, :0]), {}, "no size 0"),
    "dtypes differ": ((Q, K.float(), V), {}, "one floating dtype"),
    "whole numbers": ((Q.long(), K.long(), V.long()), {}, "query [2, 3, 4] int64"),
    "devices differ": ((Q, K.to("meta"), V), {}, "key [2, 5, 4] float64 on meta"),
    "additive mask": ((Q, K, V), {"mask": torch.zeros(3, 5)}, "found [3, 5] float32"),
    "mask too small": (
        (Q, K, V),
        {"mask": torch.ones(3, 4, dtype=torch.bool)},
        "broadcasts to [2, 3, 5]; found [3, 4] bool",
    ),
    "mask without T": (
        (Q, K, V),
        {"mask": torch.ones(5, dtype=torch.bool), "is_causal": True},
        "a bool mask [T, S] or more",
    ),
    "mask elsewhere": (
        (Q, K, V),
        {"mask": torch.ones(3, 5, dtype=torch.bool, device="meta")},
        "found [3, 5] bool on meta",
    ),
    "future queries": ((K, Q, V[:, :3]), {"is_causal": True}, "T = 5, S = 3"),
}


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("fault", FAULTY)
def test_misfits_are_named(fault: str, implementation: Implementation) -> None:
    """What does not fit is a ValueError that says what was expected and what was found."""
    tensors, options, message = FAULTY[fault]
    with pytest.raises(ValueError, match=re.escape(message)):
        attention(*tensors, **options, implementation=implementation)  # type: ignore[arg-type] # a literal


def test_parts_refuse_misfits() -> None:
    """The steps check their own inputs when they are used alone."""
    with pytest.raises(ValueError, match="expected query"):
        dot_product_scores(Q, V)
    with pytest.raises(ValueError, match="head_dim of at least 1, found 0"):
        scale_scores(Q, 0)
    with pytest.raises(ValueError, match="expected a bool mask"):
        attention_weights(Q, torch.zeros(3, 4))
    with pytest.raises(ValueError, match="expected weights"):
        mix_values(Q, V)
    with pytest.raises(ValueError, match="explicit or fused, found 'flash'"):
        attention(Q, K, V, implementation="flash")  # type: ignore[arg-type] # wrong on purpose


@pytest.mark.parametrize(
    ("scores", "head_dim", "message"),
    [
        (Q, math.nan, "head_dim of at least 1, found nan"),
        (Q, 2.5, "a whole head_dim"),
        (Q, True, "found True"),
        (torch.ones(3, 4, dtype=torch.long), 4, "one floating dtype"),
        ([1.0], 4, "found scores list"),
    ],
)
def test_what_is_no_score_is_not_scaled(scores: Tensor, head_dim: int, message: str) -> None:
    """Scores that are not of floats and head dims that are no whole numbers are named."""
    with pytest.raises(ValueError, match=message):
        scale_scores(scores, head_dim)
