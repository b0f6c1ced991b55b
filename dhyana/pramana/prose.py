"""Tiny letter models of the treatise's English prose, and how well they foretell it.

Shapes: B passages, N letters.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.pramana.experiment import Settings
from dhyana.pramana.small_reader import letters
from dhyana.pramana.training import train
from dhyana.transformer import Config, Transformer

CONTEXT, WIDTH = 48, 48
# Gated networks have three matrices instead of two: these have equally many parameters.
KINDS: Mapping[str, Mapping[str, Any]] = {
    "ReLU": {"activation": "relu", "gated": False, "ff_width": 4 * WIDTH},
    "GELU": {"activation": "gelu", "gated": False, "ff_width": 4 * WIDTH},
    "SwiGLU": {"activation": "silu", "gated": True, "ff_width": 8 * WIDTH // 3},
}


def losses_of_kind(settings: Settings, kind: str) -> Tensor:
    """Return the losses of models of one layer with a kind of network, from several seeds."""
    seeds = 3 if settings.quick else 12
    runs = (replace(settings, seed=seeds * settings.seed + n) for n in range(seeds))
    shape: dict[str, Any] = {"width": WIDTH, "n_layers": 1, "n_heads": 4, "init_std": 0.1}
    losses = [held_out_loss(run, steps=80, rate=5e-3, **shape, **KINDS[kind]) for run in runs]
    return torch.tensor(losses, dtype=torch.float64)


def held_out_loss(settings: Settings, *, steps: int, rate: float, **choices: Any) -> float:
    """Train a model on four fifths of the prose; return its loss on the last, in nats a letter.

    `choices` are those of `Config` beside the vocabulary and the context.
    """
    text = letters()
    config = Config(vocab_size=int(text.max()) + 1, context=CONTEXT, **choices)
    model = settings.build(lambda: Transformer(config))
    known = 4 * len(text) // 5
    starts = settings.integers(known - CONTEXT, steps, 16, seed=1).cpu()

    def loss(starts: Tensor) -> Tensor:
        passages = text[starts[:, None] + torch.arange(CONTEXT + 1)].to(settings.device)
        return cross_entropy(model(passages[:, :-1]).mT, passages[:, 1:])

    train(model.parameters(), lambda step: loss(starts[step]), steps=steps, rate=rate)
    with torch.no_grad():
        return float(loss(torch.arange(known, len(text) - CONTEXT - 1, CONTEXT)))
