"""How fast the model trains: forward, backward and a fused AdamW step, side by side with others.

Source of the FLOPs: `scaling.flops_per_token`.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from dhyana.bench.peers import NanoGPT, hugging_face, installed, trained_here
from dhyana.bench.setup import Setup
from dhyana.bench.tables import Row, Table, compared
from dhyana.bench.timing import interleaved, matmul_peak, timed
from dhyana.flash import kernels_run
from dhyana.scaling import count_parameters, flops_per_token
from dhyana.transformer import Config, Transformer


def training_step(
    setup: Setup,
    make: Callable[[Config], nn.Module],
    *,
    bf16: bool = False,
    compiled: bool = False,
) -> Callable[[], None]:
    """Return a function that trains a new model by one step on texts drawn once."""
    with setup.device:
        model = make(setup.config)
    shape = (setup.batch, setup.length + 1)
    text = torch.randint(setup.config.vocab_size, shape, device=setup.device)
    inputs, targets = text[:, :-1].contiguous(), text[:, 1:].flatten()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, fused=True)
    forward = torch.compile(model) if compiled else model

    def step() -> None:
        with torch.autocast(setup.device.type, torch.bfloat16, enabled=bf16):
            if isinstance(model, NanoGPT):
                loss = model.loss(inputs, targets)
            else:
                output = forward(inputs)
                logits: Tensor = output if isinstance(output, Tensor) else output.logits
                loss = functional.cross_entropy(logits.flatten(0, 1), targets)
        loss.backward()  # type: ignore[no-untyped-call] # torch has not typed it
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def training_table(setup: Setup, *, nanogpt: Path | None = None) -> Table:
    """Train our model and the peers that are there, in fp32 on a CPU and in bf16.

    `nanogpt` is the folder of a checkout of karpathy/nanoGPT.
    """
    config = setup.config
    peers, notes = trained_here(nanogpt)
    if installed("transformers"):
        peers = {"HF": hugging_face, **peers}
    else:
        notes = ("transformers is not installed: no ratio to Hugging Face", *notes)
    contestants = {**peers, "ours": Transformer}
    steps = {}
    dtypes = {"fp32": torch.float32, "bf16": torch.bfloat16}
    if setup.on_gpu:
        del dtypes["fp32"]
    for number, dtype in dtypes.items():
        bf16 = dtype == torch.bfloat16
        for name, make in contestants.items():
            if not bf16 or setup.on_gpu or name in ("HF", "ours"):
                steps[f"{name} eager {number}"] = training_step(setup, make, bf16=bf16)
        if setup.compiled:
            for name in ("HF", "ours") if setup.on_gpu and "HF" in peers else ("ours",):
                steps[f"{name} compiled {number}"] = training_step(
                    setup, contestants[name], bf16=bf16, compiled=True
                )
    with kernels_run() as ran:
        steps[f"ours eager {next(iter(dtypes))}"]()
    seconds = interleaved(setup, {name: timed(step) for name, step in steps.items()})
    peaks = {number: matmul_peak(setup, dtype) for number, dtype in dtypes.items()}
    with torch.device("meta"):
        multiplied = count_parameters(Transformer(config)).multiplied
    work = flops_per_token(config, multiplied, setup.length, training=True)
    tokens = setup.batch * setup.length
    rows = compared(
        seconds,
        tokens,
        bases=("HF eager fp32", "HF eager bf16"),
        figures={
            name: {
                "TFLOP/s": work * tokens / min(times) / 1e12,
                "of peak": work * tokens / min(times) / peaks[name.split()[-1]],
            }
            for name, times in seconds.items()
        },
    )
    limits = ", ".join(f"{peak / 1e12:.3g} ({number})" for number, peak in peaks.items())
    attention = ", ".join(f"{kernel} × {count}" for kernel, count in ran.items())
    return Table(
        f"Training, batch {setup.batch} × {setup.length} tokens: {setup}",
        rows,
        (
            f"peak: {limits} TFLOP/s, the best matrix product of the row's numbers",
            f"attention kernels of our forward pass: {attention}",
            *notes,
        ),
    )


def training_memory() -> Table | None:
    """Return the peak memory of three training steps in fp32, each in a process of its own.

    None where the operating system does not tell it (it is read from Linux's /proc).
    """
    if not Path("/proc/self/status").exists():
        return None
    rows = []
    for name in ("HF", "ours") if installed("transformers") else ("ours",):
        command = [sys.executable, "-m", "dhyana.bench.training", name]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - no shell
        rows.append(Row(name, figures={"MiB": int(done.stdout.split()[-1]) / 2**20}))
    return Table("Peak memory of training in fp32 on the CPU", tuple(rows))


def _peak_memory(name: str) -> int:
    """Train three steps in this process and return its peak resident memory in bytes."""
    torch.set_num_threads(1)
    step = training_step(Setup(), {"ours": Transformer, "HF": hugging_face}[name])
    for _ in range(3):
        step()
    # Not ru_maxrss, which a process inherits from the one that started it.
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


if __name__ == "__main__":
    print(_peak_memory(sys.argv[1]))
