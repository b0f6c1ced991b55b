"""Figures of evidence as SVG, drawn by hand: curves, and a value against what was expected.

Colours are CSS classes with `currentColor` behind them, so that a figure follows the page it
stands in, light or dark. Places are rounded: the same numbers give the same bytes.
"""

import math
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from dhyana.cli.handbook.chart import Chart, Curve, charts_of
from dhyana.cli.handbook.inline import indexed
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.evidence import Measurement, Relation, Series

NAMESPACE = "http://www.w3.org/2000/svg"

_WIDTH, _HEIGHT = 480, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 14, 14, 48
_INSET = 10  # between the axes and the first and last of the values
_LEGEND = 20  # height of a line of the legend
_DASHES = ("", "6 3", "2 3", "9 3 2 3")
_ITALIC = ' font-style="italic"'
_FEW = 24  # so many points have dots
_GAUGE_WIDTH, _GAUGE_HEIGHT, _GAUGE_EDGE = 150, 22, 8


def curves(series: Sequence[Series]) -> Iterator[str]:
    """Draw measured curves: those with the same axes together, with a legend below."""
    return map(_plot, charts_of(series))


def _plot(chart: Chart) -> str:
    several = len(chart.curves) > 1
    height = _HEIGHT + _LEGEND * len(chart.curves) * several
    opening = (
        f'<svg xmlns="{NAMESPACE}" class="plot" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{_attribute(chart.alt)}">'
    )
    parts = [opening, *_axes(chart)]
    for index, curve in enumerate(chart.curves):
        parts += _curve(curve, index)
        if several:
            parts += _legend(curve.label, index)
    return "".join([*parts, "</svg>"])


def _x(at: float) -> float:
    return round(_LEFT + _INSET + at * (_WIDTH - _RIGHT - _LEFT - 2 * _INSET), 1)


def _y(at: float) -> float:
    return round(_HEIGHT - _BOTTOM - _INSET - at * (_HEIGHT - _BOTTOM - _TOP - _INSET), 1)


def _axes(chart: Chart) -> Iterator[str]:
    floor, end = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    for tick in chart.y.ticks:
        at = _y(tick.at)
        yield _line("grid", _LEFT, at, end, at)
        yield _text(_LEFT - 8, at + 4, "end", tick.label)
    for tick in chart.x.ticks:
        at = _x(tick.at)
        yield _line("tick", at, floor, at, floor + 5)
        yield _text(at, floor + 19, "middle", tick.label)
    yield _line("axis", _LEFT, floor, end, floor)
    yield _text((_LEFT + end) / 2, _HEIGHT - 8, "middle", chart.x.label, "title")
    middle = (_TOP + floor) / 2
    yield (
        f'<text class="title" transform="translate(14 {middle:g}) rotate(-90)" '
        f'text-anchor="middle" fill="currentColor" font-size="13">{_indexed(chart.y.label)}</text>'
    )


def _curve(curve: Curve, index: int) -> Iterator[str]:
    points = [(_x(a), _y(b)) for a, b in curve.points]
    path = " ".join(f"{a:g},{b:g}" for a, b in points)
    yield f'<polyline points="{path}" {_stroke(index)}/>'
    if len(points) <= _FEW:
        for a, b in points:
            yield f'<circle class="dot c{index % 4}" cx="{a:g}" cy="{b:g}" r="3"/>'


def _legend(label: str, index: int) -> Iterator[str]:
    at = _HEIGHT + 6 + _LEGEND * index
    yield f'<line x1="{_LEFT}" y1="{at}" x2="{_LEFT + 28}" y2="{at}" {_stroke(index)}/>'
    yield _text(_LEFT + 36, at + 4, "start", label, "title")


def _stroke(index: int) -> str:
    dashes = f' stroke-dasharray="{_DASHES[index % 4]}"' if _DASHES[index % 4] else ""
    return (
        f'class="curve c{index % 4}" fill="none" stroke="currentColor" stroke-width="1.8"{dashes}'
    )


def gauge(measurement: Measurement) -> str:
    """Draw a measured value as a dot over the band of what was expected; nothing for no number."""
    value = measurement.value
    if value is None or not math.isfinite(value):
        return ""
    low, high = _expected(measurement)
    bounds = [bound for bound in (low, high, value) if math.isfinite(bound)]
    least, span = min(bounds), (max(bounds) - min(bounds)) or abs(value) or 1.0
    if math.isinf(span):
        return ""  # farther apart than numbers go

    def place(at: float) -> float:
        if math.isinf(at):
            return 0 if at < 0 else _GAUGE_WIDTH
        share = 0.15 + 0.7 * (at - least) / span  # the band goes on where it has no end
        return round(_GAUGE_EDGE + share * (_GAUGE_WIDTH - 2 * _GAUGE_EDGE), 1)

    left, right = place(low), place(high)
    label = f"{measurement.found}, expected {measurement.expectation}"
    middle = _GAUGE_HEIGHT / 2
    return (
        f'<svg xmlns="{NAMESPACE}" class="gauge {"met" if measurement.met else "missed"}" '
        f'viewBox="0 0 {_GAUGE_WIDTH} {_GAUGE_HEIGHT}" role="img" '
        f'aria-label="{_attribute(label)}">'
        f'<line class="axis" x1="0" y1="{middle:g}" x2="{_GAUGE_WIDTH}" y2="{middle:g}" '
        'stroke="currentColor"/>'
        f'<rect class="band" x="{left:g}" y="{middle - 5:g}" width="{max(right - left, 3):g}" '
        f'height="10" rx="2"/>'
        f'<circle class="dot" cx="{place(value):g}" cy="{middle:g}" r="4.5"/></svg>'
    )


def _expected(measurement: Measurement) -> tuple[float, float]:
    """Give the least and the greatest value that is as expected."""
    expected = measurement.expected
    match measurement.relation:
        case Relation.NEAR:
            return expected - measurement.tolerance, expected + measurement.tolerance
        case Relation.AT_MOST:
            return -math.inf, expected
        case Relation.AT_LEAST | Relation.ABOVE:
            return expected, math.inf


def _line(css: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line class="{css}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" '
        'stroke="currentColor"/>'
    )


def _text(x: float, y: float, anchor: str, text: str, css: str = "number") -> str:
    return (
        f'<text class="{css}" x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="currentColor" '
        f'font-size="13">{_indexed(text)}</text>'
    )


def _indexed(text: str) -> str:
    """Write text with its indexes below the line."""
    return "".join(
        f"{_escaped(before)}<tspan{_ITALIC}>{name[0]}</tspan>"
        f'<tspan dy="3" font-size="10"{_ITALIC if name[2].isalpha() else ""}>{name[2]}</tspan>'
        '<tspan dy="-3">\u200b</tspan>'
        if name
        else _escaped(before)
        for before, name in indexed(text)
    )


def _escaped(text: str) -> str:
    return escape(visible(text))


def _attribute(text: str) -> str:
    return escape(visible(text), {'"': "&quot;"})
