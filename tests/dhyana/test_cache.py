"""The static and the sliding cache: the same numbers as without, and as many bytes as said."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.cache import CacheShape, SlidingWindowCache, StaticCache
from dhyana.kv_quantization import QuantizedCache
from dhyana.paged import PagedCache
from dhyana.transformer import Config, Transformer

BATCH = 2
CONTEXT = 48
SHAPE = CacheShape(n_layers=2, n_kv_heads=1, head_dim=1)


def tiny_model(*, window: int | None = None, positions: str = "rope") -> Transformer:
    """Return a grouped-query model of two layers with weights large enough to matter."""
    torch.manual_seed(0)
    config = Config(
        vocab_size=40, context=CONTEXT, width=16, n_layers=2, n_heads=4, n_kv_heads=2,
        window=window, positions=positions, init_std=0.3,
    )  # type: ignore[arg-type]  # fmt: skip
    return Transformer(config).eval()


def in_pieces(model: Transformer, tokens: Tensor, cache: object, pieces: list[int]) -> Tensor:
    """Return the logits of all tokens, given to the model piece by piece."""
    done, logits = 0, []
    with torch.no_grad():
        for piece in pieces:
            logits.append(model(tokens[:, done : done + piece], cache=cache))
            done += piece
    return torch.cat(logits, dim=1)


pieces_of_a_text = st.lists(st.integers(1, 9), min_size=1, max_size=6).filter(
    lambda pieces: sum(pieces) <= CONTEXT
)


@pytest.mark.parametrize("positions", ["rope", "learned", "none"])
@settings(deadline=None, max_examples=15)
@given(pieces=pieces_of_a_text, window=st.none() | st.integers(1, 12))
def test_static_cache_changes_nothing(
    positions: str, pieces: list[int], window: int | None
) -> None:
    """Prefill, chunks and single tokens give the logits of one pass over the whole text."""
    model = tiny_model(window=window, positions=positions)
    tokens = torch.randint(40, (BATCH, sum(pieces)))
    cache = StaticCache(CacheShape.of(model), batch=BATCH, max_length=CONTEXT)
    with torch.no_grad():
        whole = model(tokens)
    torch.testing.assert_close(in_pieces(model, tokens, cache, pieces), whole, atol=2e-5, rtol=0)
    assert cache.length == sum(pieces)


@settings(deadline=None, max_examples=40)
@given(pieces=pieces_of_a_text, window=st.integers(1, 12))
def test_sliding_cache_changes_nothing(pieces: list[int], window: int) -> None:
    """A ring of W places gives a model of window W the logits of one pass, whatever the pieces."""
    model = tiny_model(window=window)
    tokens = torch.randint(40, (BATCH, sum(pieces)))
    cache = SlidingWindowCache(CacheShape.of(model), batch=BATCH, window=window)
    with torch.no_grad():
        whole = model(tokens)
    torch.testing.assert_close(in_pieces(model, tokens, cache, pieces), whole, atol=2e-5, rtol=0)


def static(shape: CacheShape) -> StaticCache:
    """Return a static cache for the batch."""
    return StaticCache(shape, batch=BATCH, max_length=20)


def sliding(shape: CacheShape) -> SlidingWindowCache:
    """Return a sliding cache for the batch."""
    return SlidingWindowCache(shape, batch=BATCH, window=8)


@pytest.mark.parametrize("make", [static, sliding])
def test_bytes_are_those_of_the_tensors(
    make: Callable[[CacheShape], StaticCache | SlidingWindowCache],
) -> None:
    """The bytes a cache names are the formula's and those of the storages it really holds."""
    shape = CacheShape(n_layers=3, n_kv_heads=2, head_dim=8, dtype=torch.bfloat16)
    cache = make(shape)
    storages = {tensor.untyped_storage() for tensor in (*cache.keys, *cache.values)}
    places = cache.max_length or 8
    assert cache.bytes == sum(storage.nbytes() for storage in storages)
    assert cache.bytes == BATCH * places * 2 * 3 * 2 * 8 * 2
    assert shape.bytes_per_token == 2 * 3 * 2 * 8 * 2


@pytest.mark.parametrize("make", [static, sliding])
def test_reorder_exchanges_texts(
    make: Callable[[CacheShape], StaticCache | SlidingWindowCache],
) -> None:
    """After reorder([1, 1]) both sequences go on from the second text."""
    model = tiny_model(window=8)
    cache = make(CacheShape.of(model))
    tokens = torch.randint(40, (BATCH, 7))
    following = torch.randint(40, (1, 1)).expand(BATCH, 1)
    in_pieces(model, tokens, cache, [7])
    cache.reorder(torch.tensor([1, 1]))
    got = in_pieces(model, following, cache, [1])
    with torch.no_grad():
        wanted = model(torch.cat((tokens[[1, 1]], following), dim=1))[:, -1:]
    torch.testing.assert_close(got, wanted, atol=2e-5, rtol=0)


