"""Tiny trainings: what a claim about learning is measured on, small enough for seconds."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor
from torch.nn import Parameter


def train(
    parameters: Iterable[Parameter],
    loss: Callable[[int], Tensor],
    *,
    steps: int,
    rate: float,
    largest_gradient: float | None = None,
) -> list[float]:
    """Descend by Adam, without warm-up or decay, and return the loss before each step.

    `loss` is called with the number of the step; `largest_gradient` bounds the norm of the
    gradient.
    """
    parameters = list(parameters)
    optimizer = torch.optim.Adam(parameters, lr=rate, fused=True)
    losses = []
    for step in range(steps):
        found = loss(step)
        optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call] # torch has not typed it
        if largest_gradient is not None:
            torch.nn.utils.clip_grad_norm_(parameters, largest_gradient)
        optimizer.step()
        losses.append(found.detach())
    return torch.stack(losses).tolist()
