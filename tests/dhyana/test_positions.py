"""Where a word stands, verses 21–25."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.heads import MultiHeadAttention
from dhyana.positions import (
    DynamicNTK,
    Linear,
    Llama3,
    LongRoPE,
    Proportional,
    RopeScaling,
    Rotary,
    RotaryTables,
    Scaling,
    TrainedScaling,
    Yarn,
    equivariance_error,
    rope_frequencies,
    rotary_tables,
    rotate,
    score_at_distances,
    sinusoidal,
)

even = st.integers(1, 8).map(lambda pairs: 2 * pairs)
SCALINGS: dict[str, RopeScaling] = {
    "linear": Linear(factor=4.0),
    "proportional": Proportional(factor=2.0, proportion=0.5),
    "dynamic": DynamicNTK(factor=4.0, original_context=64),
    "yarn": Yarn(factor=4.0, original_context=64),
    "llama3": Llama3(factor=4.0, original_context=64),
    "longrope": LongRoPE(
        factor=4.0, original_context=64, short_factor=(1.0,) * 8, long_factor=(4.0,) * 8
    ),
}


@settings(deadline=None, max_examples=20)
@given(length=st.integers(1, 8), seed=st.integers(0, 999))
def test_attention_is_equivariant(length: int, seed: int) -> None:
    """Unmasked attention without positions permutes with its input."""
    torch.manual_seed(seed)
    sublayer = MultiHeadAttention(8, 2).double()
    x, order = torch.randn(2, length, 8, dtype=torch.float64), torch.randperm(length)
    assert equivariance_error(sublayer, x, order) < 1e-12


def test_order_is_seen_through_mask_or_positions() -> None:
    """A causal mask and rotations each break the equivariance."""
    sublayer, rotary = MultiHeadAttention(8, 2), Rotary(4)
    x, order = torch.randn(1, 6, 8), torch.arange(5, -1, -1)
    tables = rotary(torch.arange(6))
    assert equivariance_error(lambda x: sublayer(x, causal=True), x, order) > 1e-3
    assert equivariance_error(lambda x: sublayer(x, rotary=tables), x, order) > 1e-3


def test_sinusoidal_formula() -> None:
    """The waves are the paper's: sin at even, cos at odd dimensions, wavelengths geometric."""
    waves = sinusoidal(torch.arange(50), 6)
    for t, i in ((0, 0), (7, 1), (49, 2)):
        angle = t / 10000 ** (2 * i / 6)
        assert waves[t, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-5)
        assert waves[t, 2 * i + 1].item() == pytest.approx(math.cos(angle), abs=1e-5)


@settings(deadline=None, max_examples=30)
@given(head_dim=even, start=st.integers(0, 10_000), shift=st.integers(0, 30_000))
def test_only_the_distance_counts(head_dim: int, start: int, shift: int) -> None:
    """In fp64 a rotated query meets a rotated key alike wherever both are shifted to."""
    q, k = torch.randn(2, 1, head_dim, dtype=torch.float64)
    frequencies = rope_frequencies(head_dim).double()

    def score(m: int, n: int) -> torch.Tensor:
        tables = rotary_tables(torch.tensor([m, n]), frequencies)
        turned = rotate(torch.stack((q, k)), tables).squeeze(-2)
        return turned[0] @ turned[1]

    expected = score(start, 0)
    torch.testing.assert_close(score(start + shift, shift), expected, rtol=0, atol=1e-9)
    by_distance = score_at_distances(q[0], k[0], torch.tensor([start]), frequencies)
    torch.testing.assert_close(by_distance[0], expected, rtol=0, atol=1e-9)


@settings(deadline=None, max_examples=20)
@given(head_dim=even, length=st.integers(1, 9))
def test_rotation_is_complex_multiplication(head_dim: int, length: int) -> None:
    """Pair (i, i + E/2) read as a complex number is multiplied by e^(i·angle); norms are kept."""
    x = torch.randn(1, length, 2, head_dim, dtype=torch.float64)
    frequencies = rope_frequencies(head_dim).double()
    turned = rotate(x, rotary_tables(torch.arange(length), frequencies))
    half = head_dim // 2
    z = torch.complex(x[..., :half], x[..., half:])
    angles = torch.outer(torch.arange(length), frequencies)[:, None]
    expected = z * torch.polar(torch.ones_like(angles), angles)
    torch.testing.assert_close(torch.complex(turned[..., :half], turned[..., half:]), expected)
    torch.testing.assert_close(turned.norm(dim=-1), x.norm(dim=-1))


def test_rotate_gradients() -> None:
    """The rotation passes the numerical gradient check in fp64."""
    tables = rotary_tables(torch.arange(3), rope_frequencies(4).double(), magnitude=1.3)
    x = torch.randn(1, 3, 2, 4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: rotate(x, tables), x)


def test_odd_head_dim() -> None:
    """A rotation of an odd number of dimensions is refused."""
    with pytest.raises(ValueError, match="even head_dim, found 3"):
        rope_frequencies(3)


