"""Canto 9: the cache of keys and values, so that only the newest token is computed.

A cache belongs to one model and one batch. The model speaks to it in three calls a forward
pass, whatever kind it is (`Cache`):

    positions = cache.extend(T)                 # once: room for T new tokens, and where they stand
    mask = cache.mask(window)                   # once: who sees whom
    keys, values = cache.update(layer, k, v)    # in every layer: old and new together

Here stand the protocol and the two plain caches; `paged` and `kv_quantization` have the others.

Shapes: B batch, T new tokens, S tokens attended to, K key/value heads, E head dim.
Sources: Shazeer 2019 (arXiv 1911.02150) §2.4 for decoding with cached keys and values;
Beltagy et al. 2020 (arXiv 2004.05150) and Jiang et al. 2023 (arXiv 2310.06825) §2 for the
sliding window and its rolling buffer.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import torch
from torch import Tensor

from dhyana.binding import shloka
from dhyana.device import check_device, check_memory, out_of_memory
from dhyana.masking import causal_mask
from dhyana.shapes import expect_sizes, shown

if TYPE_CHECKING:  # the model imports this module
    from dhyana.transformer import Transformer


@shloka(44)
@dataclass(frozen=True, slots=True, kw_only=True)
class CacheShape:
    """What every cache of a model has in common: layers, key/value heads, numbers, device.

    *smṛtibhāraṃ samuddhṛtya* — grouped-query attention lifts the load of memory: the bytes count
    the K key/value heads, so the cache is H/K times smaller than with one for each query head.
    """

    n_layers: int
    n_kv_heads: int
    head_dim: int
    dtype: torch.dtype = torch.float32
    device: torch.device | str = "cpu"

    def __post_init__(self) -> None:
        """Raise ValueError for a size below 1, and for numbers that are no floats."""
        expect_sizes(n_layers=self.n_layers, n_kv_heads=self.n_kv_heads, head_dim=self.head_dim)
        if not self.dtype.is_floating_point:
            raise ValueError(f"keys and values are floats, found {self.dtype}")

    @classmethod
    def of(cls, model: "Transformer") -> "CacheShape":
        """Return the shape for a model as it is: its sizes, its weights' dtype and device.

        Of a model whose heads are split over devices (`parallel`), those on this device count.
        """
        from dhyana.heads import MultiHeadAttention  # which imports this module

        weight = model.embedding.weight
        attention = next(m for m in model.modules() if isinstance(m, MultiHeadAttention))
        return cls(
            n_layers=model.config.n_layers,
            n_kv_heads=attention.n_kv_heads,
            head_dim=model.config.head_dim,
            dtype=weight.dtype,
            device=weight.device,
        )

    @property
    def bytes_per_token(self) -> int:
        """Bytes one token takes: a key and a value in every layer and key/value head."""
        return 2 * self.n_layers * self.n_kv_heads * self.head_dim * self.dtype.itemsize


class Cache(Protocol):
    """What a model and the loop of `decoding` ask of a cache; `StaticCache` is the plain one."""

    @property
    def length(self) -> int:
        """Tokens of the longest sequence so far."""

    @property
    def max_length(self) -> int | None:
        """Tokens a sequence may reach; None when there is no bound."""

    @property
    def bytes(self) -> int:
        """Bytes of the memory for keys and values, in use or not."""

    def extend(self, new: int) -> Tensor:
        """Make room for `new` tokens of every sequence; return their positions, [T] or [B, T].

        Called once a forward pass, before the first `update`. Raises ValueError for less than
        one token and when the context would be too long.
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
        """Let sequence i continue what sequence rows[i] holds (beam search).

        Raises ValueError unless rows are as many as the sequences, each one of them.
        """

    def reset(self) -> None:
        """Forget all tokens, keep the memory."""


def allocate(
    shape: CacheShape, size: tuple[int, ...], dtype: torch.dtype
) -> tuple[list[Tensor], list[Tensor]]:
    """Return zeros of a size for the keys and for the values of every layer.

    Zeros and not uninitialised memory: a NaN in a masked value would leak through 0 · NaN.
    Raises torch.OutOfMemoryError, in words, for want of memory, ValueError when the device is not
    there.
    """
    check_device(shape.device)
    count = 2 * shape.n_layers
    wanted = count * math.prod(size) * dtype.itemsize
    try:
        check_memory(wanted, shape.device, "a cache")
        made = [torch.zeros(size, dtype=dtype, device=shape.device) for _ in range(count)]
    except RuntimeError as error:
        if out_of_memory(error) is None:
            raise
        raise torch.OutOfMemoryError(
            f"out of memory: a cache of {wanted:,} bytes does not fit on {shape.device}; "
            "shorten the context, or page or quantize the cache"
        ) from error
    return made[: shape.n_layers], made[shape.n_layers :]


def check_new(shape: CacheShape, layer: int, k: Tensor, v: Tensor, *, batch: int, new: int) -> None:
    """Raise ValueError unless the cache has the layer and k, v are [B, K, T, E] as announced.

    Their dtype is the cache's too: what is read back meets queries of it.
    """
    expected = (batch, shape.n_kv_heads, new, shape.head_dim)
    if not 0 <= layer < shape.n_layers:
        raise ValueError(f"the cache has {shape.n_layers} layers, found layer {layer}")
    if not k.shape == v.shape == expected or not k.dtype == v.dtype == shape.dtype:
        raise ValueError(
            f"expected k and v [B, K, T, E] = {list(expected)} (T as given to extend) as "
            f"{shape.dtype}, found {shown(k)} and {shown(v)}"
        )


def check_extension(new: int) -> None:
    """Raise ValueError unless a pass brings at least one token."""
    if new < 1:
        raise ValueError(f"a pass brings at least 1 new token, found {new}")


