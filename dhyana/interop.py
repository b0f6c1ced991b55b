"""Llama checkpoints of the world, read and written: Hugging Face's names, files and settings.

A checkpoint is a folder with `config.json` and either `model.safetensors` or several files with
`model.safetensors.index.json`. It comes from elsewhere, so nothing in it is trusted: only
safetensors are read (pickles can run code), every setting is checked, the index may name only
files of its own folder, and all names and shapes are compared before any memory is taken.
"""

import json
import math
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from dhyana.positions import SCALINGS, DynamicNTK, RopeScaling, TrainedScaling
from dhyana.settings import read_settings
from dhyana.transformer import Config, Transformer

WEIGHTS, INDEX, CONFIG = "model.safetensors", "model.safetensors.index.json", "config.json"
MAX_JSON_BYTES = 64 * 2**20

# Ours and theirs, name part by name part; the parts do not overlap.
NAMES = (
    ("blocks.", "model.layers."),
    ("embedding.", "model.embed_tokens."),
    ("head.", "lm_head."),
    (".attention.project.query.", ".self_attn.q_proj."),
    (".attention.project.key.", ".self_attn.k_proj."),
    (".attention.project.value.", ".self_attn.v_proj."),
    (".attention.out.", ".self_attn.o_proj."),
    (".attention_norm.", ".input_layernorm."),
    (".feed_forward_norm.", ".post_attention_layernorm."),
    (".feed_forward.gate.", ".mlp.gate_proj."),
    (".feed_forward.up.", ".mlp.up_proj."),
    (".feed_forward.down.", ".mlp.down_proj."),
)
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
DTYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}


def llama_name(name: str) -> str:
    """Return Hugging Face's name of a parameter of ours."""
    if name == "norm.weight":
        return "model.norm.weight"
    for ours, theirs in NAMES:
        if name.startswith(ours) or (ours.startswith(".") and ours in name):
            name = name.replace(ours, theirs, 1)
    return name


# Settings


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
        raise ValueError(f"{CONFIG}: expected model_type 'llama', found {found!r}")
    known = LlamaSettings.__dataclass_fields__.keys() & data.keys()
    llama = read_settings(LlamaSettings, {key: data[key] for key in known}, where=CONFIG)
    if llama.hidden_act not in ACTIVATION_NAMES:
        raise ValueError(
            f"{CONFIG}: hidden_act {llama.hidden_act!r} is none of {', '.join(ACTIVATION_NAMES)}"
        )
    theta, scaling = _read_rope(data, llama.max_position_embeddings)
    context = llama.max_position_embeddings
    if isinstance(scaling, DynamicNTK):
        context = int(context * scaling.factor)
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
        raise ValueError(f"{CONFIG}: expected one set of rope parameters, found {rope!r}")
    rope = {key: value for key, value in rope.items() if value is not None}
    theta = rope.pop("rope_theta", data.get("rope_theta", 10000.0))
    if isinstance(theta, bool) or not isinstance(theta, int | float):
        raise ValueError(f"{CONFIG}: expected rope_theta as a number, found {theta!r}")
    old_spelling = rope.pop("type", "default")
    kind = rope.pop("rope_type", old_spelling)
    if kind == "default":
        return float(theta), None
    if kind not in SCALINGS:
        raise ValueError(f"{CONFIG}: rope type {kind!r} is none of default, {', '.join(SCALINGS)}")
    scaling = SCALINGS[kind]
    if issubclass(scaling, TrainedScaling):
        trained = data.get("original_max_position_embeddings") or context
        trained = rope.setdefault("original_max_position_embeddings", trained)
        if isinstance(trained, int) and trained > 0:
            rope.setdefault("factor", context / trained)
    if kind == "yarn" and {"mscale", "mscale_all_dim"} & rope.keys():
        _read_mscale(rope)
    ours = {theirs: name for name, theirs in SCALING_FIELDS.items()}
    fields = {ours.get(key, key): value for key, value in rope.items()}
    return float(theta), read_settings(scaling, fields, where=f"{CONFIG}: rope parameters")


def _read_mscale(rope: dict[str, Any]) -> None:
    """Replace DeepSeek's two temperatures by the attention factor they stand for."""
    pair = rope.pop("mscale", None), rope.pop("mscale_all_dim", None)
    numbers = [value for value in (*pair, rope.get("factor")) if isinstance(value, int | float)]
    if "attention_factor" not in rope and len(numbers) == 3 and all(numbers):
        one, all_dim, factor = numbers
        log = math.log(max(factor, 1))
        rope["attention_factor"] = (0.1 * one * log + 1) / (0.1 * all_dim * log + 1)


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


# Files


