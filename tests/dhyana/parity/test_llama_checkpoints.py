"""Checkpoints exchanged with `transformers`, both ways."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from dhyana.interop import load_llama, save_llama
from dhyana.positions import LongRoPE, Yarn
from dhyana.transformer import Config, Transformer

Pairs = Callable[..., tuple[Any, Transformer]]
TEXT = torch.arange(40).view(2, 20)
SETTINGS: dict[str, dict[str, Any]] = {
    "grouped": {},
    "tied": {"tie_word_embeddings": True},
    "biases": {"attention_bias": True, "mlp_bias": True},
    "llama3": {
        "rope_parameters": {
            "rope_type": "llama3", "rope_theta": 5e5, "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 32,
        }
    },
    "dynamic": {"rope_parameters": {"rope_type": "dynamic", "factor": 2.0, "rope_theta": 1e4}},
    "proportional": {
        "rope_parameters": {
            "rope_type": "proportional", "factor": 2.0, "rope_theta": 1e4,
            "partial_rotary_factor": 0.5,
        }
    },
}  # fmt: skip


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS.keys())
@pytest.mark.parametrize("shard_bytes", [10**9, 8_000], ids=["one file", "sharded"])
def test_they_read_what_we_write(
    llama_pair: Pairs, tmp_path: Path, settings: dict[str, Any], shard_bytes: int
) -> None:
    """`from_pretrained` of a folder of ours gives the same logits, and reports nothing odd."""
    transformers = pytest.importorskip("transformers")
    _, ours = llama_pair(**settings)
    save_llama(ours, tmp_path / "model", max_shard_bytes=shard_bytes)
    theirs, report = transformers.LlamaForCausalLM.from_pretrained(
        tmp_path / "model", output_loading_info=True
    )
    assert not any(report[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys"))
    torch.testing.assert_close(theirs(TEXT).logits, ours(TEXT), rtol=0, atol=1e-5)


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS.keys())
@pytest.mark.parametrize("shard_size", ["1GB", "8KB"], ids=["one file", "sharded"])
def test_we_read_what_they_write(
    llama_pair: Pairs, tmp_path: Path, settings: dict[str, Any], shard_size: str
) -> None:
    """`load_llama` of a folder of theirs gives the same logits."""
    theirs, _ = llama_pair(**settings)
    theirs.save_pretrained(tmp_path, max_shard_size=shard_size)
    assert (tmp_path / "model.safetensors.index.json").exists() == (shard_size == "8KB")
    torch.testing.assert_close(load_llama(tmp_path)(TEXT), theirs(TEXT).logits, rtol=0, atol=1e-5)


def test_dtypes(llama_pair: Pairs, tmp_path: Path) -> None:
    """A bfloat16 checkpoint stays bfloat16, with fp32 rotations, unless another is asked for."""
    theirs, _ = llama_pair()
    theirs.bfloat16().save_pretrained(tmp_path)
    model = load_llama(tmp_path)
    assert {weight.dtype for weight in model.parameters()} == {torch.bfloat16}
    assert {buffer.dtype for buffer in model.buffers()} == {torch.float32}
    assert load_llama(tmp_path, dtype=torch.float32).head.weight.dtype == torch.float32


@pytest.mark.parametrize(
    "scaling",
    [
        Yarn(factor=4.0, original_context=16),
        LongRoPE(factor=2.0, original_context=32, short_factor=(1.0,), long_factor=(2.0,)),
    ],
    ids=["yarn", "longrope"],
)
def test_round_trip(tmp_path: Path, scaling: Yarn | LongRoPE) -> None:
    """Saved and loaded, a model has the same configuration, weights and tied head."""
    config = Config(
        vocab_size=11, context=64, width=4, n_layers=1, n_heads=2, tied=True, rope_scaling=scaling
    )
    model = Transformer(config)
    save_llama(model, tmp_path / "model")
    again = load_llama(tmp_path / "model")
    assert again.config == config
    assert again.head.weight is again.embedding.weight
    for name, weight in model.named_parameters():
        assert torch.equal(weight, again.get_parameter(name)), name


@pytest.mark.parametrize("kept", ["rope_scaling", "rope_parameters"])
def test_both_spellings(llama_pair: Pairs, tmp_path: Path, kept: str) -> None:
    """Either spelling of the rotations alone is enough."""
    _, ours = llama_pair(**SETTINGS["llama3"])
    save_llama(ours, tmp_path / "model")
    path = tmp_path / "model" / "config.json"
    settings = json.loads(path.read_text())
    for key in {"rope_scaling", "rope_parameters", "rope_theta"} - {kept}:
        if not (key == "rope_theta" and kept == "rope_scaling"):
            del settings[key]
    if kept == "rope_scaling":
        settings[kept]["type"] = settings[kept].pop("rope_type")  # as the oldest have it
    path.write_text(json.dumps(settings))
    assert load_llama(tmp_path / "model").config == ours.config
