"""The threefold projection, verses 6–10."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.projections import Projections, affinities, contextualize, retrieve, subspace_overlap

sizes = st.integers(1, 6)


@settings(deadline=None, max_examples=20)
@given(batch=sizes, length=sizes, width=sizes, queries=sizes, keys=sizes)
def test_shapes(batch: int, length: int, width: int, queries: int, keys: int) -> None:
    """One vector becomes three, of the widths asked for, each x Wᵀ of its own matrix."""
    project = Projections(width, queries, keys)
    x = torch.randn(batch, length, width)
    q, k, v = project(x)
    assert q.shape == (batch, length, queries)
    assert k.shape == v.shape == (batch, length, keys)
    torch.testing.assert_close(v, x @ project.value.weight.mT)


@settings(deadline=None, max_examples=20)
@given(entries=sizes, width=sizes, seed=st.integers(0, 99))
def test_retrieval_between_mean_and_lookup(entries: int, width: int, seed: int) -> None:
    """Sharpness 0 gives the mean of all values, a great one the value of the nearest key."""
    torch.manual_seed(seed)
    keys = torch.nn.functional.normalize(torch.randn(entries, 8), dim=-1)
    values = torch.randn(entries, width)
    torch.testing.assert_close(retrieve(keys[0], keys, values, sharpness=0.0), values.mean(dim=0))
    torch.testing.assert_close(retrieve(keys, keys, values, sharpness=1e6), values)


@pytest.mark.parametrize(
    ("query", "keys", "values"),
    [
        (torch.zeros(3), torch.zeros(5, 4), torch.zeros(5, 2)),
        (torch.tensor(1.0), torch.zeros(5, 4), torch.zeros(5, 2)),
        (torch.zeros(4), torch.zeros(0, 4), torch.zeros(0, 2)),
        (torch.zeros(4), torch.zeros(5, 4), torch.zeros(5)),
        (torch.zeros(4), torch.zeros(5, 4), torch.zeros(5, 2).double()),
        (torch.zeros(4), torch.zeros(5, 4), torch.zeros(5, 2, device="meta")),
    ],
)
def test_retrieve_refuses_what_does_not_fit(query: Tensor, keys: Tensor, values: Tensor) -> None:
    """Sizes that do not meet, no entries, another dtype or device are told with all three."""
    with pytest.raises(ValueError, match=r"expected query .* found .* on cpu"):
        retrieve(query, keys, values)


def test_subspace_overlap() -> None:
    """The same features overlap by 1 however they are mixed, disjoint ones by 0."""
    axes = torch.eye(6)
    mixed = torch.randn(3, 3) @ axes[:3]
    assert subspace_overlap(axes[:3], mixed) == pytest.approx(1.0, abs=1e-5)
    assert subspace_overlap(axes[:3], axes[3:]) == pytest.approx(0.0, abs=1e-6)
    assert subspace_overlap(axes[:4], axes[2:]) == pytest.approx(0.5, abs=1e-6)


def test_affinities_are_distributions() -> None:
    """Every token's affinities to all tokens are positive and sum to 1."""
    weights = affinities(Projections(8, 4, 4)(torch.randn(2, 5, 8)))
    assert weights.shape == (2, 5, 5)
    assert (weights > 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 5))


def test_the_same_word_in_other_company() -> None:
    """A token gets another vector beside other neighbours, and the same beside the same."""
    project = Projections(8, 4, 4)
    bank, river, money = torch.randn(3, 8)
    beside_river = contextualize(torch.stack((bank, river))[None], project)[0, 0]
    beside_money = contextualize(torch.stack((bank, money))[None], project)[0, 0]
    again = contextualize(torch.stack((river, bank))[None], project)[0, 1]
    assert not torch.allclose(beside_river, beside_money)
    torch.testing.assert_close(beside_river, again)


@pytest.mark.parametrize("sizes", [(-1, 4, 4), (4, 0, 4), (4, 4, 2.5), (4, "4", 4)])
def test_projections_of_no_width(sizes: tuple[int, int, int]) -> None:
    """A width that is no whole number from 1 on is named."""
    with pytest.raises(ValueError, match=r"whole .*width of at least 1, found"):
        Projections(*sizes)


@pytest.mark.parametrize(
    "x", [torch.ones(3, 8).double(), torch.ones(3, 8, device="meta"), torch.ones(3, 8).int(), None]
)
def test_what_the_matrices_do_not_meet(x: Tensor) -> None:
    """Tokens of another dtype or device than the matrices are named with both."""
    with pytest.raises(ValueError, match=r"floating x \[..., D = 8\], found .* to meet a weight"):
        Projections(8, 4, 4)(x)


def test_autocast_lets_dtypes_differ() -> None:
    """Under autocast tokens of another dtype are projected."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert Projections(8, 4, 4)(torch.ones(3, 8, dtype=torch.bfloat16)).q.shape == (3, 4)


@pytest.mark.parametrize("sharpness", [math.nan, math.inf, -1.0])
def test_a_sharpness_that_is_none(sharpness: float) -> None:
    """A sharpness below 0, without end or without number is refused."""
    with pytest.raises(ValueError, match=r"sharpness in \[0, inf\), found"):
        retrieve(torch.ones(2), torch.ones(3, 2), torch.ones(3, 4), sharpness=sharpness)


def test_overlap_in_half_precision_and_of_one_matrix_each() -> None:
    """Subspaces in bfloat16 are compared in float32; several at once are refused."""
    a = torch.eye(2, 4, dtype=torch.bfloat16)
    assert subspace_overlap(a, a) == pytest.approx(1.0)
    with pytest.raises(ValueError, match=r"a \[E, D\], b \[F, D\]"):
        subspace_overlap(a[None], a[None])
