"""Measuring instruments that experiments share; they compute in float64 on the CPU."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import normalize

from dhyana.attention import dot_product_scores
from dhyana.pramana.experiment import exact


def angle(a: Tensor, b: Tensor) -> Tensor:
    """Return the angle between vectors [..., E] without a dot product.

    θ = 2 atan2(‖u − v‖, ‖u + v‖) for their unit vectors, which is accurate also where θ is near
    0 or π: Kahan 2006, "How Futile are Mindless Assessments of Roundoff…?", §12.
    """
    u, v = normalize(exact(a), dim=-1), normalize(exact(b), dim=-1)
    return 2 * torch.atan2((u - v).norm(dim=-1), (u + v).norm(dim=-1))


def apart(a: Tensor, b: Tensor) -> float:
    """Return the largest difference of two results, the largest number of the second being 1."""
    return float((exact(a) - exact(b)).abs().max() / exact(b).abs().max())


def softmax_jacobian_norm(weights: Tensor) -> Tensor:
    """Return the Frobenius norm of softmax's Jacobian diag(α) − α αᵀ for rows α [..., S]."""
    alpha = exact(weights)
    squares = alpha.square().sum(dim=-1)
    return (squares - 2 * alpha.pow(3).sum(dim=-1) + squares.square()).clamp(min=0).sqrt()


def growth_exponent(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the p of y ~ xᵖ: the least-squares slope of log y over log x."""
    log_x, log_y = (torch.tensor(values, dtype=torch.float64).log() for values in (x, y))
    deviation = log_x - log_x.mean()
    return float((deviation * (log_y - log_y.mean())).sum() / deviation.square().sum())


class Exponential(NamedTuple):
    """The exponential y ~ factorˣ that comes nearest to values at x = 0, 1, 2 and so on."""

    factor: float
    explained: float  # share of the variance of log y that it explains (R²)


def exponential(y: Tensor) -> Exponential:
    """Fit an exponential to positive values [N] by least squares on their logarithms."""
    log_y = exact(y).log()
    x = torch.arange(len(log_y), dtype=torch.float64)
    x, deviation = x - x.mean(), log_y - log_y.mean()
    slope = (x * deviation).sum() / x.square().sum()
    missed = (deviation - slope * x).square().sum() / deviation.square().sum()
    return Exponential(float(slope.exp()), float(1 - missed))


def cosine_lost(query: Tensor, key: Tensor) -> Tensor:
    """Return how much smaller cos θ of the best key by score is than that of the best by angle.

    The largest over N trials of a query [N, 1, E] and keys [N, S, E].
    """
    cosine = angle(query, key).cos()
    chosen = exact(dot_product_scores(query, key)[:, 0]).argmax(dim=-1, keepdim=True)
    return (cosine.amax(dim=-1) - cosine.gather(-1, chosen)[:, 0]).max()


def smallest_influence(output: Tensor, value: Tensor) -> float:
    """Return the smallest |∂ Σ output t / ∂ value s| over outputs [T, F] and values [S, F]."""
    return min(
        float(torch.autograd.grad(row.sum(), value, retain_graph=True)[0].abs().min())
        for row in output
    )
