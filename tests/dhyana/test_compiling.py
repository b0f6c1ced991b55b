"""The compiled decoder writes what the uncompiled one does."""

import shutil

import pytest
import torch
from torch import Tensor

from dhyana.cache import CacheShape, StaticCache
from dhyana.compiling import CompiledDecoder, compile_for_decoding
from dhyana.decoding import Sampling, Stop, generate, stream
from dhyana.quantize import to_int8
from dhyana.transformer import Config, Transformer

needs_compiler = pytest.mark.skipif(
    not (shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler is here"
)


pytestmark = [
    pytest.mark.skipif(
        not (shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler is here"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
CONFIG = Config(
    vocab_size=30, context=32, width=32, n_layers=1, n_heads=4, n_kv_heads=2, init_std=0.3
)


def static(model: Transformer, batch: int = 2, length: int = 32) -> StaticCache:
    """Return a cache for the texts of these tests."""
    return StaticCache(CacheShape.of(model), batch=batch, max_length=length)


@pytest.mark.parametrize("int8", [False, True])
def test_compiled_is_uncompiled(int8: bool) -> None:
    """Text written by the compiled model is that of the model, in floats and in int8.

    And it stays so when the weights get new numbers.
    """
    torch.manual_seed(0)
    model = Transformer(CONFIG).eval()
    if int8:
        model = to_int8(model)
    prompt = torch.randint(30, (1, 5))
    stop = Stop(max_new_tokens=12)
    cache = static(model, batch=1, length=20)
    compiled = compile_for_decoding(model)
    for _ in range(2):
        written = generate(compiled, prompt, stop=stop, cache=cache)
        assert torch.equal(written, generate(model, prompt, stop=stop))
        cache.reset()
        with torch.no_grad():
            model.embedding.weight.normal_(std=0.3)


@pytest.fixture(scope="module")
def model() -> Transformer:
    """Return a small model."""
    torch.manual_seed(1)
    return Transformer(CONFIG).eval()


@pytest.fixture(scope="module")
def compiled(model: Transformer) -> CompiledDecoder:
    """Return the same, compiled."""
    return compile_for_decoding(model)


@pytest.fixture(scope="module")
def prompt() -> Tensor:
    """Return the beginnings of two texts."""
    return torch.randint(30, (2, 5), generator=torch.Generator().manual_seed(2))


def test_texts_end_as_they_do_uncompiled(
    model: Transformer, compiled: CompiledDecoder, prompt: Tensor
) -> None:
    """At a token, at a sequence, each by itself: the text and what the cache holds are the same."""
    free = generate(model, prompt, stop=Stop(max_new_tokens=24))[:, 5:].tolist()
    for stop in (
        Stop(max_new_tokens=24, eos=(free[0][3], 99), pad=7),
        Stop(max_new_tokens=24, eos=(free[1][8], free[0][11])),
        Stop(max_new_tokens=24, sequences=(tuple(free[0][5:8]),), pad=7),
        Stop(max_new_tokens=24, sequences=(tuple(free[0][5:8]), tuple(free[1][9:11]))),
    ):
        plain, looped = static(model), static(model)
        written = generate(model, prompt, stop=stop, cache=plain)
        assert torch.equal(generate(compiled, prompt, stop=stop, cache=looped), written)
        held = looped.length
        assert held == plain.length == written.shape[1] - 1
        assert torch.allclose(looped.keys[0][:, :, :held], plain.keys[0][:, :, :held], atol=1e-5)


def test_a_text_can_be_left_and_taken_up(
    model: Transformer, compiled: CompiledDecoder, prompt: Tensor
) -> None:
    """Who stops reading finds the cache as if nothing had been written ahead."""
    whole = generate(model, prompt, stop=Stop(max_new_tokens=24))
    cache = static(model)
    tokens = stream(compiled, prompt, stop=Stop(max_new_tokens=24), cache=cache, ahead=20)
    begun = torch.stack([next(tokens) for _ in range(9)], dim=1)
    tokens.close()
    assert cache.length == 13
    text = torch.cat((prompt, begun), dim=1)
    rest = generate(compiled, text, stop=Stop(max_new_tokens=15), cache=cache)
    assert torch.equal(rest, whole)


def test_what_the_loop_cannot_do_is_done_step_by_step(
    model: Transformer, compiled: CompiledDecoder, prompt: Tensor
) -> None:
    """Drawn tokens, and a text that outgrows the context, are those of the model."""
    stop = Stop(max_new_tokens=12)
    drawn = [
        generate(one, prompt, stop=stop, sampling=Sampling(top_k=5), cache=static(model), seed=3)
        for one in (model, compiled)
    ]
    assert torch.equal(*drawn)
    cache = static(model, length=64)
    tokens = stream(compiled, prompt, stop=Stop(max_new_tokens=40), cache=cache, ahead=16)
    written = [next(tokens) for _ in range(28)]
    whole = generate(model, prompt, stop=Stop(max_new_tokens=28))
    assert torch.equal(torch.stack(written, dim=1), whole[:, 5:])
    with pytest.raises(ValueError, match="context too long"):
        next(tokens)
