"""Canto 9: the cache of keys and values, so that only the newest token is computed.

A cache belongs to one model and one batch. The model speaks to it in three calls a forward
pass, whatever kind it is (`Cache`):

    positions = cache.extend(T)                 # once: room for T new tokens, and where they stand
    mask = cache.mask(window)                   # once: who sees whom
    keys, values = cache.update(layer, k, v)    # in every layer: old and new together

Shapes: B batch, T new tokens, S tokens attended to, K key/value heads, E head dim.
Sources: Shazeer 2019 (arXiv 1911.02150) §2.4 for decoding with cached keys and values;
Beltagy et al. 2020 (arXiv 2004.05150) and Jiang et al. 2023 (arXiv 2310.06825) §2 for the
sliding window and its rolling buffer.
"""

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from dhyana.decoding import causal_mask


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheShape:
    """What every cache of a model has in common: its layers, key/value heads and numbers."""

    n_layers: int
    n_kv_heads: int
    head_dim: int
    dtype: torch.dtype = torch.float32
    device: torch.device | str = "cpu"

    @property
    def bytes_per_token(self) -> int:
        """Bytes one token takes: a key and a value in every layer and key/value head."""
        return 2 * self.n_layers * self.n_kv_heads * self.head_dim * self.dtype.itemsize


class Cache(Protocol):
    """What a model asks of a cache; `StaticCache` is the plain one."""

    @property
    def length(self) -> int:
        """Tokens of the longest sequence so far."""

    @property
    def bytes(self) -> int:
        """Bytes of all tensors the cache holds."""

    def extend(self, new: int) -> Tensor:
        """Make room for `new` tokens of every sequence; return their positions, [T] or [B, T].

        Called once a forward pass, before the first `update`. Raises ValueError when the
        context would be too long.
        """

    def mask(self, window: int | None = None) -> Tensor | None:
        """Say which keys the new tokens may see: bool, [T, S] or [B, 1, T, S], True = seen.

        None means the plain case: the one new token sees all keys, or, at the start (T = S),
        each token sees itself and those before it (`is_causal` of the fused kernels).
        """

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Store the new k, v [B, K, T, E]; return all that may be seen, [B, K, S, E].

        Keys come oldest first, so that the mask is aligned bottom-right; a single new token
        may get them in any order, for it sees them all.
        """

    def reorder(self, rows: Tensor) -> None:
        """Let sequence i continue what sequence rows[i] holds (beam search)."""

    def reset(self) -> None:
        """Forget all tokens, keep the memory."""


def allocate(shape: tuple[int, ...], dtype: torch.dtype, device: torch.device | str) -> Tensor:
    """Return zeros, or say in words how much memory was wanted or which device is not there.

    Zeros and not uninitialised memory: a NaN in a masked value would leak through 0 · NaN.
    """
    wanted = dtype.itemsize
    for size in shape:
        wanted *= size
    try:
        return torch.zeros(shape, dtype=dtype, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        if "memory" in str(error):
            raise RuntimeError(
                f"no memory for a cache tensor of {wanted:,} bytes on {device}; "
                "shorten the context or the batch, or use a paged or quantized cache"
            ) from error
        raise ValueError(f"device {device} is not available here") from error


def check_new(layer: int, k: Tensor, v: Tensor, expected: tuple[int, ...], n_layers: int) -> None:
    """Raise ValueError unless k and v are [B, K, T, E] as `extend` made room for."""
    if not 0 <= layer < n_layers:
        raise ValueError(f"the cache has layers 0 to {n_layers - 1}, asked for layer {layer}")
    if k.shape != expected or v.shape != expected:
        raise ValueError(
            f"expected k and v of [B, K, T, E] = {list(expected)} (did extend announce T?), "
            f"found {list(k.shape)} and {list(v.shape)}"
        )


class StaticCache:
    """Keys and values of up to `max_length` tokens in memory allocated once.

    Prefill and decode are the same calls: T is the prompt's length (or a chunk of it), then 1.
    """

    def __init__(self, shape: CacheShape, *, batch: int, max_length: int) -> None:
        self.shape = shape
        self.batch = batch
        self.max_length = max_length
        self._length = 0
        self._new = 0
        size = (batch, shape.n_kv_heads, max_length, shape.head_dim)
        self.keys = [allocate(size, shape.dtype, shape.device) for _ in range(shape.n_layers)]
        self.values = [allocate(size, shape.dtype, shape.device) for _ in range(shape.n_layers)]

    @property
    def length(self) -> int:
        """Tokens held."""
        return self._length

    @property
    def bytes(self) -> int:
        """B · max_length · bytes_per_token: what was allocated, full or not."""
        return self.batch * self.max_length * self.shape.bytes_per_token

    def extend(self, new: int) -> Tensor:
        """See `Cache.extend`."""
        if self._length + new > self.max_length:
            raise ValueError(
                f"context too long: the cache holds {self.max_length} tokens, "
                f"{self._length} are taken and {new} more do not fit"
            )
        start = self._length
        self._length += new
        self._new = new
        return torch.arange(start, self._length, device=self.shape.device)

    def mask(self, window: int | None = None) -> Tensor | None:
        """See `Cache.mask`."""
        seen = self._length
        if (self._new == 1 or self._new == seen) and (window is None or seen <= window):
            return None
        return causal_mask(self._new, seen, window=window, device=self.shape.device)

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """See `Cache.update`."""
        expected = (self.batch, self.shape.n_kv_heads, self._new, self.shape.head_dim)
        check_new(layer, k, v, expected, self.shape.n_layers)
        start, end = self._length - self._new, self._length
        keys, values = self.keys[layer], self.values[layer]
        keys[:, :, start:end] = k
        values[:, :, start:end] = v
        return keys[:, :, :end], values[:, :, :end]

    def reorder(self, rows: Tensor) -> None:
        """See `Cache.reorder`."""
        for stored in (*self.keys, *self.values):
            stored[:, :, : self._length] = stored[rows, :, : self._length]

    def reset(self) -> None:
        """See `Cache.reset`."""
        self._length = self._new = 0
