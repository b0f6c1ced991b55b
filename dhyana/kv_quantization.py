"""Canto 9: keys and values in one byte a number.

Each vector of a head (one token's key or value, E numbers) has a scale of its own, so that a
loud head or token does not cost the quiet ones their digits. Against a cache of 16-bit numbers
the bytes are (E + 2) / 2E: .508 for E = 128, .531 for E = 32.

Shapes: B batch, T new tokens, S tokens attended to, K key/value heads, E head dim.
Source: Sheng et al. 2023 (arXiv 2303.06865) §4.
"""

from dataclasses import dataclass

from torch import Tensor

from dhyana.binding import shloka
from dhyana.cache import CacheShape, CountedCache, allocate, check_rows
from dhyana.quantize import DTYPES, SCALE_DTYPE, Format, dequantize, quantize


@dataclass(frozen=True, slots=True)
class QuantizedTensor:
    """One layer's keys or values: numbers of 8 bits [B, K, S, E], scales [B, K, S, 1]."""

    numbers: Tensor
    scales: Tensor


@shloka(44)
class QuantizedCache(CountedCache):
    """A static cache whose numbers are int8 or fp8 (e4m3, e5m2), with a scale for each vector.

    `update` returns what the model will really attend to, read back into the model's dtype.
    """

    def __init__(
        self, shape: CacheShape, *, batch: int, max_length: int, format: Format = "int8"
    ) -> None:
        if format not in DTYPES:
            raise ValueError(f"expected format {', '.join(DTYPES)}, found {format!r}")
        super().__init__(shape, batch=batch, max_length=max_length)
        self.format: Format = format
        size = (batch, shape.n_kv_heads, max_length)
        numbers = allocate(shape, (*size, shape.head_dim), DTYPES[format])
        scales = allocate(shape, (*size, 1), SCALE_DTYPE)
        self.keys, self.values = (
            list(map(QuantizedTensor, *pair)) for pair in zip(numbers, scales, strict=True)
        )

    @property
    def bytes(self) -> int:
        """Bytes of numbers and scales: 2 · layers · B · K · max_length · (E + 2)."""
        stored = (*self.keys, *self.values)
        return sum(tensor.numbers.nbytes + tensor.scales.nbytes for tensor in stored)

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """See `Cache.update`."""
        self._check(layer, k, v)
        return self._store(self.keys[layer], k), self._store(self.values[layer], v)

    def reorder(self, rows: Tensor) -> None:
        """See `Cache.reorder`."""
        check_rows(rows, self.batch)
        for stored in (*self.keys, *self.values):
            for tensor in (stored.numbers, stored.scales):
                tensor[:, :, : self.length] = tensor[rows, :, : self.length]

    def _store(self, stored: QuantizedTensor, new: Tensor) -> Tensor:
        """Write the new vectors; return all of them read back, [B, K, S, E]."""
        start, end = self.length - self.new, self.length
        numbers, scales = quantize(new, self.format)
        stored.numbers[:, :, start:end] = numbers
        stored.scales[:, :, start:end] = scales
        return dequantize(stored.numbers[:, :, :end], stored.scales[:, :, :end], self.shape.dtype)
