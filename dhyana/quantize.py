"""Numbers in eight bits: the formats, and linear layers whose weights are int8.

A decoder of batch 1 reads every weight once a token and does little with it, so the bytes of
the weights are its time. The same formats serve the cache (`kv_quantization`).

Shapes: B batch, T tokens, D width in, F width out, V vectors of any number of dimensions.
Sources: Dettmers et al. 2022 (arXiv 2208.07339) §2.1 for absmax quantization; Micikevicius et
al. 2022 (arXiv 2209.05433) for the two 8-bit floating-point formats.
"""

from functools import partial
from typing import Literal, TypeVar

import torch
from torch import Tensor, nn

from dhyana.binding import shloka
from dhyana.packing import check_alike, pack
from dhyana.shapes import expect_width, shown

Format = Literal["int8", "e4m3", "e5m2"]
DTYPES = {"int8": torch.int8, "e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}
LARGEST = {"int8": 127.0, "e4m3": 448.0, "e5m2": 57344.0}
# As wide a range as float32, in two bytes. The coarse steps do no harm: numbers are divided by
# the scale as it is stored.
SCALE_DTYPE = torch.bfloat16
# Widths torch's int8 kernels take; with others `_weight_int8pack_mm` reads past the end of the
# weight and `_int_mm` may mistake its layout (torch 2.13).
KERNEL_MULTIPLE = 16

Model = TypeVar("Model", bound=nn.Module)


@shloka(44)
def quantize(x: Tensor, format: Format) -> tuple[Tensor, Tensor]:
    """Return x [..., V] in 8 bits and the scale of each vector, [..., 1]: x ≈ q · scale.

    The scale brings the vector's largest number to the format's largest: 127 for int8 (absmax,
    symmetric), 448 for e4m3, 57344 for e5m2. A vector of zeros stays zeros, one with a NaN or an
    infinity becomes NaN when it is read back. Raises ValueError for another format, and for what
    are no vectors of floats.
    """
    if format not in DTYPES or not x.ndim or not x.shape[-1] or not x.is_floating_point():
        raise ValueError(
            f"expected floating vectors [..., V] and a format of {', '.join(DTYPES)}, found "
            f"{shown(x)} and {format!r}"
        )
    largest = LARGEST[format]
    scale = (x.abs().amax(dim=-1, keepdim=True).float() / largest).to(SCALE_DTYPE)
    divisor = scale.float().clamp(min=torch.finfo(SCALE_DTYPE).tiny)
    scaled = (x.float() / divisor).clamp(-largest, largest)
    return (scaled.round() if format == "int8" else scaled).to(DTYPES[format]), scale


@shloka(44)
def dequantize(quantized: Tensor, scale: Tensor, dtype: torch.dtype) -> Tensor:
    """Return quantized [..., V] · scale [..., 1] in `dtype`; ValueError for another scale."""
    if scale.shape != (*quantized.shape[:-1], 1):
        raise ValueError(
            f"expected a scale for each vector, found {shown(quantized)}, {shown(scale)}"
        )
    return quantized.to(dtype) * scale.to(dtype)


@shloka(43)
class Int8Linear(nn.Module):
    """A linear layer whose weight [F, D] is int8 with a scale for each output; for inference.

    Several layers that read the same x are one here, their outputs side by side: one pass over
    memory is faster than several. x meets the weight in bfloat16 or, with `activations`, is
    rounded to int8 itself, each token with a scale of its own: 64 products an instruction where
    the CPU has VNNI, but a token with one very large number loses its small ones (Dettmers et al.
    §3). Without a kernel for the device or the width, the same is computed in x's dtype. Raises
    ValueError for layers that do not read the same, or of which only some have a bias.
    """

    weight: Tensor
    scale: Tensor
    bias: Tensor | None

    def __init__(self, *linears: nn.Linear, activations: bool = False) -> None:
        super().__init__()
        check_alike(linears)
        self.activations = activations
        self.in_features = linears[0].in_features
        self.out_features = sum(linear.out_features for linear in linears)
        weight, scale = quantize(torch.cat([linear.weight.detach() for linear in linears]), "int8")
        self.register_buffer("weight", weight)
        self.register_buffer("scale", scale[:, 0])
        biases: list[Tensor | None] = [linear.bias for linear in linears]
        there = [bias.detach() for bias in biases if bias is not None]
        self.register_buffer("bias", torch.cat(there) if there else None)

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] times the weight, [..., F], in the dtype of x.

        Raises ValueError for another D, or another device.
        """
        expect_width(x, self.in_features, self.weight)
        rows = x.reshape(-1, x.shape[-1])
        with_kernel = x.device.type == "cpu" and self.in_features % KERNEL_MULTIPLE == 0
        if self.activations:
            numbers, scale = quantize(rows, "int8")
            if with_kernel:
                product = torch._int_mm(numbers, self.weight.mT).to(x.dtype)
            else:
                product = numbers.to(x.dtype) @ self.weight.mT.to(x.dtype)
            y = product * (scale.to(x.dtype) * self.scale.to(x.dtype))
        elif with_kernel:
            halves = rows.to(torch.bfloat16)
            y = torch._weight_int8pack_mm(halves, self.weight, self.scale).to(x.dtype)
        else:
            y = rows @ self.weight.mT.to(x.dtype) * self.scale.to(x.dtype)
        y = y.view(*x.shape[:-1], self.out_features)
        return y if self.bias is None else y + self.bias.to(x.dtype)

    def extra_repr(self) -> str:
        """Show the widths, as `nn.Linear` does."""
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"activations={self.activations}"
        )


@shloka(43)
def to_int8(model: Model, *, activations: bool = False) -> Model:
    """Return a copy of a model for inference, packed, the weights of its linear layers in int8.

    With `activations` what comes into the layers is rounded to int8 too. Embeddings and norms
    stay as they are; of a tied head only the head's copy is int8. Measure what it costs: the loss
    on held-out text, before and after.
    """
    return pack(model, partial(Int8Linear, activations=activations))
