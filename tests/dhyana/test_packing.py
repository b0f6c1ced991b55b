"""Packed models: fewer layers, the same numbers."""

import copy
import re
from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from dhyana.cache import CacheShape, StaticCache
from dhyana.compiling import compile_for_decoding
from dhyana.decoding import Stop, generate
from dhyana.feedforward import FeedForward, GatedFeedForward
from dhyana.packing import (
    BlockedLinear,
    Join,
    PackedGatedFeedForward,
    PackedProjections,
    in_blocks,
    pack,
    side_by_side,
)
from dhyana.projections import Projections
from dhyana.transformer import Config, Transformer, preset

SMALL = {"vocab_size": 96, "context": 32, "width": 32, "n_layers": 2, "n_heads": 4}
CONFIGS = {
    "Llama": Config(**SMALL, n_kv_heads=2),
    "biases": Config(**SMALL, qkv_bias=True, out_bias=True, ff_bias=True, head_bias=True),
    "tied head": Config(**SMALL, tied=True),
    "GPT": preset("tiny", vocab_size=96, width=32, n_layers=2, context=32),
}


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("join", [side_by_side, in_blocks])
def test_a_packed_model_is_the_same_model(name: str, join: Join) -> None:
    """Logits agree to rounding, and with a cache the same tokens are written."""
    model = Transformer(CONFIGS[name]).eval()
    packed = pack(model, join)
    tokens = torch.randint(96, (2, 9))
    with torch.no_grad():
        assert torch.allclose(packed(tokens), model(tokens), atol=1e-6)
    written = [
        generate(
            each,
            tokens,
            stop=Stop(max_new_tokens=12),
            cache=StaticCache(CacheShape.of(each), batch=2, max_length=32),
        )
        for each in (model, packed)
    ]
    assert torch.equal(*written)


def test_layers_that_read_the_same_are_one() -> None:
    """Query, key and value become one layer, gate and up another; the model itself stays."""
    model = Transformer(CONFIGS["Llama"])
    packed = pack(model)
    kinds = [type(module) for module in packed.modules()]
    assert kinds.count(PackedProjections) == kinds.count(PackedGatedFeedForward) == 2
    assert not {Projections, GatedFeedForward} & {*kinds}
    assert kinds.count(nn.Linear) == 2 * 4 + 1
    assert sum(type(module) is nn.Linear for module in model.modules()) == 2 * 7 + 1


def test_packing_is_for_inference() -> None:
    """A packed model's linear layers take no gradient, and dropout is off."""
    packed = pack(Transformer(CONFIGS["GPT"]))
    assert not packed.training
    linears = [module for module in packed.modules() if isinstance(module, nn.Linear)]
    assert not any(parameter.requires_grad for each in linears for parameter in each.parameters())


def test_ungated_networks_keep_their_shape() -> None:
    """A network with two matrices has nothing to join: only their layout changes."""
    network = FeedForward(8, 32)
    packed = pack(network)
    x = torch.randn(3, 8)
    assert type(packed) is FeedForward
    assert torch.allclose(packed(x), network(x), atol=1e-6)


@settings(deadline=None, max_examples=40)
@given(
    widths=st.lists(st.integers(1, 40), min_size=1, max_size=3),
    inputs=st.integers(1, 40),
    bias=st.booleans(),
    rows=st.integers(1, 5),
)
def test_outputs_stand_in_a_row(widths: list[int], inputs: int, bias: bool, rows: int) -> None:
    """Whatever the widths, the joined layer gives the outputs of the layers one after another."""
    layers = [nn.Linear(inputs, width, bias=bias) for width in widths]
    together, x = side_by_side(*layers), torch.randn(rows, 1, inputs)
    assert (together.in_features, together.out_features) == (inputs, sum(widths))
    expected = torch.cat([layer(x) for layer in layers], dim=-1)
    assert torch.allclose(together(x), expected, atol=1e-5)
    longer = 0 if sum(widths) > inputs else 1
    assert together.weight.stride(longer) == 1


@settings(deadline=None, max_examples=40)
@given(
    widths=st.lists(st.integers(1, 40), min_size=1, max_size=3),
    inputs=st.integers(1, 40),
    bias=st.booleans(),
    rows=st.integers(1, 20),
    step=st.integers(1, 2),
)
def test_blocks_change_no_number(
    widths: list[int], inputs: int, bias: bool, rows: int, step: int
) -> None:
    """A weight in blocks gives what the layers give, for any number of rows, contiguous or not."""
    layers = [nn.Linear(inputs, width, bias=bias) for width in widths]
    together, x = in_blocks(*layers), torch.randn(rows, 1, inputs * step)[..., ::step]
    assert isinstance(together, BlockedLinear)
    expected = torch.cat([layer(x) for layer in layers], dim=-1)
    assert torch.allclose(together(x), expected, atol=1e-5)


def test_where_there_are_no_blocks_layers_stand_side_by_side() -> None:
    """Another dtype has no such kernel: packing does without, the layer itself refuses."""
    layer = nn.Linear(4, 8, dtype=torch.float64)
    assert isinstance(in_blocks(layer), nn.Linear)
    with pytest.raises(ValueError, match="float32 on a CPU"):
        BlockedLinear(layer)


def test_a_layer_in_blocks_is_copied_and_refuses_another_width() -> None:
    """A copy computes the same; x of another width is told to be wrong before torch misreads it."""
    layer, x = BlockedLinear(nn.Linear(16, 8)), torch.randn(3, 16)
    assert torch.equal(copy.deepcopy(layer)(x), layer(x))
    with pytest.raises(ValueError, match="16"):
        layer(x[:, :15])


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")  # torch's compiler's own
def test_blocks_are_compiled() -> None:
    """A compiled step with layers in blocks gives the numbers of the model."""
    model = Transformer(CONFIGS["biases"]).eval()
    tokens = torch.randint(96, (3, 1))
    compiled = compile_for_decoding(pack(model, in_blocks))
    with torch.inference_mode():
        assert torch.allclose(compiled(tokens), model(tokens), atol=1e-5)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "rows of another dtype": (
        lambda: BlockedLinear(nn.Linear(16, 4))(torch.ones(1, 16).double()),
        "found [1, 16] float64",
    ),
    "rows elsewhere": (
        lambda: BlockedLinear(nn.Linear(16, 4))(torch.ones(1, 16, device="meta")),
        "found [1, 16] float32 on meta",
    ),
    "layers of two dtypes": (
        lambda: side_by_side(nn.Linear(16, 4), nn.Linear(16, 4).double()),
        "one input width, dtype and device",
    ),
    "layers on two devices": (
        lambda: side_by_side(nn.Linear(16, 4), nn.Linear(16, 4, device="meta")),
        "of [4, 16] float32 on meta",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_rows_and_layers_that_do_not_fit(wrong: str) -> None:
    """Layers that cannot be one, and rows that none of them reads, are a ValueError."""
    ask, message = WRONG[wrong]
    with pytest.raises(ValueError, match=re.escape(message)):
        ask()
