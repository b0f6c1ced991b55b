"""The 8-bit cache: as small as said, and as close as its formats allow."""

import math

import pytest
import torch
from torch.nn.functional import cross_entropy

from dhyana.cache import CacheShape
from dhyana.kv_quantization import QuantizedCache
from dhyana.quantize import SCALE_DTYPE, Format
from dhyana.transformer import Config, Transformer

FORMATS: tuple[Format, ...] = ("int8", "e4m3", "e5m2")


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
        QuantizedCache(shape, batch=1, max_length=1, format="int4")  # type: ignore[arg-type] # wrong on purpose
