"""A small untrained decoder, and what it costs to write with it, with a cache and without.

Shapes: B batch, T tokens, N tokens written.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

import torch
from torch import Tensor, nn

from dhyana.cache import CacheShape, StaticCache
from dhyana.decoding import Stop, generate, next_logits
from dhyana.flash import attention_kernel
from dhyana.pramana.costs import flops
from dhyana.pramana.experiment import ROUNDING, Settings
from dhyana.transformer import Block, Config, Transformer

WORDS = 64
# A whole model rounds many times in a row; allowed are this many eps.
OF_A_MODEL = 8 * ROUNDING


def decoder(settings: Settings, *, width: int = 32) -> Transformer:
    """Return a model of two layers and four heads, of two for keys and values."""
    config = Config(
        vocab_size=WORDS,
        context=2048,
        width=width,
        n_layers=2,
        n_heads=4,
        n_kv_heads=2,
        init_std=0.2,
    )
    return settings.build(lambda: Transformer(config))


def text(settings: Settings, length: int, *, texts: int = 1) -> Tensor:
    """Return random tokens, [B, T]."""
    return settings.integers(WORDS, texts, length, seed=1)


def cache_of(model: Transformer, max_length: int, *, texts: int = 1) -> StaticCache:
    """Return an empty cache for a model."""
    return StaticCache(CacheShape.of(model), batch=texts, max_length=max_length)


def projections(model: Transformer, *names: str) -> Iterator[nn.Module]:
    """Go through the named projections of all layers: query, key or value."""
    for block in cast("list[Block]", model.blocks):
        for name in names:
            yield getattr(block.attention.project, name)


@torch.no_grad()
def keys_and_values(model: Transformer, text: Tensor, mask: Tensor | None = None) -> Tensor:
    """Return the keys and values of every token, in all layers, [2 · layers, B, K, T, E]."""
    cache = cache_of(model, text.shape[1], texts=len(text))
    model(text, cache=cache, mask=mask)
    return torch.stack((*cache.keys, *cache.values))


def writing(model: Transformer, first: Tensor, new: int, *, cached: bool) -> Callable[[], Tensor]:
    """Return what writes N tokens after the first ones, greedily: its result is [B, T + N]."""

    def run() -> Tensor:
        size = first.shape[1] + new
        cache = cache_of(model, size, texts=len(first)) if cached else None
        return generate(model, first, stop=Stop(max_new_tokens=new), cache=cache)

    return run


def step(model: Transformer, text: Tensor, *, cached: bool) -> int:
    """Return the FLOPs of the next token after a text [1, T]; a cache holds all but its last."""
    cache = cache_of(model, text.shape[1]) if cached else None
    if cache is not None:
        next_logits(model, text[:, :-1], cache)
    return products(partial(next_logits, model, text, cache))


def products(run: Callable[[], object]) -> int:
    """Return the FLOPs of a run, those of attention too, which counters miss in fused kernels."""
    with attention_kernel("math"):
        return flops(run)