def test_tables_stay_exact_in_bfloat16() -> None:
    """Casting a model to bfloat16 leaves frequencies in fp32, and bf16 vectors come back bf16."""
    rotary = Rotary(8).to(torch.bfloat16)
    tables = rotary(torch.tensor([100_003]))
    assert tables.cos.dtype == torch.float32
    assert torch.equal(tables.cos, Rotary(8)(torch.tensor([100_003])).cos)
    assert rotate(torch.ones(1, 1, 1, 8, dtype=torch.bfloat16), tables).dtype == torch.bfloat16


def test_out_of_uninitialised_memory() -> None:
    """A model built on the meta device gets its frequencies when it gets memory."""
    with torch.device("meta"):
        rotary = Rotary(8, scaling=Linear(factor=2.0))
    rotary.to_empty(device="cpu")
    assert torch.equal(rotary.frequencies, rope_frequencies(8) / 2)


@pytest.mark.parametrize("scaling", SCALINGS.values(), ids=SCALINGS.keys())
def test_scalings_slow_down(scaling: RopeScaling) -> None:
    """No scaling speeds a rotation up, none slows it more than asked, save those left still."""
    plain = rope_frequencies(16)
    for length in (None, torch.tensor(64), torch.tensor(256)):
        scaled = scaling.scale(plain, 10000.0, length)
        assert (scaled <= plain * (1 + 1e-6)).all()
        still = scaled == 0
        assert (scaled[~still] >= plain[~still] / 13.1).all()  # dynamic: 4 · 4 − 3 = 13 at 256


def test_scaling_is_an_idea() -> None:
    """`Scaling` is no scaling by itself: one that does not say how it slows cannot be made."""
    assert all(isinstance(scaling, Scaling) for scaling in SCALINGS.values())
    with pytest.raises(TypeError, match="abstract"):
        Scaling(factor=2.0)  # type: ignore[abstract] # wrong on purpose
    with pytest.raises(TypeError, match="abstract"):
        TrainedScaling(factor=2.0, original_context=64)  # type: ignore[abstract] # wrong on purpose


@pytest.mark.parametrize("scaling", SCALINGS.values(), ids=SCALINGS.keys())
def test_what_scalings_share(scaling: Scaling) -> None:
    """A factor of 1 changes nothing within the training; less, or no context, makes no scaling."""
    ones = {"factor": 1.0, "proportion": 1.0, "long_factor": (1.0,) * 8}
    neutral = replace(
        scaling, **{name: one for name, one in ones.items() if hasattr(scaling, name)}
    )
    plain = rope_frequencies(16)
    for length in (None, torch.tensor(64)):
        torch.testing.assert_close(neutral.scale(plain, 10000.0, length), plain)
    assert neutral.magnitude == 1.0
    with pytest.raises(ValueError, match="factor must be at least 1, found 0"):
        replace(scaling, factor=0.5)
    if isinstance(scaling, TrainedScaling):
        with pytest.raises(ValueError, match=r"original_context .* found 1"):
            replace(scaling, original_context=1)


@pytest.mark.parametrize("kind", ["yarn", "llama3"])
def test_by_parts(kind: str) -> None:
    """By parts, the fastest pair is left alone and the slowest gets the whole factor."""
    plain = rope_frequencies(64)
    scaled = SCALINGS[kind].scale(plain, 10000.0)
    assert scaled[0] == plain[0]
    torch.testing.assert_close(scaled[-1], plain[-1] / 4)


@pytest.mark.parametrize("kind", ["dynamic", "longrope"])
def test_by_length(kind: str) -> None:
    """Scalings that follow the length change nothing within the trained context."""
    rotary, plain = Rotary(16, scaling=SCALINGS[kind]), Rotary(16)
    magnitude = SCALINGS[kind].magnitude
    within, beyond = torch.arange(64), torch.arange(65)
    torch.testing.assert_close(rotary(within).cos, plain(within).cos * magnitude)
    assert not torch.allclose(rotary(beyond).cos, plain(beyond).cos * magnitude)


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        (Linear, {"factor": 0.5}),
        (Linear, {"factor": math.nan}),
        (Linear, {"factor": math.inf}),
        (Proportional, {"proportion": 0.0}),
        (DynamicNTK, {"factor": 2.0, "original_context": 0}),
        (Yarn, {"factor": 2.0, "original_context": 8, "beta_fast": 1.0, "beta_slow": 2.0}),
        (Yarn, {"factor": 2.0, "original_context": 8, "attention_factor": -1.0}),
        (Llama3, {"factor": 2.0, "original_context": 8, "low_freq_factor": 4.0}),
        (Linear, {"factor": "2"}),
        (Linear, {"factor": None}),
        (DynamicNTK, {"factor": 2.0, "original_context": 8.0}),
        (DynamicNTK, {"factor": 2.0, "original_context": 2**2000}),
        (Yarn, {"factor": 2.0, "original_context": 8, "beta_fast": 1e308, "beta_slow": 5e-324}),
        (Yarn, {"factor": 2.0, "original_context": 8, "truncate": 1}),
        (
            LongRoPE,
            {"factor": 2.0, "original_context": 8, "short_factor": (0.0,), "long_factor": (1.0,)},
        ),
    ],
)
def test_senseless_numbers(kind: type[Any], numbers: dict[str, Any]) -> None:
    """A scaling with a number that makes no sense is refused."""
    with pytest.raises(ValueError, match="rope_scaling: "):
        kind(**numbers)


