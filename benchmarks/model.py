"""How fast the model trains, against Hugging Face's Llama of the same shape.

    python benchmarks/model.py [--rounds N] [--threads 1 2] [--no-compile]

One training step is a forward and backward pass over 4 texts of 256 tokens and a fused AdamW
step: width 256, 8 layers, 8 heads, 4 key/value heads, hidden width 704, vocabulary 4096. The
steps of all rows are interleaved in random order, so that a busy machine slows all alike. On one
thread CPU time is measured, on more the clock on the wall.

Printed are the median tokens/s with its quartiles, the median of the ratios to Hugging Face's
step of the same round (in fp32 and in bf16), and the fraction of the measured fp32 matmul peak
that the linear layers' 6 · N · tokens FLOPs alone account for. Peak memory is that of a process
of its own.
Aims: eager fp32 at least 1; compiled bf16 at least 1.5 of their fp32 and 1.15 of their bf16.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from dhyana.llama import llama_config
from dhyana.transformer import Config, Transformer

BATCH, LENGTH = 4, 256
CONFIG = Config(
    vocab_size=4096,
    context=LENGTH,
    width=256,
    n_layers=8,
    n_heads=8,
    n_kv_heads=4,
    ff_width=704,
)
Step = Callable[[], None]


def ours() -> nn.Module:
    """Return our model."""
    return Transformer(CONFIG)


def theirs() -> nn.Module:
    """Return Hugging Face's model of the same shape."""
    from transformers import LlamaConfig, LlamaForCausalLM

    settings = llama_config(CONFIG)
    model: nn.Module = LlamaForCausalLM(LlamaConfig(**settings, use_cache=False))
    return model


def training_step(model: nn.Module, *, bf16: bool = False, compiled: bool = False) -> Step:
    """Return a function that trains the model by one step."""
    text = torch.randint(CONFIG.vocab_size, (BATCH, LENGTH + 1))
    inputs, targets = text[:, :-1].contiguous(), text[:, 1:].flatten()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, fused=True)
    forward = torch.compile(model) if compiled else model

    def step() -> None:
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            output = forward(inputs)
            logits: Tensor = output if isinstance(output, Tensor) else output.logits
            loss = functional.cross_entropy(logits.flatten(0, 1), targets)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def rows(*, compiled: bool) -> dict[str, Step]:
    """Return the steps to compare, by name."""
    steps = {
        "HF eager fp32": training_step(theirs()),
        "ours eager fp32": training_step(ours()),
        "HF eager bf16": training_step(theirs(), bf16=True),
        "ours eager bf16": training_step(ours(), bf16=True),
    }
    if compiled:
        steps["ours compiled fp32"] = training_step(ours(), compiled=True)
        steps["ours compiled bf16"] = training_step(ours(), compiled=True, bf16=True)
    return steps


def interleaved(
    steps: dict[str, Step], rounds: int, clock: Callable[[], float]
) -> dict[str, list[float]]:
    """Return the seconds of every step in every round; two rounds to warm up are thrown away."""
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds + 2):
        for name in random.sample(list(steps), len(steps)):
            start = clock()
            steps[name]()
            seconds[name].append(clock() - start)
    return {name: times[2:] for name, times in seconds.items()}


def matmul_peak(clock: Callable[[], float]) -> float:
    """Return the best FLOP/s of a 1024³ fp32 matrix product."""
    a, b = torch.randn(2, 1024, 1024)

    def once() -> float:
        start = clock()
        torch.mm(a, b)
        return clock() - start

    return 2 * 1024**3 / min(once() for _ in range(20))


def table(threads: int, rounds: int, *, compiled: bool) -> None:
    """Measure on so many threads and print."""
    torch.set_num_threads(threads)
    clock = time.process_time if threads == 1 else time.perf_counter
    seconds = interleaved(rows(compiled=compiled), rounds, clock)
    peak = matmul_peak(clock)
    matmul_weights = sum(w.numel() for n, w in ours().named_parameters() if w.ndim == 2) - (
        CONFIG.vocab_size * CONFIG.width
    )
    flops = 6 * matmul_weights * BATCH * LENGTH
    kind = "CPU time" if threads == 1 else "wall time"
    print(
        f"\ntraining, {threads} thread(s), {kind}, {rounds} rounds; peak {peak / 1e9:.0f} GFLOP/s"
    )
    print(
        f"{'':20}{'tokens/s':>10}{'quartiles':>16}{'/ HF fp32':>11}{'/ HF bf16':>11}{'of peak':>9}"
    )
    for name, times in seconds.items():
        low, middle, high = statistics.quantiles([BATCH * LENGTH / t for t in times], n=4)
        ratios = [
            statistics.median(their / our for their, our in zip(seconds[base], times, strict=True))
            for base in ("HF eager fp32", "HF eager bf16")
        ]
        used = flops * middle / (BATCH * LENGTH) / peak
        print(
            f"{name:20}{middle:10,.0f}{f'{low:,.0f}–{high:,.0f}':>16}"
            f"{ratios[0]:11.3f}{ratios[1]:11.3f}{used:9.2f}"
        )


def peak_memory(name: str) -> int:
    """Train three steps in this process and return its peak resident memory in bytes."""
    step = training_step({"ours": ours, "HF": theirs}[name]())
    for _ in range(3):
        step()
    # Not ru_maxrss, which a process inherits from the one that started it.
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--memory-of", choices=["ours", "HF"], help="only this, in bytes")
    options = parser.parse_args()
    if options.memory_of:
        print(peak_memory(options.memory_of))
        return
    for threads in options.threads:
        table(threads, options.rounds, compiled=not options.no_compile)
    print("\npeak memory, training in fp32")
    for name in ("HF", "ours"):
        command = [sys.executable, __file__, "--memory-of", name]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        print(f"{name:20}{int(done.stdout.split()[-1]) / 2**20:10,.0f} MiB")


if __name__ == "__main__":
    main()
