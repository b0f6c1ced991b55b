"""The others: models of the same sizes by other hands, where they are installed.

Hugging Face's Llama is the one that every ratio is to; litgpt and x-transformers train beside it.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from torch import nn

from dhyana.llama import llama_config
from dhyana.transformer import Config


def hugging_face(config: Config) -> nn.Module:
    """Return Hugging Face's Llama with the sizes of a configuration."""
    from transformers import LlamaConfig, LlamaForCausalLM

    model: nn.Module = LlamaForCausalLM(LlamaConfig(**llama_config(config), use_cache=False))
    return model


def litgpt(config: Config) -> nn.Module:
    """Return litgpt's model with the sizes of a configuration, Llama's choices made."""
    from litgpt.config import Config as TheirConfig  # type: ignore[import-not-found]
    from litgpt.model import GPT  # type: ignore[import-not-found]

    settings = TheirConfig(
        n_layer=config.n_layers,
        n_head=config.n_heads,
        n_embd=config.width,
        n_query_groups=config.n_kv_heads,
        block_size=config.context,
        vocab_size=config.vocab_size,
        padded_vocab_size=config.vocab_size,
        rotary_percentage=1.0,
        parallel_residual=False,
        bias=False,
        norm_class_name="RMSNorm",
        norm_eps=config.norm_eps,
        mlp_class_name="LLaMAMLP",
        intermediate_size=config.ff_width,
    )
    model: nn.Module = GPT(settings)
    return model


def x_transformers(config: Config) -> nn.Module:
    """Return x-transformers' decoder with the sizes of a configuration, Llama's choices made."""
    from x_transformers import Decoder, TransformerWrapper  # type: ignore[import-not-found]

    layers: Any = Decoder(
        dim=config.width,
        depth=config.n_layers,
        heads=config.n_heads,
        attn_dim_head=config.head_dim,
        attn_kv_heads=config.n_kv_heads,
        attn_flash=True,
        rotary_pos_emb=True,
        use_rmsnorm=True,
        ff_glu=True,
        ff_swish=True,
        ff_no_bias=True,
        ff_mult=config.ff_width / config.width,
    )
    model: nn.Module = TransformerWrapper(
        num_tokens=config.vocab_size,
        max_seq_len=config.context,
        use_abs_pos_emb=False,
        attn_layers=layers,
    )
    return model


TRAINED: dict[str, tuple[str, Callable[[Config], nn.Module]]] = {
    "litgpt": ("litgpt", litgpt),
    "x-transformers": ("x_transformers", x_transformers),
}


def installed(name: str) -> bool:
    """Say whether a package can be imported, without importing it."""
    return find_spec(name) is not None


def trained_here() -> tuple[dict[str, Callable[[Config], nn.Module]], tuple[str, ...]]:
    """Return the peers that are installed, by name, and a line for each that is not."""
    there = {name: make for name, (module, make) in TRAINED.items() if installed(module)}
    absent = tuple(
        f"{name} is not installed (pip install --no-deps {name})"
        for name in TRAINED
        if name not in there
    )
    return there, absent
