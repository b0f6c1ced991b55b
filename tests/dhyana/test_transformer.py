"""The Transformer and its configuration."""

import dataclasses
import json
import math
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from dhyana.cache import CacheShape, StaticCache
from dhyana.heads import MultiHeadAttention
from dhyana.positions import LongRoPE, Yarn
from dhyana.transformer import PRESETS, Config, Transformer, attention_of, preset

SMALL: dict[str, Any] = {
    "vocab_size": 17,
    "context": 16,
    "width": 8,
    "n_layers": 2,
    "n_heads": 2,
    "init_std": 0.3,
}
VARIANTS: dict[str, dict[str, Any]] = {
    "llama": {},
    "grouped": {"n_heads": 4, "n_kv_heads": 2},
    "tied": {"tied": True},
    "learned": {"positions": "learned"},
    "sinusoidal": {"positions": "sinusoidal"},
    "window": {"window": 3},
    "layer norm, GELU": {"norm": "layer", "gated": False, "activation": "gelu", "ff_bias": True},
    "post-norm": {"norm": "layer", "norm_place": "post"},
}
variants = pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS.keys())


def model(**changes: Any) -> Transformer:
    """Return a small model in evaluation."""
    return Transformer(Config(**{**SMALL, **changes})).eval()


@variants
@settings(deadline=None, max_examples=10)
@given(length=st.integers(2, 16), seed=st.integers(0, 99))
def test_no_look_into_the_future(changes: dict[str, Any], length: int, seed: int) -> None:
    """Changing a token changes nothing before it and something at it."""
    torch.manual_seed(seed)
    transformer = model(**changes)
    text = torch.randint(17, (1, length))
    place = seed % length
    other = text.clone()
    other[0, place] = (text[0, place] + 1) % 17
    before, after = transformer(text), transformer(other)
    torch.testing.assert_close(before[:, :place], after[:, :place])
    assert not torch.allclose(before[:, place], after[:, place])


@variants
def test_gradients_flow_everywhere(changes: dict[str, Any]) -> None:
    """Every parameter of every variant gets a gradient that is finite and not all zero."""
    transformer = model(**changes)
    transformer(torch.arange(16)[None]).square().sum().backward()
    for name, weight in transformer.named_parameters():
        assert weight.grad is not None, name
        assert weight.grad.isfinite().all(), name
        assert weight.grad.any(), name