def test_factors_must_fit_the_head() -> None:
    """LongRoPE with another number of factors than pairs is refused."""
    with pytest.raises(ValueError, match="expected 4 factors, found 8"):
        SCALINGS["longrope"].scale(rope_frequencies(8), 10000.0)


def test_tables_have_the_shape_rotate_wants() -> None:
    """Positions of one sequence or of a batch give tables that broadcast over the heads."""
    rotary = Rotary(4)
    assert isinstance(rotary(torch.arange(5)), RotaryTables)
    assert rotary(torch.arange(5)).cos.shape == (5, 1, 4)
    assert rotary(torch.zeros(2, 5, dtype=torch.long)).cos.shape == (2, 5, 1, 4)


AT, BY, FLOATS = torch.arange(3), torch.ones(2), torch.ones(3, 1, 4)
VECTORS = torch.ones(2, 3, 2, 4)


@pytest.mark.parametrize(
    ("positions", "frequencies", "magnitude", "message"),
    [
        (AT, BY, math.nan, r"magnitude in \[0, inf\), found nan"),
        (AT, BY[None], 1.0, r"frequencies \[P\]"),
        (AT, BY.long(), 1.0, "one floating dtype"),
        (AT, BY.to("meta"), 1.0, "T >= 1, of numbers on meta, found .* on cpu"),
        (AT[0], BY, 1.0, r"positions \[..., T\], .*, found \[\]"),
        (AT[:0], BY, 1.0, r"found \[0\]"),
        (AT > 1, BY, 1.0, "found .* bool"),
        (AT * 1j, BY, 1.0, "found .* complex64"),
        ([0, 1], BY, 1.0, "found list"),
    ],
)
def test_what_gives_no_tables(
    positions: Tensor, frequencies: Tensor, magnitude: float, message: str
) -> None:
    """Positions that are none, frequencies of another kind and senseless magnitudes are named."""
    with pytest.raises(ValueError, match=message):
        rotary_tables(positions, frequencies, magnitude)


@pytest.mark.parametrize(
    ("x", "cos", "sin"),
    [
        (VECTORS, torch.ones(3, 3, 1, 4), torch.ones(3, 3, 1, 4)),
        (VECTORS, torch.ones(1, 3, 1, 4), torch.ones(1, 3, 1, 4)),
        (VECTORS, FLOATS.expand(3, 2, 4), FLOATS.expand(3, 2, 4)),
        (VECTORS, FLOATS, torch.ones(2, 3, 1, 4)),
        (VECTORS, FLOATS, FLOATS.double()),
        (VECTORS, FLOATS.long(), FLOATS.long()),
        (VECTORS.long(), FLOATS, FLOATS),
        (VECTORS.to("meta"), FLOATS, FLOATS),
        (VECTORS[0, 0], FLOATS, FLOATS),
        (None, FLOATS, FLOATS),
        (VECTORS, None, FLOATS),
    ],
)
def test_tables_that_do_not_turn(x: Tensor, cos: Tensor, sin: Tensor) -> None:
    """Tables of another batch, size, dtype or device are named beside what they should turn."""
    with pytest.raises(ValueError, match=r"expected x \[B, T, heads, E\] and tables .* found"):
        rotate(x, RotaryTables(cos, sin))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: equivariance_error(torch.tanh, torch.ones(3), AT), r"x \[B, T, D\]"),
        (lambda: equivariance_error(torch.tanh, torch.ones(1, 0, 2), AT[:0]), "no size 0"),
        (lambda: equivariance_error(torch.tanh, torch.ones(1, 3, 2), AT.float()), "an order of"),
        (lambda: sinusoidal(torch.tensor(3), 4), r"positions \[..., T\], .*found \[\]"),
        (lambda: sinusoidal(AT, 4, base=0), "theta above 0, found 0"),
        (lambda: rope_frequencies("4"), "whole head_dim of at least 1, found '4'"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: rope_frequencies(4, math.nan), "theta above 0, found nan"),
        (lambda: score_at_distances(BY[None], BY[None], AT, BY[:1]), r"q \[E\], k \[E\]"),
        (lambda: score_at_distances(BY, BY, AT[0], BY[:1]), r"distances \[..., T\]"),
        (lambda: score_at_distances(BY, BY, AT[None], BY[:1]), r"tables \[T, 1, E\]"),
        (lambda: Rotary(4, scaling="linear"), "a scaling such as Linear.*, found 'linear'"),  # type: ignore[arg-type] # wrong on purpose
        (
            lambda: Rotary(4, theta=1.0, scaling=Yarn(factor=2, original_context=8)),
            "theta above 1, found 1.0",
        ),
    ],
)
def test_what_has_no_place(call: Callable[[], object], message: str) -> None:
    """Orders, positions, distances and angles that are none are named."""
    with pytest.raises(ValueError, match=message):
        call()
