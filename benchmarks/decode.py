"""How fast the model writes, against Hugging Face's `generate` with a Llama of the same shape.

    python benchmarks/decode.py [--batches 1 8] [--threads 1 2] [--rounds N] [--no-compile]

The model is that of `model.py`. Every row continues a prompt of 32 tokens by 64, greedily, with a
cache; the seconds are those of all tokens but the first, so that prompts do not count.
`dhyana.bench` measures: in random order, round by round.

Printed are the median tokens/s with its quartiles, the median of the ratios to Hugging Face in
the same round with theirs, the memory read, and what the time is made of (`dhyana.bench.parts`):
`linears` is the fraction of the row's floor, the same linear layers by themselves. Then how the
time of one token grows with the text, with a cache and without, as the slope of log time against
log length.
Aims at batch 1: eager 1.25, compiled 2.2, int8 7; at batch 8: 1.2, 1.5, 3; `linears` .9.

The last aim is not reached. Batch 1, one thread, 15 rounds, on two cores with a load of 9 to 16:

    compiled         linears  attention  rest of step  loop
    fp32                 .72        .04           .13   .11
    fp32 packed          .76        .03           .17   .03
    int8 weights         .57        .09           .29   .15
    int8 both            .32        .09           .40   .12

(Each number is a median by itself, so that a row need not sum to 1.) The faster the linear layers,
the more weighs what the bytes of the weights do not change: the small kernels between them, a
hundred tensors handed over, and the loop in Python, which takes 18 µs a token around a model that
does nothing and 70 around one whose weights pass through the caches.
"""

import argparse

from rich.console import Console

from dhyana.bench.setup import Setup
from dhyana.bench.writing import growth_table, writing_table

LENGTHS = (256, 512, 1024, 2048, 4096)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--batches", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--no-growth", action="store_true")
    options = parser.parse_args()
    console = Console(width=160)
    for threads in options.threads:
        for batch in options.batches:
            setup = Setup(
                batch=batch,
                threads=threads,
                rounds=options.rounds,
                compiled=not options.no_compile,
            )
            console.print(writing_table(setup).as_rich())
    if not options.no_growth:
        console.print(growth_table(Setup(rounds=5), LENGTHS).as_rich())


if __name__ == "__main__":
    main()
