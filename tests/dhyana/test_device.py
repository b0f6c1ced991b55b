"""Devices and dtypes by the names people give, and a model that is wholly on its device."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch
from torch.nn.functional import cross_entropy

from dhyana.cache import Cache, CacheShape, SlidingWindowCache, StaticCache
from dhyana.cli.options import Device
from dhyana.cli.run import Dtype
from dhyana.decoding import Sampling, Stop, choose, stream
from dhyana.device import DTYPES, check_memory, choose_device, choose_dtype, out_of_memory
from dhyana.kv_quantization import QuantizedCache
from dhyana.packing import pack
from dhyana.paged import PagedCache, paged_attention
from dhyana.positions import DynamicNTK, Llama3, LongRoPE, Proportional, Yarn
from dhyana.quantize import to_int8
from dhyana.scaling import count_parameters
from dhyana.transformer import Config, Transformer

# Torch's device without memory: it computes no numbers, but refuses, as a GPU does, to compute with
# tensors of the CPU. So where there is no GPU the tests still see what was left behind.
META = torch.device("meta")
SIZES: dict[str, Any] = {
    "vocab_size": 20, "context": 64, "width": 32, "n_layers": 2, "n_heads": 4, "n_kv_heads": 2,
}  # fmt: skip
MODELS: dict[str, dict[str, Any]] = {
    "llama": {},
    "dropout": {"dropout": 0.1},
    "norm after": {"norm_place": "post"},
    "learned": {"positions": "learned", "norm": "layer", "gated": False, "activation": "gelu"},
    "sinusoidal": {"positions": "sinusoidal"},
    "window": {"window": 4},
    "proportional": {"rope_scaling": Proportional(factor=2, proportion=0.5)},
    "yarn": {"rope_scaling": Yarn(factor=4, original_context=16)},
    "llama3": {"rope_scaling": Llama3(factor=4, original_context=16)},
    "dynamic": {"rope_scaling": DynamicNTK(factor=4, original_context=16)},
    "longrope": {
        "rope_scaling": LongRoPE(
            factor=4, original_context=16, short_factor=(1.0,) * 4, long_factor=(2.0,) * 4
        )
    },
}
CACHES: dict[str, Callable[[CacheShape], Cache]] = {
    "static": lambda shape: StaticCache(shape, batch=2, max_length=40),
    "paged": lambda shape: PagedCache(shape, blocks=40, block_size=4, batch=2),
    "int8": lambda shape: QuantizedCache(shape, batch=2, max_length=40),
    "e4m3": lambda shape: QuantizedCache(shape, batch=2, max_length=40, format="e4m3"),
}


def tokens() -> torch.Tensor:
    """Return two texts on the device."""
    return torch.zeros(2, 8, dtype=torch.long, device=META)


@pytest.mark.parametrize("moved", [False, True], ids=["made there", "moved there"])
@pytest.mark.parametrize("name", MODELS)
def test_training_leaves_nothing_on_the_cpu(name: str, moved: bool) -> None:
    """Forward and backward pass of every kind of model are on its device alone."""
    with torch.device("cpu" if moved else META):
        model = Transformer(Config(**SIZES | MODELS[name]))
    logits = model.to(META)(tokens())
    cross_entropy(logits.flatten(0, 1), tokens().flatten()).backward()
    assert all(weight.grad is not None and weight.grad.is_meta for weight in model.parameters())


@pytest.mark.parametrize(
    ("name", "cache"),
    [*((name, "static") for name in MODELS), *(("llama", cache) for cache in CACHES)],
)
def test_writing_leaves_nothing_on_the_cpu(name: str, cache: str) -> None:
    """Prompts in pieces and tokens after them are computed on the model's device alone."""
    model = Transformer(Config(**SIZES | MODELS[name])).to(META).eval()
    made = CACHES[cache](CacheShape.of(model))
    written = list(stream(model, tokens(), stop=Stop(max_new_tokens=3), cache=made, chunk=3))
    assert all(token.is_meta for token in written)


def test_the_rest_leaves_nothing_on_the_cpu() -> None:
    """So are sampling, the ring of a window, paged attention, and packed and quantized models."""
    model = Transformer(Config(**SIZES, window=4)).to(META).eval()
    ring = SlidingWindowCache(CacheShape.of(model), batch=2, window=4)
    assert list(stream(model, tokens(), stop=Stop(max_new_tokens=3), cache=ring, chunk=3))
    sampling = Sampling(temperature=0.7, top_k=3, top_p=0.9, min_p=0.1, repetition_penalty=1.2)
    assert choose(model(tokens())[:, -1], tokens(), sampling).is_meta
    assert Stop(max_new_tokens=9, eos=(1, 2), sequences=((1, 2),)).reached(tokens()).is_meta
    pages = PagedCache(CacheShape.of(model), blocks=9, block_size=4, batch=2)
    pages.extend(5)
    pages.write(0, *torch.zeros(2, 2, 2, 5, 8, device=META))
    assert paged_attention(torch.zeros(2, 4, 5, 8, device=META), pages, 0, window=4).is_meta
    for packed in (pack(model), to_int8(model), to_int8(model, activations=True)):
        assert packed(tokens()).is_meta


