"""How fast the model writes, against Hugging Face's `generate` with a Llama of the same shape.

    python benchmarks/decode.py [--batches 1 8] [--threads 1 2] [--rounds N] [--no-compile]

The model is that of `model.py`: width 256, 8 layers, 8 heads, 4 key/value heads, hidden width
704, vocabulary 4096. Every row continues a prompt of 32 tokens by 64, greedily, with a cache;
the seconds are those of all tokens but the first, so that prompts do not count. Rows are
interleaved in random order, so that a busy machine slows all alike; on one thread CPU time is
measured, on more the clock on the wall.

Printed are the median tokens/s with its quartiles, the median of the ratios to Hugging Face in
the same round, and the fraction of the row's floor: the time that the row's linear layers take
by themselves, called one after another (compiled, where the row is). Then how the time of one
token grows with the text, with a cache and without, as the slope of log time against log length.
Aims at batch 1: eager 1.25, compiled 2.2, int8 7; at batch 8: 1.2, 1.5, 3.
"""

import argparse
import dataclasses
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import torch
from model import CONFIG, theirs
from torch import Tensor, nn

from dhyana.cache import CacheShape, StaticCache
from dhyana.compiling import ON_CPU, compile_for_decoding
from dhyana.decoding import Stop, next_logits, stream
from dhyana.quantize import Int8Linear, to_int8
from dhyana.transformer import Transformer

PROMPT, NEW = 32, 64
LENGTHS = (256, 512, 1024, 2048, 4096)
LONG = dataclasses.replace(CONFIG, context=2 * max(LENGTHS))
Clock = Callable[[], float]
Writer = Callable[[Clock], float]


class FirstToken:
    """Notes when Hugging Face gives the first new token; what it `put` before is the prompt."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.puts, self.start = clock, 0, 0.0

    def put(self, _: Tensor) -> None:
        """Take a token."""
        self.puts += 1
        if self.puts == 2:
            self.start = self.clock()

    def end(self) -> None:
        """Take the end of the text."""


def theirs_writes(prompt: Tensor) -> Writer:
    """Return a function that lets Hugging Face write; it returns the seconds after the first."""
    model: Any = theirs().eval()
    model.config.use_cache = model.generation_config.use_cache = True
    options = {"max_new_tokens": NEW, "min_new_tokens": NEW, "do_sample": False, "pad_token_id": 0}

    def write(clock: Clock) -> float:
        first = FirstToken(clock)
        # Its streamer takes one text only; at larger batches its prompt is timed by itself.
        if len(prompt) == 1:
            model.generate(prompt, attention_mask=ones, streamer=first, **options)
            return clock() - first.start
        begin = clock()
        model.generate(prompt, attention_mask=ones, **options)
        middle = clock()
        model.generate(
            prompt, attention_mask=ones, **options | {"max_new_tokens": 1, "min_new_tokens": 1}
        )
        return middle - begin - (clock() - middle)

    ones = torch.ones_like(prompt)
    return write


def ours_writes(model: Transformer, prompt: Tensor) -> Writer:
    """Return a function that lets our model write; it returns the seconds after the first token."""
    shape = CacheShape.of(model)
    cache = StaticCache(shape, batch=len(prompt), max_length=PROMPT + NEW)

    def write(clock: Clock) -> float:
        cache.reset()
        tokens = stream(model, prompt, stop=Stop(max_new_tokens=NEW), cache=cache)
        next(tokens)
        begin = clock()
        for _ in tokens:
            pass
        return clock() - begin

    return write


def linears_alone(model: nn.Module, batch: int, *, compiled: bool) -> Writer:
    """Return a function that calls the model's linear layers as often as writing does."""
    layers = [m for m in model.modules() if isinstance(m, nn.Linear | Int8Linear)]
    inputs = {layer.in_features: torch.randn(batch, 1, layer.in_features) for layer in layers}

    def all_layers() -> Tensor:
        # One number of each, so that no layer can be left out and none costs an output.
        return torch.stack([layer(inputs[layer.in_features])[0, 0, 0] for layer in layers])

    run = torch.compile(all_layers, options=ON_CPU) if compiled else all_layers

    def write(clock: Clock) -> float:
        begin = clock()
        with torch.inference_mode():
            for _ in range(NEW - 1):
                run()
        return clock() - begin

    return write


