"""How fast the model writes: greedy decoding with a cache, beside Hugging Face's `generate`.

The seconds are those of all tokens but the first, so that the prompt does not count. Of what a
row's time is made up, `parts` measures.
"""

import statistics
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import torch
from torch import Tensor

from dhyana.bench.parts import parts_of, shares
from dhyana.bench.peers import hugging_face, installed
from dhyana.bench.setup import Clock, Setup
from dhyana.bench.tables import Row, Table, compared
from dhyana.bench.timing import Timed, bandwidth, interleaved
from dhyana.cache import Cache, CacheShape, StaticCache
from dhyana.compiling import compile_for_decoding
from dhyana.decoding import AHEAD, Stop, next_logits, stream
from dhyana.flash import kernels_run
from dhyana.kv_quantization import QuantizedCache
from dhyana.packing import in_blocks, pack, side_by_side
from dhyana.pramana.instruments import growth_exponent
from dhyana.quantize import to_int8
from dhyana.transformer import Transformer
from dhyana.writers import Decoder

Keep = Callable[..., Cache]


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


def theirs_writes(setup: Setup, prompt: Tensor) -> Timed:
    """Return a function that lets Hugging Face write."""
    dtype = torch.bfloat16 if setup.on_gpu else torch.float32
    with setup.device:
        model: Any = hugging_face(setup.config).to(dtype).eval()
    model.config.use_cache = model.generation_config.use_cache = True
    options = {
        "attention_mask": torch.ones_like(prompt),
        "max_new_tokens": setup.new,
        "min_new_tokens": setup.new,
        "do_sample": False,
        "pad_token_id": 0,
    }
    once = options | {"max_new_tokens": 1, "min_new_tokens": 1}

    def write(clock: Clock) -> float:
        # Its streamer takes one text only; at larger batches its prompt is timed by itself.
        if len(prompt) == 1:
            first = FirstToken(clock)
            model.generate(prompt, streamer=first, **options)
            return clock() - first.start
        begin = clock()
        model.generate(prompt, **options)
        middle = clock()
        model.generate(prompt, **once)
        return middle - begin - (clock() - middle)

    return write


def ours_writes(
    setup: Setup,
    model: Transformer,
    runs: Decoder,
    prompt: Tensor,
    keep: Keep = StaticCache,
) -> Timed:
    """Return a function that lets our model write, as it is or as `runs`, the same compiled."""
    length = prompt.shape[1] + setup.new
    cache = keep(CacheShape.of(model), batch=len(prompt), max_length=length)

    def write(clock: Clock) -> float:
        cache.reset()
        stop = Stop(max_new_tokens=setup.new)
        tokens = stream(runs, prompt, stop=stop, cache=cache, ahead=AHEAD)
        next(tokens)
        begin = clock()
        for _ in tokens:
            pass
        return clock() - begin

    return write


def contestants(setup: Setup) -> tuple[dict[str, Transformer], dict[str, Transformer]]:
    """Return our models as they write: those run by Python, and those compiled.

    On a GPU, where packed layers gain little and to compile takes long, that is the plain one. For
    a single text layers are packed as BLAS reads them best, which compiled code does not call.
    """
    dtype = torch.bfloat16 if setup.on_gpu else torch.float32
    number = "bf16" if setup.on_gpu else "fp32"
    with setup.device:
        model = Transformer(setup.config).to(dtype).eval()
    join = side_by_side if setup.batch == 1 else in_blocks
    packed = {number: model, f"{number} packed": pack(model, join)}
    if not setup.on_gpu:  # int8 has no kernel of its own there
        packed |= {
            "int8 weights": to_int8(model),
            "int8 both": to_int8(model, activations=True),
        }
    compiled = {number: model} if setup.on_gpu else packed.copy()
    if setup.batch == 1:
        compiled.pop(f"{number} packed", None)
    return packed, compiled if setup.compiled else {}


