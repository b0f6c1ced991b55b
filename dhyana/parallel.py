"""The model on several devices: split within layers, split by parameters, or copied.

- `tensor_parallel`: each device has some heads and some of the feed-forward's memories; two sums
  over devices a block (Shoeybi et al. 2019, arXiv 1909.08053 §3). For models too wide for one.
- `fully_sharded`: each device keeps a part of every parameter and borrows the rest, a block at a
  time (Rajbhandari et al. 2020, arXiv 1910.02054; torch's FSDP2). For training too large for one.
- `replicated`: each device has the whole model, and gradients are averaged (torch's DDP).

All start from the same weights on every process and give one process's numbers, up to rounding.
Run with `torchrun --nproc-per-node N script.py`, where the script begins with `start("cuda")` and
ends with `leave()`.
"""

import os
import sys
from typing import NoReturn

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import (
    MixedPrecisionPolicy,
    fully_shard,
    register_fsdp_forward_method,
)
from torch.distributed.tensor import Replicate
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    ParallelStyle,
    RowwiseParallel,
    parallelize_module,
)
from torch.nn.parallel import DistributedDataParallel

from dhyana.binding import shloka
from dhyana.heads import MultiHeadAttention
from dhyana.transformer import Transformer

BACKENDS = {"cuda": "nccl", "cpu": "gloo"}


def start(device: str) -> DeviceMesh:
    """Join the processes that torchrun started; return their mesh, one device a process.

    NCCL speaks between GPUs, Gloo between CPUs. Raises ValueError for another kind of device,
    for more processes on a machine than it has GPUs, and when torchrun did not start them.
    """
    if device not in BACKENDS:
        raise ValueError(f"expected device {' or '.join(BACKENDS)}, found {device!r}")
    missing = [name for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK") if name not in os.environ]
    if missing:
        raise ValueError(f"{', '.join(missing)} not set: start the program with torchrun")
    if device == "cuda":
        local, present = int(os.environ["LOCAL_RANK"]), torch.cuda.device_count()
        if local >= present:
            raise ValueError(f"process {local} of this machine has no GPU; there are {present}")
        torch.cuda.set_device(local)
    dist.init_process_group(BACKENDS[device])
    return init_device_mesh(device, (dist.get_world_size(),))


def leave() -> NoReturn:
    """Wait until all processes have come here, then end this one, without fault.

    It ends at once instead of taking the interpreter down first: DTensor's caches keep the group
    (torch 2.13), so that its threads outlive `destroy_process_group`, and a thread that drops a
    tensor while the interpreter goes is stopped in the middle, which aborts the process
    ("terminate called without an active exception"). So close your files before; standard output
    and error are flushed, `atexit` functions are not called.
    """
    dist.barrier()
    dist.destroy_process_group()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


@shloka(46)
def tensor_parallel(model: Transformer, mesh: DeviceMesh) -> Transformer:
    """Split a model's matrices over the devices of a one-dimensional mesh, in place.

    Queries, keys, values, gate and up are split by output, so that each device has whole heads
    and whole memories; out and down by input, their results summed. Embedding and head are split
    by token of the vocabulary. Logits come out whole on every device, and a cache made by
    `CacheShape.of(model)` holds the device's own heads. Raises ValueError where the mesh's size
    does not divide the key/value heads or the feed-forward's width.
    """
    config, size = model.config, mesh.size()
    for name in ("n_kv_heads", "ff_width"):
        if getattr(config, name) % size:
            raise ValueError(f"{size} devices cannot share {name} = {getattr(config, name)} evenly")
    by_output: dict[str, ParallelStyle] = {
        name: ColwiseParallel()
        for name in (
            "attention.project.query",
            "attention.project.key",
            "attention.project.value",
            "feed_forward.up",
            *(["feed_forward.gate"] if config.gated else []),
        )
    }
    by_input: dict[str, ParallelStyle] = {
        "attention.out": RowwiseParallel(),
        "feed_forward.down": RowwiseParallel(),
    }
    for block in model.blocks:
        parallelize_module(block, mesh, by_output | by_input)
    for module in model.modules():
        if isinstance(module, MultiHeadAttention):
            module.n_heads //= size
            module.n_kv_heads //= size
    ends: dict[str, ParallelStyle] = {
        "embedding": RowwiseParallel(input_layouts=Replicate()),
        "head": ColwiseParallel(output_layouts=Replicate()),
    }
    parallelize_module(model, mesh, ends)
    model.tie()
    return model


@shloka(46)
def fully_sharded(
    model: Transformer, mesh: DeviceMesh, *, compute_dtype: torch.dtype | None = None
) -> Transformer:
    """Shard every parameter over the mesh, in place; a block's are gathered while it computes.

    With `compute_dtype` (bfloat16) blocks compute in it, while weights, gradients' sums and the
    optimizer stay as they are. Gradients are averaged over the devices, each with its own batch.
    """
    policy = MixedPrecisionPolicy(param_dtype=compute_dtype, reduce_dtype=torch.float32)
    for block in model.blocks:
        fully_shard(block, mesh=mesh, mp_policy=policy)
    fully_shard(model, mesh=mesh, mp_policy=policy)
    register_fsdp_forward_method(model, "hidden")
    return model


@shloka(46)
def replicated(model: Transformer, mesh: DeviceMesh) -> nn.Module:
    """Return the model wrapped so that gradients are averaged over the devices' batches."""
    return DistributedDataParallel(model, process_group=mesh.get_group())
