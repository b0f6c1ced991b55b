"""Many heads, verses 16–20, and their grouping, verse 44."""

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.attention import attention
from dhyana.heads import (
    MultiHeadAttention,
    attention_by_distance,
    grouped_attention,
    head_overlap,
    head_width,
    merge_heads,
    split_heads,
)
from dhyana.positions import Rotary

sizes = st.integers(1, 4)


@settings(deadline=None, max_examples=20)
@given(batch=sizes, length=sizes, heads=sizes, head_dim=sizes)
def test_split_and_merge(batch: int, length: int, heads: int, head_dim: int) -> None:
    """Merging undoes splitting, and head h holds the h-th slice of the width."""
    x = torch.randn(batch, length, heads * head_dim)
    split = split_heads(x, heads)
    assert torch.equal(merge_heads(split), x)
    assert torch.equal(split[:, :, heads - 1], x[..., (heads - 1) * head_dim :])


@pytest.mark.parametrize(("width", "heads"), [(256, 5), (4, 0), (4, -2), (4, 8)])
def test_heads_must_divide(width: int, heads: int) -> None:
    """A width that the heads do not divide is refused with both numbers."""
    with pytest.raises(ValueError, match=f"width = {width} .* n_heads = {heads}"):
        head_width(width, heads)
    with pytest.raises(ValueError, match="n_heads"):
        MultiHeadAttention(width, heads)


@pytest.mark.parametrize("kv_heads", [0, 3, 8])
def test_key_heads_must_divide(kv_heads: int) -> None:
    """Key/value heads that do not divide the query heads are refused with both numbers."""
    with pytest.raises(ValueError, match=f"n_heads = 4 .* n_kv_heads = {kv_heads}"):
        MultiHeadAttention(8, 4, n_kv_heads=kv_heads)


@settings(deadline=None, max_examples=30)
@given(batch=sizes, new=sizes, earlier=sizes, kv_heads=sizes, group=sizes, causal=st.booleans())
def test_grouped_attention_is_attention_on_repeated_heads(
    batch: int, new: int, earlier: int, kv_heads: int, group: int, causal: bool
) -> None:
    """Sharing a key head gives what repeating it gives, also for new tokens after earlier ones."""
    seen = new + earlier
    query = torch.randn(batch, kv_heads * group, new, 4, dtype=torch.float64)
    key, value = torch.randn(2, batch, kv_heads, seen, 4, dtype=torch.float64)
    expected = attention(
        query,
        key.repeat_interleave(group, dim=1),
        value.repeat_interleave(group, dim=1),
        is_causal=causal,
    )
    torch.testing.assert_close(grouped_attention(query, key, value, causal=causal), expected)


def test_compiled_bfloat16_training() -> None:
    """Compiled training in bf16 takes the formula, eager the kernel: the same to rounding."""
    query = torch.randn(1, 4, 9, 8, dtype=torch.bfloat16, requires_grad=True)
    key, value = torch.randn(2, 1, 2, 9, 8, dtype=torch.bfloat16)
    compiled = torch.compile(grouped_attention, fullgraph=True, backend="aot_eager")
    results = []
    for attend in (grouped_attention, compiled):
        y = attend(query, key, value, causal=True)
        (gradient,) = torch.autograd.grad(y.float().square().sum(), query)
        results.append((y, gradient))
    torch.testing.assert_close(*results, rtol=0.02, atol=0.05)


def test_masked_attention_of_the_third_source() -> None:
    """Without positions the sublayer is softmax(QKᵀ/√d + M)V, head by head, for a bool mask."""
    sublayer = MultiHeadAttention(16, 4).double()
    x = torch.randn(2, 5, 16, dtype=torch.float64)
    mask = torch.rand(2, 1, 5, 5) < 0.6
    mask |= torch.eye(5, dtype=torch.bool)
    qkv = [split_heads(y, 4).transpose(1, 2) for y in sublayer.project(x)]
    heads = attention(*qkv, mask=mask)
    expected = sublayer.out(merge_heads(heads.transpose(1, 2)))
    torch.testing.assert_close(sublayer(x, mask=mask), expected)


def test_gradients() -> None:
    """The sublayer, rotated, grouped and causal, passes the numerical gradient check in fp64."""
    sublayer = MultiHeadAttention(8, 4, n_kv_heads=2, head_dim=4).double()
    tables = Rotary(4)(torch.arange(3))
    tables = type(tables)(tables.cos.double(), tables.sin.double())
    x = torch.randn(1, 3, 8, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: sublayer(x, rotary=tables, causal=True), x)


def test_wrong_width() -> None:
    """An input of another width is refused with the shape found."""
    with pytest.raises(ValueError, match=r"\[B, T, D = 8\], found \[2, 3, 9\]"):
        MultiHeadAttention(8, 2)(torch.zeros(2, 3, 9))


