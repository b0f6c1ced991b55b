"""How fast the model is on a GPU: training and writing against Hugging Face, and eight bits.

    python benchmarks/gpu.py [--device cuda] [--rounds N] [--no-compile] [--output FILE]
    python benchmarks/gpu.py --device cpu --tiny    # see that all of it runs

Made to take at most five minutes on one H200. The model has the sizes of Llama 3.2 1B; all is in
bfloat16. Printed are tokens/s, the TFLOP/s or GB/s achieved and their share of what the same
device reaches in a large matrix product or copy, the attention kernels that ran, where the time
of a training step goes, a cache in int8 and e4m3, and the matrix product of e4m3 numbers.
`dhyana.bench` measures.

What matters most is measured first, and what has to be compiled last. No part may take longer than
its share, nor all together more than five minutes: a part that is not done by then, or for which
memory does not suffice, is left with a note, and the next begins. `--output` keeps the tables as
JSON, written anew after each.
"""

import argparse
import gc
import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

import torch
from rich.console import Console
from torch.profiler import ProfilerActivity, profile

from dhyana.bench.setup import LARGE, TINY, Setup
from dhyana.bench.tables import Row, Table
from dhyana.bench.timing import eight_bit_peak, matmul_peak
from dhyana.bench.training import training_step, training_table
from dhyana.bench.writing import growth_table, writing_table
from dhyana.device import choose_device
from dhyana.transformer import Transformer

SECONDS = 300  # for all parts


class TimeIsUp(BaseException):
    """No Exception, so that no handler inside a compiler takes it for a fault of its own."""


@dataclass(frozen=True, slots=True)
class Part:
    """One table, and the most seconds that it may take."""

    title: str
    seconds: int
    measure: Callable[[], Table]


def products(setup: Setup, size: int | None) -> Table:
    """Compare matrix products of bfloat16 and of e4m3 numbers, with one scale and one a row."""
    half = matmul_peak(setup, torch.bfloat16, size)
    rows, notes = [Row("bf16", figures={"TFLOP/s": half / 1e12, "× bf16": 1})], []
    for name, by_row in (("e4m3", False), ("e4m3, a scale for each row", True)):
        try:
            eight = eight_bit_peak(setup, size, by_row=by_row)
        except (RuntimeError, NotImplementedError, ValueError) as error:
            notes.append(f"no product of {name} here: {str(error).splitlines()[0]}")
        else:
            rows.append(Row(name, figures={"TFLOP/s": eight / 1e12, "× bf16": eight / half}))
    return Table("Matrix products", tuple(rows), tuple(notes))


def kernels(setup: Setup) -> Table:
    """Say where the time of our training step goes, by the names of the device's kernels."""
    step = training_step(setup, Transformer, bf16=True)
    step()
    activities = [ProfilerActivity.CPU]
    if setup.device.type == "cuda":
        activities.append(ProfilerActivity.CUDA)
    with profile(activities=activities) as seen:
        step()
        torch.accelerator.synchronize() if setup.on_gpu else None
    taken: dict[str, float] = {}
    for event in seen.key_averages():
        spent = event.self_device_time_total if setup.on_gpu else event.self_cpu_time_total
        if spent and (not setup.on_gpu or event.device_type != torch.autograd.DeviceType.CPU):
            taken[event.key[:80]] = taken.get(event.key[:80], 0) + spent
    longest = sorted(taken, key=lambda name: -taken[name])[:10]
    rows = [
        Row(name, figures={"ms": taken[name] / 1000, "share": taken[name] / sum(taken.values())})
        for name in longest
    ]
    note = "the ten longest" if rows else "the profiler saw no kernel"
    return Table("Kernels of a training step", tuple(rows), (note,))


def parts(device: torch.device, *, tiny: bool, rounds: int, compiled: bool) -> Iterator[Part]:
    """Yield what is to be measured, what matters most first."""
    setup = Setup(
        config=TINY if tiny else LARGE,
        batch=2 if tiny else 8,
        length=16 if tiny else 1024,
        prompt=8 if tiny else 512,
        new=4 if tiny else 64,
        device=device,
        rounds=rounds,
        warmup=1,
    )
    small, large = (replace(setup, batch=batch) for batch in ((1, 2) if tiny else (1, 32)))
    lengths = (8, 16, 32) if tiny else (256, 1024, 3584)
    yield Part("Matrix products", 15, lambda: products(setup, 64 if tiny else None))
    yield Part("Training", 45, lambda: training_table(setup))
    yield Part("Writing", 45, lambda: writing_table(small, caches=True))
    yield Part("Writing", 45, lambda: writing_table(large, caches=True))
    yield Part("One more token", 20, lambda: growth_table(setup, lengths))
    yield Part("Kernels of a training step", 15, lambda: kernels(setup))
    if compiled:
        yield Part("Training", 120, lambda: training_table(replace(setup, compiled=True)))
        yield Part("Writing", 90, lambda: writing_table(replace(small, compiled=True)))


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise TimeIsUp within this context after so many seconds, where the system has alarms."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TimeIsUp

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def measured(part: Part, left: float = SECONDS) -> Table:
    """Return a part's table, or one without rows that says why there are none.

    `left` are the seconds that remain for it and all that follow.
    """
    seconds = min(part.seconds, int(left))
    if seconds < 1:
        return Table(part.title, (), (f"not begun: the {SECONDS} s are over",))
    try:
        with limited(seconds):
            return part.measure()
    except TimeIsUp:
        return Table(part.title, (), (f"not done within {seconds} s",))
    except torch.OutOfMemoryError as error:
        return Table(part.title, (), (f"out of memory: {str(error).splitlines()[0]}",))
    finally:
        gc.collect()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()


def main() -> None:
    """Print the tables and how long they took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--output", type=Path, metavar="FILE", help="keep the tables as JSON")
    options = parser.parse_args()
    try:
        device = choose_device(options.device)
    except ValueError as error:
        parser.error(str(error))
    start, console, done = time.perf_counter(), Console(width=140), []
    for part in parts(
        device, tiny=options.tiny, rounds=options.rounds, compiled=not options.no_compile
    ):
        table = measured(part, SECONDS - (time.perf_counter() - start))
        console.print(table.as_rich())
        done.append(table.as_json())
        if options.output:
            options.output.write_text(json.dumps(done, ensure_ascii=False, indent=2), "utf-8")
    console.print(f"{time.perf_counter() - start:.0f} s in all, torch {torch.__version__}")


if __name__ == "__main__":
    main()
