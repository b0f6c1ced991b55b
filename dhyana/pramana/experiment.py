"""What an experiment is made of: its settings, the calls it shows and the numbers it judges by.

An experiment is a function of `Settings` that returns one finding a claim. It measures with
seeded random inputs, compares in float64 on the CPU, and never writes a verdict down: the
measurements give it (`dhyana.shlokas.evidence.judge`).
"""

import math
import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from dhyana.pramana.registry import Registered
from dhyana.shlokas import load
from dhyana.shlokas.code import fingerprint
from dhyana.shlokas.evidence import (
    Environment,
    Evidence,
    Finding,
    MeasuredCode,
    Measurement,
    Relation,
    Series,
    judge,
)

Module = TypeVar("Module", bound=nn.Module)

# Rounding errors are allowed this many eps of the dtype: the kernels add in float32 or better,
# so that errors do not grow with the number of terms.
ROUNDING = 8

# Enough to see what was measured; further digits differ from machine to machine.
_SIGNIFICANT_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """How to measure: where, in which number format, from which seed, briefly or at length."""

    device: torch.device
    dtype: torch.dtype
    seed: int = 0
    quick: bool = True

    @property
    def eps(self) -> float:
        """Distance from 1 to the next number of the dtype: the unit of rounding errors."""
        return torch.finfo(self.dtype).eps

    def normal(self, *shape: int, seed: int = 0) -> Tensor:
        """Return independent standard normal numbers, the same on every device."""
        generator = torch.Generator().manual_seed(self.seed * 1_000 + seed)
        return torch.randn(*shape, generator=generator).to(self.device, self.dtype)

    def integers(self, below: int, *shape: int, seed: int = 0) -> Tensor:
        """Return independent whole numbers from 0, the same on every device."""
        generator = torch.Generator().manual_seed(self.seed * 1_000 + seed)
        return torch.randint(below, shape, generator=generator).to(self.device)

    @property
    def for_training(self) -> "Settings":
        """The same settings in float32 or better: small steps are lost in half precision."""
        return replace(self, dtype=torch.promote_types(self.dtype, torch.float32))

    def build(self, make: Callable[[], Module]) -> Module:
        """Make a module whose weights come from the seed, on the device and in the dtype."""
        with self.seeded():
            return make().to(self.device, self.dtype)

    @contextmanager
    def seeded(self) -> Iterator[None]:
        """Seed torch's own random numbers for a while, for code that draws from nothing else."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            yield


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a component, with what went in and what came out."""

    symbol: str
    arguments: dict[str, Any]
    result: Any


def call(component: Callable[..., Any], **arguments: Any) -> Call:
    """Call a component and keep what went in and what came out.

    A module that has been built stands for its class, its method for the method.
    """
    named = type(component) if isinstance(component, nn.Module) else component
    symbol = f"{named.__module__}.{named.__qualname__}"
    return Call(symbol, arguments, component(**arguments))


def exact(tensor: Tensor) -> Tensor:
    """Return a tensor as float64 on the CPU, where results are compared."""
    return tensor.detach().cpu().double()


@dataclass(frozen=True, slots=True)
class Expectation:
    """How a value must stand to another."""

    relation: Relation
    expected: float
    tolerance: float = 0.0


def near(expected: float, tolerance: float) -> Expectation:
    """Expect a value no further than the tolerance from another."""
    return Expectation(Relation.NEAR, expected, tolerance)


def at_most(bound: float) -> Expectation:
    """Expect a value that is not above a bound."""
    return Expectation(Relation.AT_MOST, bound)


def at_least(bound: float) -> Expectation:
    """Expect a value that is not below a bound."""
    return Expectation(Relation.AT_LEAST, bound)


def above(bound: float) -> Expectation:
    """Expect a value strictly above a bound."""
    return Expectation(Relation.ABOVE, bound)


def measured(
    quantity: str,
    value: float | Tensor,
    expectation: Expectation,
    condition: str | None = None,
    *,
    unit: str | None = None,
    beyond: bool = False,
) -> Measurement:
    """Put down one number and what was expected of it.

    `beyond`: measured beyond the condition under which the record says that the claim holds,
    to see whether it needs that condition.
    """
    number = float(value.detach() if isinstance(value, Tensor) else value)
    return Measurement(
        quantity=quantity,
        value=_rounded(number) if math.isfinite(number) else None,
        relation=expectation.relation,
        expected=_rounded(expectation.expected),
        tolerance=_rounded(expectation.tolerance),
        unit=unit,
        condition=condition,
        beyond=beyond,
    )


def finding(claim: str, *measurements: Measurement, series: tuple[Series, ...] = ()) -> Finding:
    """Judge a claim by its measurements."""
    if not measurements:
        raise ValueError(f"a finding needs a measurement: {claim}")
    return Finding(claim, judge(measurements), measurements, series=series)


def curve(label: str, x_label: str, y_label: str, x: Iterable[float], y: Iterable[float]) -> Series:
    """Put down a measured curve; `Series` says what its parts are."""
    return Series(label, x_label, y_label, tuple(map(_rounded, x)), tuple(map(_rounded, y)))


def not_measurable(claim: str, reason: str) -> Finding:
    """State why no measurement can decide a claim."""
    return Finding(claim, judge(()), reason=reason)


def demonstrate(registered: Registered, settings: Settings) -> tuple[Call, ...]:
    """Call the components of a verse once, very small."""
    return tuple(_function(registered.demonstration)(settings))


def measure(registered: Registered, settings: Settings) -> Evidence:
    """Run the experiment of a verse and put down what it found, on which code, and where.

    The components are those its record is linked to; raises as `dhyana.shlokas.load` and
    `dhyana.shlokas.code.locate` do when the record or a link is broken.
    """
    links = load().verse(registered.verse).record.code
    return Evidence(
        verse=registered.verse,
        experiment=_as_it_is(registered.experiment),
        code=tuple(_as_it_is(link.symbol) for link in links),
        environment=Environment(
            python=platform.python_version(),
            torch=str(torch.__version__),
            device=settings.device.type,
            dtype=str(settings.dtype).removeprefix("torch."),
            seed=settings.seed,
            quick=settings.quick,
        ),
        claims=_findings(registered, settings),
    )


def _findings(registered: Registered, settings: Settings) -> tuple[Finding, ...]:
    """Run an experiment on one thread.

    Its tensors are small, so that further threads would mostly wait for one another; and sums
    come out the same however many cores there are.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return tuple(_function(registered.experiment)(settings))
    finally:
        torch.set_num_threads(threads)


def _as_it_is(symbol: str) -> MeasuredCode:
    return MeasuredCode(symbol, fingerprint(symbol))


def _function(symbol: str) -> Callable[[Settings], Any]:
    module, _, name = symbol.rpartition(".")
    function: Callable[[Settings], Any] = getattr(import_module(module), name)
    return function


def _rounded(number: float) -> float:
    return float(f"{number:.{_SIGNIFICANT_DIGITS}g}")
