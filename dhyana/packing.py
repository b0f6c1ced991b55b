"""A model packed for inference: layers that read the same input become one.

Training wants the matrices as the world names them (`projections`); a decoder reads every weight
once a token, and reads one large matrix faster than three small ones. How the layers are joined
is a choice: `side_by_side` and, where several texts are written at once, `in_blocks` keep the
numbers, `quantize.Int8Linear` rounds them to 8 bits.

Shapes: B batch, T tokens, D width in, F width out.
"""

import copy
from collections.abc import Callable, Sequence
from typing import TypeVar

import torch
from torch import Tensor, nn

from dhyana.binding import shloka
from dhyana.feedforward import GatedFeedForward
from dhyana.projections import QKV, Projections
from dhyana.shapes import expect_width, shown

Model = TypeVar("Model", bound=nn.Module)
Join = Callable[..., nn.Module]


@shloka(43)
def side_by_side(*linears: nn.Linear) -> nn.Linear:
    """Return one layer, D to the sum of all F, whose outputs are those of the layers in a row.

    The longer side of the weight lies contiguous in memory: for one row of input BLAS reads
    256 × 4096 numbers four times faster along the 4096 than across. For inference: the weights
    are copies and take no gradient. Raises ValueError for layers that do not read the same, or of
    which only some have a bias.
    """
    check_alike(linears)
    weight = torch.cat([linear.weight.detach() for linear in linears])
    outputs, inputs = weight.shape
    if outputs > inputs:
        weight = weight.mT.contiguous().mT
    together = nn.Linear(inputs, outputs, bias=linears[0].bias is not None, device="meta")
    together.weight = nn.Parameter(weight, requires_grad=False)
    if together.bias is not None:
        bias = torch.cat([linear.bias.detach() for linear in linears])
        together.bias = nn.Parameter(bias, requires_grad=False)
    return together


def check_alike(linears: Sequence[nn.Linear]) -> None:
    """Raise ValueError unless layers read the same, and all have a bias or none."""
    kinds = {
        (layer.in_features, layer.bias is None, layer.weight.dtype, layer.weight.device)
        for layer in linears
    }
    if len(kinds) != 1:
        found = ", ".join(f"{layer} of {shown(layer.weight)}" for layer in linears)
        raise ValueError(
            "expected layers of one input width, dtype and device, all with a bias or all "
            f"without, found {found or 'none'}"
        )