def test_dropout_acts_in_training_only() -> None:
    """With dropout two training passes differ and two evaluations agree."""
    sublayer = MultiHeadAttention(8, 2, dropout=0.5)
    x = torch.randn(1, 6, 8)
    assert not torch.equal(sublayer(x), sublayer(x))
    sublayer.eval()
    assert torch.equal(sublayer(x), sublayer(x))


def test_attention_by_distance() -> None:
    """A head that always looks one word back has all its weight at distance 1 from there on."""
    previous = torch.eye(4).roll(-1, dims=1).tril(-1)
    previous[0, 0] = 1.0
    itself = torch.eye(4)
    by_distance = attention_by_distance(torch.stack((previous, itself))[None])
    expected = torch.tensor([[0.25, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    torch.testing.assert_close(by_distance, expected)


def test_head_overlap() -> None:
    """Heads that read disjoint features do not overlap; a head overlaps with itself fully."""
    disjoint = torch.eye(6)
    torch.testing.assert_close(head_overlap(disjoint, 3), torch.eye(3), atol=1e-6, rtol=0)
    torch.testing.assert_close(head_overlap(disjoint[:2].repeat(3, 1), 3), torch.ones(3, 3))


X = torch.ones(1, 3, 8)
K = torch.ones(1, 2, 3, 4)
TABLES = Rotary(4)(torch.arange(3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 0}, "whole width of at least 1, found 0"),
        ({"n_heads": 2.0}, "whole n_heads of at least 1, found 2.0"),
        ({"head_dim": -4}, "whole head_dim of at least 1, found -4"),
        ({"dropout": 2.0}, r"dropout in \[0, 1\), found 2.0"),
        ({"dropout": math.nan}, r"dropout in \[0, 1\), found nan"),
        ({"dropout": "x"}, r"dropout in \[0, 1\), found 'x'"),
    ],
)
def test_heads_that_cannot_be_made(options: dict[str, Any], message: str) -> None:
    """Sizes below 1 and shares that are none are refused before memory is asked for."""
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(**{"width": 8, "n_heads": 2, **options})


@pytest.mark.parametrize(
    ("x", "options", "message"),
    [
        (X.double(), {}, "float64 on cpu, to meet a weight .* float32"),
        (X.long(), {}, "floating x"),
        (X.to("meta"), {}, "float32 on meta, to meet"),
        (X[0], {}, r"x of \[B, T, D = 8\], found \[3, 8\]"),
        ([X], {}, "found list"),
        (X[:, :2], {"rotary": TABLES}, r"tables \[T, 1, E\]"),
        (X, {"rotary": Rotary(4)(torch.zeros(2, 3))}, r"found \[1, 3, 2, 4\] .*\[2, 3, 1, 4\]"),
        (X, {"mask": torch.ones(3, 3, dtype=torch.bool, device="meta")}, "a bool mask .* on cpu"),
        (X, {"mask": torch.ones(3, 3, dtype=torch.bool), "causal": True}, "no mask"),
    ],
)  # fmt: skip
def test_what_the_heads_refuse(x: Tensor, options: dict[str, Any], message: str) -> None:
    """Another dtype, device or shape is named, of the tokens, the tables and the mask alike."""
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(8, 2)(x, **options)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        (K.long(), K.long(), K.long()),
        (K, K.double(), K.double()),
        (K, K.to("meta"), K.to("meta")),
        (K, K[:, :, :0], K[:, :, :0]),
        (K[..., :0], K[..., :0], K[..., :0]),
        (K, K, K[..., :2]),
        (K[0], K[0], K[0]),
        (torch.ones(2, 2, 3, 4), K, K),
        ([K], K, K),
        (K, K, "value"),
    ],
)
@pytest.mark.parametrize("new", [1, 3])
def test_groups_that_do_not_fit(query: Any, key: Any, value: Any, new: int) -> None:
    """Other dtypes, devices and sizes, no keys and no tensors are named with all three."""
    query = query[..., :new, :] if isinstance(query, Tensor) else query
    with pytest.raises(ValueError, match=r"expected query \[B, H, T, E\].*; found"):
        grouped_attention(query, key, value)


def test_no_sequences_and_no_memory_are_welcome() -> None:
    """A batch of none passes, and on the meta device everything does, without numbers."""
    sublayer = MultiHeadAttention(8, 2)
    assert sublayer(X[:0], causal=True).shape == (0, 3, 8)
    assert sublayer.to("meta")(X.to("meta"), causal=True).shape == (1, 3, 8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: split_heads(torch.tensor(1.0), 1), r"x \[..., D\], found \[\]"),
        (lambda: split_heads([1.0], 1), "found list"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: head_width(-8, 4), "width = -8"),
        (lambda: head_overlap(torch.ones(8), 2), r"projection \[R, D\].* found projection \[8\]"),
        (lambda: attention_by_distance(torch.ones(2, 1, 2, 3, 3)), r"weights \[B, H, T, T\]"),
    ],
)
def test_what_cannot_be_split_or_looked_at(call: Callable[[], object], message: str) -> None:
    """Axes that are missing, or too many, are named."""
    with pytest.raises(ValueError, match=message):
        call()