def save_llama(
    model: Transformer,
    folder: Path,
    *,
    max_shard_bytes: int = 5 * 10**9,
    settings: Mapping[str, Any] | None = None,
) -> None:
    """Write the model as a Llama checkpoint that `LlamaForCausalLM.from_pretrained` reads.

    The folder appears complete or not at all; it must not exist, or be empty. Weights beyond
    `max_shard_bytes` go to several files with an index. `settings` are added to `config.json`
    (`{"eos_token_id": 2}`). Raises ValueError for a model that is not a Llama.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already: name a new folder")
    tied = {"head.weight"} if model.config.tied else set()
    weights = {
        llama_name(name): weight.detach().cpu().contiguous()
        for name, weight in model.state_dict().items()
        if name not in tied
    }
    dtype = model.embedding.weight.dtype
    config = llama_config(model.config, dtype=dtype) | dict(settings or {})
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        _write_weights(weights, building, max_shard_bytes)
        (building / CONFIG).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
        building.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        building.replace(folder)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise


def _write_weights(weights: Mapping[str, Tensor], folder: Path, max_shard_bytes: int) -> None:
    """Write one file, or several and the index that says which tensor is where."""
    shards: list[dict[str, Tensor]] = [{}]
    filled = 0
    for name, weight in weights.items():
        if shards[-1] and filled + weight.nbytes > max_shard_bytes:
            shards.append({})
            filled = 0
        shards[-1][name] = weight
        filled += weight.nbytes
    if len(shards) == 1:
        save_file(shards[0], folder / WEIGHTS, metadata={"format": "pt"})
        return
    places = {}
    for number, shard in enumerate(shards, start=1):
        file = f"model-{number:05}-of-{len(shards):05}.safetensors"
        save_file(shard, folder / file, metadata={"format": "pt"})
        places |= dict.fromkeys(shard, file)
    total = sum(weight.nbytes for weight in weights.values())
    index = {"metadata": {"total_size": total}, "weight_map": places}
    (folder / INDEX).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")


def load_llama(
    folder: Path,
    *,
    dtype: torch.dtype | None = None,
    device: torch.device | str = "cpu",
) -> Transformer:
    """Read a Llama checkpoint; `dtype` None takes that of the file's embedding.

    Raises ValueError saying what is wrong: a file that is missing or leads elsewhere, a setting,
    a tensor that is missing, unknown, of another shape, or that holds no floats.
    """
    config = read_llama_config(_read_json(folder / CONFIG))
    with ExitStack() as stack:
        stored = _open_weights(folder, stack)
        if config.tied:
            stored.pop("lm_head.weight", None)
        if f"model.layers.{config.n_layers - 1}.input_layernorm.weight" not in stored:
            raise ValueError(f"{folder}: not all of the {config.n_layers} layers are there")
        with torch.device("meta"):
            model = Transformer(config)
        # A tied head is the embedding itself and appears once.
        ours = {llama_name(name): weight for name, weight in model.named_parameters()}
        _compare(folder, {name: tuple(weight.shape) for name, weight in ours.items()}, stored)
        found = stored["model.embed_tokens.weight"]
        model.to(dtype or found.dtype).to_empty(device=device)
        with torch.no_grad():
            for name, weight in model.named_parameters():
                weight.copy_(stored[llama_name(name)].read())
    return model


@dataclass(frozen=True)
class StoredTensor:
    """A tensor in a file: its shape and dtype are known, its data not yet read."""

    file: Any  # an open safetensors file
    name: str
    shape: tuple[int, ...]
    dtype: torch.dtype

    def read(self) -> Tensor:
        """Read the data."""
        tensor: Tensor = self.file.get_tensor(self.name)
        return tensor


def _open_weights(folder: Path, stack: ExitStack) -> dict[str, StoredTensor]:
    """Open the checkpoint's files for as long as the stack stands; return what is in them."""
    stored: dict[str, StoredTensor] = {}
    for path in _weight_files(folder):
        try:
            file = stack.enter_context(safe_open(path, framework="pt"))
            views = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118
        except (OSError, SafetensorError) as error:
            raise ValueError(f"{path}: not a readable safetensors file: {error}") from error
        for name, view in views.items():
            if name.endswith("rotary_emb.inv_freq"):
                continue  # older checkpoints store what follows from the settings
            if name in stored:
                raise ValueError(f"{path}: {name} is in another file too")
            if view.get_dtype() not in DTYPES:
                raise ValueError(
                    f"{path}: {name} is {view.get_dtype()}, expected {', '.join(DTYPES)}"
                )
            shape, dtype = tuple(view.get_shape()), DTYPES[view.get_dtype()]
            stored[name] = StoredTensor(file, name, shape, dtype)
    return stored


def _weight_files(folder: Path) -> list[Path]:
    """Return the one weight file, or those the index names; all in the folder itself."""
    if (folder / WEIGHTS).is_file():
        return [folder / WEIGHTS]
    if not (folder / INDEX).is_file():
        raise ValueError(f"{folder}: neither {WEIGHTS} nor {INDEX} is there; pickles are not read")
    index = _read_json(folder / INDEX)
    places = index.get("weight_map") if isinstance(index, dict) else None
    if not isinstance(places, dict) or not places:
        raise ValueError(f"{folder / INDEX}: expected a weight_map from tensors to files")
    files = sorted({str(file) for file in places.values()})
    for file in files:
        if not re.fullmatch(r"\w[\w.-]*\.safetensors", file, flags=re.ASCII):
            raise ValueError(
                f"{folder / INDEX}: {file!r} is not the plain name of a safetensors file"
            )
        if not (folder / file).is_file():
            raise ValueError(f"{folder / INDEX}: {file} is not there")
    return [folder / file for file in files]


def _read_json(path: Path) -> object:
    """Return what a JSON file of bounded size holds, or raise ValueError naming it."""
    try:
        if path.stat().st_size > MAX_JSON_BYTES:
            raise ValueError(f"{path}: larger than {MAX_JSON_BYTES} bytes")
        data: object = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path}: not JSON: {error}") from error
    return data


def _compare(
    folder: Path, expected: Mapping[str, tuple[int, ...]], stored: Mapping[str, StoredTensor]
) -> None:
    """Raise ValueError unless exactly the expected tensors are there, in their shapes."""
    faults = [f"{name} is missing" for name in expected.keys() - stored.keys()]
    faults += [f"{name} is not known" for name in stored.keys() - expected.keys()]
    faults += [
        f"{name} is {list(stored[name].shape)}, expected {list(shape)}"
        for name, shape in expected.items()
        if name in stored and stored[name].shape != shape
    ]
    if faults:
        shown = "; ".join(sorted(faults)[:5])
        raise ValueError(f"{folder}: {len(faults)} tensors do not fit {CONFIG}: {shown}")