def test_auto_takes_what_is_there() -> None:
    """`auto` is always a device that computes."""
    assert float(torch.ones(2, device=choose_device("auto")).sum()) == 2
    assert choose_device("cpu") == torch.device("cpu")


@pytest.mark.parametrize("name", ["cuda", "mps"])
def test_an_absent_device_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that is not there is a ValueError that names those that are."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(ValueError, match=rf"no device {name} here \(torch .*\); there is cpu"):
        choose_device(name)


def test_the_best_device_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is a GPU, `auto` takes it."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device("auto") == choose_device("cuda") == torch.device("cuda")


def test_dtypes_have_torchs_names() -> None:
    """Names on the command line are those of torch, and all of them are floating."""
    assert list(DTYPES) == list(Dtype)
    for name in DTYPES:
        assert choose_dtype(name, torch.device("cpu")) is getattr(torch, name)
        assert choose_dtype(name, torch.device("cpu")).is_floating_point
    assert [*Device] == ["auto", "cpu", "cuda", "mps"]


def test_impossible_dtypes_are_named() -> None:
    """A dtype that there is not, or that the device lacks, is a ValueError."""
    with pytest.raises(ValueError, match="no dtype int8; there is float32"):
        choose_dtype("int8", torch.device("cpu"))
    with pytest.raises(ValueError, match="mps does not compute in float64"):
        choose_dtype("float64", torch.device("mps"))


def test_memory_that_no_device_has_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """More bytes than the device has in all are refused; what fits is not, nor what takes none."""
    check_memory(2**20, "cpu", "little")
    check_memory(2**80, "meta", "a model without numbers")
    with pytest.raises(torch.OutOfMemoryError, match="much takes 1,125,899,906,842,624 bytes, cpu"):
        check_memory(2**50, "cpu", "much")

    class Card:
        total_memory = 2**37

    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: Card)
    check_memory(2**37, "cuda", "all")
    with pytest.raises(torch.OutOfMemoryError, match="cuda has 137,438,953,472 in all"):
        check_memory(2**37 + 1, "cuda", "more")


def test_what_torch_and_python_say_for_want_of_memory() -> None:
    """Each of their errors gives one line; other errors give none."""
    with pytest.raises(RuntimeError) as caught:
        torch.empty(2**60)
    said = out_of_memory(caught.value)
    assert said is not None
    assert said.startswith("out of memory: can't allocate memory: you tried to allocate 46116860")
    assert out_of_memory(MemoryError()) == "out of memory"
    gpu = torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.\nMore")
    assert out_of_memory(gpu) == "CUDA out of memory. Tried to allocate 2 GiB."
    assert out_of_memory(RuntimeError("CUDA error: out of memory")) == "CUDA error: out of memory"
    assert out_of_memory(RuntimeError("mat1 and mat2")) is None
    assert out_of_memory(ValueError("out of memory")) is None


@pytest.mark.parametrize(
    "sizes",
    [
        {"vocab_size": 2**24, "width": 2**24, "ff_width": 8},
        {"ff_width": 2**24, "width": 2**20},
        {"context": 2**24, "width": 2**22, "ff_width": 8, "positions": "learned"},
        {"n_layers": 2**14, "width": 2**14},
    ],
)
def test_a_model_too_large_is_refused_before_it_is_built(sizes: dict[str, Any]) -> None:
    """The weights are counted first; without memory they can still be counted on `meta`."""
    small = {"vocab_size": 8, "context": 8, "width": 8, "n_layers": 1, "n_heads": 2}
    config = Config(**{**small, **sizes})
    with pytest.raises(torch.OutOfMemoryError, match=r"out of memory: a model of [\d,]+ weights"):
        Transformer(config)
    with META:
        counted = count_parameters(Transformer(replace(config, n_layers=1))).total
    assert counted * config.n_layers > 2**36


def test_weights_are_counted_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted before is what the model then has."""
    asked: list[int] = []
    monkeypatch.setattr("dhyana.transformer.check_memory", lambda wanted, *_: asked.append(wanted))
    for changes in [*MODELS.values(), {"tied": True, "qkv_bias": True}]:
        model = Transformer(Config(**SIZES | changes))
        assert asked.pop() == 4 * count_parameters(model).total
