"""Recurrence beside attention, verses 1–5."""

from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from dhyana.recurrence import (
    LSTMState,
    attention_edges,
    focus,
    gradient_over_distance,
    lstm_step,
    path_lengths,
    recurrent_edges,
    rnn_step,
    unroll,
)

sizes = st.integers(1, 5)


@settings(deadline=None, max_examples=20)
@given(batch=sizes, length=sizes, width=sizes, state=sizes)
def test_rnn_is_torchs(batch: int, length: int, width: int, state: int) -> None:
    """Unrolled, the Elman step gives the states of `nn.RNN` with the same weights."""
    theirs = nn.RNN(width, state, batch_first=True).double()
    xs = torch.randn(batch, length, width, dtype=torch.float64)
    w_x, w_h = theirs.weight_ih_l0, theirs.weight_hh_l0
    bias = theirs.bias_ih_l0 + theirs.bias_hh_l0

    def step(x: Tensor, h: Tensor) -> Tensor:
        return rnn_step(x, h, w_x, w_h, bias)

    states = unroll(step, xs, torch.zeros(batch, state, dtype=torch.float64))
    torch.testing.assert_close(torch.stack(states, dim=1), theirs(xs)[0])


@settings(deadline=None, max_examples=20)
@given(batch=sizes, length=sizes, width=sizes, state=sizes)
def test_lstm_is_torchs(batch: int, length: int, width: int, state: int) -> None:
    """Unrolled, the LSTM step gives the states of `nn.LSTM` with the same weights."""
    theirs = nn.LSTM(width, state, batch_first=True).double()
    xs = torch.randn(batch, length, width, dtype=torch.float64)
    bias = theirs.bias_ih_l0 + theirs.bias_hh_l0

    def step(x: Tensor, s: LSTMState) -> LSTMState:
        return lstm_step(x, s, theirs.weight_ih_l0, theirs.weight_hh_l0, bias)

    zeros = torch.zeros(batch, state, dtype=torch.float64)
    states = unroll(step, xs, LSTMState(zeros, zeros))
    outputs, (_, cell) = theirs(xs)
    torch.testing.assert_close(torch.stack([s.h for s in states], dim=1), outputs)
    torch.testing.assert_close(states[-1].c, cell[0])


def test_steps_have_right_gradients() -> None:
    """Both steps pass the numerical gradient check in fp64."""

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, dtype=torch.float64, requires_grad=True)

    x, h, c = normal(2, 3), normal(2, 2), normal(2, 2)
    assert torch.autograd.gradcheck(rnn_step, (x, h, normal(2, 3), normal(2, 2), normal(2)))
    assert torch.autograd.gradcheck(
        lambda x, h, c, *weights: tuple(lstm_step(x, LSTMState(h, c), *weights)),
        (x, h, c, normal(8, 3), normal(8, 2), normal(8)),
    )


@settings(deadline=None, max_examples=20)
@given(length=st.integers(2, 12))
def test_path_lengths(length: int) -> None:
    """From j to i a recurrence takes i − j steps and never goes back; attention takes one."""
    places = torch.arange(length)
    ahead = places[:, None] - places
    recurrent = path_lengths(recurrent_edges(length))
    assert torch.equal(recurrent, torch.where(ahead >= 0, ahead, -1))
    assert torch.equal(path_lengths(attention_edges(length)), (ahead != 0).long())


def test_path_lengths_wants_a_square_of_bools() -> None:
    """Edges of another shape or kind are refused with the shape found."""
    with pytest.raises(ValueError, match=r"bool edges \[N, N\], found \[2, 3\]"):
        path_lengths(torch.ones(2, 3, dtype=torch.bool))
    with pytest.raises(ValueError, match="float32"):
        path_lengths(torch.ones(2, 2))


def test_gradient_over_distance_of_a_decay() -> None:
    """For h' = x + h/2 the last state feels the input d steps back with weight 2^−d."""
    xs = torch.randn(1, 6, 1, dtype=torch.float64)

    def outputs(xs: Tensor) -> Tensor:
        zero = torch.zeros(1, 1, dtype=torch.float64)
        return torch.stack(unroll(lambda x, h: x + h / 2, xs, zero), dim=1)

    felt = gradient_over_distance(outputs, xs)
    torch.testing.assert_close(felt / felt[0], 0.5 ** torch.arange(6, dtype=torch.float64))


def test_focus() -> None:
    """One lit position counts 1, N evenly lit ones count N, and zeros add nothing."""
    weights = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0.0, 0.0]])
    torch.testing.assert_close(focus(weights), torch.tensor([1.0, 4.0, 2.0]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: rnn_step(
                torch.ones(2, 2, 3), torch.ones(2, 2, 4), torch.ones(2, 4, 3),
                torch.ones(2, 4, 4), torch.ones(2, 4),
            ),
            r"x \[B, I\], h \[B, D\]",
        ),
        (
            lambda: rnn_step(*(torch.ones(1, 1).long() for _ in range(4)), torch.ones(1).long()),
            "one floating dtype",
        ),
        (
            lambda: lstm_step(
                torch.ones(1, 3), LSTMState(torch.ones(1, 2), torch.ones(1, 2).double()),
                torch.ones(8, 3), torch.ones(8, 2), torch.ones(8),
            ),
            r"c \[1, 2\] float64",
        ),
        (lambda: unroll(lambda x, h: h, torch.ones(2, 2, 3, 4), 0), r"xs \[B, N, I\]"),
        (lambda: gradient_over_distance(torch.tanh, torch.ones(3)), r"xs \[B, N, I\]"),
        (lambda: gradient_over_distance(torch.tanh, torch.ones(1, 3, 2).long()), "one floating"),
        (lambda: gradient_over_distance(torch.tanh, torch.ones(1, 0, 2)), "no size 0"),
        (
            lambda: gradient_over_distance(lambda x: x.sum(-1), torch.ones(1, 3, 2)),
            r"outputs \[B, N, D\].*, outputs \[1, 3\]",
        ),
        (lambda: gradient_over_distance(torch.detach, torch.ones(1, 3, 2)), "gradient flows back"),
        (lambda: recurrent_edges(2.5), "whole length of at least 1, found 2.5"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: attention_edges(True), "whole length of at least 1, found True"),
        (lambda: path_lengths([[True]]), "found list"),  # type: ignore[arg-type] # wrong on purpose
        (lambda: focus(torch.tensor(1.0)), r"weights \[..., N\]"),
        (lambda: focus(torch.ones(0)), "no size 0"),
        (lambda: focus(torch.ones(3).long()), "one floating dtype"),
    ],
)  # fmt: skip
def test_what_no_road_leads_through(call: Callable[[], object], message: str) -> None:
    """Other shapes and dtypes, outputs without gradient and lengths that are none are named."""
    with pytest.raises(ValueError, match=message):
        call()
