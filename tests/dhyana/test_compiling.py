"""The compiled decoder writes what the uncompiled one does."""

import shutil

import pytest
import torch

from dhyana.cache import CacheShape, StaticCache
from dhyana.compiling import compile_for_decoding
from dhyana.decoding import Stop, generate
from dhyana.quantize import to_int8
from dhyana.transformer import Config, Transformer

needs_compiler = pytest.mark.skipif(
    not (shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler is here"
)


@needs_compiler
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("int8", [False, True])
def test_compiled_is_uncompiled(int8: bool) -> None:
    """Text written by the compiled model is that of the model, in floats and in int8.

    And it stays so when the weights get new numbers.
    """
    torch.manual_seed(0)
    config = Config(
        vocab_size=30, context=32, width=32, n_layers=1, n_heads=4, n_kv_heads=2, init_std=0.3
    )
    model = Transformer(config).eval()
    if int8:
        model = to_int8(model)
    prompt = torch.randint(30, (1, 5))
    stop = Stop(max_new_tokens=12)
    cache = StaticCache(CacheShape.of(model), batch=1, max_length=20)
    compiled = compile_for_decoding(model)
    for _ in range(2):
        written = generate(compiled, prompt, stop=stop, cache=cache)
        assert torch.equal(written, generate(model, prompt, stop=stop))
        cache.reset()
        with torch.no_grad():
            model.embedding.weight.normal_(std=0.3)
