"""A model packed for inference: layers that read the same input become one.

Training wants the matrices as the world names them (`projections`); a decoder reads every weight
once a token, and reads one large matrix faster than three small ones. How the layers are joined
is a choice: `side_by_side` keeps the numbers, `quantize.Int8Linear` rounds them to 8 bits.

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
    """Raise ValueError unless layers read the same width, and all have a bias or none."""
    if len({(linear.in_features, linear.bias is None) for linear in linears}) != 1:
        raise ValueError(
            "expected layers of one input width, all with a bias or all without, found "
            f"{', '.join(map(str, linears)) or 'none'}"
        )


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
    changes them. Embeddings and norms stay as they are; a tied head gets a weight of its own.
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
