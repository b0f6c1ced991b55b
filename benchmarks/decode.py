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

The last aim is not reached. Batch 1, one thread of a machine with a load of 1 to 2, the fifth
fastest of 20 rounds of 16 tokens after 56:

                           µs a token  linears  attention  rest of step  loop
    eager fp32 packed           4,879      .53        .05           .39   .04
    compiled fp32 packed        2,523      .74        .06           .19   .01
    compiled int8 weights         818      .62        .17           .10   .11
    compiled int8 both            706      .43        .19           .24   .14

The faster the linear layers, the more weighs what the bytes of the weights do not change: the
attention over the cache, the small kernels, a hundred tensors handed over, and the loop in Python,
which takes 18 µs a token around a model that does nothing and 70 around one whose weights pass
through the caches. Attention written as products and sums, which the compiler can take into its
kernels, is twice as fast by itself and makes the whole step slower.
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
