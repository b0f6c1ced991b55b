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

What is compiled writes in one compiled loop, and its floor is such a loop, too: neither goes back
to Python between tokens. The last aim is not reached at this width. Batch 1, one thread, medians of
7 rounds on a busy machine (load 3.5):

                          µs a token   × HF   linears  attention   rest
    compiled fp32              2,460    3.2       .84        .04    .13
    compiled int8 weights        750   11.7       .77        .12    .11
    compiled int8 both           580   13.7       .41        .17    .43

What the bytes of the weights do not change weighs the more the faster they are read. The attention
takes 8 µs a layer while the text is short, however little there is to attend to: with nothing else
beside it the floor's share in int8 would be .87. Written as products and sums, which the compiler
takes into its kernels, it takes half of that up to 100 tokens, as much at 256, and at 1,000 makes
the whole step a third slower, so it stays one kernel. The rest is some 40 small kernels, and that
each step of the loop is handed a hundred weights.
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
