"""A Hugging Face Llama and ours, with the same random weights."""

import os
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import torch

from dhyana.interop import llama_name
from dhyana.llama import read_llama_config
from dhyana.transformer import Transformer

os.environ.setdefault("HF_HUB_OFFLINE", "1")

SMALL: Mapping[str, Any] = {
    "vocab_size": 61,
    "hidden_size": 32,
    "intermediate_size": 40,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "initializer_range": 0.2,
    "attn_implementation": "sdpa",
}
Pair = tuple[Any, Transformer]


@pytest.fixture
def llama_pair() -> Callable[..., Pair]:
    """Return a function from Llama settings to their model and ours, in eval mode."""
    transformers = pytest.importorskip("transformers")

    def build(**changes: Any) -> Pair:
        theirs = transformers.LlamaForCausalLM(transformers.LlamaConfig(**{**SMALL, **changes}))
        ours = Transformer(read_llama_config(theirs.config.to_dict()))
        weights = theirs.state_dict()
        with torch.no_grad():
            for name, weight in ours.named_parameters():
                theirs_weight = weights[llama_name(name)]
                if "norm" in name or name.endswith("bias"):
                    theirs_weight.normal_(mean=1.0, std=0.1)
                weight.copy_(theirs_weight)
        return theirs.eval(), ours.eval()

    return build