def test_loss_gradient_in_fp64() -> None:
    """The whole model passes the numerical gradient check in fp64, seen from its embeddings."""
    transformer = model(width=4, n_layers=1).double()
    text = torch.tensor([[3, 1, 2]])

    def logits(weight: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = torch.func.functional_call(
            transformer, {"embedding.weight": weight}, (text,)
        )
        return out

    # RoPE's tables are fp32, which the check's step of 1e-6 would drown in.
    transformer.rotary = None
    assert torch.autograd.gradcheck(logits, transformer.embedding.weight.detach().requires_grad_())


def test_window_hides_what_is_far() -> None:
    """With a window of 3 a single layer sees the token itself and the two before it."""
    transformer = model(window=3, n_layers=1)
    text = torch.randint(17, (1, 8))
    far, near = text.clone(), text.clone()
    far[0, 4] = (text[0, 4] + 1) % 17
    near[0, 5] = (text[0, 5] + 1) % 17
    assert torch.allclose(transformer(far)[:, 7], transformer(text)[:, 7])
    assert not torch.allclose(transformer(near)[:, 7], transformer(text)[:, 7])


def test_mask_replaces_the_causal_one() -> None:
    """With a mask that shows everything the first token feels the last."""
    transformer, text = model(), torch.arange(6)[None]
    other = text.clone()
    other[0, 5] = 16
    everything = torch.ones(6, 6, dtype=torch.bool)
    seen = transformer(text, mask=everything)[:, 0], transformer(other, mask=everything)[:, 0]
    assert not torch.allclose(*seen)


def test_a_nan_in_the_future_leaks() -> None:
    """The mask weighs the future 0, and 0 · NaN is NaN: masks hold for finite values only."""
    transformer = model(positions="none", n_layers=1)
    with torch.no_grad():
        transformer.embedding.weight[16] = math.nan
    logits = transformer(torch.tensor([[1, 2, 16]]))
    assert logits[:, 2].isnan().all()
    assert logits[:, :2].isnan().all()


@variants
@settings(deadline=None, max_examples=10)
@given(first=st.integers(1, 7), second=st.integers(1, 7), seed=st.integers(0, 99))
def test_cached_in_pieces(changes: dict[str, Any], first: int, second: int, seed: int) -> None:
    """A text read into a cache in two pieces, then token by token, gives the same logits."""
    torch.manual_seed(seed)
    transformer, text = model(**changes), torch.randint(17, (2, 16))
    cache = StaticCache(CacheShape.of(transformer), batch=2, max_length=16)
    pieces = [first, second] + [1] * (16 - first - second)
    logits = [transformer(piece, cache=cache) for piece in text.split(pieces, dim=1)]
    torch.testing.assert_close(torch.cat(logits, dim=1), transformer(text))
    with pytest.raises(ValueError, match="context too long"):
        transformer(text[:, :1], cache=cache)


def test_hidden_is_what_the_head_reads() -> None:
    """Logits of the last token alone are those of the whole text at its end."""
    transformer, text = model(), torch.arange(6)[None]
    last = transformer.head(transformer.hidden(text)[:, -1:])
    torch.testing.assert_close(last, transformer(text)[:, -1:])


@pytest.mark.parametrize(
    ("text", "mask", "message"),
    [
        (torch.zeros(3, dtype=torch.long), None, r"tokens of \[B, T\], T >= 1, .* found \[3\]"),
        (torch.zeros(1, 3), None, r"whole tokens .* \[1, 3\] float32 on cpu"),
        (torch.zeros(1, 3, dtype=torch.long, device="meta"), None, "on cpu, found .* on meta"),
        ([[0, 1]], None, "whole tokens .* found list"),
        (torch.tensor([[3, 17]]), None, "tokens from 0 to 16, found 3 to 17"),
        (torch.zeros(1, 17, dtype=torch.long), None, "context too long: .* 16 tokens, found 17"),
        (torch.zeros(1, 3, dtype=torch.long), torch.ones(3, 3), "bool mask .*float32"),
        (torch.zeros(1, 3, dtype=torch.long), torch.ones(2, 3, dtype=torch.bool), "T = 3"),
    ],
)
def test_wrong_input(text: torch.Tensor, mask: torch.Tensor | None, message: str) -> None:
    """Tokens and masks that do not fit are refused with what was expected and found."""
    with pytest.raises(ValueError, match=message):
        model()(text, mask=mask)


@pytest.mark.parametrize("kind", ["rope", "learned", "sinusoidal", "none"])
@pytest.mark.parametrize(
    ("positions", "message"),
    [
        (torch.tensor([-1, 0]), "positions from 0 to 15, found -1 to 0"),
        (torch.tensor([[3, 16]]), "positions from 0 to 15, found 3 to 16"),
        (torch.arange(2.0), r"whole positions of \[T = 2\] .* float32 on cpu"),
        (torch.arange(2, device="meta"), "on cpu, found .* on meta"),
        ([0, 1], "whole positions .* found list"),
    ],
)
def test_wrong_positions(kind: str, positions: torch.Tensor, message: str) -> None:
    """Positions are whole numbers of the context, on the device, of whatever kind they are."""
    with pytest.raises(ValueError, match=message):
        model(positions=kind)(torch.zeros(1, 2, dtype=torch.long), positions=positions)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"width": 0}, "width must be an integer from 1"),
        ({"n_layers": -1}, "n_layers must be an integer from 1"),
        ({"vocab_size": 10**12}, "vocab_size must be an integer from 1 to 16777216"),
        ({"n_heads": 3}, "width = 8 must be a multiple of n_heads = 3"),
        ({"n_kv_heads": 3}, "multiple of n_kv_heads = 3"),
        ({"n_heads": 8}, "even head_dim, found 1"),
        ({"n_kv_heads": -1}, "n_kv_heads must be an integer from 1"),
        ({"head_dim": 2**24}, "n_heads · head_dim"),
        ({"dropout": 1.0}, r"dropout must be in \[0, 1\)"),
        ({"window": 0}, "window must be at least 1"),
        ({"norm_eps": math.nan}, "norm_eps must be above 0"),
        ({"rope_theta": 1.0}, "rope_theta must be above 1"),
        ({"rope_theta": math.inf}, "rope_theta must be above 1"),
        ({"tied": True, "head_bias": True}, "tied head has no bias"),
        ({"activation": "tanh"}, "activation: expected one of silu"),
        ({"window": 1.5}, "window: expected int, found 1.5"),
        ({"window": True}, "window: expected int, found True"),
        ({"gated": "x"}, "gated: expected bool, found 'x'"),
        ({"dropout": None}, "dropout: expected float, found None"),
        ({"rope_scaling": 3}, "rope_scaling: expected kind to be one of"),
        (
            {"positions": "none", "rope_scaling": Yarn(factor=2.0, original_context=8)},
            "no use with positions = 'none'",
        ),
        (
            {
                "rope_scaling": LongRoPE(
                    factor=2.0, original_context=8, short_factor=(1.0,), long_factor=(1.0,)
                )
            },
            "expected 2 factors, found 1",
        ),
    ],
)
def test_parts_that_do_not_fit(changes: dict[str, Any], message: str) -> None:
    """A configuration that makes no model is refused with the number that is wrong."""
    with pytest.raises(ValueError, match=message):
        Config(**{**SMALL, **changes})


