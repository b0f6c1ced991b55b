"""Canto 7: the feed-forward network, where each token meets what the weights remember.

Shapes: B batch, T positions, D model width, M memory slots (the hidden width).
Sources: Vaswani et al. 2017 (arXiv 1706.03762) §3.3; Geva et al. 2021 (arXiv 2012.14913) for
the reading as key–value memory; Shazeer 2020 (arXiv 2002.05202) for the gated units.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from torch import Tensor, nn
from torch.nn import functional

from dhyana.binding import shloka
from dhyana.shapes import expect_settings, expect_sizes, expect_width

ACTIVATIONS: Mapping[str, Callable[[Tensor], Tensor]] = {
    "silu": functional.silu,  # Swish with β = 1
    "gelu": functional.gelu,
    "gelu_tanh": partial(functional.gelu, approximate="tanh"),
    "relu": functional.relu,
}


def activation_of(name: str) -> Callable[[Tensor], Tensor]:
    """Return the function of a name; ValueError when there is none."""
    if name not in list(ACTIVATIONS):  # which asks no hash of what is no name
        raise ValueError(f"activation {name!r} is none of {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[name]


@shloka(32)
def hidden_width(width: int, *, gated: bool = False, multiple_of: int = 64) -> int:
    """Return the usual M: 4 · D, or 8/3 · D rounded up to a multiple when gated.

    *dviguṇaṃ triguṇaṃ caiva vardhayitvā pramāṇataḥ* — three matrices of 8/3 D have as many
    parameters as two of 4 D (Shazeer §3). Raises ValueError for a width or multiple below 1.
    """
    expect_sizes(width=width, multiple_of=multiple_of)
    if not gated:
        return 4 * width
    return -(-8 * width // (3 * multiple_of)) * multiple_of


@shloka(31)
class FeedForward(nn.Module):
    """σ(x W₁ + b₁) W₂ + b₂ at each position by itself (Vaswani et al. eq. 2).

    *yatra vistāram āsādya viśrāmyati punaḥ padam.*
    """

    def __init__(
        self,
        width: int,
        hidden: int,
        *,
        activation: str = "gelu",
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        expect_sizes(width=width, hidden=hidden)
        expect_settings(dropout=dropout, below=1)
        self.activation = activation_of(activation)
        self.up = nn.Linear(width, hidden, bias=bias)
        self.down = nn.Linear(hidden, width, bias=bias)
        self.dropout = nn.Dropout(dropout)

    def coefficients(self, x: Tensor) -> Tensor:
        """Return how strongly x [..., D] evokes each memory, [..., M]; ValueError for another D."""
        expect_width(x, self.up.in_features, self.up.weight)
        return self.activation(self.up(x))

    def forward(self, x: Tensor) -> Tensor:
        """Widen x [..., D] to M, bend it, and return to D."""
        y: Tensor = self.dropout(self.down(self.coefficients(x)))
        return y


@shloka(34)
class GatedFeedForward(nn.Module):
    """(σ(x W_gate) ⊙ x W_up) W_down: SwiGLU with σ = silu, GEGLU with gelu (Shazeer eq. 6).

    *kriyā ca parivartanī saṅkocaṃ kurute samyak.*
    """

    def __init__(
        self,
        width: int,
        hidden: int,
        *,
        activation: str = "silu",
        bias: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        expect_sizes(width=width, hidden=hidden)
        expect_settings(dropout=dropout, below=1)
        self.activation = activation_of(activation)
        self.gate = nn.Linear(width, hidden, bias=bias)
        self.up = nn.Linear(width, hidden, bias=bias)
        self.down = nn.Linear(hidden, width, bias=bias)
        self.dropout = nn.Dropout(dropout)

    def coefficients(self, x: Tensor) -> Tensor:
        """Return how strongly x [..., D] evokes each memory, [..., M]: here it may be negative.

        Raises ValueError for another D.
        """
        expect_width(x, self.up.in_features, self.up.weight)
        evoked: Tensor = self.activation(self.gate(x)) * self.up(x)
        return evoked

    def forward(self, x: Tensor) -> Tensor:
        """Widen x [..., D] to M twice, gate one by the other, and return to D."""
        y: Tensor = self.dropout(self.down(self.coefficients(x)))
        return y


class Memory(NamedTuple):
    """A feed-forward network as a dictionary: key m [D] evokes value m [D]."""

    keys: Tensor  # [M, D]
    values: Tensor  # [M, D]


@shloka(32)
def as_memory(network: FeedForward | GatedFeedForward) -> Memory:
    """Return the network's weights as M keys and M values (Geva et al. eq. 2).

    *gūḍhārthānāṃ bhavet kośaḥ* — keys are the rows of W₁ (of the gate where there is one),
    values the columns of W₂.
    """
    first = network.gate if isinstance(network, GatedFeedForward) else network.up
    return Memory(first.weight, network.down.weight.mT)


@shloka(33)
def recall(network: FeedForward | GatedFeedForward, x: Tensor) -> Tensor:
    """Return the network's output as the sum of evoked memories, Σ coefficient · value.

    *kuñcikābhiḥ samākṛṣṭāḥ prakaṭīkurvate dhvanim* — the same numbers as `network(x)` without
    dropout, by another road: x [..., D] meets each key, and each value is added as strongly as
    its key was met.
    """
    memories = network.coefficients(x)[..., None] * as_memory(network).values
    evoked = memories.sum(dim=-2)
    if network.down.bias is not None:
        evoked = evoked + network.down.bias
    return evoked
