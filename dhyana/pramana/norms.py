"""Norms put to the test: inputs of every size, and what each has to go through.

Shapes: B examples, D width.
"""

from functools import partial

import torch
from torch import Tensor, nn

from dhyana.normalization import LayerNorm, RMSNorm
from dhyana.pramana.costs import numbers_gone_through
from dhyana.pramana.experiment import Settings, exact

WIDTH = 1024
USUAL, TINY = (0.1, 1.0, 1000.0), 1e-4  # deviations of inputs


def normed(
    settings: Settings, kind: type[LayerNorm] | type[RMSNorm], mean: float = 0
) -> tuple[Tensor, Tensor]:
    """Return what a norm makes of inputs [B, D] of the usual deviations, and of the tiny one.

    `mean` is that of the inputs in units of their deviation.
    """
    x, norm = settings.normal(16, WIDTH, seed=1) + mean, settings.build(partial(kind, WIDTH))
    usual = torch.cat([exact(norm(deviation * x)) for deviation in USUAL])
    return usual, exact(norm(TINY * x))


def farthest(values: Tensor) -> Tensor:
    """Return the value that is farthest from 1."""
    return values[(values - 1).abs().argmax()]


def layer_norm_in_steps(norm: LayerNorm, x: Tensor) -> Tensor:
    """Compute a LayerNorm one operation after the other."""
    centred = x - x.mean(dim=-1, keepdim=True)
    scale = (centred.square().mean(dim=-1, keepdim=True) + norm.eps).rsqrt()
    return centred * scale * norm.weight + norm.bias


def rms_norm_in_steps(norm: RMSNorm, x: Tensor) -> Tensor:
    """Compute an RMSNorm one operation after the other."""
    scale = (x.square().mean(dim=-1, keepdim=True) + norm.eps).rsqrt()
    return x * scale * norm.weight


def saved_in_steps(rms: RMSNorm, layer: LayerNorm, x: Tensor) -> float:
    """Return which share of the numbers LayerNorm goes through RMSNorm need not."""
    ours = numbers_gone_through(lambda: rms_norm_in_steps(rms, x))
    return 1 - ours / numbers_gone_through(lambda: layer_norm_in_steps(layer, x))


def saved_in_one_kernel(rms: RMSNorm, layer: LayerNorm, x: Tensor) -> float:
    """Return which share of the numbers LayerNorm reads and writes RMSNorm need not."""
    return 1 - _moved(rms, x) / _moved(layer, x)


def _moved(norm: nn.Module, x: Tensor) -> int:
    return 2 * x.numel() + sum(weight.numel() for weight in norm.parameters())


def differences_left(settings: Settings, offset: float) -> float:
    """Return how different RMSNorm leaves the numbers of a vector, LayerNorm leaving 1.

    The numbers have deviation 1 about the offset.
    """
    x = settings.normal(16, WIDTH, seed=2) + offset
    left = [
        exact(settings.build(partial(kind, WIDTH))(x)).std(dim=-1).mean()
        for kind in (RMSNorm, LayerNorm)
    ]
    return float(left[0] / left[1])
