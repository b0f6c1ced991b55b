"""The settings of a Llama, as Hugging Face's `config.json` spells them, and ours.

RoPE has two spellings: `rope_theta` beside `rope_scaling`, and since transformers 5 one
`rope_parameters`. Both are read, both are written.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import torch

from dhyana.positions import SCALINGS, DynamicNTK, RopeScaling, TrainedScaling
from dhyana.settings import LARGEST_SIZE, brief, read_settings
from dhyana.transformer import Config

CONFIG = "config.json"
ACTIVATION_NAMES = {
    "silu": "silu",
    "swish": "silu",
    "gelu": "gelu",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu_new": "gelu_tanh",
    "relu": "relu",
}
SCALING_FIELDS = {
    "original_context": "original_max_position_embeddings",
    "proportion": "partial_rotary_factor",
    "kind": "rope_type",
}


@dataclass(frozen=True, kw_only=True)
class LlamaSettings:
    """What of a Llama `config.json` decides the model, with Hugging Face's defaults."""

    vocab_size: int = 32000
    hidden_size: int = 4096
    intermediate_size: int = 11008
    num_hidden_layers: int = 32
    num_attention_heads: int = 32
    num_key_value_heads: int | None = None
    head_dim: int | None = None
    hidden_act: str = "silu"
    max_position_embeddings: int = 2048
    initializer_range: float = 0.02
    rms_norm_eps: float = 1e-6
    tie_word_embeddings: bool = False
    attention_bias: bool = False
    mlp_bias: bool = False


def read_llama_config(data: object) -> Config:
    """Return our configuration for the contents of a Llama `config.json`.

    RoPE may be spelled `rope_theta` with `rope_scaling`, or `rope_parameters` as since
    transformers 5. A dynamic scaling makes the context `factor` times `max_position_embeddings`.
    Raises ValueError for another model type or a setting that makes no sense.
    """
    if not isinstance(data, dict) or data.get("model_type") != "llama":
        found = data.get("model_type") if isinstance(data, dict) else type(data).__name__
        raise ValueError(f"{CONFIG}: expected model_type 'llama', found {brief(found)}")
    fields = LlamaSettings.__dataclass_fields__.keys() & data.keys()
    llama = read_settings(LlamaSettings, {key: data[key] for key in fields}, where=CONFIG)
    if llama.hidden_act not in ACTIVATION_NAMES:
        known = ", ".join(ACTIVATION_NAMES)
        raise ValueError(f"{CONFIG}: hidden_act {brief(llama.hidden_act)} is none of {known}")
    context = llama.max_position_embeddings
    if not 1 <= context <= LARGEST_SIZE:
        raise ValueError(
            f"{CONFIG}: max_position_embeddings from 1 to {LARGEST_SIZE}, not {context}"
        )
    theta, scaling = _read_rope(data, context)
    if isinstance(scaling, DynamicNTK):
        context = int(min(context * scaling.factor, LARGEST_SIZE + 1))
    values = {
        "vocab_size": llama.vocab_size,
        "context": context,
        "width": llama.hidden_size,
        "n_layers": llama.num_hidden_layers,
        "n_heads": llama.num_attention_heads,
        "n_kv_heads": llama.num_key_value_heads or 0,
        "head_dim": llama.head_dim or 0,
        "ff_width": llama.intermediate_size,
        "activation": ACTIVATION_NAMES[llama.hidden_act],
        "norm_eps": llama.rms_norm_eps,
        "rope_theta": theta,
        "rope_scaling": None if scaling is None else asdict(scaling),
        "tied": llama.tie_word_embeddings,
        "qkv_bias": llama.attention_bias,
        "out_bias": llama.attention_bias,
        "ff_bias": llama.mlp_bias,
        "init_std": llama.initializer_range,
    }
    return read_settings(Config, values, where=CONFIG)


