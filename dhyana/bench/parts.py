"""What the time of one written token is made of: each part by itself, as often as writing has it.

The linear layers are the floor: whoever wants the next token multiplies by these weights. What
comes on top is the attention over the cache, and the rest: norms, rotations, residuals, the choice
of a token, and what it costs to call all that.
"""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn
from torch._higher_order_ops.while_loop import while_loop

from dhyana.bench.setup import Setup
from dhyana.bench.timing import Timed, timed
from dhyana.cache import CacheShape, StaticCache
from dhyana.compiling import Prefix, compile_options
from dhyana.heads import grouped_attention
from dhyana.packing import BlockedLinear
from dhyana.quantize import Int8Linear
from dhyana.transformer import Transformer


def linears_alone(setup: Setup, model: Transformer, *, compiled: bool) -> Timed:
    """Return a function that runs the model's linear layers, head included, as writing does.

    A floor that a decoder could reach: the model's own layers, packed and rounded as they are,
    one after another, each reading what the one before it wrote (keys and values, too few to be
    read by the next, are written and left), the first reading what the head wrote for the token
    before; compiled as the model is. To that first input a constant is added, or the numbers would
    die away. Nothing else is computed.
    """
    layers = [m for m in model.modules() if isinstance(m, nn.Linear | BlockedLinear | Int8Linear)]
    width = model.config.width
    start = _random(setup, 1, width)

    def step(logits: Tensor, *_: Tensor) -> tuple[Tensor, ...]:
        x, left = start + logits[..., :width], []
        for layer in layers:
            y = layer(x[..., : layer.in_features])
            if y.shape[-1] < width:
                left.append(y)  # and returned, or a compiler would leave the layer out
            else:
                x = y
        return x, *left

    steps = _steps(setup, step, compiled=compiled)
    too_few = [layer.out_features for layer in layers if layer.out_features < width]
    first = [start.new_zeros(setup.batch, 1, n) for n in (model.config.vocab_size, *too_few)]
    return timed(lambda: steps(*first))


def attention_alone(setup: Setup, model: Transformer, *, compiled: bool) -> Timed:
    """Return a function that stores keys and values and attends in every layer, as writing does."""
    shape, cache = CacheShape.of(model), _cache(setup, model)
    query = _random(setup, model.config.n_heads, 1, shape.head_dim)
    key, value = (_random(setup, shape.n_kv_heads, 1, shape.head_dim) for _ in range(2))

    def step(position: Tensor, query: Tensor) -> tuple[Tensor, ...]:
        held = Prefix(cache, position) if compiled and not setup.on_gpu else cache
        held.extend(1)
        for layer in range(shape.n_layers):
            query = grouped_attention(query, *held.update(layer, key, value), causal=True)
        return position + 1, query

    steps = _steps(setup, step, compiled=compiled)

    def repeat() -> None:
        cache.reset()
        cache.extend(setup.prompt)
        steps(torch.tensor(setup.prompt), query)

    return timed(repeat)


def parts_of(setup: Setup, model: Transformer, *, compiled: bool) -> dict[str, Timed]:
    """Return the parts of a model that can be timed by themselves."""
    return {
        "linears": linears_alone(setup, model, compiled=compiled),
        "attention": attention_alone(setup, model, compiled=compiled),
    }


def shares(whole: float, parts: Mapping[str, float]) -> dict[str, float]:
    """Return the parts of a token's time as shares of it, from the seconds of each by itself.

    A part alone may find its data nearer than among the others: then more is left for the rest.
    """
    found = {part: seconds / whole for part, seconds in parts.items()}
    return found | {"rest": 1 - sum(found.values())}


def _steps(
    setup: Setup, step: Callable[..., tuple[Tensor, ...]], *, compiled: bool
) -> Callable[..., None]:
    """Return a function that takes as many steps as writing does, compiled as those are.

    Each begins with what the one before gave. On a CPU the compiled steps are one compiled loop.
    """
    times = setup.new - 1
    if compiled and not setup.on_gpu:

        def loop(*state: Tensor) -> tuple[Tensor, ...]:
            turn = torch.zeros((), dtype=torch.int64)
            last: tuple[Tensor, ...] = while_loop(  # type: ignore[no-untyped-call] # torch has not typed it
                lambda turn, *_: turn < times,
                lambda turn, *state: (turn + 1, *step(*state)),
                (turn, *state),
            )
            return last  # or the compiler would leave the loop out

        options = compile_options(setup.device)
        looped: Callable[..., tuple[Tensor, ...]] = torch.compile(loop, fullgraph=True, **options)
    else:
        run = torch.compile(step, **compile_options(setup.device)) if compiled else step

        def looped(*state: Tensor) -> tuple[Tensor, ...]:
            for _ in range(times):
                state = run(*state)
            return state

    @torch.inference_mode()
    def steps(*state: Tensor) -> None:
        with torch._dynamo.config.patch(capture_scalar_outputs=True):
            looped(*state)

    return steps


def _cache(setup: Setup, model: Transformer) -> StaticCache:
    length = setup.prompt + setup.new
    return StaticCache(CacheShape.of(model), batch=setup.batch, max_length=length)


def _random(setup: Setup, *shape: int) -> Tensor:
    dtype = torch.bfloat16 if setup.on_gpu else torch.float32
    return torch.randn(setup.batch, *shape, device=setup.device, dtype=dtype)
