"""What experiments are made of."""

import math
from dataclasses import replace
from typing import NamedTuple

import pytest
import torch
from torch import nn

from dhyana.attention import scale_scores
from dhyana.normalization import LayerNorm
from dhyana.pramana import canto_03
from dhyana.pramana.experiment import (
    Settings,
    above,
    at_least,
    at_most,
    call,
    curve,
    exact,
    finding,
    measure,
    measured,
    near,
    not_measurable,
)
from dhyana.pramana.registry import registered
from dhyana.shlokas.evidence import Finding, Measurement, Relation
from dhyana.shlokas.record import Verdict

SETTINGS = Settings(torch.device("cpu"), torch.float32)


def test_inputs_depend_on_seeds_alone() -> None:
    """The same seeds give the same numbers whatever ran before; others give others."""
    first = SETTINGS.normal(3, 4, seed=1)
    torch.rand(7)
    assert torch.equal(first, SETTINGS.normal(3, 4, seed=1))
    assert not torch.equal(first, SETTINGS.normal(3, 4, seed=2))
    other = Settings(torch.device("cpu"), torch.float32, seed=1)
    assert not torch.equal(first, other.normal(3, 4, seed=1))


def test_inputs_have_the_dtype_asked_for() -> None:
    """Numbers are drawn once and rounded, so that dtypes are compared on the same inputs."""
    half = Settings(torch.device("cpu"), torch.float16).normal(5)
    assert half.dtype == torch.float16
    assert torch.equal(half, SETTINGS.normal(5).half())


def test_seeding_is_for_a_while() -> None:
    """Code that draws from torch's own numbers is seeded, and the rest of the program is not."""
    torch.manual_seed(5)
    expected = torch.rand(2)
    torch.manual_seed(5)
    draws = []
    for _ in range(2):
        with SETTINGS.seeded():
            draws.append(torch.rand(2))
    assert torch.equal(draws[0], draws[1])
    assert torch.equal(torch.rand(2), expected)


def test_modules_are_built_from_the_seed() -> None:
    """A module has the seed's weights in the dtype asked for, and torch's own seed stays."""
    settings = replace(SETTINGS, dtype=torch.float64, seed=4)
    torch.manual_seed(5)
    expected = torch.rand(2)
    torch.manual_seed(5)
    built = [settings.build(lambda: nn.Linear(2, 3)) for _ in range(2)]
    assert torch.equal(torch.rand(2), expected)
    assert torch.equal(built[0].weight, built[1].weight)
    assert built[0].weight.dtype == torch.float64
    assert not torch.equal(built[0].weight, SETTINGS.build(lambda: nn.Linear(2, 3)).weight)


def test_a_call_is_what_it_says() -> None:
    """A shown call really called the function, and names it as records do."""
    scores = torch.ones(2, 2)
    shown = call(scale_scores, scores=scores, head_dim=4)
    assert shown.symbol == "dhyana.attention.scale_scores"
    assert shown.arguments == {"scores": scores, "head_dim": 4}
    assert torch.equal(shown.result, scores / 2)


def test_a_called_module_is_named_by_its_class() -> None:
    """What a module was built from is not shown, only what it is and what it does."""
    norm, x = LayerNorm(4), SETTINGS.normal(2, 4)
    shown = call(norm, x=x)
    assert shown.symbol == "dhyana.normalization.LayerNorm"
    assert shown.arguments == {"x": x}
    assert torch.equal(shown.result, norm(x))
    assert call(norm.forward, x=x).symbol == "dhyana.normalization.LayerNorm.forward"


def test_whole_numbers_lie_below_the_bound() -> None:
    """All numbers from 0 up to the bound occur, and the seeds alone decide which."""
    found = SETTINGS.integers(5, 200, seed=1)
    assert found.unique().tolist() == [0, 1, 2, 3, 4]
    assert torch.equal(found, SETTINGS.integers(5, 200, seed=1))
    assert not torch.equal(found, SETTINGS.integers(5, 200, seed=2))


@pytest.mark.parametrize(
    ("dtype", "trained"),
    [
        (torch.float64, torch.float64),
        (torch.float32, torch.float32),
        (torch.bfloat16, torch.float32),
        (torch.float16, torch.float32),
    ],
)
def test_training_is_in_float32_or_better(dtype: torch.dtype, trained: torch.dtype) -> None:
    """Everything else stays as it was set."""
    device = torch.device("cpu")
    assert Settings(device, dtype, 3, quick=False).for_training == Settings(
        device, trained, 3, quick=False
    )


def test_exact_is_float64_without_history() -> None:
    """Results are compared in float64, outside the graph that made them."""
    found = exact(torch.ones(1, dtype=torch.float16, requires_grad=True))
    assert found.dtype == torch.float64
    assert not found.requires_grad


@pytest.mark.parametrize("value", [1.23456e-7, torch.tensor(1.23456e-7)])
def test_numbers_keep_four_digits(value: float | torch.Tensor) -> None:
    """A value is kept with what was expected of it, to four significant digits."""
    assert measured("x", value, near(1 / 3, 0.1), "here", unit="s", beyond=True) == Measurement(
        "x", 1.235e-7, Relation.NEAR, 0.3333, 0.1, "s", "here", beyond=True
    )


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_no_number_meets_nothing(value: float) -> None:
    """NaN and infinity are kept as a missing value, which refutes the claim."""
    found = finding("claim", measured("x", value, at_least(-1)))
    assert found.measurements[0].value is None
    assert found.verdict is Verdict.REFUTED


def test_verdicts_come_from_the_numbers() -> None:
    """A finding is judged, and a claim without numbers needs a reason instead."""
    assert finding("a", measured("x", 1, at_most(1)), measured("y", 2, above(1))).verdict == "holds"
    assert (
        finding("a", measured("x", 1, at_most(1)), measured("y", 2, at_most(1), beyond=True))
    ).verdict == "qualified"
    assert not_measurable("a", "why").verdict == "not_measurable"
    with pytest.raises(ValueError, match="needs a measurement: a"):
        finding("a")


def test_a_curve_is_rounded() -> None:
    """Curves are kept to as many digits as values are."""
    assert curve("l", "x", "y", [1], [1 / 3]).y == (0.3333,)


class Pair(NamedTuple):
    """A result of two parts."""

    left: int
    right: int


def test_a_call_keeps_any_result() -> None:
    """What a component returns is kept as it is."""
    assert call(Pair, left=1, right=2).result == Pair(1, 2)


def test_experiments_run_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many threads there are, an experiment has one, and the others are given back."""
    seen = []

    def spy(settings: Settings) -> tuple[Finding, ...]:
        seen.append(torch.get_num_threads())
        return ()

    monkeypatch.setattr(canto_03, "measure_mixing", spy)
    torch.set_num_threads(3)
    measure(registered()[14], SETTINGS)
    assert (seen, torch.get_num_threads()) == ([1], 3)
