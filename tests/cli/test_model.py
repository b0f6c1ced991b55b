"""`dhyana model bench`: the tables of the benchmarks for the user's machine."""

import json
from collections.abc import Callable, Iterator

import pytest
import torch
from typer.testing import CliRunner

from dhyana.bench.setup import Setup
from dhyana.bench.tables import Row, Spread, Table
from dhyana.cli import model as command
from dhyana.cli.app import app


def tables(setup: Setup, *, quick: bool) -> Iterator[Table]:
    """Stand for the measuring, which takes a minute."""
    yield Table(f"Training: {setup}", (Row("ours", Spread(1, 2, 3), {"HF": Spread(1, 1, 1)}),))
    yield Table("Writing", (Row("ours", Spread(4, 5, 6)),), (f"compiled: {setup.compiled}",))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """Call the command without the measuring."""
    monkeypatch.setattr(command, "_tables", tables)
    return lambda *arguments: CliRunner().invoke(app, ["model", "bench", *arguments])


def test_tables_are_written(bench: Callable[..., object]) -> None:
    """Every table is on standard output, with where it was measured; pipes get no escape codes."""
    done = bench("--threads", "2")
    assert done.exit_code == 0
    assert "Training: CPU, 2 threads, wall time, 5 rounds" in done.stdout
    assert "compiled: False" in done.stdout
    assert "\x1b" not in done.stdout


def test_json_has_the_same(bench: Callable[..., object]) -> None:
    """As JSON the tables are a list, numbers with their quartiles."""
    training, writing = json.loads(bench("--full", "--format", "json").stdout)
    assert training["rows"][0]["rate"] == {"low": 1, "median": 2, "high": 3}
    assert writing["notes"] == ["compiled: True"]


def test_a_device_that_is_not_there(bench: Callable[..., object]) -> None:
    """Exit code 2 and one line that says what is there."""
    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    done = bench("--device", "cuda")
    assert done.exit_code == 2
    assert "there is no device cuda here" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_out_of_memory(monkeypatch: pytest.MonkeyPatch, bench: Callable[..., object]) -> None:
    """A device too small ends with exit code 2 and one line."""

    def full(setup: Setup, *, quick: bool) -> Iterator[Table]:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB\nand so on")
        yield

    monkeypatch.setattr(command, "_tables", full)
    done = bench()
    assert done.exit_code == 2
    message = (
        "dhyana: the model cannot be measured on cpu: CUDA out of memory. Tried to allocate 2 GiB"
    )
    assert " ".join(done.stderr.split()) == message
