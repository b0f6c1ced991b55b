"""The same numbers as `transformers`' LlamaForCausalLM, an implementation that is not ours."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
import torch
from torch.nn import functional

from dhyana.cache import CacheShape, StaticCache
from dhyana.decoding import Stop, generate
from dhyana.interop import llama_name
from dhyana.positions import SCALINGS, Rotary
from dhyana.transformer import Transformer

Pairs = Callable[..., tuple[Any, Transformer]]

SHAPES: Mapping[str, dict[str, Any]] = {
    "plain": {"num_key_value_heads": 4},
    "grouped": {"num_key_value_heads": 2},
    "multi-query": {"num_key_value_heads": 1},
    "tied": {"tie_word_embeddings": True},
    "wide heads": {"head_dim": 24},
    "one layer, one head": {"num_hidden_layers": 1, "num_attention_heads": 1, "head_dim": 2,
                            "num_key_value_heads": 1},
    "biases": {"attention_bias": True, "mlp_bias": True},
    "gelu": {"hidden_act": "gelu"},
    "gelu by tanh": {"hidden_act": "gelu_pytorch_tanh"},
    "large eps": {"rms_norm_eps": 0.1},
    "theta": {"rope_parameters": {"rope_type": "default", "rope_theta": 500000.0}},
}  # fmt: skip
ROPES: Mapping[str, dict[str, Any]] = {
    "linear": {"factor": 4.0},
    "dynamic": {"factor": 2.0},
    "dynamic grown": {"factor": 2.0},
    "yarn": {"factor": 4.0, "original_max_position_embeddings": 16},
    "yarn given": {
        "factor": 8.0, "original_max_position_embeddings": 8, "attention_factor": 1.3,
        "beta_fast": 4.0, "beta_slow": 0.5, "truncate": False,
    },
    "yarn mscale": {
        "factor": 8.0, "original_max_position_embeddings": 16, "mscale": 0.7,
        "mscale_all_dim": 0.9,
    },
    "llama3": {
        "factor": 8.0, "original_max_position_embeddings": 32, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
    },
    "longrope": {
        "short_factor": [1.0, 1.1, 1.2, 1.3], "long_factor": [1.0, 2.0, 3.0, 4.0],
        "original_max_position_embeddings": 48, "factor": 4.0,
    },
    "longrope long": {
        "short_factor": [1.0, 1.1, 1.2, 1.3], "long_factor": [1.0, 2.0, 3.0, 4.0],
        "original_max_position_embeddings": 16,
    },
    "proportional": {"factor": 2.0, "partial_rotary_factor": 0.5},
}  # fmt: skip


def tokens(length: int = 40, batch: int = 2) -> torch.Tensor:
    """Return random tokens [B, T]."""
    return torch.randint(61, (batch, length))


def rope(name: str) -> dict[str, Any]:
    """Return Llama settings with the named scaling."""
    parameters = {"rope_type": name.split()[0], "rope_theta": 10000.0, **ROPES[name]}
    context = 24 if name == "dynamic grown" else 64
    return {"rope_parameters": parameters, "max_position_embeddings": context}


def compare(theirs: Any, ours: Transformer) -> None:
    """Assert that logits agree within 1e-5 and every gradient within 1e-4 of its size."""
    text = tokens()
    their_logits, our_logits = theirs(text).logits, ours(text)
    torch.testing.assert_close(our_logits, their_logits, rtol=0, atol=1e-5)
    for logits in (their_logits, our_logits):
        functional.cross_entropy(logits[:, :-1].flatten(0, 1), text[:, 1:].flatten()).backward()
    gradients = {name: weight.grad for name, weight in theirs.named_parameters()}
    for name, weight in ours.named_parameters():
        expected = gradients[llama_name(name)]
        assert weight.grad is not None
        error = torch.linalg.vector_norm(weight.grad - expected)
        assert error <= 1e-4 * torch.linalg.vector_norm(expected), name


@pytest.mark.parametrize("settings", SHAPES.values(), ids=SHAPES.keys())
def test_logits_and_gradients(llama_pair: Pairs, settings: dict[str, Any]) -> None:
    """In every shape logits and gradients are theirs."""
    compare(*llama_pair(**settings))


@pytest.mark.parametrize("name", ROPES)
def test_scaled_rotations(llama_pair: Pairs, name: str) -> None:
    """Under every RoPE scaling logits and gradients are theirs."""
    compare(*llama_pair(**rope(name)))


@pytest.mark.parametrize("name", ROPES)
def test_greedy_tokens_under_scaled_rotations(llama_pair: Pairs, name: str) -> None:
    """Under every RoPE scaling a cached text goes on as theirs, past the bounds of the scaling."""
    theirs, ours = llama_pair(**rope(name))
    prompt = tokens(12)
    with torch.no_grad():
        wanted = theirs.generate(
            prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=20, do_sample=False,
            eos_token_id=None, pad_token_id=0,
        )  # fmt: skip
    cache = StaticCache(CacheShape.of(ours), batch=2, max_length=32)
    assert torch.equal(generate(ours, prompt, stop=Stop(max_new_tokens=20), cache=cache), wanted)


@pytest.mark.parametrize("name", ROPES)
def test_scaled_frequencies(llama_pair: Pairs, name: str) -> None:
    """Every RoPE scaling gives their frequencies and magnitude within rounding."""
    theirs, ours = llama_pair(**rope(name))
    positions = torch.arange(40)
    assert isinstance(ours.rotary, Rotary)
    cos, sin = theirs.model.rotary_emb(torch.zeros(1), positions[None])
    our_cos, our_sin = ours.rotary(positions)
    half = cos.shape[-1] // 2
    torch.testing.assert_close(our_cos[:, 0], cos[0], rtol=0, atol=1e-5)
    torch.testing.assert_close(our_sin[:, 0, half:], sin[0, :, half:], rtol=0, atol=1e-5)


def test_no_scaling_is_left_out() -> None:
    """Each scaling that transformers initialises is one of ours and compared above."""
    rope_utils = pytest.importorskip("transformers.modeling_rope_utils")
    assert set(rope_utils.ROPE_INIT_FUNCTIONS) == set(SCALINGS)
    assert {name.split()[0] for name in ROPES} == set(SCALINGS)


def test_positions_and_mask(llama_pair: Pairs) -> None:
    """Left-padded batches agree: explicit positions and a padding mask mean the same to both."""
    theirs, ours = llama_pair()
    text = tokens(12)
    real = torch.ones(2, 12, dtype=torch.bool)
    real[1, :5] = False
    positions = (real.cumsum(-1) - 1).clamp(min=0)
    causal = torch.ones(12, 12, dtype=torch.bool).tril()
    mask = causal & real[:, None, None, :]
    their_logits = theirs(text, attention_mask=real.long(), position_ids=positions).logits
    our_logits = ours(text, positions=positions, mask=mask)
    torch.testing.assert_close(our_logits[real], their_logits[real], rtol=0, atol=1e-5)


def test_bfloat16_norm(llama_pair: Pairs) -> None:
    """In bfloat16 the RMS norm rounds exactly where theirs does."""
    theirs, ours = llama_pair()
    x = torch.randn(2, 7, 32, dtype=torch.bfloat16)
    their_norm, our_norm = theirs.model.norm.bfloat16(), ours.norm.bfloat16()
    assert torch.equal(our_norm(x), their_norm(x))


def test_bfloat16_model(llama_pair: Pairs) -> None:
    """In bfloat16 our logits are at least as close to the fp32 ones as theirs (within a half)."""
    theirs, ours = llama_pair()
    text = tokens()
    exact = ours(text)
    their_error = (theirs.bfloat16()(text).logits - exact).abs().mean()
    our_error = (ours.bfloat16()(text) - exact).abs().mean()
    assert our_error <= 1.5 * their_error
