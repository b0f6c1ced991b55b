"""The others: models of the same sizes by other hands, where they are installed.

Hugging Face's Llama is the one that every ratio is to; litgpt, x-transformers and nanoGPT train
beside it.
"""

from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from typing import Any

from torch import Tensor, nn

from dhyana.llama import llama_config
from dhyana.transformer import Config, Transformer


def hugging_face(config: Config) -> nn.Module:
    """Return Hugging Face's Llama with the sizes of a configuration."""
    from transformers import LlamaConfig, LlamaForCausalLM

    model: nn.Module = LlamaForCausalLM(LlamaConfig(**llama_config(config), use_cache=False))
    return model


def litgpt(config: Config) -> nn.Module:
    """Return litgpt's model with the sizes of a configuration, Llama's choices made."""
    from litgpt.config import Config as TheirConfig  # type: ignore[import-not-found] # a peer, no dependency
    from litgpt.model import GPT  # type: ignore[import-not-found] # a peer, no dependency

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
    from x_transformers import Decoder, TransformerWrapper  # type: ignore[import-not-found] # a peer, no dependency

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


def as_gpt(config: Config) -> Config:
    """Return the GPT-2 that takes the FLOPs of a Llama and has its width, depth and heads.

    It has learned positions, LayerNorm and GELU, as many key/value heads as query heads and a head
    tied to the embedding; its hidden width makes the matrices of a layer as large together.
    """
    width, kv_share = config.width, config.n_kv_heads / config.n_heads
    return replace(
        config,
        n_kv_heads=config.n_heads,
        ff_width=round(1.5 * config.ff_width - (1 - kv_share) * width),
        gated=False,
        activation="gelu",
        norm="layer",
        norm_eps=1e-5,
        positions="learned",
        tied=True,
    )


class NanoGPT(nn.Module):
    """nanoGPT's model as it is, from a checkout of karpathy/nanoGPT; or `narrow` as `as_gpt` is.

    Raises ValueError when the folder holds no `model.py` that has one.
    """

    def __init__(self, config: Config, folder: Path, *, narrow: bool = False) -> None:
        super().__init__()
        theirs, gpt = _module(folder / "model.py"), as_gpt(config)
        with redirect_stdout(StringIO()):  # it tells how many parameters it has
            self.gpt = theirs.GPT(
                theirs.GPTConfig(
                    block_size=gpt.context,
                    vocab_size=gpt.vocab_size,
                    n_layer=gpt.n_layers,
                    n_head=gpt.n_heads,
                    n_embd=gpt.width,
                    dropout=0.0,
                    bias=False,
                )
            )
        for block in self.gpt.transformer.h if narrow else ():
            block.mlp.c_fc = nn.Linear(gpt.width, gpt.ff_width, bias=False)
            block.mlp.c_proj = nn.Linear(gpt.ff_width, gpt.width, bias=False)

    def loss(self, inputs: Tensor, targets: Tensor) -> Tensor:
        """Return the loss of inputs [B, T] against targets [B · T], which it computes itself."""
        loss: Tensor = self.gpt(inputs, targets)[1]
        return loss


def _module(path: Path) -> Any:
    """Run a file of a stranger as a module; ValueError when it is not there or is no nanoGPT."""
    spec = spec_from_file_location("nanogpt_model", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise ValueError(f"{path} is not there: name a checkout of karpathy/nanoGPT")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "GPT") or not hasattr(module, "GPTConfig"):
        raise ValueError(f"{path} has no GPT and GPTConfig: it is not nanoGPT's")
    return module


TRAINED: dict[str, tuple[str, Callable[[Config], nn.Module]]] = {
    "litgpt": ("litgpt", litgpt),
    "x-transformers": ("x_transformers", x_transformers),
}


def installed(name: str) -> bool:
    """Say whether a package can be imported, without importing it."""
    return find_spec(name) is not None


def trained_here(
    nanogpt: Path | None = None,
) -> tuple[dict[str, Callable[[Config], nn.Module]], tuple[str, ...]]:
    """Return the peers that are there, by name, and a line for each that is not.

    nanoGPT is no package: it is there when its folder is given, also with as few FLOPs as the
    Llamas take, and beside it our own model as that same GPT-2.
    """
    there = {name: make for name, (module, make) in TRAINED.items() if installed(module)}
    absent = tuple(
        f"{name} is not installed (pip install --no-deps {name})"
        for name in TRAINED
        if name not in there
    )
    if nanogpt is None:
        absent += ("nanoGPT is passed over: no checkout of karpathy/nanoGPT was named",)
    else:
        there["nanoGPT"] = partial(NanoGPT, folder=nanogpt)
        there["nanoGPT narrow"] = partial(NanoGPT, folder=nanogpt, narrow=True)
        there["ours as GPT-2"] = lambda config: Transformer(as_gpt(config))
    return there, absent
