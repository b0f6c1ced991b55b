"""Llama checkpoints of the world, read and written: Hugging Face's names, files and settings.

A checkpoint is a folder with `config.json` and either `model.safetensors` or several files with
`model.safetensors.index.json`. It comes from elsewhere, so nothing in it is trusted: only
safetensors are read (pickles can run code), every setting is checked, the index may name only
files of its own folder, and all names and shapes are compared before any memory is taken.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from dhyana.device import check_device, check_memory
from dhyana.llama import CONFIG, llama_config, read_llama_config
from dhyana.settings import brief, parse_json
from dhyana.shapes import expect_sizes, shown
from dhyana.transformer import Config, Transformer

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
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
DTYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}


def llama_name(name: str) -> str:
    """Return Hugging Face's name of a parameter of ours."""
    if name == "norm.weight":
        return "model.norm.weight"
    for ours, theirs in NAMES:
        if name.startswith(ours) or (ours.startswith(".") and ours in name):
            name = name.replace(ours, theirs, 1)
    return name


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
    (`{"eos_token_id": 2}`). Raises ValueError for a model that is not a Llama or whose weights are
    not those of its configuration (it is packed, or compiled), for settings that would make it
    another, and for files of no bytes; OSError when nothing can be written there.
    """
    expect_sizes(max_shard_bytes=max_shard_bytes)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already: name a new folder")
    config = _settings_of(model, settings or {})
    weights = _weights_of(model)
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        _write_weights(weights, building, max_shard_bytes)
        (building / CONFIG).write_text(config, encoding="utf-8")
        building.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        building.replace(folder)
    except SafetensorError as error:  # which is how the library says that a disk is full
        shutil.rmtree(building, ignore_errors=True)
        raise OSError(f"{folder} cannot be written: {error}") from error
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise


def _settings_of(model: Transformer, more: Mapping[str, Any]) -> str:
    """Return the text of `config.json`; ValueError when more settings say what the model is not."""
    config = llama_config(model.config, dtype=model.embedding.weight.dtype)
    if read_llama_config(config | dict(more)) != read_llama_config(config):
        raise ValueError(f"the settings {', '.join(more)} would make it another model")
    try:
        return json.dumps(config | dict(more), indent=2, allow_nan=False) + "\n"
    except TypeError as error:
        raise ValueError(f"settings: not JSON: {error}") from error


def _weights_of(model: Transformer) -> dict[str, Tensor]:
    """Return the weights by Hugging Face's names, a tied head's once; ValueError for others."""
    found = {llama_name(name): weight.detach() for name, weight in model.named_parameters()}
    _compare("the model", _without_numbers(model.config), found)
    first = model.embedding.weight
    if first.is_meta or first.dtype not in DTYPES.values():
        raise ValueError(f"expected weights of {', '.join(DTYPES)} in memory, found {shown(first)}")
    return {name: weight.cpu().contiguous() for name, weight in found.items()}


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
    places: dict[str, str] = {}
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
    a tensor that is missing, unknown, of another shape, or that holds no floats; or that the device
    is not there. Raises torch.OutOfMemoryError when the device cannot hold the model.
    """
    check_device(device)
    if dtype is not None and dtype not in DTYPES.values():
        raise ValueError(f"expected a dtype of {', '.join(DTYPES)}, found {dtype}")
    try:
        config = read_llama_config(_read_json(folder / CONFIG))
    except ValueError as error:
        raise ValueError(f"{folder}: {error}") from error
    with ExitStack() as stack:
        stored = _open_weights(folder, stack)
        if config.tied:
            stored.pop("lm_head.weight", None)
        for layer in range(config.n_layers):  # before as many are built
            if f"model.layers.{layer}.input_layernorm.weight" not in stored:
                raise ValueError(
                    f"{folder}: {CONFIG} has {config.n_layers} layers, layer {layer} is not there"
                )
        model = _without_numbers(config)
        _compare(str(folder), model, stored)
        model.to(dtype or stored["model.embed_tokens.weight"].dtype)
        wanted = sum(weight.nbytes for weight in model.parameters())
        check_memory(wanted, device, f"the model in {folder}")
        model.to_empty(device=device)
        model.tie()
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
            views = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118 - no dict: it has no other way
        except (OSError, SafetensorError) as error:
            raise ValueError(f"{path}: not a readable safetensors file: {error}") from error
        for name, view in views.items():
            if name.endswith("rotary_emb.inv_freq"):
                continue  # older checkpoints store what follows from the settings
            if name in stored:
                raise ValueError(f"{path}: {brief(name)} is in another file too")
            if view.get_dtype() not in DTYPES:
                raise ValueError(
                    f"{path}: {brief(name)} is {view.get_dtype()}, expected {', '.join(DTYPES)}"
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
        if not re.fullmatch(r"\w[\w.-]{,200}\.safetensors", file, flags=re.ASCII):
            raise ValueError(
                f"{folder / INDEX}: {brief(file)} is not the plain name of a safetensors file"
            )
        if not (folder / file).is_file():
            raise ValueError(f"{folder / INDEX}: {file} is not there")
    return [folder / file for file in files]


def _read_json(path: Path) -> object:
    """Return what a JSON file of bounded size holds, or raise ValueError naming it."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device may have no end
            raise ValueError(f"{path}: not a file")
        with path.open("rb") as file:
            content = file.read(MAX_JSON_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    if len(content) > MAX_JSON_BYTES:
        raise ValueError(f"{path}: larger than {MAX_JSON_BYTES} bytes")
    return parse_json(content, where=str(path))


def _without_numbers(config: Config) -> Transformer:
    """Return a model of which there are only the shapes."""
    with torch.device("meta"):
        return Transformer(config)


def _compare(
    where: str,
    model: Transformer,
    found: Mapping[str, StoredTensor] | Mapping[str, Tensor],
) -> None:
    """Raise ValueError unless exactly the model's weights are there, in their shapes.

    A tied head is the embedding itself and comes once.
    """
    expected = {llama_name(name): weight.shape for name, weight in model.named_parameters()}
    faults = [f"{name} is missing" for name in expected.keys() - found.keys()]
    faults += [f"{brief(name)} is not known" for name in found.keys() - expected.keys()]
    faults += [
        f"{name} is {list(found[name].shape)}, expected {list(shape)}"
        for name, shape in expected.items()
        if name in found and found[name].shape != shape
    ]
    if faults:
        first = "; ".join(sorted(faults)[:5])
        raise ValueError(f"{where}: {len(faults)} tensors do not fit {CONFIG}: {first}")
