"""The measuring instruments, against values known beforehand."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.pramana.instruments import (
    angle,
    cosine_lost,
    growth_exponent,
    smallest_influence,
    softmax_jacobian_norm,
)


@pytest.mark.parametrize("theta", [0.0, 1e-9, 0.5, math.pi / 2, 3.0, math.pi - 1e-9, math.pi])
def test_angles_are_accurate_at_the_ends(theta: float) -> None:
    """Angles near 0 and π, where the arc cosine fails, are found to float64's precision."""
    a = torch.tensor([2.0, 0.0], dtype=torch.float64)
    b = torch.tensor([3 * math.cos(theta), 3 * math.sin(theta)], dtype=torch.float64)
    assert float(angle(a, b)) == pytest.approx(theta, abs=1e-15)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(-9, 9), min_size=1, max_size=8))
def test_the_jacobian_is_that_of_softmax(scores: list[float]) -> None:
    """The norm equals that of the Jacobian which autograd finds."""
    row = torch.tensor(scores, dtype=torch.float64)
    jacobian = torch.func.jacrev(lambda x: x.softmax(-1))(row)
    assert float(softmax_jacobian_norm(row.softmax(-1))) == pytest.approx(
        float(jacobian.norm()), abs=1e-7
    )


@pytest.mark.parametrize("power", [-1.0, 0.0, 0.5, 3.0])
def test_the_exponent_of_a_power_law_is_found(power: float) -> None:
    """Of y = 7 xᵖ the instrument finds p."""
    x = [1.0, 10.0, 64.0, 1000.0]
    assert growth_exponent(x, [7 * each**power for each in x]) == pytest.approx(power, abs=1e-12)


def test_a_longer_key_wins_over_a_better_aligned_one() -> None:
    """The loss is the difference of the two cosines, and 0 where the best is chosen."""
    query = torch.tensor([[[1.0, 0.0]]])
    key = torch.tensor([[[1.0, 0.0], [3.0, 4.0]]])
    assert float(cosine_lost(query, key)) == pytest.approx(1 - 3 / 5)
    assert float(cosine_lost(query, key / key.norm(dim=-1, keepdim=True))) == pytest.approx(0)


def test_the_smallest_influence_is_found() -> None:
    """Of a linear map the smallest derivative is its smallest coefficient."""
    weights = torch.tensor([[0.5, 0.25], [1.0, 0.125]])
    value = torch.ones(2, 3, requires_grad=True)
    assert smallest_influence(weights @ value, value) == 0.125
    blind = torch.tensor([[0.5, 0.0], [1.0, 0.125]])
    assert smallest_influence(blind @ value, value) == 0
