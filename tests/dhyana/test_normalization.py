"""The residual road and its norms, verses 26–30."""

import math
from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from dhyana.normalization import (
    LayerNorm,
    RMSNorm,
    gradient_by_depth,
    identity_path,
    post_norm,
    pre_norm,
    residual,
)

sizes = st.integers(1, 6)


@settings(deadline=None, max_examples=20)
@given(width=st.integers(1, 6), seed=st.integers(0, 999))
def test_the_road_adds_the_identity(width: int, seed: int) -> None:
    """Whatever f is, x + f(x) adds the identity matrix to its Jacobian."""
    torch.manual_seed(seed)
    f = nn.Sequential(nn.Linear(width, 9), nn.Tanh(), nn.Linear(9, width)).double()
    x = torch.randn(width, dtype=torch.float64)
    torch.testing.assert_close(identity_path(f, x), torch.eye(width, dtype=torch.float64))


@settings(deadline=None, max_examples=20)
@given(batch=sizes, length=sizes, width=sizes)
def test_layer_norm_formula(batch: int, length: int, width: int) -> None:
    """LayerNorm is (x − mean) / √(variance + eps), scaled and shifted."""
    norm = LayerNorm(width, eps=0.1).double()
    nn.init.normal_(norm.weight)
    nn.init.normal_(norm.bias)
    x = torch.randn(batch, length, width, dtype=torch.float64)
    centred = x - x.mean(-1, keepdim=True)
    expected = centred / (centred.square().mean(-1, keepdim=True) + 0.1).sqrt()
    torch.testing.assert_close(norm(x), expected * norm.weight + norm.bias)


@settings(deadline=None, max_examples=20)
@given(batch=sizes, length=sizes, width=sizes, scale=st.floats(0.1, 10))
def test_rms_norm_formula(batch: int, length: int, width: int, scale: float) -> None:
    """RMSNorm is x / √(mean square + eps), scaled; without eps no factor of x matters."""
    norm = RMSNorm(width, eps=0.1).double()
    nn.init.normal_(norm.weight)
    x = torch.randn(batch, length, width, dtype=torch.float64)
    expected = x / (x.square().mean(-1, keepdim=True) + 0.1).sqrt() * norm.weight
    torch.testing.assert_close(norm(x), expected)
    exact = RMSNorm(width, eps=1e-300).double()
    torch.testing.assert_close(exact(scale * x), exact(x))


@settings(deadline=None, max_examples=20)
@given(length=sizes, width=sizes, scale=st.sampled_from([0.0, 1e-30, 1e-3, 1.0, 1e6]))
def test_rms_norm_in_training(length: int, width: int, scale: float) -> None:
    """On the way to a gradient the norm gives what torch's gives, and so does its gradient."""
    ours, theirs = RMSNorm(width), nn.RMSNorm(width, eps=1e-6)
    x = scale * torch.randn(2, length, width)
    found = []
    for norm in (ours, theirs):
        leaf = x.clone().requires_grad_()
        y = norm(leaf)
        y.sum().backward()
        found.append((y.detach(), leaf.grad, norm.weight.grad))
    for got, wanted in zip(*found, strict=True):
        torch.testing.assert_close(got, wanted, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(ours(x), found[0][0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
def test_gradients(kind: type[LayerNorm] | type[RMSNorm]) -> None:
    """Both norms pass the numerical gradient check in fp64."""
    norm = kind(5).double()
    x = torch.randn(2, 3, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(norm, x)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_norms_in_fp32(dtype: torch.dtype) -> None:
    """Squares that would overflow or vanish in half precision do not."""
    norm = RMSNorm(4, eps=1e-20).to(dtype)
    for size in (3e4, 1e-6):
        x = torch.full((1, 4), size, dtype=dtype)
        torch.testing.assert_close(norm(x).float(), torch.ones(1, 4), rtol=0.02, atol=0)


def test_where_the_norm_stands() -> None:
    """Pre-norm leaves the road alone, post-norm norms it."""
    norm, x = RMSNorm(4), torch.randn(2, 4)

    def nothing(x: Tensor) -> Tensor:
        return torch.zeros_like(x)

    assert torch.equal(residual(x, nothing), x)
    assert torch.equal(pre_norm(x, norm, nothing), x)
    assert torch.equal(post_norm(x, norm, nothing), norm(x))


def test_gradient_by_depth() -> None:
    """Halving layers halve the gradient once each on the way down; residual ones let it through."""

    def half(x: Tensor) -> Tensor:
        return x / 2

    def nothing(x: Tensor) -> Tensor:
        return x * 0

    x = torch.tensor([3.0, 4.0])
    assert gradient_by_depth([half] * 3, x) == pytest.approx([5 / 64, 5 / 32, 5 / 16])
    assert gradient_by_depth([lambda x: residual(x, nothing)] * 3, x) == pytest.approx([5.0] * 3)


@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
@pytest.mark.parametrize(
    ("width", "eps", "message"),
    [
        (0, 1e-5, "whole width of at least 1, found 0"),
        (-1, 1e-5, "whole width of at least 1, found -1"),
        (4, math.nan, r"eps in \[0, inf\), found nan"),
        (4, -1e-5, r"eps in \[0, inf\), found -1e-05"),
        (4, math.inf, r"eps in \[0, inf\), found inf"),
    ],
)
def test_norms_that_cannot_be_made(
    kind: type[LayerNorm | RMSNorm], width: int, eps: float, message: str
) -> None:
    """A width below 1 and an eps that is below 0 or no number are refused."""
    with pytest.raises(ValueError, match=message):
        kind(width, eps=eps)


@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.int64])
def test_another_dtype_than_the_weights(
    kind: type[LayerNorm | RMSNorm], dtype: torch.dtype
) -> None:
    """What is of another dtype than the norm's weights is named with both."""
    with pytest.raises(ValueError, match=r"to meet a weight .* float32 on cpu"):
        kind(4)(torch.ones(2, 4, dtype=dtype))
    assert kind(4)(torch.ones(0, 4)).shape == (0, 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: identity_path(torch.tanh, torch.ones(2, 4)), r"x \[D\], image \[D\]"),
        (lambda: identity_path(lambda x: x[:2], torch.ones(4)), r"found x \[4\].*, image \[2\]"),
        (lambda: gradient_by_depth([torch.tanh], torch.ones(3).long()), "one floating dtype"),
        (lambda: gradient_by_depth([torch.detach], torch.ones(3)), "a gradient flows back from"),
    ],
)
def test_roads_that_cannot_be_measured(call: Callable[[], object], message: str) -> None:
    """Other shapes, whole numbers and a layer that cuts the gradient off are named."""
    with pytest.raises(ValueError, match=message):
        call()
