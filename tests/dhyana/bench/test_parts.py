"""The parts of a token's time are what the writing model does, and nothing beside it."""

import time
from collections import Counter
from typing import Any

import pytest
from torch import Tensor, nn

from dhyana.bench.parts import attention_alone, linears_alone, parts_of, shares
from dhyana.bench.setup import TINY, Setup
from dhyana.cache import StaticCache
from dhyana.packing import pack
from dhyana.quantize import Int8Linear, to_int8
from dhyana.transformer import Transformer

SETUP = Setup(config=TINY, batch=2, length=8, prompt=4, new=4)
FORMS = {"plain": lambda model: model, "packed": pack, "int8": to_int8}


@pytest.mark.parametrize("form", FORMS)
def test_the_floor_is_every_linear_layer_once_a_token(form: str) -> None:
    """Each layer, the head too, is called once a token, on what was written just before."""
    model = FORMS[form](Transformer(TINY)).eval()
    calls: Counter[nn.Module] = Counter()
    written: list[Tensor] = []

    def saw(layer: nn.Module, inputs: tuple[Any, ...], output: Tensor) -> None:
        if written and layer is not first:
            assert any(inputs[0].untyped_storage().data_ptr() == at for at in addresses())
        calls[layer] += 1
        written.append(output)

    def addresses() -> list[int]:
        return [output.untyped_storage().data_ptr() for output in written[-3:]]

    layers = [m for m in model.modules() if isinstance(m, nn.Linear | Int8Linear)]
    first = layers[0]
    for layer in layers:
        layer.register_forward_hook(saw)
    assert linears_alone(SETUP, model, compiled=False)(time.perf_counter) > 0
    assert calls == dict.fromkeys(layers, SETUP.new - 1)


def test_attention_fills_the_cache_as_writing_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself it sees caches as long as those of a text being written."""
    lengths: list[int] = []
    update = StaticCache.update

    def seen(cache: StaticCache, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        if layer == 0 and cache.new == 1:
            lengths.append(cache.length)
        return update(cache, layer, k, v)

    monkeypatch.setattr(StaticCache, "update", seen)
    model = Transformer(TINY).eval()
    attention_alone(SETUP, model, compiled=False)(time.perf_counter)
    assert lengths == [5, 6, 7]


def test_shares_are_of_the_whole() -> None:
    """The parts and what remains make up the time of a token."""
    parts = parts_of(SETUP, Transformer(TINY).eval(), compiled=False)
    seconds = {name: run(time.perf_counter) for name, run in parts.items()}
    whole = 2 * sum(seconds.values())
    assert shares(whole, seconds)["rest"] == pytest.approx(0.5)
    assert shares(whole, seconds)["linears"] == seconds["linears"] / whole
