"""Numbers in eight bits: the formats, and linear layers whose weights are int8.

A decoder of batch 1 reads every weight once a token and does little with it, so the bytes of
the weights are its time. The same formats serve the cache (`kv_quantization`).

Shapes: B batch, T tokens, D width in, F width out, V vectors of any number of dimensions.
Sources: Dettmers et al. 2022 (arXiv 2208.07339) §2.1 for absmax quantization; Micikevicius et
al. 2022 (arXiv 2209.05433) for the two 8-bit floating-point formats.
"""

import copy
from typing import Literal, TypeVar

import torch
from torch import Tensor, nn

from dhyana.binding import shloka

Format = Literal["int8", "e4m3", "e5m2"]
DTYPES = {"int8": torch.int8, "e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}
LARGEST = {"int8": 127.0, "e4m3": 448.0, "e5m2": 57344.0}
# As wide a range as float32, in two bytes. The coarse steps do no harm: numbers are divided by
# the scale as it is stored.
SCALE_DTYPE = torch.bfloat16
# Widths that torch._weight_int8pack_mm takes: with others it reads past the end (torch 2.13).
KERNEL_MULTIPLE = 16

Model = TypeVar("Model", bound=nn.Module)


@shloka(44)
def quantize(x: Tensor, format: Format) -> tuple[Tensor, Tensor]:
    """Return x [..., V] in 8 bits and the scale of each vector, [..., 1]: x ≈ q · scale.

    The scale brings the vector's largest number to the format's largest: 127 for int8 (absmax,
    symmetric), 448 for e4m3, 57344 for e5m2. A vector of zeros stays zeros.
    """
    largest = LARGEST[format]
    scale = (x.abs().amax(dim=-1, keepdim=True).float() / largest).to(SCALE_DTYPE)
    divisor = scale.float().clamp(min=torch.finfo(SCALE_DTYPE).tiny)
    scaled = (x.float() / divisor).clamp(-largest, largest)
    return (scaled.round() if format == "int8" else scaled).to(DTYPES[format]), scale


def dequantize(quantized: Tensor, scale: Tensor, dtype: torch.dtype) -> Tensor:
    """Return quantized [..., V] · scale [..., 1] in `dtype`."""
    return quantized.to(dtype) * scale.to(dtype)


@shloka(43)
class Int8Linear(nn.Module):
    """A linear layer whose weight [F, D] is int8 with a scale for each output; for inference.

    On CPU torch's own kernel multiplies bfloat16 by int8 and sums in float32; elsewhere, and for
    widths the kernel does not take, the weight is read back and multiplied in the input's dtype.
    """

    weight: Tensor
    scale: Tensor
    bias: Tensor | None

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.in_features, self.out_features = linear.in_features, linear.out_features
        weight, scale = quantize(linear.weight.detach(), "int8")
        self.register_buffer("weight", weight)
        self.register_buffer("scale", scale[:, 0])
        bias: Tensor | None = linear.bias
        self.register_buffer("bias", None if bias is None else bias.detach())

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] times the weight, [..., F], in the dtype of x."""
        if x.device.type == "cpu" and x.shape[-1] % KERNEL_MULTIPLE == 0:
            rows = x.reshape(-1, x.shape[-1]).to(torch.bfloat16)
            product = torch._weight_int8pack_mm(rows, self.weight, self.scale)
            y = product.to(x.dtype).view(*x.shape[:-1], -1)
        else:
            y = nn.functional.linear(x, self.weight.to(x.dtype)) * self.scale.to(x.dtype)
        return y if self.bias is None else y + self.bias.to(x.dtype)

    def extra_repr(self) -> str:
        """Show the widths, as `nn.Linear` does."""
        return f"in_features={self.in_features}, out_features={self.out_features}"


@shloka(43)
def int8_weights(model: Model) -> Model:
    """Return a copy of a model with an `Int8Linear` for every linear layer.

    Embeddings and norms stay as they are; of a tied head only the head's copy is int8. Measure
    what it costs: the loss on held-out text, before and after.
    """
    quantized = copy.deepcopy(model)
    for module in list(quantized.modules()):
        for name, child in module.named_children():
            if isinstance(child, nn.Linear):
                setattr(module, name, Int8Linear(child))
    return quantized
