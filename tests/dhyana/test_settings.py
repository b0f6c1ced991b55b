"""Settings from JSON that nobody vouches for."""

import json
from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.settings import parse_json, read_settings


@dataclass(frozen=True)
class Round:
    """One shape."""

    radius: float
    corners: ClassVar[bool] = False
    kind: Literal["round"] = "round"


@dataclass(frozen=True)
class Square:
    """Another shape."""

    sides: tuple[int, ...]
    kind: Literal["square"] = "square"


@dataclass(frozen=True)
class Settings:
    """One field of every sort."""

    count: int
    ratio: float = 0.5
    open: bool = False
    name: str = ""
    colour: Literal["red", "blue"] = "red"
    limit: int | None = None
    shape: Round | Square | None = None


def test_every_sort_of_field() -> None:
    """A whole number is a float where one is wanted, a list a tuple, an object its kind."""
    data = {
        "count": 3,
        "ratio": 2,
        "open": True,
        "name": "n",
        "colour": "blue",
        "limit": None,
        "shape": {"kind": "square", "sides": [1, 2]},
    }
    expected = Settings(3, 2.0, True, "n", "blue", None, Square((1, 2)))
    assert read_settings(Settings, data) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "expected a JSON object, found list"),
        ({}, "'count' is missing"),
        ({"count": 1, "cuont": 2}, "unknown key 'cuont'"),
        ({"count": "1"}, "count: expected int, found '1'"),
        ({"count": True}, "count: expected int, found True"),
        ({"count": 1.0}, "count: expected int, found 1.0"),
        ({"count": 1, "open": 1}, "open: expected bool, found 1"),
        ({"count": 1, "ratio": "x"}, "ratio: expected float, found 'x'"),
        ({"count": 1, "ratio": 10**400}, "ratio: larger than any float"),
        ({"count": 1, "ratio": None}, "ratio: expected float, found None"),
        ({"count": 1, "colour": "green"}, "colour: expected one of red, blue, found 'green'"),
        ({"count": 1, "colour": ["red"]}, "colour: expected one of red, blue"),
        ({"count": 1, "limit": "3"}, "limit: expected int, found '3'"),
        ({"count": 1, "shape": 3}, "shape: expected kind to be one of round, square, found None"),
        ({"count": 1, "shape": {"kind": "oval"}}, "one of round, square, found 'oval'"),
        ({"count": 1, "shape": {"kind": []}}, "one of round, square"),
        ({"count": 1, "shape": {"kind": "square", "sides": [1, "2"]}}, r"sides\[1\]: expected int"),
        ({"count": 1, "shape": {"kind": "square", "sides": 1}}, "sides: expected a list, found 1"),
        ({"count": 1, "shape": {"kind": "round"}}, "shape: 'radius' is missing"),
        ({"count": 1, "shape": {"kind": "round", "corners": True}}, "unknown key 'corners'"),
    ],
)
def test_what_is_wrong_is_named(data: object, message: str) -> None:
    """The key, what was expected and what was found stand in the message."""
    with pytest.raises(ValueError, match=message):
        read_settings(Settings, data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"count": 1, "count": 2}', "configuration: not JSON: the key 'count' comes twice"),
        ('{"count": [{"a": 1, "b": 2, "a": 1}]}', "the key 'a' comes twice"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        (b"\xff\xfe", "not JSON"),
    ],
)
def test_what_is_not_json(text: str | bytes, message: str) -> None:
    """Nesting without end, numbers without end and keys that come twice are refused."""
    with pytest.raises(ValueError, match=message):
        parse_json(text)


def test_messages_stay_short() -> None:
    """What was found is shortened, however long it is."""
    with pytest.raises(ValueError, match=r"count: expected int, found 'xx") as caught:
        read_settings(Settings, {"count": "x" * 10**6})
    assert len(str(caught.value)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
keys = st.sampled_from(["count", "ratio", "open", "name", "colour", "limit", "shape", "else"])


@settings(deadline=None, max_examples=100)
@given(data=st.dictionaries(keys, json_values) | json_values)
def test_nothing_but_value_errors(data: object) -> None:
    """Any JSON is either read or refused with a ValueError."""
    data = json.loads(json.dumps(data))
    try:
        read = read_settings(Settings, data)
    except ValueError:
        return
    assert isinstance(read.count, int)
