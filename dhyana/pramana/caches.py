"""What caches of keys and values weigh, and what they lose.

Shapes: B texts, T tokens, H query heads, K key/value heads, E head dim.
"""

import torch

from dhyana.attention import attention
from dhyana.cache import CacheShape, StaticCache
from dhyana.heads import grouped_attention
from dhyana.kv_quantization import QuantizedCache
from dhyana.paged import PagedCache, paged_attention
from dhyana.pramana import facts
from dhyana.pramana.experiment import Settings
from dhyana.pramana.instruments import apart
from dhyana.quantize import Format
from dhyana.transformer import Transformer


def one_head(settings: Settings) -> CacheShape:
    """Return the shape of the smallest cache one can look at."""
    return CacheShape(
        n_layers=1, n_kv_heads=1, head_dim=2, dtype=settings.dtype, device=settings.device
    )


def weight(
    heads: int,
    *,
    head_dim: int = 128,
    dtype: torch.dtype = torch.bfloat16,
    format: Format | None = None,
) -> int:
    """Return the bytes of the tensors of a cache of one layer for 64 tokens."""
    shape = CacheShape(n_layers=1, n_kv_heads=heads, head_dim=head_dim, dtype=dtype)
    if format is None:
        return StaticCache(shape, batch=1, max_length=64).bytes
    return QuantizedCache(shape, batch=1, max_length=64, format=format).bytes


def loss_with(model: Transformer, known: facts.Facts, format: Format) -> float:
    """Return the loss on facts of a model that reads its keys and values back from 8 bits."""
    texts, length = known.prompts.shape
    cache = QuantizedCache(CacheShape.of(model), batch=texts, max_length=length, format=format)
    with torch.no_grad():
        return float(facts.loss(model, known, cache))


def shared_apart(settings: Settings) -> float:
    """Return how far shared key/value heads are from heads of their own that are all alike."""
    query = settings.normal(2, 16, 32, 16, seed=1)
    key, value = (settings.normal(2, 2, 32, 16, seed=seed) for seed in (2, 3))
    own = [each.repeat_interleave(8, dim=1) for each in (key, value)]
    return apart(grouped_attention(query, key, value), attention(query, *own))


def paged_apart(settings: Settings) -> float:
    """Return how far attention over scattered blocks is from attention over keys in one piece.

    Two texts grow by turns, so that the blocks of one lie between those of the other.
    """
    shape = CacheShape(
        n_layers=1, n_kv_heads=2, head_dim=16, dtype=settings.dtype, device=settings.device
    )
    cache = PagedCache(shape, blocks=16, batch=2)
    query, key, value = (settings.normal(2, 2, 100, 16, seed=seed) for seed in (1, 2, 3))
    for k, v in zip(key.chunk(5, dim=2), value.chunk(5, dim=2), strict=True):
        cache.extend(20)
        cache.write(0, k, v)
    newest = query[:, :, -20:]
    expected = attention(newest, key, value, is_causal=True)
    return apart(paged_attention(newest, cache, 0), expected)


def share_of_forks(prompt: int, texts: int) -> float:
    """Return the blocks of texts forked after one prompt, in units of those of separate texts."""
    shape = CacheShape(n_layers=1, n_kv_heads=1, head_dim=1)
    in_use = []
    for forked in (True, False):
        cache = PagedCache(shape, blocks=texts * prompt, batch=1 if forked else texts)
        cache.extend(prompt)
        if forked:
            cache.batch += [cache.fork(cache.batch[0]) for _ in range(texts - 1)]
        cache.extend(1)
        in_use.append(cache.bytes_in_use)
    return in_use[0] / in_use[1]
