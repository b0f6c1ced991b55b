"""How fast the model trains, against Hugging Face's Llama and others of the same shape.

    python benchmarks/model.py [--rounds N] [--threads 1 2] [--no-compile] [--nanogpt FOLDER]

One training step is a forward and backward pass over 4 texts of 256 tokens and a fused AdamW
step: width 256, 8 layers, 8 heads, 4 key/value heads, hidden width 704, vocabulary 4096. litgpt
and x-transformers train too where they are installed, and nanoGPT, which is no package, from a
checkout of karpathy/nanoGPT: a GPT-2 of the same width and depth as it is, and with a hidden layer
so narrow that it takes the FLOPs of the others. It has not to do what a Llama does beside its
matrices (rotations, gates): the like of the narrow one is our own model as the same GPT-2.
`dhyana.bench` measures.

Printed are the median tokens/s with its quartiles, the median of the ratios to Hugging Face's
step of the same round (in fp32 and in bf16) with theirs, and what share the FLOPs of matrices and
attention in the best round are of those in the best matrix product of the same numbers. Peak
memory is that of a process of its own.
Aims: eager fp32 at least 1; compiled bf16 at least 1.5 of their fp32 and 1.15 of their bf16.
"""

import argparse
from pathlib import Path

from rich.console import Console

from dhyana.bench.setup import Setup
from dhyana.bench.training import training_memory, training_table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--nanogpt", type=Path, metavar="FOLDER", help="a checkout of nanoGPT")
    options = parser.parse_args()
    console = Console(width=140)
    for threads in options.threads:
        setup = Setup(threads=threads, rounds=options.rounds, compiled=not options.no_compile)
        try:
            table = training_table(setup, nanogpt=options.nanogpt)
        except ValueError as error:
            parser.error(str(error))
        console.print(table.as_rich())
    if memory := training_memory():
        console.print(memory.as_rich())


if __name__ == "__main__":
    main()
