"""Tensors and other results in few lines, and as JSON."""

import json
import math
from functools import partial
from typing import Any, NamedTuple

import pytest
import torch
from torch import Tensor

from dhyana.cli.view.tensor import json_of, lines_of


class Pair(NamedTuple):
    """A result of two parts."""

    left: Tensor
    right: int


def test_a_small_tensor_is_shown_whole() -> None:
    """Name, dtype, shape and device, and below them every number."""
    assert list(lines_of("scores", torch.tensor([[1.0, -2.5], [100.0, 0.125]]))) == [
        "scores      float32 [2, 2] cpu",
        "   1.0000  -2.5000",
        " 100.0000   0.1250",
    ]


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        (torch.tensor(3), ["x           int64 [] cpu", "        3"]),
        (torch.tensor([True]), ["x           bool [1] cpu", "     true"]),
        (torch.empty(0, 3), ["x           float32 [0, 3] cpu"]),
        (64, ["x           64"]),
        ("fused", ["x           'fused'"]),
        (Pair(torch.tensor(1), 2), ["x.left      int64 [] cpu", "        1", "x.right     2"]),
        ((1, 2), ["x.0         1", "x.1         2"]),
        ([torch.tensor(3)], ["x.0         int64 [] cpu", "        3"]),
        ([1 / 3, 2.0], ["x           0.333333  2"]),
        (1 / 3, ["x           0.333333"]),
        (json_of, ["x           json_of"]),
        (partial(json_of, 1), ["x           json_of"]),
        (torch.nn.Linear(2, 3), ["x           Linear"]),
    ],
)
def test_every_kind_of_value(value: Any, lines: list[str]) -> None:
    """Scalars, truth values, empty tensors, plain values and tuples of them are shown."""
    assert list(lines_of("x", value)) == lines


def test_a_large_tensor_is_shortened() -> None:
    """Of a large tensor four rows of eight numbers are shown, and that there are more."""
    lines = list(lines_of("x", torch.zeros(2, 3, 9)))
    assert lines[0] == "x           float32 [2, 3, 9] cpu"
    assert len(lines) == 1 + 4 + 1
    assert lines[1] == "   0.0000" * 8 + " …"
    assert lines[-1].strip() == "…"


def test_json_is_json() -> None:
    """Numbers are kept to six digits, what is no number is null, and the rest is itself."""
    found = json_of(torch.tensor([[1 / 3, math.nan], [math.inf, 0]], dtype=torch.bfloat16))
    assert found == {
        "dtype": "bfloat16",
        "shape": [2, 2],
        "device": "cpu",
        "values": [[0.333984, None], [None, 0.0]],
    }
    assert json_of(Pair(torch.tensor(1), 2))["right"] == 2
    assert json_of([1, "a", None, True, torch.float32]) == [1, "a", None, True, "torch.float32"]
    assert json_of([json_of, partial(json_of, 1)]) == ["json_of", "json_of"]
    json.dumps(json_of((torch.ones(2), 1.5)), allow_nan=False)
