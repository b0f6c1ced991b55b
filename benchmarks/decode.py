"""How fast the model writes, against Hugging Face's `generate` with a Llama of the same shape.

    python benchmarks/decode.py [--batches 1 8] [--threads 1 2] [--rounds N] [--width D]
        [--no-compile] [--no-growth]

The model is that of `model.py`. Every row continues a prompt of 32 tokens by 64, greedily, with a
cache; the seconds are those of all tokens but the first, so that prompts do not count.
`dhyana.bench` measures: in random order, round by round.

Printed are the median tokens/s with its quartiles, the median of the ratios to Hugging Face in
the same round with theirs, the memory read, and what the time is made of (`dhyana.bench.parts`):
`linears` is the fraction of the row's floor, the same linear layers by themselves. Then how the
time of one token grows with the text, with a cache and without, as the slope of log time against
log length.
Aims at batch 1: eager 1.25, compiled 2.2, int8 7; at batch 8: 1.2, 1.5, 3; `linears` .9.

The last aim is reached by models four times as wide, not by this one. Batch 1, one thread, the
medians of 7 rounds and of 3 on an idle machine:

                              width 256              width 1024, `--width 1024`
                           µs a token  linears       µs a token  linears
    compiled fp32               1,900      .82           21,800      .96
    compiled int8 weights         746      .68           10,900      .93

What the bytes of the weights do not change weighs the more the faster they are read: the attention
over the cache takes 120 µs a token whatever the width (with nothing else beside it the floor's
share would be .80 in int8), the small kernels and the call about 50, the loop in Python 18 around
a model that does nothing and 50 to 70 around one whose weights pass through the caches. Attention
written as products and sums, which the compiler can take into its kernels, takes two thirds of
that by itself and makes the whole step slower.
"""

import argparse
import dataclasses

from rich.console import Console

from dhyana.bench.setup import SMALL, Setup
from dhyana.bench.writing import growth_table, writing_table
from dhyana.feedforward import hidden_width

LENGTHS = (256, 512, 1024, 2048, 4096)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--batches", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--width", type=int, default=SMALL.width)
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--no-growth", action="store_true")
    options = parser.parse_args()
    console = Console(width=160)
    hidden = hidden_width(options.width, gated=True)
    config = dataclasses.replace(SMALL, width=options.width, ff_width=hidden)
    for threads in options.threads:
        for batch in options.batches:
            setup = Setup(
                config=config,
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
