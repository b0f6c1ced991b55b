"""Counting parameters and FLOPs, fitting the law, and the two views of emergence."""

import dataclasses
import math
import re
from collections.abc import Callable

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from dhyana.flash import attention_kernel
from dhyana.scaling import (
    CHINCHILLA,
    Fit,
    ParameterCount,
    ScalingLaw,
    count_parameters,
    exact_match,
    fit_scaling_law,
    flops_per_token,
    leap,
    token_accuracy,
)
from dhyana.transformer import Config, Transformer, preset


def grid(law: ScalingLaw, noise: float) -> tuple[Tensor, Tensor, Tensor]:
    """Return N, D and losses of 36 runs that follow a law, give or take `noise`."""
    parameters = torch.logspace(7, 10, 6, dtype=torch.float64).repeat_interleave(6)
    tokens = torch.logspace(8.5, 11.5, 6, dtype=torch.float64).repeat(6)
    wobble = torch.randn(36, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    return parameters, tokens, law.loss(parameters, tokens) * (1 + noise * wobble)


@pytest.mark.parametrize("tied", [False, True])
def test_each_n_counts_what_it_says(tied: bool) -> None:
    """The three Ns differ by the embedding, and a tied head is multiplied but stored once."""
    config = Config(
        vocab_size=50, context=16, width=8, n_layers=3, n_heads=4, n_kv_heads=2, ff_width=12,
        tied=tied,
    )  # fmt: skip
    count = count_parameters(Transformer(config))
    matrices = 3 * (8 * 8 * 2 + 8 * 4 * 2 + 3 * 8 * 12)
    norms = 3 * 2 * 8 + 8
    head = 50 * 8
    assert count.multiplied == matrices + head
    assert count.total == matrices + norms + head * (1 if tied else 2)
    assert count.without_embeddings == count.total - head


def test_n_of_a_gpt() -> None:
    """Learned positions and biases are parameters that no token is multiplied by."""
    config = preset("tiny", vocab_size=50, context=16, width=8, n_layers=1, n_heads=2)
    matrices, head = 4 * 8 * 8 + 2 * 8 * 32, 50 * 8
    biases = 8 + 32 + 8 + 50  # of attention's output, of the feed-forward, of the head
    norms = 3 * 2 * 8
    assert count_parameters(Transformer(config)) == ParameterCount(
        total=50 * 8 + 16 * 8 + matrices + biases + norms + head,
        without_embeddings=matrices + biases + norms + head,
        multiplied=matrices + head,
    )


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("kv_heads", [1, 4])
def test_flops_are_those_torch_counts(training: bool, kv_heads: int) -> None:
    """The formula gives, to the last FLOP, what torch counts in a run of the plain kernels."""
    config = Config(vocab_size=50, context=24, width=16, n_layers=2, n_heads=4, n_kv_heads=kv_heads)
    model = Transformer(config)
    tokens = torch.randint(50, (2, 24))
    with attention_kernel("math"), FlopCounterMode(display=False) as counter:
        logits = model(tokens)
        if training:
            logits.sum().backward()
    per_token = flops_per_token(
        config, count_parameters(model).multiplied, length=24, training=training
    )
    assert counter.get_total_flops() == per_token * tokens.numel()


def test_exact_runs_give_the_law_back() -> None:
    """From runs without noise every constant comes back to four digits."""
    runs = grid(CHINCHILLA, noise=0)
    fit = fit_scaling_law(*(run.tolist() for run in runs), resamples=1)
    for got, wanted in zip(
        dataclasses.astuple(fit.law), dataclasses.astuple(CHINCHILLA), strict=True
    ):
        assert got == pytest.approx(wanted, rel=1e-4)


def test_bounds_hold_the_truth() -> None:
    """With .5 % noise the bounds hold the exponents, and those of what follows from the law."""
    runs = grid(CHINCHILLA, noise=0.005)
    fit = fit_scaling_law(*(run.tolist() for run in runs), resamples=30)
    for name in ("alpha", "beta", "L0"):
        low, high = getattr(fit.low, name), getattr(fit.high, name)
        assert low < getattr(CHINCHILLA, name) < high
        assert high - low < 0.1
    low, high = fit.interval(lambda law: law.optimal(1e21)[0])
    assert low < CHINCHILLA.optimal(1e21)[0] < high


def test_bounds_of_what_follows_are_quantiles() -> None:
    """`Fit.interval` cuts the same share from both ends of the resampled laws, in any order."""
    laws = [dataclasses.replace(CHINCHILLA, L0=float(n)) for n in range(101)]
    fit = Fit(CHINCHILLA, laws[0], laws[-1], tuple(reversed(laws)))
    assert fit.interval(lambda law: law.L0) == pytest.approx((5, 95))
    assert fit.interval(lambda law: 2 * law.L0, confidence=0.5) == pytest.approx((50, 150))
    for confidence in (0.0, 1.0, math.nan):
        with pytest.raises(ValueError, match="confidence between 0 and 1"):
            fit.interval(lambda law: law.L0, confidence)


def test_runs_that_went_wrong_do_not_bend_the_law() -> None:
    """Three runs of 36 that diverged leave the exponents where they were."""
    parameters, tokens, losses = grid(CHINCHILLA, noise=0.005)
    losses[[3, 17, 30]] *= 1.5
    fit = fit_scaling_law(parameters.tolist(), tokens.tolist(), losses.tolist(), resamples=1)
    assert fit.law.alpha == pytest.approx(CHINCHILLA.alpha, abs=0.03)
    assert fit.law.beta == pytest.approx(CHINCHILLA.beta, abs=0.03)


@given(alpha=st.floats(0.1, 1), beta=st.floats(0.1, 1), compute=st.floats(1e15, 1e25))
def test_the_optimum_is_one(alpha: float, beta: float, compute: float) -> None:
    """The split spends the compute, and a slightly larger or smaller model loses."""
    law = ScalingLaw(A=400, alpha=alpha, B=400, beta=beta, L0=1.7)
    parameters, tokens = law.optimal(compute)
    assert 6 * parameters * tokens == pytest.approx(compute)
    steps = torch.tensor([1.0, 0.8, 1.25], dtype=torch.float64)
    best, smaller, larger = law.loss(parameters * steps, tokens / steps).tolist()
    assert best <= min(smaller, larger)


def test_printed_constants_do_not_give_twenty_tokens() -> None:
    """At Gopher's compute the rounded constants of the paper give 93 tokens a parameter, not 20."""
    parameters, tokens = CHINCHILLA.optimal(5.76e23)
    assert tokens / parameters == pytest.approx(92.6, abs=0.1)


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        (([1e7, 1e8], [1e9, 1e9], [3.0, 2.0]), "at least 6 runs, found 2"),
        (([1e7] * 6, [1e9] * 6, [3.0] * 5 + [-1.0]), "must all be positive"),
        (([1e7] * 6, [1e9] * 6, [3.0] * 6), "at least 3 different values"),
    ],
)
def test_runs_that_fix_no_law_are_refused(
    runs: tuple[list[float], list[float], list[float]], message: str
) -> None:
    """Too few runs, impossible numbers and scales that do not vary are each named."""
    with pytest.raises(ValueError, match=message):
        fit_scaling_law(*runs)


