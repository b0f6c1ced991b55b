"""Recurrent networks to compare attention with, and how long they remember.

Shapes: B batch, N words, I input width, D state width.
"""

import math
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional

from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.recurrence import (
    LSTMState,
    gradient_over_distance,
    lstm_step,
    rnn_step,
    unroll,
)

WIDTH = 64
SYMBOLS = 4
FILLERS = 4
# A forget gate with this bias keeps σ(5) = .993 of the cell from one word to the next.
OPEN = 5.0


class RNN(nn.Module):
    """`rnn_step` unrolled, with the weights of torch's layer as torch initialises them."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.cell = nn.RNN(inputs, width, batch_first=True)

    def forward(self, xs: Tensor, state: Tensor | None = None) -> Tensor:
        """Return the states [B, N, D] after each word of xs [B, N, I]."""
        w_x, w_h, *biases = self.cell.all_weights[0]
        bias = biases[0] + biases[1]

        def step(x: Tensor, h: Tensor) -> Tensor:
            return rnn_step(x, h, w_x, w_h, bias)

        state = xs.new_zeros(len(xs), self.cell.hidden_size) if state is None else state
        return torch.stack(unroll(step, xs, state), dim=1)


class LSTM(nn.Module):
    """`lstm_step` unrolled, with torch's weights; `forget_bias` holds the forget gate open."""

    def __init__(self, inputs: int, width: int, forget_bias: float = 0) -> None:
        super().__init__()
        self.cell = nn.LSTM(inputs, width, batch_first=True)
        with torch.no_grad():
            self.cell.all_weights[0][2][width : 2 * width] += forget_bias

    def forward(self, xs: Tensor) -> Tensor:
        """Return the outputs [B, N, D] after each word of xs [B, N, I]."""
        w_x, w_h, *biases = self.cell.all_weights[0]
        bias = biases[0] + biases[1]

        def step(x: Tensor, state: LSTMState) -> LSTMState:
            return lstm_step(x, state, w_x, w_h, bias)

        zeros = xs.new_zeros(len(xs), self.cell.hidden_size)
        states = unroll(step, xs, LSTMState(zeros, zeros))
        return torch.stack([state.h for state in states], dim=1)


def prefix_scan(a: Tensor, b: Tensor) -> Tensor:
    """Return h with h(t) = a(t) h(t−1) + b(t) for a, b [B, N, D] in log₂ N parallel steps.

    Hillis & Steele 1986: after k steps every h(t) has met the 2ᵏ words before it. This is how
    recurrences that are linear in their state are trained (Martin & Cundy 2018, arXiv 1709.04057).
    """
    reach, length = 1, b.shape[1]
    while reach < length:
        earlier_a, earlier_b = (functional.pad(x, (0, 0, reach, 0))[:, :length] for x in (a, b))
        a, b, reach = a * earlier_a, a * earlier_b + b, 2 * reach
    return b


def fading(settings: Settings) -> dict[str, Tensor]:
    """Return, of four networks, how strongly the last of 64 words feels those before it."""
    rnn, usual = partial(RNN, WIDTH, WIDTH), "as torch initialises it"
    large = settings.build(rnn)
    with torch.no_grad():
        recurrent = large.cell.all_weights[0][1]
        recurrent.copy_(3 / math.sqrt(WIDTH) * settings.normal(WIDTH, WIDTH, seed=2))
    networks = {
        f"RNN, {usual}": settings.build(rnn),
        f"LSTM, {usual}": settings.build(partial(LSTM, WIDTH, WIDTH)),
        f"RNN, recurrent weights of variance 9 / {WIDTH}": large,
        f"LSTM, forget gate open (bias {OPEN:g})": settings.build(
            partial(LSTM, WIDTH, WIDTH, forget_bias=OPEN)
        ),
    }
    xs = settings.normal(8, 64, WIDTH, seed=1)
    return {name: gradient_over_distance(each, xs) for name, each in networks.items()}


def recall(settings: Settings, distance: int, forget_bias: float) -> float:
    """Train an LSTM to name the first word after others, and return how often it is right.

    The first word is one of four; those after it, `distance` in number, are of another kind and
    drawn anew each time. Guessing is right once in four.
    """
    kinds, batch, steps = SYMBOLS + FILLERS, 32, 150
    network = settings.build(partial(LSTM, kinds, WIDTH, forget_bias=forget_bias))
    head = settings.build(partial(nn.Linear, WIDTH, SYMBOLS))

    def words(count: int, seed: int) -> Tensor:
        drawn = settings.integers(SYMBOLS, count, distance + 1, seed=seed)
        drawn[:, 1:] += SYMBOLS
        return drawn

    def scores(words: Tensor) -> Tensor:
        named: Tensor = head(network(functional.one_hot(words, kinds).to(settings.dtype))[:, -1])
        return named

    seen = words(steps * batch, seed=1).chunk(steps)
    train(
        [*network.parameters(), *head.parameters()],
        lambda step: functional.cross_entropy(scores(seen[step]), seen[step][:, 0]),
        steps=steps,
        rate=5e-3,
        largest_gradient=1,
    )
    unseen = words(512, seed=2)
    with torch.no_grad():
        right = scores(unseen).argmax(dim=-1) == unseen[:, 0]
    return float(exact(right).mean())
