"""What a model with positions learns of order, and what a machine of two states can do.

Shapes: B texts, N words.
"""

from typing import Literal

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.recurrence import rnn_step, unroll
from dhyana.transformer import Config, Transformer

BITS = WORDS = 16  # in a text of the training


def named_back(settings: Settings, positions: Literal["rope", "none"], back: int = 3) -> float:
    """Train one layer to name the word three back; return how often it is right."""
    kinds, steps = 8, 200
    config = Config(
        vocab_size=kinds, context=WORDS, width=32, n_layers=1, n_heads=2, positions=positions
    )
    model = settings.build(lambda: Transformer(config))
    seen = settings.integers(kinds, steps, 32, WORDS, seed=1)
    train(
        model.parameters(),
        lambda step: cross_entropy(model(seen[step])[:, back:].mT, seen[step, :, :-back]),
        steps=steps,
        rate=0.01,
    )
    unseen = settings.integers(kinds, 64, WORDS, seed=2)
    with torch.no_grad():
        right = model(unseen)[:, back:].argmax(dim=-1) == unseen[:, :-back]
    return float(exact(right).mean())


def parity(bits: Tensor) -> Tensor:
    """Return whether the number of ones so far is odd, after each of the bits [B, N]."""
    return bits.cumsum(dim=1) % 2


def parity_learned(settings: Settings, length: int) -> float:
    """Train two layers to tell parity after each bit; return how often they do in longer texts.

    Counted from the end of what they were trained on up to `length`.
    """
    steps = 200
    config = Config(vocab_size=2, context=length, width=32, n_layers=2, n_heads=2)
    model = settings.build(lambda: Transformer(config))
    seen = settings.integers(2, steps, 32, BITS, seed=3)
    train(
        model.parameters(),
        lambda step: cross_entropy(model(seen[step]).mT, parity(seen[step])),
        steps=steps,
        rate=3e-3,
    )
    unseen = settings.integers(2, 64, length, seed=4)
    with torch.no_grad():
        right = model(unseen).argmax(dim=-1) == parity(unseen)
    return float(exact(right[:, BITS:]).mean())


def parity_kept(settings: Settings, length: int) -> float:
    """Let a recurrence of two units tell parity, and return how often it does up to `length`.

    One unit says that parity and bit together are at least 1, the other that they are 2; their
    difference is the new parity. The weights are set by hand: nothing is trained.
    """
    gain, both = 20.0, settings.normal(2, 2).new_tensor([[1.0, -1.0], [1.0, -1.0]])
    w_x, bias = both.new_full((2, 1), gain), -gain * both.new_tensor([0.5, 1.5])
    bits = settings.integers(2, 64, length, seed=4)

    def step(x: Tensor, h: Tensor) -> Tensor:
        return rnn_step(x, h, w_x, gain / 2 * both, bias)

    states = torch.stack(unroll(step, bits[..., None].to(both.dtype), -both.new_ones(64, 2)), 1)
    odd = states[..., 0] - states[..., 1] > 1
    return float(exact(odd == parity(bits).bool()).mean())