def _read_rope(data: Mapping[str, Any], context: int) -> tuple[float, RopeScaling | None]:
    """Return theta and the scaling from either spelling."""
    rope = data.get("rope_scaling") or data.get("rope_parameters") or {}
    if not isinstance(rope, dict) or any(isinstance(value, dict) for value in rope.values()):
        raise ValueError(f"{CONFIG}: expected one set of rope parameters, found {brief(rope)}")
    rope = {key: value for key, value in rope.items() if value is not None}
    theta = rope.pop("rope_theta", data.get("rope_theta") or 10000.0)
    if not _is_number(theta):
        raise ValueError(f"{CONFIG}: expected rope_theta as a number, found {brief(theta)}")
    old_spelling = rope.pop("type", "default")
    kind = rope.pop("rope_type", old_spelling)
    if kind == "default":
        return float(theta), None
    if not isinstance(kind, str) or kind not in SCALINGS:
        raise ValueError(
            f"{CONFIG}: rope type {brief(kind)} is none of default, {', '.join(SCALINGS)}"
        )
    scaling = SCALINGS[kind]
    if issubclass(scaling, TrainedScaling):
        trained = data.get("original_max_position_embeddings") or context
        trained = rope.setdefault("original_max_position_embeddings", trained)
        if scaling is DynamicNTK:  # theirs takes no other than the model's own context
            rope["original_max_position_embeddings"] = context
        elif _is_number(trained) and trained > 0:
            rope.setdefault("factor", context / trained)
    if kind == "yarn" and {"mscale", "mscale_all_dim"} & rope.keys():
        _read_mscale(rope)
    ours = {theirs: name for name, theirs in SCALING_FIELDS.items()}
    fields = {ours.get(key, key): value for key, value in rope.items()}
    return float(theta), read_settings(scaling, fields, where=f"{CONFIG}: rope parameters")


def _read_mscale(rope: dict[str, Any]) -> None:
    """Replace DeepSeek's two temperatures by the attention factor they stand for together."""
    numbers = [rope.pop("mscale", 0), rope.pop("mscale_all_dim", 0), rope.get("factor", 1)]
    if not all(_is_number(number) and number >= 0 for number in numbers):
        raise ValueError(
            f"{CONFIG}: mscale, mscale_all_dim and factor are not all numbers: {brief(numbers)}"
        )
    mscale, mscale_all_dim, factor = numbers
    if mscale and mscale_all_dim and "attention_factor" not in rope:
        log = math.log(max(factor, 1))
        rope["attention_factor"] = (0.1 * mscale * log + 1) / (0.1 * mscale_all_dim * log + 1)


def _is_number(value: object) -> bool:
    """Say whether it is a number that a float can hold."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def llama_config(config: Config, *, dtype: torch.dtype = torch.float32) -> dict[str, Any]:
    """Return the contents of a Llama `config.json`, RoPE in both spellings.

    Raises ValueError naming every setting that Llama does not have.
    """
    wanted = {
        "positions": "rope",
        "norm": "rms",
        "norm_place": "pre",
        "gated": True,
        "head_bias": False,
        "window": None,
        "out_bias": config.qkv_bias,
    }
    unlike = [
        f"{name} = {getattr(config, name)!r} (must be {value!r})"
        for name, value in wanted.items()
        if getattr(config, name) != value
    ]
    if unlike:
        raise ValueError(f"not a Llama model: {', '.join(unlike)}")
    scaling = config.rope_scaling
    rope: dict[str, Any] = {"rope_type": "default"}
    if scaling is not None:
        rope = {
            SCALING_FIELDS.get(name, name): value
            for name, value in asdict(scaling).items()
            if value is not None
        }
    context = config.context
    if isinstance(scaling, DynamicNTK):  # theirs has the trained context in its place
        context = rope.pop("original_max_position_embeddings")
    names = {ours: theirs for theirs, ours in reversed(ACTIVATION_NAMES.items())}
    llama = LlamaSettings(
        vocab_size=config.vocab_size,
        hidden_size=config.width,
        intermediate_size=config.ff_width,
        num_hidden_layers=config.n_layers,
        num_attention_heads=config.n_heads,
        num_key_value_heads=config.n_kv_heads,
        head_dim=config.head_dim,
        hidden_act=names[config.activation],
        max_position_embeddings=context,
        initializer_range=config.init_std,
        rms_norm_eps=config.norm_eps,
        tie_word_embeddings=config.tied,
        attention_bias=config.qkv_bias,
        mlp_bias=config.ff_bias,
    )
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        **asdict(llama),
        "bos_token_id": None,
        "eos_token_id": None,
        "torch_dtype": str(dtype).removeprefix("torch."),
        "rope_theta": config.rope_theta,
        "rope_scaling": None if scaling is None else rope,
        "rope_parameters": {**rope, "rope_theta": config.rope_theta},
    }