def writing_table(setup: Setup, *, caches: bool = False) -> Table:
    """Let our model write in every form, and Hugging Face's; with `caches`, in 8 bits too."""
    if setup.compiled:  # what was compiled for another batch would count against the limit
        torch.compiler.reset()
    prompt = torch.randint(
        setup.config.vocab_size, (setup.batch, setup.prompt), device=setup.device
    )
    notes = []
    by_python, compiled = contestants(setup)
    writers: dict[str, Timed] = {}
    parts: dict[str, dict[str, Timed]] = {}
    models: dict[str, Transformer] = {}
    if installed("transformers"):
        writers["HF eager"] = theirs_writes(setup, prompt)
    else:
        notes.append("transformers is not installed: no ratio to Hugging Face")
    for how, versions in (("eager", by_python), ("compiled", compiled)):
        for name, model in versions.items():
            runs: Decoder = compile_for_decoding(model) if how == "compiled" else model
            writers[f"ours {how} {name}"] = ours_writes(setup, model, runs, prompt)
            parts[f"ours {how} {name}"] = parts_of(setup, model, compiled=how == "compiled")
            models[f"ours {how} {name}"] = model
    first = next(iter(by_python.values()))
    if caches:
        for format in ("int8", "e4m3"):
            name, keep = f"ours eager, {format} cache", partial(QuantizedCache, format=format)
            writers[name] = ours_writes(setup, first, first, prompt, keep)
            models[name] = first
    with kernels_run() as ran, torch.no_grad():
        first(prompt)
    alone = {f"{part} of {name}": run for name, runs in parts.items() for part, run in runs.items()}
    seconds = interleaved(setup, writers | alone)
    best = bandwidth(setup)
    steps, figures = setup.new - 1, {}
    for name, model in models.items():
        read = _bytes_a_step(setup, model) * steps / min(seconds[name])
        figures[name] = {"GB/s": read / 1e9, "of bandwidth": read / best}
        if name in parts:
            rounds = [
                shares(whole, {part: seconds[f"{part} of {name}"][turn] for part in parts[name]})
                for turn, whole in enumerate(seconds[name])
            ]
            for part in rounds[0]:
                figures[name][part] = statistics.median(share[part] for share in rounds)
    attention = ", ".join(f"{kernel} × {count}" for kernel, count in ran.items())
    return Table(
        f"Writing, batch {setup.batch}, {setup.new} tokens after {setup.prompt}: {setup}",
        compared(
            {name: seconds[name] for name in writers},
            setup.batch * steps,
            bases=("HF eager",),
            figures=figures,
        ),
        (
            "linears, attention, rest: shares of the row's time; the linear layers by themselves",
            "are its floor, so that their share is also the fraction of the floor",
            f"bandwidth: {best / 1e9:.3g} GB/s, the best copy",
            f"attention kernels of our prompt: {attention}",
            *notes,
        ),
    )


def _bytes_a_step(setup: Setup, model: Transformer) -> float:
    """Return the bytes a step has to read: all weights but the embedding's, and half the cache."""
    held = [*model.parameters(), *model.buffers()]
    weights = sum(t.nbytes for t in held) - model.embedding.weight.nbytes
    if model.config.tied and model.head.weight is model.embedding.weight:
        weights += model.embedding.weight.nbytes
    tokens = setup.prompt + setup.new / 2
    return weights + setup.batch * tokens * CacheShape.of(model).bytes_per_token


def growth(setup: Setup, lengths: tuple[int, ...]) -> Mapping[str, list[float]]:
    """Return the seconds of one more token after texts of so many, with a cache and without."""
    if setup.device.type == "cpu":
        torch.set_num_threads(setup.threads)
    dtype, clock = (torch.bfloat16 if setup.on_gpu else torch.float32), setup.clock
    setup = setup.with_context(max(lengths) + setup.rounds + 2)
    with setup.device:
        model = Transformer(setup.config).to(dtype).eval()
    found: dict[str, list[float]] = {"without cache": [], "with cache": []}
    for length in lengths:
        shape = (1, length + setup.rounds + 2)
        text = torch.randint(setup.config.vocab_size, shape, device=setup.device)
        cache = StaticCache(CacheShape.of(model), batch=1, max_length=shape[1])
        next_logits(model, text[:, :length], cache, chunk=512)
        for name, times in found.items():
            taken = []
            for turn in range(1, setup.rounds + 2):
                begin = clock()
                if name == "with cache":
                    next_logits(model, text[:, : length + turn], cache)
                else:
                    next_logits(model, text[:, :length])
                taken.append(clock() - begin)
            times.append(statistics.median(taken[1:]))
    return found


def growth_table(setup: Setup, lengths: tuple[int, ...]) -> Table:
    """Say how the time of one token grows with the text, with a cache and without."""
    rows = tuple(
        Row(
            name,
            figures={
                **{f"{n:,} (ms)": 1000 * t for n, t in zip(lengths, times, strict=True)},
                "slope": growth_exponent(lengths, times),
            },
        )
        for name, times in growth(setup, lengths).items()
    )
    note = "slope: of log time over log length; 1 is a time in proportion to the length"
    return Table(f"One more token after a text of so many: {setup}", rows, (note,))
