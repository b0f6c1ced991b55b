"""What the model says to wrong input: which sizes it expected, which it found."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from dhyana import (
    cache,
    decoding,
    export,
    feedforward,
    heads,
    interop,
    masking,
    normalization,
    packing,
    paged,
    positions,
    projections,
    quantize,
    recurrence,
    scaling,
)
from dhyana.shapes import (
    expect,
    expect_gradient,
    expect_mask,
    expect_places,
    expect_settings,
    expect_sizes,
    expect_width,
)
from dhyana.transformer import Config, Transformer, preset

SIZES = {"vocab_size": 20, "context": 8, "width": 8, "n_layers": 2, "n_heads": 4}
SHAPE = cache.CacheShape(n_layers=2, n_kv_heads=2, head_dim=2)
STOP = decoding.Stop(max_new_tokens=2)
RUNS = [1.0, 2, 3, 4, 5, 6]
LAW = scaling.ScalingLaw(A=1, alpha=0.3, B=1, beta=0.3, L0=1)


def model() -> Transformer:
    """Return a small grouped-query model."""
    return Transformer(Config(**SIZES, n_kv_heads=2)).eval()  # type: ignore[arg-type] # a dict of mixed values


def floats(*shape: int) -> Tensor:
    """Return ones."""
    return torch.ones(shape)


def tokens(*shape: int) -> Tensor:
    """Return the first token of the vocabulary, so often."""
    return torch.zeros(shape, dtype=torch.long)


def seen(*shape: int) -> Tensor:
    """Return a mask that hides nothing."""
    return torch.ones(shape, dtype=torch.bool)


def grouped(n_heads: int, n_kv_heads: int, **options: object) -> Tensor:
    """Attend in so many heads."""
    k = floats(1, n_kv_heads, 3, 2)
    return heads.grouped_attention(floats(1, n_heads, 3, 2), k, k, **options)  # type: ignore[arg-type] # wrong on purpose


def begun(new: int = 1) -> paged.PagedCache:
    """Return a paged cache of one sequence, extended."""
    found = paged.PagedCache(SHAPE, blocks=3, batch=1)
    found.extend(new)
    return found


def of_a_stranger() -> Tensor:
    """Extend a batch that names a sequence which is not there."""
    found = paged.PagedCache(SHAPE, blocks=3, batch=1)
    found.batch = [5]
    return found.extend(1)


def static(batch: int = 1, **changes: object) -> cache.StaticCache:
    """Return a static cache, of the shape or one that is near it."""
    sizes = {"n_layers": 2, "n_kv_heads": 2, "head_dim": 2, **changes}
    return cache.StaticCache(cache.CacheShape(**sizes), batch=batch, max_length=8)  # type: ignore[arg-type] # wrong on purpose


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "a text without batch": (lambda: recurrence.unroll(lambda x, h: h, floats(3), 0), "xs [B, N"),
    "a recurrence of no steps": (lambda: recurrence.recurrent_edges(0), "length of at least 1"),
    "attention among no tokens": (lambda: recurrence.attention_edges(0), "length of at least 1"),
    "a token too narrow to project": (
        lambda: projections.Projections(4, 4, 4)(floats(2, 3)),
        "[..., D = 4], found [2, 3]",
    ),
    "subspaces of two widths": (
        lambda: projections.subspace_overlap(floats(2, 3), floats(2, 4)),
        "a [E, D], b [F, D]",
    ),
    "heads that were not split": (lambda: heads.merge_heads(floats(3)), "[..., H, E], found [3]"),
    "weights that are not square": (
        lambda: heads.attention_by_distance(floats(1, 2, 3, 4)),
        "weights [B, H, T, T]",
    ),
    "heads that do not divide the rows": (
        lambda: heads.head_overlap(floats(7, 8), 2),
        "multiple of n_heads = 2",
    ),
    "groups that do not divide the heads": (lambda: grouped(3, 2), "K a divisor of H"),
    "a mask and causal": (lambda: grouped(2, 2, mask=seen(3, 3), causal=True), "with no mask"),
    "a mask of other sizes": (lambda: grouped(2, 2, mask=seen(2, 2)), "broadcasts to [1, 2, 3, 3]"),
    "a mask of numbers": (lambda: grouped(2, 2, mask=floats(3, 3)), "a bool mask"),
    "more dropout than weights": (lambda: grouped(2, 2, dropout=2.0), "in [0, 1), found 2.0"),
    "heads of no width": (lambda: heads.MultiHeadAttention(8, 4, head_dim=0), "head_dim of at le"),
    "an order that is none": (
        lambda: positions.equivariance_error(lambda x: x, floats(1, 3, 2), torch.arange(4)),
        "order of the positions 0 to 2",
    ),
    "a theta of nothing": (lambda: positions.rope_frequencies(4, 0.0), "theta above 0, found 0.0"),
    "tables for wider heads": (
        lambda: positions.rotate(floats(1, 2, 2, 6), positions.Rotary(4)(torch.arange(2))),
        "found [1, 2, 2, 6] float32 on cpu and [2, 1, 4]",
    ),
    "tables for fewer positions": (
        lambda: positions.rotate(floats(1, 3, 2, 4), positions.Rotary(4)(torch.arange(2))),
        "found [1, 3, 2, 4] float32 on cpu and [2, 1, 4]",
    ),
    "vectors of two widths": (
        lambda: positions.score_at_distances(floats(3), floats(4), torch.arange(2), floats(2)),
        "q [E], k [E]",
    ),
    "no positions": (lambda: positions.Rotary(4)(tokens(0)), "T >= 1, of numbers, found [0]"),
    "a vector too narrow for RMSNorm": (
        lambda: normalization.RMSNorm(4)(floats(2, 3)),
        "[..., D = 4], found [2, 3]",
    ),
    "whole numbers for LayerNorm": (
        lambda: normalization.LayerNorm(4)(tokens(2, 4)),
        "floating x [..., D = 4]",
    ),
    "no layers": (lambda: normalization.gradient_by_depth([], floats(3)), "at least one layer"),
    "an activation without name": (
        lambda: feedforward.FeedForward(4, 8, activation="x"),
        "'x' is none of silu",
    ),
    "a memory that is met by another width": (
        lambda: feedforward.recall(feedforward.GatedFeedForward(4, 8), floats(2, 3)),
        "[..., D = 4], found [2, 3]",
    ),
    "a multiple of nothing": (
        lambda: feedforward.hidden_width(8, gated=True, multiple_of=0),
        "multiple_of of at least 1, found 0",
    ),
    "half a token in the vocabulary": (
        lambda: Config(**{**SIZES, "vocab_size": 20.5}),  # type: ignore[arg-type] # wrong on purpose
        "vocab_size: expected int, found 20.5",
    ),
    "a norm without name": (
        lambda: Config(**SIZES, norm="x"),  # type: ignore[arg-type] # wrong on purpose
        "norm: expected one of rms, layer, found 'x'",
    ),
    "sine waves of odd width": (
        lambda: Config(**{**SIZES, "width": 9, "n_heads": 3}, positions="sinusoidal"),  # type: ignore[arg-type] # wrong on purpose
        "even width, found 9",
    ),
    "no text": (lambda: model()(tokens(1, 0)), "found [1, 0] int64"),
    "too many positions": (
        lambda: model()(tokens(1, 3), positions=torch.arange(4)),
        "[T = 3] or [B, T] on cpu, found [4]",
    ),
    "positions between positions": (
        lambda: model()(tokens(1, 3), positions=floats(3)),
        "whole positions",
    ),
    "a position that was not learned": (
        lambda: Transformer(preset("tiny", **{**SIZES, "dropout": 0.0}))(
            tokens(1, 2), positions=torch.tensor([7, 8])
        ),
        "positions from 0 to 7, found 7 to 8",
    ),
    "a mask for more keys": (
        lambda: model()(tokens(1, 3), mask=seen(3, 5)),
        "broadcasts to [1, 4, 3, 3]",
    ),
    "a cache of other numbers": (
        lambda: model()(tokens(1, 3), cache=static(dtype=torch.float64)),
        "as torch.float64, found [1, 2, 3, 2] float32",
    ),
    "a cache of no layers": (lambda: static(n_layers=0), "whole n_layers of at least 1, found 0"),
    "a pass that brings nothing": (lambda: static().extend(0), "at least 1 new token, found 0"),
    "a beam that is not there": (
        lambda: static(2).reorder(torch.tensor([0, 5])),
        "rows [2] from 0 to 1, found [0, 5]",
    ),
    "pages for nothing": (lambda: begun().extend(-3), "at least 1 new token, found -3"),
    "a page of a stranger": (of_a_stranger, "no sequence 5; there are [0]"),
    "pages of fewer beams": (lambda: begun().reorder(tokens(2)), "rows [1] from 0 to 0"),
    "a layer that has no pages": (
        lambda: paged.paged_attention(floats(1, 4, 1, 2), begun(), 7),
        "has 2 layers, found layer 7",
    ),
    "queries wider than the pages": (
        lambda: paged.paged_attention(floats(1, 4, 1, 3), begun(), 0),
        "E = 2, as torch.float32 on cpu, found [1, 4, 1, 3]",
    ),
    "four bits": (
        lambda: quantize.quantize(floats(3), "int4"),  # type: ignore[arg-type] # wrong on purpose
        "int8, e4m3, e5m2, found [3] float32 on cpu and 'int4'",
    ),
    "vectors of no numbers": (lambda: quantize.quantize(floats(2, 0), "int8"), "found [2, 0]"),
    "layers of which one has a bias": (
        lambda: quantize.Int8Linear(nn.Linear(16, 4), nn.Linear(16, 4, bias=False)),
        "all with a bias or all without",
    ),
    "layers that read different things": (
        lambda: packing.side_by_side(nn.Linear(16, 4), nn.Linear(8, 4)),
        "layers of one input width",
    ),
    "no layer to join": (packing.side_by_side, "found none"),
    "a state of another width": (
        lambda: recurrence.rnn_step(
            floats(1, 3), floats(1, 2), floats(2, 3), floats(3, 3), floats(2)
        ),
        "h [B, D]",
    ),
    "three gates for a cell": (
        lambda: recurrence.lstm_step(
            floats(1, 3),
            recurrence.LSTMState(floats(1, 2), floats(1, 2)),
            floats(6, 3),
            floats(6, 2),
            floats(6),
        ),
        "four gates of 2, found [6]",
    ),
    "a mask on no device": (
        lambda: masking.causal_mask(2, 2, device="hpu"),
        "device hpu is not available here",
    ),
    "a field that no configuration has": (
        lambda: preset("tiny", widht=8),
        "no field widht; there are vocab_size",
    ),
    "a penalty of nothing": (
        lambda: decoding.penalize_repetition(floats(1, 5), tokens(1, 2), 0.0),
        "must be above 0, found 0.0",
    ),
    "the best none": (lambda: decoding.keep_top_k(floats(1, 5), 0), "at least 1, found 0"),
    "more than all": (lambda: decoding.keep_top_p(floats(1, 5), 2.0), "at most 1, found 2.0"),
    "less than nothing": (lambda: decoding.keep_min_p(floats(1, 5), -1), "from 0 to 1, found -1"),
    "logits that are no numbers": (
        lambda: decoding.choose(floats(1, 5) * math.nan, tokens(1, 2), decoding.Sampling()),
        "logits hold a NaN, or only −∞",
    ),
    "nothing to continue": (
        lambda: decoding.next_logits(model(), tokens(1, 0)),
        "tokens [B, T] to continue, found [1, 0]",
    ),
    "no texts": (
        lambda: decoding.generate(model(), tokens(0, 3), stop=STOP),
        "B, T >= 1, found [0, 3]",
    ),
    "a penalty that is no number": (
        lambda: decoding.beam_search(model(), tokens(1, 3), stop=STOP, length_penalty=math.nan),
        "must be a number, found nan",
    ),
    "beams that stop when they like": (
        lambda: decoding.beam_search(
            model(), tokens(1, 3), stop=STOP, early_stopping="x"  # type: ignore[arg-type] # wrong on purpose
        ),
        "bool or never, found x",
    ),
    "runs of which half is missing": (
        lambda: scaling.fit_scaling_law(RUNS, RUNS, RUNS[:3]),
        "as many runs, found 6, 6 and 3",
    ),
    "no resamples": (
        lambda: scaling.fit_scaling_law(RUNS, RUNS, RUNS, resamples=0),
        "resamples of at least 1",
    ),
    "compute below nothing": (lambda: LAW.optimal(-1), "compute above 0, found -1"),
    "the FLOPs of no text": (
        lambda: scaling.flops_per_token(model().config, 10, 0, training=True),
        "length of at least 1, found 0",
    ),
    "answers of two lengths": (
        lambda: scaling.exact_match(tokens(1, 2), tokens(1, 3)),
        "found [1, 2] int64 on cpu and [1, 3] int64 on cpu",
    ),
    "no answers": (
        lambda: scaling.token_accuracy(tokens(0, 2), tokens(0, 2)),
        "found [0, 2] int64",
    ),
    "twice the chance": (lambda: scaling.leap(2.0, 3), "a probability, found 2.0"),
    "a folder that is not there": (
        lambda: export.export_onnx(model(), Path("/not/there/model.onnx")),
        "/not/there is no folder",
    ),
    "files of nothing": (
        lambda: interop.save_llama(model(), Path("not-written"), max_shard_bytes=0),
        "max_shard_bytes of at least 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_input_is_named(wrong: str) -> None:
    """What does not fit is a ValueError that says what was expected and found."""
    ask, message = WRONG[wrong]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - looked at below, without a pattern
        ask()
    assert message in str(caught.value)


@settings(deadline=None, max_examples=50)
@given(leading=st.lists(st.integers(1, 3), max_size=2), t=st.integers(1, 4), s=st.integers(1, 4))
def test_one_letter_is_one_size(leading: list[int], t: int, s: int) -> None:
    """Tensors fit exactly if equal letters are equal sizes, behind equal leading ones."""
    query, key = floats(*leading, t, 2), floats(*leading, s, 2)
    expect(query=(query, "TE"), key=(key, "SE"))
    expect(query=(query, "TE"), bias=(query[..., 0], "T"))
    if t != s:
        with pytest.raises(ValueError, match=r"key \[\.\.\., T, E\]"):
            expect(query=(query, "TE"), key=(key, "TE"))
    with pytest.raises(ValueError, match="equal leading sizes"):
        expect(query=(query, "TE"), key=(key[None], "SE"))


@pytest.mark.parametrize(
    "wrong", [torch.ones(2, 2).double(), tokens(2, 2), floats(2, 0), floats(2), torch.tensor(1.0)]
)
def test_kinds_and_numbers_of_axes(wrong: Tensor) -> None:
    """Another dtype, whole numbers, a size of 0 and missing axes are each refused."""
    with pytest.raises(ValueError, match="no size 0"):
        expect(query=(floats(2, 2), "TE"), key=(wrong, "SE"))
    with pytest.raises(ValueError, match="expected floating x"):
        expect_width(wrong.long(), 2)


def test_exact_shapes_have_nothing_before_their_letters() -> None:
    """Without leading sizes a tensor of more axes is refused, and none are spoken of."""
    expect(a=(floats(2, 3), "ED"), leading=False)
    with pytest.raises(ValueError, match=r"^expected a \[E, D\], no size 0, one floating"):
        expect(a=(floats(1, 2, 3), "ED"), leading=False)


@pytest.mark.parametrize("weight", [None, floats(4, 2), floats(4, 2).to(torch.int8), floats])
def test_weights_that_x_meets(weight: object) -> None:
    """A weight of x's dtype, a quantized one and what is no tensor are met; another dtype is not.

    Under autocast that is met too, on another device never.
    """
    expect_width(floats(3, 2), 2, weight)
    other = floats(4, 2).double()
    with pytest.raises(ValueError, match=r"found \[3, 2\] float32 on cpu, to meet .* float64"):
        expect_width(floats(3, 2), 2, other)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        expect_width(floats(3, 2), 2, other)
        with pytest.raises(ValueError, match="on meta"):
            expect_width(floats(3, 2), 2, other.to("meta"))


@pytest.mark.parametrize("wrong", [0, -1, 1.5, math.nan, True, "1", None, [1]])
def test_sizes_are_whole_numbers(wrong: object) -> None:
    """A size is a whole number from 1 on, also one of numpy's; anything else is shown."""
    expect_sizes(a=1, b=np.int64(2))
    with pytest.raises(ValueError, match=r"whole b of at least 1, found"):
        expect_sizes(a=1, b=wrong)