@shloka(43)
class BlockedLinear(nn.Module):
    """A linear layer whose weight [F, D] lies in memory as oneDNN's kernel reads it: in blocks.

    BLAS copies a weight into blocks at every call, which for a few rows of input takes as long as
    multiplying. With 8 rows on two threads the layers of a model of width 256 take 2.1 ms a token
    instead of 3.6, on one thread 2.9 instead of 4.2; a single row is faster `side_by_side`.

    For inference on a CPU. Raises ValueError for layers that do not read the same, of which only
    some have a bias, or for which torch has no such kernel.
    """

    weight: Tensor
    bias: Tensor | None

    def __init__(self, *linears: nn.Linear) -> None:
        super().__init__()
        together = side_by_side(*linears)
        if not _has_blocks(together.weight):
            raise ValueError(
                "expected layers of float32 on a CPU, in a torch with oneDNN, found "
                f"{together.weight.dtype} on {together.weight.device}"
            )
        self.in_features, self.out_features = together.in_features, together.out_features
        with torch.inference_mode(mode=False), torch.no_grad():
            blocked = torch.ops.mkldnn._reorder_linear_weight(together.weight.contiguous(), _ROWS)
        self.register_buffer("weight", blocked, persistent=False)
        self.register_buffer("bias", together.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] times the weight, [..., F]; ValueError for another D or dtype."""
        expect_width(x, self.in_features, self.weight)
        y: Tensor = torch.ops.dhyana.blocked_linear(x, self.weight, self.bias, self.out_features)
        return y

    def __deepcopy__(self, _: dict[int, object]) -> "BlockedLinear":
        """Return a copy that has the same weight: torch cannot copy it, and it never changes."""
        twin = copy.copy(self)
        twin._buffers = self._buffers.copy()
        return twin

    def extra_repr(self) -> str:
        """Show the widths, as `nn.Linear` does."""
        return f"in_features={self.in_features}, out_features={self.out_features}"


_ROWS = 8  # the blocks are chosen for so many; they serve any other number as well

# An operation of its own, as torch's compiler takes oneDNN's only with weights that it packed.
torch.library.define(
    "dhyana::blocked_linear", "(Tensor x, Tensor weight, Tensor? bias, int width) -> Tensor"
)


@torch.library.impl("dhyana::blocked_linear", "CompositeExplicitAutograd")
def _blocked_linear(x: Tensor, weight: Tensor, bias: Tensor | None, width: int) -> Tensor:
    y: Tensor = torch.ops.mkldnn._linear_pointwise(x, weight, bias, "none", [], "")
    return y


def _blocked_shape(x: Tensor, weight: Tensor, bias: Tensor | None, width: int) -> Tensor:
    return x.new_empty((*x.shape[:-1], width))


torch.library.register_fake("dhyana::blocked_linear", _blocked_shape)


def _has_blocks(weight: Tensor) -> bool:
    """Say whether torch has a kernel that reads such a weight in blocks."""
    there: bool = torch.backends.mkldnn.is_available()  # type: ignore[no-untyped-call] # torch has not typed it
    return there and weight.device.type == "cpu" and weight.dtype == torch.float32


@shloka(43)
def in_blocks(*linears: nn.Linear) -> nn.Module:
    """Return one layer, D to the sum of all F, for several rows of input: `BlockedLinear`.

    Where there is no such kernel (another device, another dtype), the layers are joined
    `side_by_side`. Raises ValueError as that does.
    """
    check_alike(linears)
    join = BlockedLinear if _has_blocks(linears[0].weight) else side_by_side
    return join(*linears)


@shloka(43)
class PackedProjections(nn.Module):
    """`projections.Projections` with the three in one layer."""

    def __init__(self, projections: Projections, join: Join) -> None:
        super().__init__()
        linears = (projections.query, projections.key, projections.value)
        self.widths = [linear.out_features for linear in linears]
        self.together = join(*linears)

    def forward(self, x: Tensor) -> QKV:
        """Project x [B, T, D] three ways."""
        return QKV(*self.together(x).split(self.widths, dim=-1))


@shloka(43)
class PackedGatedFeedForward(nn.Module):
    """`feedforward.GatedFeedForward` with gate and up in one layer."""

    def __init__(self, network: GatedFeedForward, join: Join) -> None:
        super().__init__()
        self.activation = network.activation
        self.together = join(network.gate, network.up)
        self.down = join(network.down)

    def forward(self, x: Tensor) -> Tensor:
        """Widen x [B, T, D] twice, gate one by the other, and return to D."""
        gate, up = self.together(x).chunk(2, dim=-1)
        y: Tensor = self.down(self.activation(gate) * up)
        return y


@shloka(43)
def pack(model: Model, join: Join = side_by_side) -> Model:
    """Return a copy of a model for inference, its linear layers joined where they read the same.

    *vegaṃ dadāti yantrāya* — the numbers are those of the model, to rounding, unless `join`
    changes them. One text is written fastest with layers `side_by_side`, several `in_blocks`.
    Embeddings and norms stay as they are; a tied head gets a weight of its own.
    """
    packed = copy.deepcopy(model)
    for module in list(packed.modules()):
        for name, child in module.named_children():
            match child:
                case Projections():
                    setattr(module, name, PackedProjections(child, join))
                case GatedFeedForward():
                    setattr(module, name, PackedGatedFeedForward(child, join))
                case nn.Linear():
                    setattr(module, name, join(child))
    return packed.eval()