@pytest.mark.parametrize("make", [static, sliding])
def test_reset_forgets(
    make: Callable[[CacheShape], StaticCache | SlidingWindowCache],
) -> None:
    """A cache that was reset serves a new text as a new cache would."""
    model = tiny_model(window=8)
    cache = make(CacheShape.of(model))
    in_pieces(model, torch.randint(40, (BATCH, 11)), cache, [11])
    cache.reset()
    tokens = torch.randint(40, (BATCH, 9))
    with torch.no_grad():
        whole = model(tokens)
    torch.testing.assert_close(in_pieces(model, tokens, cache, [4, 5]), whole, atol=2e-5, rtol=0)


def test_grouped_heads_divide_the_bytes() -> None:
    """The cache of a model with K key/value heads is H/K times smaller than with H."""
    shapes = [CacheShape(n_layers=2, n_kv_heads=heads, head_dim=64) for heads in (32, 4, 1)]
    assert [shapes[0].bytes_per_token // shape.bytes_per_token for shape in shapes] == [1, 8, 32]


def test_a_text_too_long_is_refused() -> None:
    """The message says how many places there are, how many are taken, how many are wanted."""
    cache = StaticCache(CacheShape(n_layers=1, n_kv_heads=1, head_dim=2), batch=1, max_length=4)
    cache.extend(3)
    with pytest.raises(ValueError, match="holds 4 tokens, 3 are taken and 2 more do not fit"):
        cache.extend(2)


def test_wrong_shapes_are_refused() -> None:
    """Keys that extend did not announce, or for a layer that is not there, are named."""
    cache = StaticCache(CacheShape(n_layers=1, n_kv_heads=1, head_dim=2), batch=1, max_length=4)
    cache.extend(2)
    k = torch.zeros(1, 1, 3, 2)
    with pytest.raises(ValueError, match=r"\[1, 1, 2, 2\] .* found \[1, 1, 3, 2\]"):
        cache.update(0, k, k)
    with pytest.raises(ValueError, match="1 layers, found layer 1"):
        cache.update(1, k[:, :, :2], k[:, :, :2])


def test_a_window_that_is_not_the_models_is_refused() -> None:
    """A ring for another window would hide or show the wrong keys, so it is an error."""
    cache = SlidingWindowCache(CacheShape(n_layers=1, n_kv_heads=1, head_dim=2), batch=1, window=4)
    cache.extend(1)
    with pytest.raises(ValueError, match="keeps 4 tokens, the model sees None"):
        cache.mask(None)


def test_no_memory_and_no_device_are_said_in_words() -> None:
    """Too large a cache names all its bytes, before one is taken; so is an absent device."""
    with pytest.raises(
        torch.OutOfMemoryError, match="out of memory: a cache of 18,014,398,509,481,984 bytes"
    ):
        StaticCache(SHAPE, batch=1, max_length=2**50)
    with pytest.raises(torch.OutOfMemoryError, match="page or quantize"):
        PagedCache(SHAPE, blocks=2**31, block_size=2**62)  # more bytes than can be counted
    with pytest.raises(torch.OutOfMemoryError, match="out of memory: a cache of"):
        QuantizedCache(SHAPE, batch=2**40, max_length=2**40)
    with pytest.raises(torch.OutOfMemoryError, match="out of memory: a cache of"):
        SlidingWindowCache(SHAPE, batch=1, window=2**62)
    with pytest.raises(ValueError, match="device xpu is not available here"):
        StaticCache(replace(SHAPE, device="xpu"), batch=1, max_length=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CacheShape(n_layers=2, n_kv_heads=1.5, head_dim=2), "n_kv_heads .* found 1.5"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: replace(SHAPE, dtype=torch.int8), "keys and values are floats, found torch.int8"),
        (lambda: StaticCache(SHAPE, batch=0, max_length=3), "batch of at least 1, found 0"),
        (lambda: StaticCache(SHAPE, batch=1, max_length=2.0), "max_length .* found 2.0"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: SlidingWindowCache(SHAPE, batch=1, window=-1), "window of at least 1, found -1"),
        (lambda: PagedCache(SHAPE, blocks=0), "blocks of at least 1, found 0"),
        (lambda: PagedCache(SHAPE, blocks=1, block_size=0), "block_size of at least 1, found 0"),
        (lambda: QuantizedCache(SHAPE, batch=1, max_length=0), "max_length of at least 1, found 0"),
    ],
)
def test_shapes_no_cache_has_are_named(make: Callable[[], object], message: str) -> None:
    """Sizes are whole numbers of at least 1, numbers floats, and the message says which is not."""
    with pytest.raises(ValueError, match=message):
        make()
