"""Measured curves as charts: scales, ticks and words, for whatever draws them.

A chart is the square from (0, 0), bottom left, to (1, 1); a writer stretches it and draws lines,
ticks and labels in its own way.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dhyana.shlokas.evidence import Series

_LOGARITHMIC = 30  # from this ratio of the greatest to the least value on
_TICKS = 5
_OWN_TICKS = 6  # so few measured places are their own ticks
_APART = 0.06
_FARTHEST, _LEAST = 1e150, 1e-9  # what a scale can tell apart
_ALIKE = 0.1  # values that differ by less than this part of the greatest
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis, from 0 to 1, and what stands there."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: what runs along it, and its ticks."""

    label: str
    logarithmic: bool
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve through points from (0, 0) to (1, 1)."""

    label: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over the same axes; `alt` says in words what they show."""

    x: Axis
    y: Axis
    curves: tuple[Curve, ...]
    alt: str


def charts_of(series: Sequence[Series]) -> Iterator[Chart]:
    """Give a chart for each pair of axes; a series without two numbers gives none."""
    groups: dict[tuple[str, str], list[tuple[str, list[tuple[float, float]]]]] = {}
    for one in series:
        pairs = zip(one.x, one.y, strict=True)
        points = [
            (_not_tiny(x), _not_tiny(y))
            for x, y in pairs
            if abs(x) < _FARTHEST and abs(y) < _FARTHEST
        ]
        if len(points) > 1:
            groups.setdefault((one.x_label, one.y_label), []).append((one.label, points))
    for (x_label, y_label), curves in groups.items():
        yield _chart(x_label, y_label, curves)


def _not_tiny(value: float) -> float:
    return 0.0 if abs(value) < 1 / _FARTHEST else value


def _chart(
    x_label: str, y_label: str, curves: list[tuple[str, list[tuple[float, float]]]]
) -> Chart:
    x = _Scale([x for _, points in curves for x, _ in points], tight=True)
    y = _Scale([y for _, points in curves for _, y in points], tight=False)
    return Chart(
        Axis(x_label, x.logarithmic, x.ticks()),
        Axis(y_label, y.logarithmic, y.ticks()),
        tuple(
            Curve(label, tuple((x.place(a), y.place(b)) for a, b in points))
            for label, points in curves
        ),
        _in_words(x_label, y_label, curves),
    )


def _in_words(
    x_label: str, y_label: str, curves: list[tuple[str, list[tuple[float, float]]]]
) -> str:
    courses = "; ".join(
        f"{label}: {points[0][1]:g} at {points[0][0]:g}, {points[-1][1]:g} at {points[-1][0]:g}"
        for label, points in curves
    )
    return f"{y_label} against {x_label}. {courses}."


class _Scale:
    """The mapping of values to the unit length.

    What was varied (`tight`) fills its axis; what was measured ends at round numbers, and at zero
    where its values hardly differ.
    """

    def __init__(self, values: list[float], *, tight: bool) -> None:
        low, high = min(values), max(values)
        self._own = sorted(set(values)) if tight else []
        self.logarithmic = low > 0 and high / low >= _LOGARITHMIC
        if self.logarithmic:
            self._low, self._high = math.log10(low), math.log10(high)
            return
        if not tight and high - low < _ALIKE * high:
            low = 0.0
        span = high - low
        if span <= _LEAST * max(abs(low), abs(high)):
            span = max(abs(low), abs(high)) or 1.0
        self._step = _round_step(span)
        self._low, self._high = low, low + span
        if not tight:
            self._low = math.floor(low / self._step) * self._step
            self._high = math.ceil(self._high / self._step) * self._step

    def place(self, value: float) -> float:
        """Give the place of a value, rounded: no writer draws finer."""
        shown = math.log10(value) if self.logarithmic else value
        return round((shown - self._low) / (self._high - self._low), 5)

    def ticks(self) -> tuple[Tick, ...]:
        """Give round values that do not stand too close, or the measured ones if they are few."""
        values = self._decades() if self.logarithmic else self._steps()
        if self.logarithmic and 0 < len(self._own) <= _OWN_TICKS:
            values = self._own
        ticks = [Tick(self.place(value), _number(value)) for value in values]
        return tuple(ticks[:1] + [b for a, b in pairwise(ticks) if b.at - a.at >= _APART])

    def _steps(self) -> list[float]:
        first, last = math.ceil(self._low / self._step), math.floor(self._high / self._step + 1e-9)
        return [index * self._step for index in range(first, last + 1)]

    def _decades(self) -> list[float]:
        span = self._high - self._low
        every = max(1, round(span / _TICKS))
        within = (1, 2, 5) if span < 2 else (1,)
        powers = range(math.floor(self._low / every) * every, math.ceil(self._high) + 1, every)
        values = [factor * 10.0**power for power in powers for factor in within]
        return [value for value in values if -1e-9 <= self.place(value) <= 1 + 1e-9]


def _round_step(span: float) -> float:
    """Give the step of 1, 2 or 5 times a power of ten that makes about five of a span."""
    power = 10.0 ** math.floor(math.log10(span / _TICKS))
    return power * next(step for step in (1, 2, 5, 10) if span / (power * step) <= _TICKS + 1)


def _number(value: float) -> str:
    """Write a number shortly; a far power of ten as one."""
    exponent = math.log10(value) if value > 0 else 0.0
    if not -4 < exponent < 6 and abs(exponent - round(exponent)) < 1e-9:
        return f"10{str(round(exponent)).translate(_SUPERSCRIPTS)}"
    return f"{round(value, 12):g}".replace("-", "−")
