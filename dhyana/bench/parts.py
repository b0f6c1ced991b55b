"""What the time of one written token is made of: each part by itself, as often as writing has it.

The linear layers are the floor: whoever wants the next token multiplies by these weights. What
comes on top is the attention over the cache, the rest of the model's step (norms, rotations,
residuals, and what it costs to call it), and the loop that chooses a token and appends it.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

import torch
from torch import Tensor, nn

from dhyana.bench.setup import Clock, Setup
from dhyana.bench.timing import Timed, timed
from dhyana.cache import CacheShape, StaticCache
from dhyana.compiling import compile_options
from dhyana.heads import grouped_attention
from dhyana.packing import BlockedLinear
from dhyana.quantize import Int8Linear
from dhyana.transformer import Transformer

T = TypeVar("T")


def linears_alone(setup: Setup, model: Transformer, *, compiled: bool) -> Timed:
    """Return a function that runs the model's linear layers, head included, as writing does.

    A floor that a decoder could reach: the model's own layers, packed and rounded as they are,
    one after another, each reading what the one before it wrote (keys and values, too few to be
    read by the next, are written and left), the first reading what the head wrote for the token
    before; one call a token, compiled as the model is. To that first input a constant is added, or
    the numbers would die away. Nothing else is computed.
    """
    layers = [m for m in model.modules() if isinstance(m, nn.Linear | BlockedLinear | Int8Linear)]
    start = _random(setup, 1, model.config.width)
    width = model.config.width

    def step(logits: Tensor) -> tuple[Tensor, list[Tensor]]:
        x, left = start + logits[..., :width], []
        for layer in layers:
            y = layer(x[..., : layer.in_features])
            if y.shape[-1] < width:
                left.append(y)  # and returned, or a compiler would leave the layer out
            else:
                x = y
        return x, left

    run = _compiled(setup, step) if compiled else step

    def repeat() -> None:
        logits = torch.zeros_like(start)
        with torch.inference_mode():
            for _ in range(setup.new - 1):
                logits, _ = run(logits)

    return timed(repeat)


def attention_alone(setup: Setup, model: Transformer, *, compiled: bool) -> Timed:
    """Return a function that stores keys and values and attends in every layer, as writing does."""
    shape, cache = CacheShape.of(model), _cache(setup, model)
    query = _random(setup, model.config.n_heads, 1, shape.head_dim)
    key, value = (_random(setup, shape.n_kv_heads, 1, shape.head_dim) for _ in range(2))

    def step(query: Tensor, cache: StaticCache) -> Tensor:
        cache.extend(1)
        for layer in range(shape.n_layers):
            query = grouped_attention(query, *cache.update(layer, key, value), causal=True)
        return query

    run = _compiled(setup, step) if compiled else step

    def repeat() -> None:
        cache.reset()
        cache.extend(setup.prompt)
        with torch.inference_mode():
            for _ in range(setup.new - 1):
                run(query, cache)

    return timed(repeat)


def steps_alone(setup: Setup, model: Transformer) -> Timed:
    """Return a function that takes the steps of a model, compiled or not, always the same token."""
    cache = _cache(setup, model)
    token = torch.zeros(setup.batch, 1, dtype=torch.int64, device=setup.device)

    def write(clock: Clock) -> float:
        with torch.inference_mode():
            cache.reset()
            model.hidden(token.expand(-1, setup.prompt), cache=cache)
            begin = clock()
            for _ in range(setup.new - 1):
                model(token, cache=cache)
            return clock() - begin

    return write


def parts_of(setup: Setup, model: Transformer, runs: Transformer) -> dict[str, Timed]:
    """Return the parts of a model that runs as it is or as `runs`, the same compiled."""
    compiled = runs is not model
    return {
        "linears": linears_alone(setup, model, compiled=compiled),
        "attention": attention_alone(setup, model, compiled=compiled),
        "step": steps_alone(setup, runs),
    }


def shares(whole: float, parts: Mapping[str, float]) -> dict[str, float]:
    """Return the parts of a token's time as shares of it, from the seconds of each by itself.

    The rest of the step and the loop are what remains. A part alone has a call of its own, and may
    find its data nearer than among the others: then less or more is left for the rest.
    """
    return {
        "linears": parts["linears"] / whole,
        "attention": parts["attention"] / whole,
        "rest of step": (parts["step"] - parts["linears"] - parts["attention"]) / whole,
        "loop": 1 - parts["step"] / whole,
    }


def _compiled(setup: Setup, step: Callable[..., T]) -> Callable[..., T]:
    compiled: Callable[..., T] = torch.compile(step, **compile_options(setup.device))
    return compiled


def _cache(setup: Setup, model: Transformer) -> StaticCache:
    length = setup.prompt + setup.new
    return StaticCache(CacheShape.of(model), batch=setup.batch, max_length=length)


def _random(setup: Setup, *shape: int) -> Tensor:
    dtype = torch.bfloat16 if setup.on_gpu else torch.float32
    return torch.randn(setup.batch, *shape, device=setup.device, dtype=dtype)
