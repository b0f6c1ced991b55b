"""The feed-forward network, verses 31–34."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from dhyana.feedforward import (
    ACTIVATIONS,
    FeedForward,
    GatedFeedForward,
    as_memory,
    hidden_width,
    recall,
)

X = torch.ones(2, 4)

sizes = st.integers(1, 6)
kinds = st.sampled_from([FeedForward, GatedFeedForward])


@settings(deadline=None, max_examples=30)
@given(
    kind=kinds,
    width=sizes,
    hidden=sizes,
    activation=st.sampled_from(sorted(ACTIVATIONS)),
    bias=st.booleans(),
)
def test_the_memory_reading_is_the_network(
    kind: type[FeedForward] | type[GatedFeedForward],
    width: int,
    hidden: int,
    activation: str,
    bias: bool,
) -> None:
    """Summing each value as strongly as its key was met gives the network's output."""
    network = kind(width, hidden, activation=activation, bias=bias).double()
    x = torch.randn(2, 3, width, dtype=torch.float64)
    torch.testing.assert_close(recall(network, x), network(x))
    memory = as_memory(network)
    assert memory.keys.shape == memory.values.shape == (hidden, width)


def test_formulas() -> None:
    """FFN(x) = σ(x W₁ + b₁) W₂ + b₂, and SwiGLU(x) = (silu(x W_gate) ⊙ x W_up) W_down."""
    x = torch.randn(3, 4)
    plain = FeedForward(4, 6, activation="gelu")
    inner = functional.gelu(x @ plain.up.weight.mT + plain.up.bias)
    torch.testing.assert_close(plain(x), inner @ plain.down.weight.mT + plain.down.bias)
    gated = GatedFeedForward(4, 6)
    gate = x @ gated.gate.weight.mT
    inner = gate * gate.sigmoid() * (x @ gated.up.weight.mT)
    torch.testing.assert_close(gated(x), inner @ gated.down.weight.mT)


@settings(deadline=None, max_examples=20)
@given(kind=kinds, length=st.integers(1, 6), seed=st.integers(0, 99))
def test_each_position_by_itself(
    kind: type[FeedForward] | type[GatedFeedForward], length: int, seed: int
) -> None:
    """No position's output depends on another position."""
    torch.manual_seed(seed)
    network, x = kind(4, 6).double(), torch.randn(1, length, 4, dtype=torch.float64)
    together = network(x)
    for t in range(length):
        torch.testing.assert_close(network(x[:, t]), together[:, t])


@pytest.mark.parametrize("kind", [FeedForward, GatedFeedForward])
def test_gradients(kind: type[FeedForward] | type[GatedFeedForward]) -> None:
    """Both networks pass the numerical gradient check in fp64."""
    network = kind(3, 5).double()
    x = torch.randn(2, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(network, x)


def test_hidden_width() -> None:
    """Plain is 4 · D; gated is 8/3 · D rounded up to 64, with about as many parameters."""
    assert hidden_width(256) == 1024
    assert hidden_width(256, gated=True) == 704
    assert hidden_width(4096, gated=True, multiple_of=256) == 11008
    assert hidden_width(3, gated=True, multiple_of=1) == 8


@pytest.mark.parametrize("kind", [FeedForward, GatedFeedForward])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": -4}, "whole width of at least 1, found -4"),
        ({"hidden": 0}, "whole hidden of at least 1, found 0"),
        ({"dropout": 1.5}, r"dropout in \[0, 1\), found 1.5"),
        ({"dropout": math.nan}, r"dropout in \[0, 1\), found nan"),
        ({"activation": []}, r"activation \[\] is none of silu"),
        ({"activation": None}, "activation None is none of silu"),
    ],
)
def test_networks_that_cannot_be_made(
    kind: Callable[..., object], options: dict[str, Any], message: str
) -> None:
    """Sizes below 1, shares that are none and bends without name are refused."""
    with pytest.raises(ValueError, match=message):
        kind(**{"width": 4, "hidden": 8, **options})


@pytest.mark.parametrize("kind", [FeedForward, GatedFeedForward])
@pytest.mark.parametrize("wrong", [X.double(), X.long(), X.to("meta"), X[:, :3], [1.0]])
def test_what_no_network_takes(
    kind: type[FeedForward | GatedFeedForward], wrong: torch.Tensor
) -> None:
    """Another dtype, device or width is named, on both roads through the network."""
    network = kind(4, 8)
    for road in (network, partial(recall, network)):
        with pytest.raises(ValueError, match=r"floating x \[..., D = 4\], found"):
            road(wrong)
