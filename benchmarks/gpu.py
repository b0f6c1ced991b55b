"""How fast the model is on a GPU: training and writing against Hugging Face, and eight bits.

    python benchmarks/gpu.py [--device cuda] [--rounds N] [--no-compile]
    python benchmarks/gpu.py --device cpu --tiny    # see that all of it runs

Made to take at most five minutes on one H200. The model has the sizes of Llama 3.2 1B; all is in
bfloat16. Printed are tokens/s, the TFLOP/s or GB/s achieved and their share of what the same
device reaches in a large matrix product or copy, the attention kernels that ran, a cache in int8
and e4m3, and the matrix product of e4m3 numbers. `dhyana.bench` measures.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace

import torch
from rich.console import Console

from dhyana.bench.setup import LARGE, TINY, Setup
from dhyana.bench.tables import Row, Table
from dhyana.bench.timing import eight_bit_peak, matmul_peak
from dhyana.bench.training import training_table
from dhyana.bench.writing import growth_table, writing_table
from dhyana.device import choose_device


def products(setup: Setup, size: int | None) -> Table:
    """Compare matrix products of bfloat16 and of e4m3 numbers."""
    half = matmul_peak(setup, torch.bfloat16, size)
    rows, notes = [Row("bf16", figures={"TFLOP/s": half / 1e12, "× bf16": 1})], []
    try:
        eight = eight_bit_peak(setup, size)
        rows.append(Row("e4m3", figures={"TFLOP/s": eight / 1e12, "× bf16": eight / half}))
    except (RuntimeError, NotImplementedError) as error:
        notes.append(f"no e4m3 product here: {str(error).splitlines()[0]}")
    return Table("Matrix products", tuple(rows), tuple(notes))


def tables(device: torch.device, *, tiny: bool, rounds: int, compiled: bool) -> Iterator[Table]:
    """Yield the tables, each as soon as it is measured."""
    setup = Setup(
        config=TINY if tiny else LARGE,
        batch=2 if tiny else 8,
        length=16 if tiny else 1024,
        prompt=8 if tiny else 512,
        new=4 if tiny else 128,
        device=device,
        rounds=rounds,
        warmup=1 if tiny else 3,
        compiled=compiled,
    )
    yield products(setup, 64 if tiny else None)
    yield training_table(setup)
    for batch in (1, 2) if tiny else (1, 32):
        yield writing_table(replace(setup, batch=batch), caches=True)
    yield growth_table(setup, (8, 16, 32) if tiny else (256, 1024, 3584))


def main() -> None:
    """Print the tables and how long they took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--tiny", action="store_true")
    options = parser.parse_args()
    try:
        device = choose_device(options.device)
    except ValueError as error:
        parser.error(str(error))
    start, console = time.perf_counter(), Console(width=140)
    for table in tables(
        device, tiny=options.tiny, rounds=options.rounds, compiled=not options.no_compile
    ):
        console.print(table.as_rich())
    console.print(f"{time.perf_counter() - start:.0f} s in all, torch {torch.__version__}")


if __name__ == "__main__":
    main()
