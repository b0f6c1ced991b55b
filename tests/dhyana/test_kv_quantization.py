"""The 8-bit cache: as small as said, and as close as its formats allow."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.functional import cross_entropy

from dhyana.cache import CacheShape
from dhyana.kv_quantization import (
    LARGEST,
    SCALE_DTYPE,
    Format,
    QuantizedCache,
    dequantize,
    quantize,
)
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


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("head_dim", [32, 64, 128])
def test_bytes_are_those_of_the_tensors(format: Format, head_dim: int) -> None:
    """Numbers and scales take the bytes they say: (E + 2) / 2E of a cache of 16-bit numbers."""
    shape = CacheShape(n_layers=2, n_kv_heads=3, head_dim=head_dim, dtype=torch.float16)
    cache = QuantizedCache(shape, batch=2, max_length=10, format=format)
    stored = [(t.numbers, t.scales) for t in (*cache.keys, *cache.values)]
    held = sum(tensor.untyped_storage().nbytes() for pair in stored for tensor in pair)
    assert cache.bytes == held
    assert math.isclose(
        cache.bytes / (2 * 10 * shape.bytes_per_token),
        (head_dim + SCALE_DTYPE.itemsize) / (2 * head_dim),
    )


@pytest.mark.parametrize(("format", "tolerance"), [("int8", 2e-3), ("e4m3", 1e-2), ("e5m2", 5e-2)])
def test_loss_hardly_changes(format: Format, tolerance: float) -> None:
    """The loss of a text read through the cache, in chunks, changes by less than stated."""
    torch.manual_seed(0)
    config = Config(
        vocab_size=40, context=96, width=64, n_layers=2, n_heads=2, n_kv_heads=1, init_std=0.1
    )
    model = Transformer(config).eval()
    tokens = torch.randint(40, (2, 96))
    cache = QuantizedCache(CacheShape.of(model), batch=2, max_length=96, format=format)
    with torch.no_grad():
        whole = model(tokens)
        pieces = [model(piece, cache=cache) for piece in tokens.split(24, dim=1)]
    losses = [
        cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
        for logits in (whole, torch.cat(pieces, dim=1))
    ]
    assert 0 < abs(losses[1] - losses[0]) < tolerance


def test_reorder_exchanges_texts() -> None:
    """After reorder both sequences read what the second one holds."""
    shape = CacheShape(n_layers=1, n_kv_heads=1, head_dim=4)
    cache = QuantizedCache(shape, batch=2, max_length=3)
    k = torch.randn(2, 1, 2, 4)
    cache.extend(2)
    read, _ = cache.update(0, k, k)
    cache.reorder(torch.tensor([1, 1]))
    cache.extend(1)
    again, _ = cache.update(0, k[:, :, :1], k[:, :, :1])
    assert torch.equal(again[:, :, :2], read[[1, 1]])


def test_an_unknown_format_is_named() -> None:
    """A format that does not exist is refused with those that do."""
    shape = CacheShape(n_layers=1, n_kv_heads=1, head_dim=4)
    with pytest.raises(ValueError, match="int8, e4m3, e5m2, found 'int4'"):
        QuantizedCache(shape, batch=1, max_length=1, format="int4")  # type: ignore[arg-type]
