"""Canto 1: what came before attention, and the road between two words measured.

A recurrence carries all it knows of the past in one state, step by step; attention connects any
two positions directly. `unroll` runs the one, `path_lengths` and `gradient_over_distance` compare
the roads, `focus` says how widely an attention looks.

Shapes: B batch, N positions, I input width, D state width.
Sources: Elman 1990; Hochreiter & Schmidhuber 1997 with the forget gate of Gers et al. 2000;
Vaswani et al. 2017 (arXiv 1706.03762) §4 and table 1 for the path lengths.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor

from dhyana.binding import shloka
from dhyana.shapes import are_tensors, expect, expect_gradient, expect_sizes, shown

State = TypeVar("State")


@shloka(1)
def rnn_step(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, bias: Tensor) -> Tensor:
    """Return the next state h' = tanh(x W_xᵀ + h W_hᵀ + b) for x [B, I], h [B, D].

    *pūrve tu kramayogena gacchanti sma pade pade* — the step needs h, so it has to wait for the
    step before. w_x [D, I], w_h [D, D], bias [D]. Raises ValueError where they do not fit.
    """
    expect(
        x=(x, "BI"), h=(h, "BD"), w_x=(w_x, "DI"), w_h=(w_h, "DD"), bias=(bias, "D"), leading=False
    )
    return torch.tanh(x @ w_x.mT + h @ w_h.mT + bias)


@shloka(1)
class LSTMState(NamedTuple):
    """Output h and cell c, both [B, D]."""

    h: Tensor
    c: Tensor


@shloka(1)
def lstm_step(x: Tensor, state: LSTMState, w_x: Tensor, w_h: Tensor, bias: Tensor) -> LSTMState:
    """Return the next state: the cell forgets a part of itself and takes a part of what is new.

    c' = f ⊙ c + i ⊙ g, h' = o ⊙ tanh(c'). w_x [4D, I], w_h [4D, D], bias [4D], the gates in
    the order i, f, g, o. Raises ValueError where they do not fit.
    """
    weights = {"w_x": (w_x, "GI"), "w_h": (w_h, "GD"), "bias": (bias, "G")}
    expect(x=(x, "BI"), h=(state.h, "BD"), c=(state.c, "BD"), **weights, leading=False)
    if len(bias) != 4 * state.c.shape[-1]:
        raise ValueError(f"expected four gates of {state.c.shape[-1]}, found {shown(bias)}")
    i, f, g, o = (x @ w_x.mT + state.h @ w_h.mT + bias).chunk(4, dim=-1)
    c = f.sigmoid() * state.c + i.sigmoid() * g.tanh()
    return LSTMState(o.sigmoid() * c.tanh(), c)


@shloka(1)
def unroll(step: Callable[[Tensor, State], State], xs: Tensor, state: State) -> list[State]:
    """Return the states after each of the positions of xs [B, N, I], one step after another.

    *kālasya bandhane baddhāḥ* — N steps in a row, whatever the machine could do at once. Raises
    ValueError when xs has another shape.
    """
    expect(xs=(xs, "BNI"), leading=False)
    states = []
    for x in xs.unbind(dim=1):
        state = step(x, state)
        states.append(state)
    return states


@shloka(2)
def gradient_over_distance(outputs: Callable[[Tensor], Tensor], xs: Tensor) -> Tensor:
    """Return how strongly the last position feels each one before it, [N], nearest first.

    *dūrasthānāṃ ca śabdānāṃ smṛtis tatra vilīyate* — `outputs` maps xs [B, N, I] to [B, N, D];
    entry d is the norm of ∂(½‖last output‖²) at the input d positions back: what is left of a
    word's memory after d steps. Raises ValueError for other shapes, and for outputs that let no
    gradient through.
    """
    expect(xs=(xs, "BNI"), leading=False)
    xs = xs.detach().requires_grad_()
    heard = outputs(xs)
    expect(xs=(xs, "BNI"), outputs=(heard, "BND"), leading=False)
    expect_gradient("outputs", heard)
    loss = heard[:, -1].square().sum() / 2
    (gradient,) = torch.autograd.grad(loss, xs)
    felt: Tensor = torch.linalg.vector_norm(gradient, dim=(0, 2))
    return felt.flip(0)


@shloka(2)
def recurrent_edges(length: int) -> Tensor:
    """Return who hears whom directly in a recurrence, bool [N, N]: each its predecessor.

    Raises ValueError for a length below 1.
    """
    expect_sizes(length=length)
    return torch.ones(length - 1, dtype=torch.bool).diag(-1)


@shloka(4)
def attention_edges(length: int) -> Tensor:
    """Return who hears whom directly in self-attention, bool [N, N]: each all others.

    *yugapat sarvaśabdānāṃ sambandhaḥ saṃprajāyate.*

    Raises ValueError for a length below 1.
    """
    expect_sizes(length=length)
    return ~torch.eye(length, dtype=torch.bool)


@shloka(3)
def path_lengths(edges: Tensor) -> Tensor:
    """Return the number of steps a signal needs from position j to i, [N, N].

    *ekasminn eva kāle tu sarvaṃ paśyati* — the longest path is N − 1 in a recurrence and 1 in
    attention (Vaswani et al. table 1). `edges` [N, N] is true where i hears j directly; one step
    after another is taken until nothing new is reached. −1 where there is no path. Raises
    ValueError for edges of another shape or dtype.
    """
    square = are_tensors(edges) and edges.ndim == 2 and edges.shape[0] == edges.shape[1]
    if not square or edges.dtype != torch.bool:
        raise ValueError(f"expected bool edges [N, N], found {shown(edges)}")
    reached = torch.eye(len(edges), dtype=torch.bool, device=edges.device)
    lengths = torch.where(reached, 0, -1)
    for step in range(1, len(edges)):
        reached = (edges.float() @ reached.float()) > 0
        new = reached & (lengths < 0)
        if not new.any():
            break
        lengths[new] = step
    return lengths


@shloka(5)
def focus(weights: Tensor) -> Tensor:
    """Return how many positions each row of attention weights [..., N] lights up, [...].

    *yathā dīpena dīptāni vastūni parito gṛhe* — the exponential of the row's entropy: 1 when the
    lamp is on a single word, N when its light lies evenly on all. That a row is weights, not below
    0 and 1 in sum, is not looked at. Raises ValueError for no positions and for no floats.
    """
    expect(weights=(weights, "N"))
    entropy: Tensor = torch.special.entr(weights).sum(dim=-1)
    return entropy.exp()