def check_rows(rows: Tensor, batch: int) -> None:
    """Raise ValueError unless rows [B] are whole numbers from 0 to B − 1."""
    if (
        rows.shape != (batch,)
        or rows.dtype != torch.int64
        or not set(rows.tolist()) <= set(range(batch))
    ):
        raise ValueError(f"expected rows [{batch}] from 0 to {batch - 1}, found {rows.tolist()}")


class CountedCache:
    """The counting that caches share whose sequences are all equally long."""

    def __init__(self, shape: CacheShape, *, batch: int, max_length: int | None) -> None:
        expect_sizes(batch=batch, max_length=1 if max_length is None else max_length)
        self.shape = shape
        self.batch = batch
        self.max_length = max_length
        self.length = 0
        self.new = 0  # how many of them the current forward pass brings

    def extend(self, new: int) -> Tensor:
        """See `Cache.extend`."""
        check_extension(new)
        if self.max_length is not None and self.length + new > self.max_length:
            raise ValueError(
                f"context too long: the cache holds {self.max_length} tokens, "
                f"{self.length} are taken and {new} more do not fit"
            )
        self.length += new
        self.new = new
        return torch.arange(self.length - new, self.length, device=self.shape.device)

    def mask(self, window: int | None = None) -> Tensor | None:
        """See `Cache.mask`."""
        if self.new in (1, self.length) and (window is None or self.length <= window):
            return None
        return causal_mask(self.new, self.length, window=window, device=self.shape.device)

    def reset(self) -> None:
        """See `Cache.reset`."""
        self.length = self.new = 0

    def _check(self, layer: int, k: Tensor, v: Tensor) -> None:
        """Raise ValueError unless k and v are what `extend` made room for."""
        check_new(self.shape, layer, k, v, batch=self.batch, new=self.new)


@shloka(42, 43)
class StaticCache(CountedCache):
    """Keys and values of up to `max_length` tokens, in memory allocated once.

    *pūrvanirmitarūpāṇi kośe rakṣanti* — what was made before is kept in the treasury. Prefill and
    decode are the same calls: T is the prompt's length, or that of a chunk of it, and then 1.
    """

    def __init__(self, shape: CacheShape, *, batch: int, max_length: int) -> None:
        super().__init__(shape, batch=batch, max_length=max_length)
        size = (batch, shape.n_kv_heads, max_length, shape.head_dim)
        self.keys, self.values = allocate(shape, size, shape.dtype)

    @property
    def bytes(self) -> int:
        """B · max_length · bytes_per_token."""
        return sum(stored.nbytes for stored in (*self.keys, *self.values))

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """See `Cache.update`."""
        self._check(layer, k, v)
        start, end = self.length - self.new, self.length
        keys, values = self.keys[layer], self.values[layer]
        keys[:, :, start:end] = k
        values[:, :, start:end] = v
        return keys[:, :, :end], values[:, :, :end]

    def reorder(self, rows: Tensor) -> None:
        """See `Cache.reorder`."""
        check_rows(rows, self.batch)
        for stored in (*self.keys, *self.values):
            stored[:, :, : self.length] = stored[rows, :, : self.length]


@shloka(44)
class SlidingWindowCache(CountedCache):
    """The newest `window` tokens only, in a ring: the text may go on for ever.

    The token at position p lies in slot p mod W, over the one that has left the window. Made for
    models whose attention has that very window (`Config.window`).
    """

    def __init__(self, shape: CacheShape, *, batch: int, window: int) -> None:
        super().__init__(shape, batch=batch, max_length=None)
        expect_sizes(window=window)
        self.window = window
        size = (batch, shape.n_kv_heads, window, shape.head_dim)
        self.keys, self.values = allocate(shape, size, shape.dtype)

    @property
    def bytes(self) -> int:
        """B · W · bytes_per_token, however long the text."""
        return sum(stored.nbytes for stored in (*self.keys, *self.values))

    def mask(self, window: int | None = None) -> Tensor | None:
        """See `Cache.mask`; ValueError when the model's window is not the cache's."""
        if window != self.window:
            raise ValueError(f"the cache keeps {self.window} tokens, the model sees {window}")
        if self.new == 1 or self.new == self.length <= window:
            return None
        held = min(self.length - self.new, window)
        device = self.shape.device
        return causal_mask(self.new, held + self.new, window=window, device=device)

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """See `Cache.update`; several new tokens still see what they themselves push out."""
        self._check(layer, k, v)
        keys, values = self.keys[layer], self.values[layer]
        if self.new == 1:
            slot = (self.length - 1) % self.window
            keys[:, :, slot : slot + 1] = k
            values[:, :, slot : slot + 1] = v
            held = min(self.length, self.window)
            return keys[:, :, :held], values[:, :, :held]
        start = self.length - self.new
        old = self._slots(max(start - self.window, 0), start)
        all_keys = torch.cat((keys[:, :, old], k), dim=2)
        all_values = torch.cat((values[:, :, old], v), dim=2)
        kept = min(self.new, self.window)
        newest = self._slots(self.length - kept, self.length)
        keys[:, :, newest] = k[:, :, -kept:]
        values[:, :, newest] = v[:, :, -kept:]
        return all_keys, all_values

    def reorder(self, rows: Tensor) -> None:
        """See `Cache.reorder`."""
        check_rows(rows, self.batch)
        for stored in (*self.keys, *self.values):
            stored.copy_(stored[rows])

    def _slots(self, start: int, end: int) -> Tensor:
        """Return where the tokens at positions start to end − 1 lie."""
        return torch.arange(start, end, device=self.shape.device) % self.window
