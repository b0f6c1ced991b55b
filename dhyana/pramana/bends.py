"""How far maps are from being straight."""

from collections.abc import Callable

import torch
from torch import Tensor

from dhyana.pramana.experiment import exact


def jump(f: Callable[[Tensor], Tensor]) -> float:
    """Return how far the derivative of a function of one number jumps at 0."""
    sides = torch.tensor([-1e-4, 1e-4], dtype=torch.float64, requires_grad=True)
    (slopes,) = torch.autograd.grad(f(sides).sum(), sides)
    return float((slopes[1] - slopes[0]).abs())


def defect(f: Callable[[Tensor], Tensor], a: Tensor, b: Tensor) -> float:
    """Return |f(a + b) − f(a) − f(b) + f(0)| in units of |f(a + b)|: 0 for a straight map."""
    together = exact(f(a + b))
    bent = together - exact(f(a)) - exact(f(b)) + exact(f(torch.zeros_like(a)))
    return float(bent.norm() / together.norm())
