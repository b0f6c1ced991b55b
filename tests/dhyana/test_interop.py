"""Checkpoints that nobody vouches for: what is wrong is refused, with its name."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from dhyana.interop import load_llama, save_llama
from dhyana.llama import llama_config, read_llama_config
from dhyana.packing import pack
from dhyana.transformer import Config, Transformer

SMALL: dict[str, Any] = {
    "vocab_size": 11,
    "context": 16,
    "width": 4,
    "n_layers": 2,
    "n_heads": 2,
    "ff_width": 6,
}
WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    """Return a folder with a good checkpoint in one file."""
    save_llama(Transformer(Config(**SMALL)), tmp_path / "model")
    return tmp_path / "model"


def change_json(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change a JSON file in place."""
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def change_weights(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change a weight file in place."""
    weights = load_file(path)
    change(weights)
    save_file(weights, path)


@pytest.mark.parametrize(
    "file",
    [
        "../secret.safetensors",
        "/etc/passwd",
        "/etc/x.safetensors",
        "sub/x.safetensors",
        "sub\\x.safetensors",
        ".hidden.safetensors",
        "x.bin",
        "x.safetensors\n",
        "x" * 10**5 + ".safetensors",
        "",
        7,
        None,
    ],
)
def test_the_index_leads_nowhere_else(tmp_path: Path, file: object) -> None:
    """An index that names anything but a safetensors file in the folder itself is refused."""
    folder = tmp_path / "model"
    save_llama(Transformer(Config(**SMALL)), folder, max_shard_bytes=300)
    (tmp_path / "secret.safetensors").write_bytes(b"")
    change_json(folder / INDEX, lambda d: d["weight_map"].update({"lm_head.weight": file}))
    with pytest.raises(ValueError, match=r"not the plain name|is not there"):
        load_llama(folder)


@pytest.mark.parametrize("index", ["[]", "{}", '{"weight_map": []}', '{"weight_map": {}}', "{"])
def test_broken_index(tmp_path: Path, index: str) -> None:
    """An index without a map from tensors to files is refused."""
    folder = tmp_path / "model"
    save_llama(Transformer(Config(**SMALL)), folder, max_shard_bytes=300)
    (folder / INDEX).write_text(index)
    with pytest.raises(ValueError, match=r"weight_map|not JSON"):
        load_llama(folder)


def test_missing_shard_and_doubled_tensor(tmp_path: Path) -> None:
    """A shard that is not there, or a tensor that is in two, is named."""
    folder = tmp_path / "model"
    save_llama(Transformer(Config(**SMALL)), folder, max_shard_bytes=300)
    first, second = sorted(folder.glob("model-*.safetensors"))[:2]
    change_weights(second, lambda weights: weights.update(load_file(first)))
    with pytest.raises(ValueError, match="is in another file too"):
        load_llama(folder)
    first.unlink()
    with pytest.raises(ValueError, match=f"{first.name} is not there"):
        load_llama(folder)


def test_pickles_are_not_read(checkpoint: Path) -> None:
    """A folder that has only a pickle is refused."""
    (checkpoint / WEIGHTS).rename(checkpoint / "pytorch_model.bin")
    with pytest.raises(ValueError, match="pickles are not read"):
        load_llama(checkpoint)


@pytest.mark.parametrize("content", [b"", b"\xff" * 64, b"\x80\x04.", b"\x08" + b"\0" * 7 + b"{}"])
def test_broken_weights(checkpoint: Path, content: bytes) -> None:
    """A weight file that is no safetensors is refused with its path."""
    (checkpoint / WEIGHTS).write_bytes(content)
    with pytest.raises(ValueError, match=r"model\.safetensors: not a readable safetensors file"):
        load_llama(checkpoint)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda w: w.pop("model.norm.weight"), "1 tensors .* model.norm.weight is missing"),
        (lambda w: w.update(x=torch.zeros(1)), "'x' is not known"),
        (lambda w: w.update({"lm_head.weight": torch.zeros(11, 5)}), r"is \[11, 5\], .* \[11, 4\]"),
        (
            lambda w: w.update({"lm_head.weight": torch.zeros(11, 4).int()}),
            "'lm_head.weight' is I32",
        ),
    ],
)
def test_tensors_that_do_not_fit(
    checkpoint: Path, change: Callable[[dict[str, Any]], Any], message: str
) -> None:
    """A tensor missing, unknown, misshapen or of whole numbers is named."""
    change_weights(checkpoint / WEIGHTS, change)
    with pytest.raises(ValueError, match=message):
        load_llama(checkpoint)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model_type": "gpt2"}, "expected model_type 'llama', found 'gpt2'"),
        ({"hidden_size": "4"}, "hidden_size: expected int, found '4'"),
        ({"hidden_size": 10**15}, "width must be an integer from 1 to"),
        ({"num_hidden_layers": 10**4}, "has 10000 layers, layer 2 is not there"),
        ({"num_hidden_layers": 10**7}, "n_layers must be an integer from 1 to 16384"),
        ({"vocab_size": 2**24}, r"embed_tokens.weight is \[11, 4\], expected \[16777216, 4\]"),
        ({"num_key_value_heads": 0.5}, "num_key_value_heads: expected int"),
        ({"hidden_act": "tanh"}, "hidden_act 'tanh' is none of"),
        ({"rope_parameters": {"rope_type": "spiral"}}, "rope type 'spiral' is none of"),
        ({"rope_parameters": {"rope_type": []}}, "rope type"),
        ({"rope_parameters": {"rope_type": "linear"}}, "'factor' is missing"),
        ({"rope_parameters": {"rope_type": "linear", "factor": "2"}}, "factor: expected float"),
        ({"rope_parameters": {"rope_type": "linear", "factor": 2, "x": 1}}, "unknown key 'x'"),
        ({"rope_parameters": {"full_attention": {"rope_type": "linear"}}}, "one set of rope"),
        ({"rope_parameters": [1]}, "one set of rope parameters"),
        ({"rope_parameters": {"rope_theta": "x"}}, "expected rope_theta as a number"),
        ({"rope_parameters": {"rope_type": "yarn", "factor": 2, "mscale": "x"}}, "mscale"),
        (
            {
                "rope_parameters": {
                    "rope_type": "yarn",
                    "original_max_position_embeddings": 0,
                    "factor": 2,
                }
            },
            "original_context",
        ),
    ],
)
def test_settings_that_make_no_sense(
    checkpoint: Path, changes: dict[str, Any], message: str
) -> None:
    """A wrong setting is named before memory is taken for what it promises."""
    change_json(checkpoint / "config.json", lambda settings: settings.update(changes))
    with pytest.raises(ValueError, match=message):
        load_llama(checkpoint)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"[" * 100_000, b"null"])
def test_broken_config(checkpoint: Path, content: bytes) -> None:
    """A config.json that is no JSON object of a Llama is refused with its name."""
    (checkpoint / "config.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"config\.json"):
        load_llama(checkpoint)


@pytest.mark.parametrize("name", ["config.json", WEIGHTS])
@pytest.mark.parametrize("place", ["/dev/zero", "a pipe", "a folder"])
def test_what_has_no_end_is_not_read(checkpoint: Path, name: str, place: str) -> None:
    """A device, a pipe or a folder where a file should be is refused; a link to a file is read."""
    path = checkpoint / name
    path.rename(checkpoint.parent / name)
    path.symlink_to(checkpoint.parent / name)  # as in the cache of Hugging Face's hub
    assert load_llama(checkpoint).config == Config(**SMALL)
    path.unlink()
    if place == "a pipe":
        os.mkfifo(path)
    elif place == "a folder":
        path.mkdir()
    else:
        path.symlink_to(place)
    with pytest.raises(ValueError, match=r"config\.json: not a file|neither model\.safetensors"):
        load_llama(checkpoint)


@pytest.mark.parametrize("dtype", [torch.int8, torch.complex64, torch.float8_e4m3fn, "float32"])
def test_only_dtypes_that_files_have(checkpoint: Path, dtype: Any) -> None:
    """A model is read into floats, and only such are written."""
    with pytest.raises(ValueError, match="a dtype of F64, F32, F16, BF16, found"):
        load_llama(checkpoint, dtype=dtype)
    if dtype is torch.float8_e4m3fn:
        with pytest.raises(ValueError, match="weights of F64, F32, F16, BF16 in memory, found"):
            save_llama(Transformer(Config(**SMALL)).to(dtype), checkpoint.parent / "other")


def test_names_are_escaped(checkpoint: Path) -> None:
    """The name of a stranger's tensor reaches no terminal as it is, and no message grows long."""
    names = ["\x1b[31mred\n", "y" * 10**6]
    change_weights(checkpoint / WEIGHTS, lambda w: w.update({n: torch.zeros(1) for n in names}))
    with pytest.raises(ValueError, match=r"2 tensors .*'\\x1b\[31mred\\n' is not known") as caught:
        load_llama(checkpoint)
    assert len(str(caught.value)) < 1000


def test_no_config(tmp_path: Path) -> None:
    """A folder without config.json is refused with the path."""
    with pytest.raises(ValueError, match=r"config\.json: No such file"):
        load_llama(tmp_path)


numbers = st.integers() | st.floats() | st.sampled_from([10**400, 2**24, 1e300, 5e-324, 0.5, 2])
values = st.none() | st.booleans() | st.text(max_size=4) | numbers
kinds = st.sampled_from(["default", "linear", "proportional", "dynamic", "yarn", "llama3"])
rope_keys = ["rope_theta", "factor", "original_max_position_embeddings", "attention_factor"]
rope_keys += ["beta_fast", "beta_slow", "mscale", "mscale_all_dim", "low_freq_factor"]
ropes = st.tuples(kinds, st.dictionaries(st.sampled_from(rope_keys), numbers)).map(
    lambda pair: {"rope_type": pair[0], "factor": 2, **pair[1]}
)
known = st.sampled_from(sorted(llama_config(Config(**SMALL))))


@settings(deadline=None, max_examples=300)
@given(changes=st.dictionaries(known, values, max_size=3), rope=ropes | values)
def test_settings_give_a_config_or_a_value_error(changes: dict[str, Any], rope: object) -> None:
    """Whatever stands in config.json, it is either a configuration or a ValueError."""
    try:
        config = read_llama_config(
            llama_config(Config(**SMALL)) | changes | {"rope_parameters": rope}
        )
    except ValueError:
        return
    assert config.vocab_size >= 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positions": "learned"}, "positions = 'learned' .*must be 'rope'"),
        ({"norm": "layer"}, "norm = 'layer'"),
        ({"gated": False}, "gated = False"),
        ({"qkv_bias": True}, "out_bias = False"),
        ({"window": 4}, "window = 4"),
    ],
)
def test_what_is_no_llama_is_not_written(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    """A model with a part that Llama lacks is refused, and nothing is left behind."""
    with pytest.raises(ValueError, match=message):
        save_llama(Transformer(Config(**{**SMALL, **changes})), tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def on_meta() -> Transformer:
    """Return a model without numbers."""
    with torch.device("meta"):
        return Transformer(Config(**SMALL))


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # torch warns of itself
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pack(Transformer(Config(**SMALL))), "project.together.weight' is not known"),
        (lambda: torch.compile(Transformer(Config(**SMALL))), "'_orig_mod.blocks.0"),
        (on_meta, r"in memory, found \[11, 4\] float32 on meta"),
    ],
    ids=["packed", "compiled", "without numbers"],
)
def test_weights_nobody_could_read_are_not_written(
    tmp_path: Path, make: Callable[[], Transformer], message: str
) -> None:
    """A model whose weights have other names, or no numbers, is refused; nothing is written."""
    with pytest.raises(ValueError, match=message):
        save_llama(make(), tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"hidden_size": 8}, "the settings hidden_size would make it another model"),
        ({"model_type": "gpt2"}, "expected model_type 'llama', found 'gpt2'"),
        ({"torch_dtype": torch.float32}, "settings: not JSON: .* dtype is not JSON"),
        ({"eos_token_id": float("nan")}, "not JSON compliant"),
    ],
)
def test_settings_that_are_not_the_models(
    tmp_path: Path, more: dict[str, Any], message: str
) -> None:
    """Settings beside the model's own may not contradict it, and must be JSON."""
    with pytest.raises(ValueError, match=message):
        save_llama(Transformer(Config(**SMALL)), tmp_path / "model", settings=more)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(checkpoint: Path) -> None:
    """A folder that holds something is left as it is; an empty one is filled."""
    before = (checkpoint / WEIGHTS).read_bytes()
    with pytest.raises(ValueError, match="name a new folder"):
        save_llama(Transformer(Config(**SMALL)), checkpoint)
    assert (checkpoint / WEIGHTS).read_bytes() == before
    empty = checkpoint.parent / "empty"
    empty.mkdir()
    save_llama(Transformer(Config(**SMALL)), empty, settings={"eos_token_id": 2})
    assert json.loads((empty / "config.json").read_text())["eos_token_id"] == 2


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left"), SafetensorError("I/O error: No space left on device")]
)
def test_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """A write that fails half-way leaves no folder and no temporary one."""

    def full(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("dhyana.interop.save_file", full)
    with pytest.raises(OSError, match="No space left"):
        save_llama(Transformer(Config(**SMALL)), tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def test_out_of_memory(checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint that the device cannot hold is refused before memory is taken."""
    monkeypatch.setattr("dhyana.device._memory", lambda _: 1000)
    with pytest.raises(torch.OutOfMemoryError, match=r"model in .* takes 1,\d\d\d bytes, cpu has"):
        load_llama(checkpoint)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_a_device_that_is_not_there(checkpoint: Path) -> None:
    """A checkpoint is not loaded onto a device that is not there, and the message names it."""
    with pytest.raises(ValueError, match="device cuda is not available here"):
        load_llama(checkpoint, device="cuda")


def test_old_files_with_frequencies(checkpoint: Path) -> None:
    """The `inv_freq` buffers that older checkpoints store are passed over."""
    name = "model.layers.0.self_attn.rotary_emb.inv_freq"
    change_weights(checkpoint / WEIGHTS, lambda weights: weights.update({name: torch.ones(1)}))
    assert load_llama(checkpoint).config == Config(**SMALL)