@variants
def test_json_round_trip(changes: dict[str, Any]) -> None:
    """A configuration read from its own JSON is the same."""
    config = Config(**{**SMALL, **changes})
    assert Config.from_json(config.to_json()) == config


def test_json_with_scaling() -> None:
    """A scaling survives JSON with its kind."""
    config = Config(**SMALL, rope_scaling=Yarn(factor=2.0, original_context=8, beta_fast=16.0))
    assert json.loads(config.to_json())["rope_scaling"]["kind"] == "yarn"
    assert Config.from_json(config.to_json()) == config


@pytest.mark.parametrize("text", ["{", "[]", '{"width": 8}', '{"wdith": 8}', "[" * 100_000])
def test_broken_json(text: str) -> None:
    """What is no configuration is refused with a ValueError."""
    with pytest.raises(ValueError, match=r"."):
        Config.from_json(text)


def test_usual_choices_are_written_out() -> None:
    """Zero stands for the usual choice: heads alike, D / H, 4 · D or 8/3 · D."""
    config = Config(**SMALL)
    assert (config.n_kv_heads, config.head_dim, config.ff_width) == (2, 4, 64)
    assert Config(**SMALL, gated=False).ff_width == 32


def test_tiny_is_the_second_sources_gpt() -> None:
    """The preset has the parts and the parameter count of the GPT which source 002 builds."""
    config = preset("tiny", vocab_size=112)
    # Read off its code: embeddings, and per block four D × D, two LayerNorms, 4 · D and back.
    width, vocab = 256, 112
    block = 4 * width**2 + width + 2 * 2 * width + 8 * width**2 + 4 * width + width
    expected = vocab * width + 128 * width + 4 * block + 2 * width + vocab * width + vocab
    transformer = Transformer(config)
    assert sum(weight.numel() for weight in transformer.parameters()) == expected
    assert sum(isinstance(m, nn.Dropout) and m.p == 0.1 for m in transformer.modules()) == 4


def test_wide_has_the_third_sources_attention() -> None:
    """The preset's sublayer has four 4096 × 4096 matrices without bias, in 32 heads of 128."""
    with torch.device("meta"):
        sublayer = attention_of(preset("wide", vocab_size=1, context=1))
    assert isinstance(sublayer, MultiHeadAttention)
    assert (sublayer.n_heads, sublayer.head_dim) == (32, 128)
    assert [tuple(w.shape) for w in sublayer.parameters()] == [(4096, 4096)] * 4


def test_presets() -> None:
    """Every preset can be completed; an unknown one is refused with the list."""
    for name in PRESETS:
        given_sizes = {key: value for key, value in SMALL.items() if key not in PRESETS[name]}
        assert preset(name, **given_sizes).vocab_size == 17
    with pytest.raises(ValueError, match="no preset 'huge'; there are llama, tiny, wide"):
        preset("huge")
    with pytest.raises(ValueError, match="the preset tiny needs vocab_size beside it"):
        preset("tiny")


def test_initialisation_is_as_documented() -> None:
    """Matrices have the given deviation, the residual writers √(2L) less; norms 1, biases 0."""
    transformer = model(width=64, n_layers=8, ff_bias=True, init_std=0.02)
    block = transformer.blocks[0]
    assert transformer.embedding.weight.std().item() == pytest.approx(0.02, rel=0.1)
    for name, weight in block.named_parameters():
        if name.endswith("bias"):
            assert not weight.any()
        elif "norm" in name:
            assert (weight == 1).all()
        else:
            writes = name in ("attention.out.weight", "feed_forward.down.weight")
            expected = 0.02 / 4 if writes else 0.02
            assert weight.std().item() == pytest.approx(expected, rel=0.1), name


def test_built_on_no_device_at_all() -> None:
    """A model made on the meta device and given memory later equals one made directly."""
    direct = model(tied=True)
    with torch.device("meta"):
        late = Transformer(direct.config)
    late.to_empty(device="cpu")
    late.tie()
    late.initialise()
    assert late.head.weight is late.embedding.weight
    late.load_state_dict(direct.state_dict())
    text = torch.arange(6)[None]
    assert torch.equal(late.eval()(text), direct(text))


def test_compiles_in_one_graph() -> None:
    """`torch.compile` takes the whole forward pass without a break, with the same logits."""
    transformer, text = model(n_heads=4, n_kv_heads=2), torch.arange(6)[None]
    compiled = torch.compile(transformer, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(text), transformer(text))


def test_config_is_frozen() -> None:
    """A configuration cannot change under a model that was built from it."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Config(**SMALL).width = 3  # type: ignore[misc] # wrong on purpose
