"""Eight bits: the formats' errors, and linear layers with int8 weights."""

import re
from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn.functional import cross_entropy

from dhyana.quantize import LARGEST, Format, Int8Linear, dequantize, quantize, to_int8
from dhyana.transformer import Config, Transformer

FORMATS: tuple[Format, ...] = ("int8", "e4m3", "e5m2")
# Half a step of the format near its largest number, as a share of the largest: one of 127
# steps; 3 and 2 bits after the point. The scale, rounded to 8 bits, adds 2^-8 of itself.
HALF_STEP = {"int8": 0.5 / 127, "e4m3": 2**-4, "e5m2": 2**-3}


@settings(deadline=None, max_examples=50)
@given(
    format=st.sampled_from(FORMATS),
    magnitude=st.floats(-30, 30),
    seed=st.integers(0, 2**16),
)
def test_error_is_within_half_a_step(format: Format, magnitude: float, seed: int) -> None:
    """Each number comes back within half a step, whatever the magnitude of its vector."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(3, 2, 16, generator=generator) * 10**magnitude
    back = dequantize(*quantize(x, format), torch.float32)
    largest = x.abs().amax(dim=-1, keepdim=True)
    error = (back - x).abs() / largest
    assert error.max() <= HALF_STEP[format] + 2**-8


@pytest.mark.parametrize("format", FORMATS)
def test_zeros_stay_zeros(format: Format) -> None:
    """A vector of zeros has no scale to divide by and comes back as zeros."""
    back = dequantize(*quantize(torch.zeros(2, 4), format), torch.float32)
    assert back.tolist() == torch.zeros(2, 4).tolist()


@pytest.mark.parametrize("format", FORMATS)
def test_the_largest_number_uses_the_whole_range(format: Format) -> None:
    """The scale brings the vector's largest number to the format's largest."""
    numbers, _ = quantize(torch.tensor([[0.5, -8.0]]), format)
    assert abs(float(numbers[0, 1])) == LARGEST[format]


@pytest.mark.parametrize("activations", [False, True])
@settings(deadline=None, max_examples=25)
@given(rows=st.integers(1, 9), wide=st.integers(1, 70), narrow=st.integers(1, 70))
def test_a_layer_is_near_its_float(activations: bool, rows: int, wide: int, narrow: int) -> None:
    """Whatever the widths, an int8 layer's output is within 2 % of the float layer's size."""
    linear = nn.Linear(wide, narrow)
    x = torch.randn(2, rows, wide)
    wanted, got = linear(x), Int8Linear(linear, activations=activations)(x)
    assert got.dtype == x.dtype
    size = (x.norm(dim=-1, keepdim=True) * linear.weight.norm(dim=1)) + linear.bias.abs()
    assert ((got - wanted).abs() <= 0.02 * size).all()


@pytest.mark.parametrize("activations", [False, True])
def test_the_plain_way_is_the_kernels(activations: bool) -> None:
    """A width the kernel does not take goes the plain way, to the kernel's numbers."""
    linear, wider = nn.Linear(64, 48), nn.Linear(65, 48)
    with torch.no_grad():
        wider.weight.copy_(nn.functional.pad(linear.weight, (0, 1)))
        wider.bias.copy_(linear.bias)
    x = torch.randn(3, 64).bfloat16().float()
    by_kernel = Int8Linear(linear, activations=activations)(x)
    plainly = Int8Linear(wider, activations=activations)(nn.functional.pad(x, (0, 1)))
    tolerance = 1e-6 if activations else 1e-2  # whole numbers are added without rounding
    torch.testing.assert_close(plainly, by_kernel, atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("activations", [False, True])
def test_a_model_in_int8_says_nearly_the_same(activations: bool) -> None:
    """All linear layers become int8 in a copy, a quarter of the bytes, at hardly any loss."""
    torch.manual_seed(0)
    config = Config(
        vocab_size=60, context=32, width=64, n_layers=2, n_heads=4, tied=True, init_std=0.1
    )
    model = Transformer(config).eval()
    small = to_int8(model, activations=activations)
    linears = [module for module in model.modules() if isinstance(module, nn.Linear)]
    packed = [module for module in small.modules() if isinstance(module, Int8Linear)]
    assert (len(linears), len(packed)) == (2 * 7 + 1, 2 * 4 + 1)
    assert not any(isinstance(module, nn.Linear) for module in small.modules())
    weights = sum(linear.weight.nbytes for linear in linears)
    assert sum(layer.weight.nbytes for layer in packed) * 4 == weights
    tokens = torch.randint(60, (4, 32))
    with torch.no_grad():
        losses = [
            float(cross_entropy(m(tokens)[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()))
            for m in (model, small)
        ]
    assert 0 < abs(losses[1] - losses[0]) < 5e-3


def test_layers_together_are_layers_apart() -> None:
    """Layers that read the same input give, as one, the numbers they give by themselves."""
    layers = [nn.Linear(32, width) for width in (16, 5, 40)]
    x = torch.randn(3, 32)
    together = Int8Linear(*layers)
    apart = torch.cat([Int8Linear(layer)(x) for layer in layers], dim=-1)
    assert torch.equal(together(x), apart)
    assert together.out_features == 61


def test_a_saved_layer_loads() -> None:
    """The int8 numbers and scales are in the state dict, so that a quantized model can be kept."""
    layer, other = Int8Linear(nn.Linear(8, 4)), Int8Linear(nn.Linear(8, 4))
    other.load_state_dict(layer.state_dict())
    x = torch.randn(2, 8)
    assert torch.equal(layer(x), other(x))


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "whole vectors": (lambda: quantize(torch.ones(3).int(), "int8"), "expected floating vectors"),
    "scales of other vectors": (
        lambda: dequantize(torch.ones(2, 3).to(torch.int8), torch.ones(3, 1), torch.float32),
        "a scale for each vector, found [2, 3] int8 on cpu, [3, 1]",
    ),
    "a row too narrow": (
        lambda: Int8Linear(nn.Linear(16, 4))(torch.ones(1, 8)),
        "x [..., D = 16]",
    ),
    "a row elsewhere": (
        lambda: Int8Linear(nn.Linear(16, 4))(torch.ones(1, 16, device="meta")),
        "found [1, 16] float32 on meta",
    ),
    "whole numbers in a row": (
        lambda: Int8Linear(nn.Linear(16, 4), activations=True)(torch.ones(1, 16).int()),
        "found [1, 16] int32",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_fit_is_named(wrong: str) -> None:
    """Vectors, scales and rows that do not fit are a ValueError."""
    ask, message = WRONG[wrong]
    with pytest.raises(ValueError, match=re.escape(message)):
        ask()


def test_no_row_in_no_row_out() -> None:
    """A layer of int8 takes an empty batch, as `nn.Linear` does."""
    assert Int8Linear(nn.Linear(16, 4))(torch.ones(0, 16)).shape == (0, 4)
