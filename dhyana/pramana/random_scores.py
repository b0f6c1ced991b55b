"""Scores of random queries and keys: how they spread with d_k, and what softmax makes of them.

Shapes: N trials stand where B and H stand in a model; one query and S keys each, of E = d_k.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from dhyana.attention import attention_weights, dot_product_scores, scale_scores
from dhyana.pramana.experiment import Settings, curve, exact
from dhyana.pramana.instruments import softmax_jacobian_norm
from dhyana.shlokas.evidence import Series

HEAD_DIMS = (16, 64, 128, 256, 1024)
KEYS = 64


class Softmax(NamedTuple):
    """What softmax makes of random scores."""

    largest: float  # largest weight, mean
    jacobian: float  # norm of the Jacobian, median
    gradient: float  # norm of the gradient that reaches the query, median


def variances(
    settings: Settings, pairs: int, head_dim: int, deviation: float = 1
) -> tuple[float, float]:
    """Return the variance of q·k and of q·k / √d_k for independent normal q and k."""
    query, key = (deviation * settings.normal(pairs, 1, head_dim, seed=n) for n in (1, 2))
    scores = dot_product_scores(query, key)
    return float(exact(scores).var()), float(exact(scale_scores(scores, head_dim)).var())


def variance_after_linear(settings: Settings, pairs: int, head_dim: int) -> float:
    """Return the variance of q·k / √d_k for q and k that fresh layers make of normal inputs."""
    width = 4 * head_dim
    with settings.seeded(), torch.no_grad():
        query, key = (
            nn.Linear(width, head_dim).to(settings.device, settings.dtype)(
                settings.normal(pairs, 1, width, seed=n)
            )
            for n in (1, 2)
        )
    return float(exact(scale_scores(dot_product_scores(query, key), head_dim)).var())


def softmax_of_scores(settings: Settings, head_dim: int) -> tuple[Softmax, Softmax]:
    """Weigh random keys, raw and scaled, and send a random gradient back to the query."""
    trials = 512 if settings.quick else 2048
    query = settings.normal(trials, 1, head_dim, seed=3).requires_grad_()
    key = settings.normal(trials, KEYS, head_dim, seed=4)
    upstream = settings.normal(trials, 1, KEYS, seed=5)

    def softmax(scores: Tensor) -> Softmax:
        weights = attention_weights(scores)
        (gradient,) = torch.autograd.grad(weights, query, upstream, retain_graph=True)
        return Softmax(
            float(exact(weights).amax(dim=-1).mean()),
            float(softmax_jacobian_norm(weights).median()),
            float(exact(gradient).norm(dim=-1).median()),
        )

    scores = dot_product_scores(query, key)
    return softmax(scores), softmax(scale_scores(scores, head_dim))


def over_head_dim(label: str, y: Sequence[float]) -> Series:
    """Return a curve over `HEAD_DIMS`; the label names y up to its first comma."""
    return curve(label, "d_k", label.partition(",")[0], HEAD_DIMS, y)
