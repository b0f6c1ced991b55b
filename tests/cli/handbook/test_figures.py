"""Figures of evidence."""

import math
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.cli.handbook.figures import NAMESPACE, curves, gauge
from dhyana.shlokas.evidence import Measurement, Relation, Series

S = f"{{{NAMESPACE}}}"
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


def band_and_dot(measurement: Measurement) -> tuple[float, float, float]:
    """Give left and right end of the band of a gauge, and where the value stands."""
    root = ET.fromstring(gauge(measurement))
    band, dot = root.find(f"{S}rect"), root.find(f"{S}circle")
    assert band is not None
    assert dot is not None
    left = float(band.get("x", ""))
    return left, left + float(band.get("width", "")), float(dot.get("cx", ""))


@pytest.mark.parametrize(
    ("relation", "value"),
    [
        (Relation.NEAR, 1.05),
        (Relation.NEAR, 2.0),
        (Relation.AT_MOST, 0.2),
        (Relation.AT_MOST, 4.0),
        (Relation.AT_LEAST, 4.0),
        (Relation.AT_LEAST, 0.2),
        (Relation.ABOVE, 1.5),
    ],
)
def test_a_value_as_expected_lies_in_the_band(relation: Relation, value: float) -> None:
    """The dot is on the band exactly when the measurement is met."""
    measurement = Measurement("x", value, relation, 1.0, 0.1)
    left, right, dot = band_and_dot(measurement)
    assert (left <= dot <= right) == measurement.met


def test_no_number_is_not_drawn() -> None:
    """Where nothing was measured there is no figure."""
    assert gauge(Measurement("x", None, Relation.NEAR, 1.0)) == ""
    assert gauge(Measurement("x", math.inf, Relation.NEAR, 1.0)) == ""


def test_curves_of_the_same_axes_are_drawn_together() -> None:
    """Two curves over the same axes share a figure with a legend; another has its own."""
    one = Series("raw", "d_k", "norm", (1, 2, 4), (0.1, 0.2, 0.3))
    two = Series("scaled", "d_k", "norm", (1, 2, 4), (0.1, 0.1, 0.1))
    other = Series("time", "words", "s", (1, 2), (3, 4))
    first, second = curves([one, two, other])
    assert first.count("<polyline") == 2
    assert "scaled</text>" in first
    assert second.count("<polyline") == 1
    assert ">d</tspan>" in first  # d_k with its index below the line
    assert "d_k<" not in first


@given(
    st.text(max_size=20),
    st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=8),
    NUMBERS,
    st.sampled_from(Relation),
)
@example("nan", [(1e308, 1e308), (-1e308, 0.0)], -1e308, Relation.NEAR)
@example("inf", [(5e-324, 0.0), (0.0, 5e-324)], 5e-324, Relation.ABOVE)
@settings(deadline=None, max_examples=100)
def test_any_evidence_is_drawn(
    label: str, points: list[tuple[float, float]], value: float, relation: Relation
) -> None:
    """Whatever was measured and however it is called, the drawing is well-formed and in bounds."""
    xs, ys = zip(*points, strict=True)
    drawings = [*curves([Series(label, label, label, xs, ys)])]
    drawings.append(gauge(Measurement(label, value, relation, points[0][0], abs(points[0][1]))))
    for drawing in filter(None, drawings):
        for element in ET.fromstring(drawing).iter():
            for name in ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "width", "height"):
                assert -1 <= float(element.get(name, "0")) <= 500
