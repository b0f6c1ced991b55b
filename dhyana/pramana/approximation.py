"""How near a feed-forward network comes to given continuous functions of the plane.

Its hidden units are drawn at random and the best output layer is computed, not trained, so that
the error shown is the network's and not an optimizer's. In float64 on the CPU.

Shapes: P points [P, 2], M hidden units.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from dhyana.feedforward import FeedForward
from dhyana.pramana.experiment import Settings, exact

WIDTHS = (8, 32, 128, 512)  # hidden units
_POINTS = 4096


class Errors(NamedTuple):
    """Root mean square errors, in units of the functions' standard deviation."""

    inside: list[float]  # the unit square, for each of the widths
    outside: float  # twice as far out, for the widest
    bent_again: float  # inside, for the widest, its outputs through σ once more


def errors(settings: Settings) -> Errors:
    """Fit networks of several widths to points of the unit square; look inside and outside."""
    points, farther = (_square(settings, reach, seed=5 + reach) for reach in (1, 2))
    farther = farther[farther.abs().amax(dim=-1) > 1]
    networks = [_fitted(settings, width) for width in WIDTHS]
    widest = networks[-1]
    return Errors(
        [_error(network(points), points) for network in networks],
        _error(widest(farther), farther),
        _error(widest.activation(widest(points)), points),
    )


def _targets(points: Tensor) -> Tensor:
    """Return a smooth function of the points and one with a ridge, [P, 2]."""
    x, y = points.unbind(dim=-1)
    return torch.stack(((3 * x).sin() * (2 * y).cos(), (x - y).abs() - 0.5), dim=-1)


def _square(settings: Settings, reach: int, seed: int) -> Tensor:
    """Draw points of the square from −reach to reach."""
    drawn = settings.integers(1 << 20, _POINTS, 2, seed=seed).cpu().double() / (1 << 20)
    return reach * (2 * drawn - 1)


def _fitted(settings: Settings, hidden: int) -> FeedForward:
    """Return a network with the best output layer for other points of the unit square."""
    network = FeedForward(2, hidden, activation="relu").double().requires_grad_(False)
    network.up.weight.copy_(2 * exact(settings.normal(hidden, 2, seed=3)))
    network.up.bias.copy_(2 * exact(settings.normal(hidden, seed=4)))
    points = _square(settings, 1, seed=5)
    coefficients = network.coefficients(points)
    ones = torch.ones_like(coefficients[:, :1])
    design = torch.cat((coefficients, ones), dim=1)
    # Units that hardly any point sets off would get weights without measure.
    best = torch.linalg.lstsq(design, _targets(points), rcond=1e-4, driver="gelsd").solution
    network.down.weight.copy_(best[:-1].mT)
    network.down.bias.copy_(best[-1])
    return network


def _error(outputs: Tensor, points: Tensor) -> float:
    wanted = _targets(points)
    missed = (outputs - wanted).square().mean(dim=0) / wanted.var(dim=0, correction=0)
    return float(missed.mean().sqrt())
