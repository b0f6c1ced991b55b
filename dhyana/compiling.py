"""The decoder compiled: what lies between two matrices becomes one kernel.

Source: Ansel et al. 2024 (PyTorch 2, doi 10.1145/3620665.3640366).
"""

from typing import Any, TypeGuard

import torch
from torch import Tensor
from torch._higher_order_ops.while_loop import while_loop

from dhyana.binding import shloka
from dhyana.cache import Cache, CountedCache, StaticCache
from dhyana.decoding import Stop
from dhyana.transformer import Transformer

# What a call costs before the first kernel. By default every call checks that each weight still
# has the shape it was compiled for, twice: as a guard, then as an assertion. Of a step of 0.5 ms
# (width 256, int8) that took a fifth. The cache and the token are still checked.
UNCHANGING: dict[str, Any] = {
    "guard_filter_fn": torch.compiler.skip_guard_on_all_nn_modules_unsafe,
    "size_asserts": False,
}
# On a CPU a matrix times one row is written as multiply and sum, which the compiler vectorizes
# and fuses with its neighbours: BLAS, made for many rows, reads the weights at a third of the
# speed. And the whole step is one C++ function, not a Python one that calls kernels.
ON_CPU: dict[str, Any] = {
    "cpp_wrapper": True,
    "post_grad_fusion_options": {"decompose_mm_pass": {}},
}


def compile_options(device: torch.device) -> dict[str, Any]:
    """Return the arguments with which `torch.compile` compiles a model's step on a device.

    Every compiled model keeps its code to itself: without guards torch could not tell it from that
    of another model.
    """
    options = UNCHANGING | (ON_CPU if device.type == "cpu" else {})
    return {"options": options, "isolate_recompiles": True}


class Prefix(StaticCache):
    """The first tokens of a static cache, in the same memory, counted by a tensor: for a loop.

    It takes one new token, by its index: of a slice the compiler cannot tell how long it is.
    """

    def __init__(self, whole: StaticCache, position: Tensor) -> None:
        length = int(position.item())
        CountedCache.__init__(self, whole.shape, batch=whole.batch, max_length=None)
        self.keys, self.values = whole.keys, whole.values
        self.position, self.length = position[None], length
        for holds in (length >= 0, length < self.keys[0].shape[2]):
            torch._check(holds)  # type: ignore[no-untyped-call] # torch has not typed it

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """See `Cache.update`."""
        keys, values = self.keys[layer], self.values[layer]
        keys.index_copy_(2, self.position, k)
        values.index_copy_(2, self.position, v)
        seen = (*k.shape[:2], self.length, k.shape[3])
        return keys.as_strided(seen, keys.stride()), values.as_strided(seen, values.stride())


class CompiledDecoder:
    """A model whose step of one token is compiled, and so is a loop of such steps: a `Writer`.

    A step of 0.5 ms (width 256, int8) spends a third of its time on the way from Python to the
    first kernel and back; in the loop, on a CPU and for greedy decoding, that is paid once for many
    tokens. The prompt runs uncompiled.
    """

    def __init__(self, model: Transformer) -> None:
        self.model = model
        options = compile_options(model.embedding.weight.device)
        self._step = torch.compile(model, **options)
        self._loop = torch.compile(_write, fullgraph=True, **options)

    def __call__(self, tokens: Tensor, *, cache: Cache | None = None) -> Tensor:
        """See `Transformer.forward`."""
        logits: Tensor = self._step(tokens, cache=cache)
        return logits

    def hidden(self, tokens: Tensor, *, cache: Cache | None = None) -> Tensor:
        """See `Transformer.hidden`."""
        return self.model.hidden(tokens, cache=cache)

    def head(self, hidden: Tensor) -> Tensor:
        """Return the logits [..., V] of hidden [..., D]."""
        logits: Tensor = self.model.head(hidden)
        return logits

    def writes_into(self, cache: Cache | None) -> TypeGuard[StaticCache]:
        """See `writers.Writer`: a static cache in the CPU's memory, no window and no dropout.

        A GPU would have to wait for each token before it is asked for the next.
        """
        config = self.model.config
        return (
            type(cache) is StaticCache
            and cache.keys[0].device.type == "cpu"
            and cache.length < config.context
            and config.window is None
            and not (config.dropout and self.model.training)
        )

    @torch.inference_mode()
    def write(self, text: Tensor, cache: StaticCache, ended: Tensor, stop: Stop, end: int) -> int:
        """See `writers.Writer`."""
        config, position = self.model.config, torch.tensor(cache.length)
        limit = torch.tensor(min(end - 1, config.context, cache.keys[0].shape[2]))
        ends = torch.zeros(config.vocab_size, dtype=torch.bool)
        ends[[token for token in stop.eos if 0 <= token < config.vocab_size]] = True
        padding = torch.tensor(stop.padding)
        with torch._dynamo.config.patch(capture_scalar_outputs=True):
            reached, _ = self._loop(self.model, text, cache, ended, ends, padding, position, limit)
        return 1 + int(reached)


def _write(
    model: Transformer,
    text: Tensor,
    cache: StaticCache,
    ended: Tensor,
    ends: Tensor,
    padding: Tensor,
    position: Tensor,
    limit: Tensor,
) -> tuple[Tensor, Tensor]:
    """Write greedily from `position` to `limit`, see `CompiledDecoder.write`; for the compiler."""

    def goes_on(position: Tensor, ending: Tensor) -> Tensor:
        return (position < limit) & ~ending

    def step(position: Tensor, _: Tensor) -> tuple[Tensor, Tensor]:
        held = Prefix(cache, position)
        torch._check(held.length < model.config.context)  # type: ignore[no-untyped-call] # torch has not typed it
        logits = model(text.index_select(1, position[None]), cache=held)
        chosen = logits.argmax(dim=-1)
        text.index_copy_(1, position[None] + 1, torch.where(ended[:, None], padding, chosen))
        return position + 1, (ends[chosen[:, 0]] & ~ended).any()

    reached: tuple[Tensor, Tensor] = while_loop(  # type: ignore[no-untyped-call] # torch has not typed it
        goes_on, step, (position, torch.zeros_like(ended[0]))
    )
    return reached


@shloka(43)
def compile_for_decoding(model: Transformer) -> CompiledDecoder:
    """Return the model with its steps compiled; `decoding.stream` takes it as it is.

    *vegaṃ dadāti yantrāya* — with cached keys and values a step is matrix times vector, bound by
    reading the weights; what is saved is everything else. For a single text leave the layers as
    they are or take `to_int8`: `side_by_side` they lie as BLAS wants them, which is not called. To
    compile takes a minute, and once more when another length is met. Needs a C++ compiler on CPU.

    Weights may be given new numbers afterwards, but the model must keep its parts, their sizes, its
    dtype and its device: a change of these is not noticed, and the step would misread memory.
    """
    return CompiledDecoder(model)
