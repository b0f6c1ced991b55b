"""Rotary positions put to the test: as complex numbers, shifted far, and at great distances.

Shapes: T positions, E head dim.
"""

import math

import torch
from torch import Tensor

from dhyana.positions import rope_frequencies, rotary_tables, rotate, score_at_distances
from dhyana.pramana.experiment import Settings, exact

HEAD_DIM = 64


def frequencies(settings: Settings) -> Tensor:
    """Return the angles a step of a head of 64 dimensions, float32 [E/2]."""
    return rope_frequencies(HEAD_DIM).to(settings.device)


def turned(x: Tensor, positions: Tensor, by: Tensor) -> Tensor:
    """Turn vectors x [T, E] to positions [T]."""
    return rotate(x[None, :, None], rotary_tables(positions, by))[0, :, 0]


def as_complex(x: Tensor, positions: Tensor, by: Tensor) -> Tensor:
    """Turn vectors x [T, E] to positions [T] by multiplying complex numbers, in float64."""
    pairs = torch.complex(*exact(x).chunk(2, dim=-1))
    angles = exact(positions)[:, None] * exact(by)
    moved = pairs * torch.polar(torch.ones_like(angles), angles)
    return torch.cat((moved.real, moved.imag), dim=-1)


def moved_together(settings: Settings, shift: int, dtype: torch.dtype) -> float:
    """Return how much q·k changes at most, ‖q‖‖k‖ being 1, when both positions move by a shift.

    The vectors are float64, the angles are computed in the dtype.
    """
    q, k = exact(settings.normal(2, 32, HEAD_DIM, seed=2)).to(settings.device)
    by = frequencies(settings).to(dtype)
    places = torch.arange(32, device=settings.device)

    def products(start: int) -> Tensor:
        return turned(q, start + places, by) @ turned(k, start + places, by).mT

    lengths = q.norm(dim=-1, keepdim=True) * k.norm(dim=-1)
    change: Tensor = ((products(shift) - products(0)) / lengths).abs().max()
    return float(change)


def nearest_two(length: int, dtype: torch.dtype) -> float:
    """Return how far those two of `length` positions lie apart that are most alike.

    In units of a vector's length, the angles computed in the dtype.
    """
    tables = rotary_tables(torch.arange(length), rope_frequencies(HEAD_DIM).to(dtype))
    points = torch.cat((tables.cos[:, 0, : HEAD_DIM // 2], tables.sin[:, 0, HEAD_DIM // 2 :]), -1)
    apart = torch.cdist(points.float(), points.float()).fill_diagonal_(torch.inf)
    smallest: Tensor = apart.min() / math.sqrt(HEAD_DIM // 2)
    return float(smallest)


def of_equal(settings: Settings, distances: Tensor) -> Tensor:
    """Return q·k of equal vectors of equal coordinates at distances [T], at 0 being 1."""
    ones = torch.ones(HEAD_DIM, device=settings.device)
    return _scores(settings, ones, ones, distances) / HEAD_DIM


def of_made(settings: Settings, distance: int) -> float:
    """Return q·k, ‖q‖² being 1, at a distance of a random q and the k that fits it there."""
    q, at = settings.normal(HEAD_DIM, seed=1), torch.tensor([distance], device=settings.device)
    k = turned(q[None], at, frequencies(settings))[0]
    return float(_scores(settings, q, k, at) / exact(q).square().sum())


def spread(settings: Settings, distances: Tensor) -> Tensor:
    """Return the standard deviation of random q·k at distances [T], at the first being 1."""
    queries, keys = settings.normal(2, 256, HEAD_DIM, seed=3)
    found = [_scores(settings, q, k, distances) for q, k in zip(queries, keys, strict=True)]
    deviation = torch.stack(found).std(dim=0)
    return deviation / deviation[0]


def _scores(settings: Settings, q: Tensor, k: Tensor, distances: Tensor) -> Tensor:
    at = distances.to(settings.device)
    return exact(score_at_distances(q, k, at, frequencies(settings)))