def rows(batch: int, *, compiled: bool) -> dict[str, tuple[Writer, Writer | None]]:
    """Return the rows to compare, by name: what writes, and its floor."""
    torch.compiler.reset()  # or what was compiled for another batch counts against the limit
    prompt = torch.randint(CONFIG.vocab_size, (batch, PROMPT))
    model = Transformer(CONFIG).eval()
    versions = {
        "fp32": model,
        "int8 weights": to_int8(model),
        "int8 both": to_int8(model, activations=True),
    }
    found: dict[str, tuple[Writer, Writer | None]] = {
        "HF eager fp32": (theirs_writes(prompt), None)
    }
    for name, version in versions.items():
        floor = linears_alone(version, batch, compiled=False)
        found[f"ours eager {name}"] = (ours_writes(version, prompt), floor)
    if compiled:
        for name, version in versions.items():
            writer = ours_writes(compile_for_decoding(version), prompt)
            found[f"ours compiled {name}"] = (
                writer,
                linears_alone(version, batch, compiled=True),
            )
    return found


def table(batch: int, threads: int, rounds: int, *, compiled: bool) -> None:
    """Measure and print the rows of one batch size on so many threads."""
    torch.set_num_threads(threads)
    clock = time.process_time if threads == 1 else time.perf_counter
    compared = rows(batch, compiled=compiled)
    seconds: dict[str, list[float]] = {name: [] for name in compared}
    floors: dict[str, list[float]] = {name: [] for name in compared}
    for turn in range(rounds + 3):
        for name in random.sample(list(compared), len(compared)):
            writer, floor = compared[name]
            taken, least = writer(clock), floor(clock) if floor else 0.0
            if turn >= 3:  # the first turns compile and warm up
                seconds[name].append(taken)
                floors[name].append(least)
    kind = "CPU time" if threads == 1 else "wall time"
    print(f"\ndecoding, batch {batch}, {threads} thread(s), {kind}, {rounds} rounds")
    print(f"{'':28}{'tokens/s':>10}{'quartiles':>16}{'/ HF':>8}{'of floor':>10}")
    written = batch * (NEW - 1)
    for name, times in seconds.items():
        low, middle, high = statistics.quantiles([written / t for t in times], n=4)
        pairs = zip(seconds["HF eager fp32"], times, strict=True)
        ratio = statistics.median(their / our for their, our in pairs)
        share = statistics.median(least / t for least, t in zip(floors[name], times, strict=True))
        print(
            f"{name:28}{middle:10,.0f}{f'{low:,.0f}–{high:,.0f}':>16}{ratio:8.2f}"
            f"{f'{share:.2f}' if share else '':>10}",
            flush=True,
        )


def slope(times: list[float]) -> float:
    """Return the slope of log time against log length, by least squares."""
    logs = torch.tensor([*LENGTHS], dtype=torch.float64).log(), torch.tensor(times).double().log()
    x, y = (values - values.mean() for values in logs)
    return float((x * y).sum() / (x * x).sum())


def growth(rounds: int) -> None:
    """Print how the seconds of one more token grow with the text, with a cache and without."""
    torch.set_num_threads(1)
    model = Transformer(LONG).eval()
    print("\none more token after a text of so many, one thread, CPU time (ms)")
    print(f"{'':16}" + "".join(f"{length:>9,}" for length in LENGTHS) + f"{'slope':>9}")
    kinds = {"without cache": False, "with cache": True}
    for name, cached in kinds.items():
        times = []
        for length in LENGTHS:
            text = torch.randint(LONG.vocab_size, (1, length))
            cache = None
            if cached:
                cache = StaticCache(CacheShape.of(model), batch=1, max_length=length + rounds + 2)
                next_logits(model, text, cache, chunk=512)
                text = text[:, -1:].expand(1, length + rounds + 2)
            taken = []
            for turn in range(1, rounds + 2):
                begin = time.process_time()
                next_logits(model, text[:, : length + turn] if cached else text, cache)
                taken.append(time.process_time() - begin)
            times.append(statistics.median(taken[1:]))
        cells = "".join(f"{1000 * t:9.1f}" for t in times)
        print(f"{name:16}{cells}{slope(times):9.2f}", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--batches", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--no-growth", action="store_true")
    options = parser.parse_args()
    for threads in options.threads:
        for batch in options.batches:
            table(batch, threads, options.rounds, compiled=not options.no_compile)
    if not options.no_growth:
        growth(rounds=5)


if __name__ == "__main__":
    main()