@pytest.mark.parametrize("wrong", [-0.1, 1, math.nan, math.inf, "0", None])
def test_settings_are_numbers_within_bounds(wrong: object) -> None:
    """A setting is a number from 0 to below the bound; anything else is shown."""
    expect_settings(a=0, b=0.5, below=1)
    with pytest.raises(ValueError, match=r"b in \[0, 1\), found"):
        expect_settings(a=0, b=wrong, below=1)


def test_places_and_gradients() -> None:
    """Places may be whole or not, of one text or many; what has no gradient is shown."""
    expect_places("positions", tokens(2, 3), torch.device("cpu"))
    expect_places("positions", floats(3))
    with pytest.raises(ValueError, match=r"of numbers on meta, found .* on cpu"):
        expect_places("positions", floats(3), torch.device("meta"))
    expect_gradient("y", floats(3).requires_grad_())
    with pytest.raises(ValueError, match=r"expected y that a gradient .*, found \[3\]"):
        expect_gradient("y", floats(3))


@given(
    pairs=st.lists(st.integers(1, 3), min_size=2, max_size=4),
    shape=st.lists(st.integers(1, 3), max_size=4),
)
def test_masks_that_fit_are_those_that_broadcast(pairs: list[int], shape: list[int]) -> None:
    """A mask of two axes or more fits exactly if torch broadcasts it to the pairs."""
    mask, size = seen(*shape), torch.Size(pairs)
    try:
        fits = len(shape) >= 2 and mask.expand(size).shape == size
    except RuntimeError:
        fits = False
    if fits:
        expect_mask(mask, size, mask.device)
    else:
        with pytest.raises(ValueError, match="expected a bool mask"):
            expect_mask(mask, size, mask.device)
