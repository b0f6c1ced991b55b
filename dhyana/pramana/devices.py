"""A model split over two devices, which are two processes of this machine that speak over Gloo."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor
from torch.multiprocessing.spawn import spawn

from dhyana.parallel import leave, tensor_parallel
from dhyana.pramana.experiment import Settings
from dhyana.pramana.instruments import apart
from dhyana.transformer import Config, Transformer

DEVICES = 2


class Split(NamedTuple):
    """What the first of the devices saw."""

    difference: float  # largest, of the logits from those of the whole model, in their units
    share: float  # of the parameters that lie on this device


def split(settings: Settings) -> Split:
    """Run a model whole and split, on the CPU in float32 or better.

    Raises RuntimeError when torch has no Gloo to let processes speak.
    """
    if not (dist.is_available() and dist.is_gloo_available()):
        raise RuntimeError("this torch was built without Gloo, over which processes speak")
    with TemporaryDirectory() as folder:
        spawn(_run, args=(folder, settings.seed), nprocs=DEVICES)  # type: ignore[no-untyped-call] # torch has not typed it
        return Split(**json.loads((Path(folder) / "0.json").read_text("utf-8")))


def _run(rank: int, folder: str, seed: int) -> None:
    """Be one of the devices; leave what it saw in the folder."""
    torch.set_num_threads(1)
    meeting = f"file://{folder}/meeting"
    dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=DEVICES)
    settings = Settings(torch.device("cpu"), torch.float32, seed)
    config = Config(
        vocab_size=64, context=32, width=64, n_layers=2, n_heads=4, n_kv_heads=2, init_std=0.2
    )
    model = settings.build(lambda: Transformer(config))
    text = settings.integers(64, 4, 32, seed=1)
    parameters = _here(model)
    with torch.no_grad():
        whole = model(text)
        halves = tensor_parallel(model, init_device_mesh("cpu", (DEVICES,)))(text)
    seen = Split(apart(halves, whole), _here(model) / parameters)
    (Path(folder) / f"{rank}.json").write_text(json.dumps(seen._asdict()), "utf-8")
    leave()


def _here(model: Transformer) -> int:
    """Count the parameters that lie on this device."""
    return sum(
        (part.to_local() if isinstance(part, DTensor) else part).numel()
        for part in model.parameters()
    )
