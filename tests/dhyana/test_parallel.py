"""Two processes over Gloo: the numbers and gradients of one."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch
import torch.distributed as dist

from dhyana.parallel import fully_sharded, replicated, start, tensor_parallel
from dhyana.transformer import Config, Transformer

PROCESSES = 2


class Ended(NamedTuple):
    """What is left of two processes."""

    held: list[str]  # the checks that the first one printed
    codes: list[int]


@pytest.fixture(scope="module")
def ended() -> Ended:
    """Run `two_processes.py` in two processes, to the end."""
    if not dist.is_available() or not dist.is_gloo_available():
        pytest.skip("this torch was built without Gloo")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    meeting = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": str(PROCESSES)}
    processes = [
        subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("two_processes.py"))],
            env=os.environ | meeting | {"RANK": str(rank), "LOCAL_RANK": str(rank)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(PROCESSES)
    ]
    try:
        outputs = [process.communicate(timeout=240) for process in processes]
    finally:
        for process in processes:
            process.kill()
    sys.stderr.write("".join(errors for _, errors in outputs))
    return Ended(outputs[0][0].split(), [process.returncode for process in processes])


@pytest.mark.parametrize("divide", [tensor_parallel, fully_sharded, replicated])
def test_two_processes_are_one(ended: Ended, divide: Callable[..., Any]) -> None:
    """Two real processes, speaking over Gloo, give the forward and gradients of one."""
    assert f"{divide.__name__}_is_one" in ended.held


def test_shards_compute_in_another_dtype_than_they_keep(ended: Ended) -> None:
    """With a dtype to compute in, weights and gradients of shards are still float32."""
    assert "fully_sharded_in_bfloat16" in ended.held


def test_both_processes_end_without_fault(ended: Ended) -> None:
    """Neither is ended by a signal or an error, nor leaves the other waiting."""
    assert ended.codes == [0] * PROCESSES


def test_starting_without_torchrun_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no launcher named the processes, the message says how to start the program."""
    monkeypatch.delenv("RANK", raising=False)
    with pytest.raises(ValueError, match=r"RANK.* not set: start the program with torchrun"):
        start("cpu")


@pytest.mark.parametrize("device", ["tpu", "cuda"])
def test_a_device_that_is_not_there_is_refused(
    monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    """A kind that has no backend, and a process for which there is no GPU, are named."""
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"):
        monkeypatch.setenv(name, str(torch.cuda.device_count()))
    with pytest.raises(ValueError, match=r"found 'tpu'|has no GPU; there are"):
        start(device)


def test_heads_that_do_not_divide_are_refused() -> None:
    """A mesh that does not divide the key/value heads is refused before anything is split."""

    class Mesh:
        """A mesh of two devices, as far as its size goes."""

        def size(self) -> int:
            return 2

    model = Transformer(Config(vocab_size=9, context=4, width=6, n_layers=1, n_heads=3))
    with pytest.raises(ValueError, match="2 devices cannot share n_kv_heads = 3 evenly"):
        tensor_parallel(model, Mesh())  # type: ignore[arg-type] # stands for a mesh