LAW: dict[str, float] = {"A": 1.0, "alpha": 0.3, "B": 1.0, "beta": 0.3, "L0": 1.0}
ONE, NONE = torch.tensor(1.0), torch.tensor(0.0)
CONFIG = Config(vocab_size=5, context=8, width=8, n_layers=1, n_heads=2)
WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "coefficient below 0": (lambda: ScalingLaw(**LAW | {"A": -1.0}), "A in [0, inf), found -1.0"),
    "coefficient without bound": (lambda: ScalingLaw(**LAW | {"B": math.inf}), "B in [0, inf)"),
    "loss that is no number": (lambda: ScalingLaw(**LAW | {"L0": math.nan}), "found nan"),
    "exponent without bound": (lambda: ScalingLaw(**LAW | {"beta": -math.inf}), "beta in [0, inf)"),
    "exponent 0": (lambda: ScalingLaw(**LAW | {"alpha": 0.0}).optimal(1e9), "beta above 0, found"),
    "coefficient 0": (lambda: ScalingLaw(**LAW | {"B": 0.0}).optimal(1e9), "B and beta above 0"),
    "no parameters": (lambda: ScalingLaw(**LAW).loss(NONE, ONE), "parameters and tokens above 0"),
    "tokens below 0": (lambda: ScalingLaw(**LAW).loss(ONE, -ONE), "parameters and tokens above 0"),
    "no number of tokens": (lambda: ScalingLaw(**LAW).loss(ONE, ONE * math.nan), "tokens above 0"),
    "matrices below 0": (
        lambda: flops_per_token(CONFIG, -5, 3, training=True),
        "multiplied of at least 1, found -5",
    ),
    "half a token": (lambda: leap(0.5, 2.5), "whole length of at least 1, found 2.5"),  # type: ignore[arg-type] # wrong on purpose
    "no number as length": (lambda: leap(0.5, math.nan), "found nan"),  # type: ignore[arg-type] # wrong on purpose
    "no number as chance": (lambda: leap(math.nan, 3), "a probability, found nan"),
    "answers elsewhere": (
        lambda: token_accuracy(ONE.expand(1, 2), ONE.expand(1, 2).to("meta")),
        "on one device, found [1, 2] float32 on cpu and [1, 2] float32 on meta",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_numbers_no_law_has_are_named(wrong: str) -> None:
    """Neither complex numbers nor infinities come out: what makes no sense is refused."""
    ask, message = WRONG[wrong]
    with pytest.raises(ValueError, match=re.escape(message)):
        ask()


def test_the_same_answers_rise_evenly_and_leap() -> None:
    """Tokens right with evenly growing chance: their share follows it, exact match its power."""
    wanted = torch.zeros(20_000, 5, dtype=torch.long)
    generator = torch.Generator().manual_seed(0)
    for accuracy in (0.3, 0.6, 0.9):
        predicted = (torch.rand(wanted.shape, generator=generator) > accuracy).long()
        assert token_accuracy(predicted, wanted) == pytest.approx(accuracy, abs=0.01)
        assert exact_match(predicted, wanted) == pytest.approx(leap(accuracy, 5), abs=0.01)
