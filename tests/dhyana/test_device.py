"""Devices and dtypes by the names people give."""

import pytest
import torch

from dhyana.cli.options import Device
from dhyana.cli.run import Dtype
from dhyana.device import DTYPES, choose_device, choose_dtype


def test_auto_takes_what_is_there() -> None:
    """`auto` is always a device that computes."""
    assert float(torch.ones(2, device=choose_device("auto")).sum()) == 2
    assert choose_device("cpu") == torch.device("cpu")


@pytest.mark.parametrize("name", ["cuda", "mps"])
def test_an_absent_device_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that is not there is a ValueError that names those that are."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(ValueError, match=rf"no device {name} here \(torch .*\); there is cpu"):
        choose_device(name)


def test_the_best_device_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is a GPU, `auto` takes it."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device("auto") == choose_device("cuda") == torch.device("cuda")


def test_dtypes_have_torchs_names() -> None:
    """Names on the command line are those of torch, and all of them are floating."""
    assert list(DTYPES) == list(Dtype)
    for name in DTYPES:
        assert choose_dtype(name, torch.device("cpu")) is getattr(torch, name)
        assert choose_dtype(name, torch.device("cpu")).is_floating_point
    assert [*Device] == ["auto", "cpu", "cuda", "mps"]


def test_impossible_dtypes_are_named() -> None:
    """A dtype that there is not, or that the device lacks, is a ValueError."""
    with pytest.raises(ValueError, match="no dtype int8; there is float32"):
        choose_dtype("int8", torch.device("cpu"))
    with pytest.raises(ValueError, match="mps does not compute in float64"):
        choose_dtype("float64", torch.device("mps"))
