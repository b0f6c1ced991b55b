"""Charts of measured curves."""

import math

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.cli.handbook.chart import charts_of
from dhyana.shlokas.evidence import Series

NUMBERS = st.floats(allow_nan=True, allow_infinity=True)


def series(x: list[float], y: list[float], label: str = "loss", y_label: str = "nats") -> Series:
    """Make a curve."""
    return Series(label, "steps", y_label, tuple(x), tuple(y))


def test_curves_over_the_same_axes_share_a_chart() -> None:
    """Series with the same labels of their axes must be drawn over each other, others apart."""
    one, two = series([1, 2], [3, 4], "one"), series([1, 2], [5, 6], "two")
    charts = list(charts_of([one, series([1, 2], [0, 1], y_label="bits"), two]))
    assert [[curve.label for curve in chart.curves] for chart in charts] == [
        ["one", "two"],
        ["loss"],
    ]


def test_wide_ranges_are_logarithmic() -> None:
    """Positive values that span decades must stand on a logarithmic axis with powers of ten."""
    (chart,) = charts_of([series([16, 64, 1024], [1e-9, 1e-3, 1.0])])
    assert chart.x.logarithmic
    assert [tick.label for tick in chart.x.ticks] == ["16", "64", "1024"]
    assert chart.y.logarithmic
    assert [tick.label for tick in chart.y.ticks] == ["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]


def test_linear_axes_end_at_round_numbers() -> None:
    """What was measured must stand between round ticks, what was varied must fill its axis."""
    (chart,) = charts_of([series([0, 30], [1.9, 2.7])])
    assert [tick.label for tick in chart.y.ticks] == ["1.8", "2", "2.2", "2.4", "2.6", "2.8"]
    assert [point[0] for point in chart.curves[0].points] == [0, 1]


def test_noise_is_not_blown_up() -> None:
    """Values that hardly differ must be drawn over an axis from zero."""
    (chart,) = charts_of([series([1, 2], [0.99, 1.01])])
    assert chart.y.ticks[0].label == "0"


def test_the_alternative_says_how_each_curve_runs() -> None:
    """Who cannot see the chart must be told its axes and where each curve begins and ends."""
    (chart,) = charts_of([series([1, 2], [3, 4.5])])
    assert chart.alt == "nats against steps. loss: 3 at 1, 4.5 at 2."


@settings(deadline=None, max_examples=200)
@example([(1.5e-117, 0.0), (-1.2e-102, 0.0)])
@given(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=6))
def test_any_numbers_give_places_in_the_square(points: list[tuple[float, float]]) -> None:
    """Whatever was measured, points and ticks must lie in the square, and no number be lost."""
    x, y = [x for x, _ in points], [y for _, y in points]
    for chart in charts_of([series(x, y)]):
        places = [place for curve in chart.curves for point in curve.points for place in point]
        places += [tick.at for axis in (chart.x, chart.y) for tick in axis.ticks]
        assert all(-1e-4 <= place <= 1 + 1e-4 for place in places)
        assert len(chart.curves[0].points) <= sum(math.isfinite(a + b) for a, b in points)
