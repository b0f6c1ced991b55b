"""Sizes of models and of a machine as published: for claims about them, by arithmetic."""

from functools import cache
from typing import Any

import torch

from dhyana.cache import CacheShape
from dhyana.feedforward import as_memory
from dhyana.scaling import count_parameters, flops_per_token
from dhyana.transformer import Block, Config, Transformer

_LLAMA_3: dict[str, Any] = {
    "vocab_size": 128_256,
    "context": 131_072,
    "n_kv_heads": 8,
    "rope_theta": 500_000.0,
}
# Grattafiori et al. 2024 (arXiv 2407.21783) table 3.
LLAMA_3_8B = Config(**_LLAMA_3, n_layers=32, width=4_096, n_heads=32, ff_width=14_336)
LLAMA_3_70B = Config(**_LLAMA_3, n_layers=80, width=8_192, n_heads=64, ff_width=28_672)

# NVIDIA H100 SXM by its data sheet: bfloat16 without sparsity, and memory.
H100_FLOPS = 989e12  # a second
H100_BYTES = 3.35e12  # a second
H100_BALANCE = H100_FLOPS / H100_BYTES  # with fewer FLOPs a byte, memory sets the pace


@cache
def multiplied(config: Config) -> int:
    """Return the entries of the matrices a token is multiplied by; no weight is made."""
    with torch.device("meta"):
        return count_parameters(Transformer(config)).multiplied


def memories(config: Config) -> int:
    """Return how many keys and values the feed-forward networks of all layers have."""
    with torch.device("meta"):
        block = Block(config, 0)
    return config.n_layers * len(as_memory(block.feed_forward).keys)


def bytes_per_token(config: Config) -> int:
    """Return the bytes of one token's keys and values in bfloat16."""
    return CacheShape(
        n_layers=config.n_layers,
        n_kv_heads=config.n_kv_heads,
        head_dim=config.head_dim,
        dtype=torch.bfloat16,
    ).bytes_per_token


def step_flops(config: Config, length: int, *, cached: bool) -> float:
    """Return the FLOPs of one more token after a text: of all its tokens when nothing is kept."""
    of_one = flops_per_token(config, multiplied(config), length, training=False)
    return of_one if cached else of_one * length


def step_intensity(config: Config, length: int, *, cached: bool, texts: int = 1) -> float:
    """Return the FLOPs of a step for each byte it reads: the weights once, and every cache."""
    read = 2 * multiplied(config) + cached * texts * length * bytes_per_token(config)
    return texts * step_flops(config, length, cached=cached) / read
