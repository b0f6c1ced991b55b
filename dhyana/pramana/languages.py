"""Toy languages whose entropy is known, for each word depends on the one before it alone.

Shapes: V words, B texts, T words of a text.
"""

from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.masking import causal_mask
from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.transformer import Config, Transformer

_STEPS = 1 << 24  # so finely are chances drawn


def grammar(settings: Settings, words: int, *, seed: int) -> Tensor:
    """Draw the chances [V, V] of each word after each other, some common and most rare."""
    return (2 * exact(settings.normal(words, words, seed=seed))).softmax(dim=-1)


def texts(settings: Settings, chances: Tensor, count: int, length: int, *, seed: int) -> Tensor:
    """Write texts [B, T]; the first word is any."""
    draws = settings.integers(_STEPS, length, count, seed=seed).cpu().double() / _STEPS
    up_to = chances.cumsum(dim=-1)
    written = [(draws[0] * len(chances)).long()]
    for draw in draws[1:]:
        written.append(torch.searchsorted(up_to[written[-1]], draw[:, None], right=True)[:, 0])
    return torch.stack(written, dim=1).clamp(max=len(chances) - 1).to(settings.device)


def entropy(chances: Tensor, texts: Tensor) -> float:
    """Return the loss on texts, in nats a word, of one who knows the language."""
    texts = texts.cpu()
    return float(cross_entropy(chances.log()[texts[:, :-1]].mT, texts[:, 1:]))


def tiny(vocab_size: int, *, context: int = 64, init_std: float = 0.1) -> Transformer:
    """Return a new model of one layer."""
    return Transformer(
        Config(
            vocab_size=vocab_size,
            context=context,
            width=32,
            n_layers=1,
            n_heads=2,
            ff_width=64,
            init_std=init_std,
        )
    )


def learned(settings: Settings, chances: Tensor, *, ahead: int = 0) -> Transformer:
    """Train a model on a language; its tokens may also see `ahead` tokens after them."""
    steps, batch, length = (100 if settings.quick else 1000), 32, 24
    seen = texts(settings, chances, steps * batch, length, seed=3).chunk(steps)
    model = settings.build(partial(tiny, len(chances)))
    train(
        model.parameters(),
        lambda step: loss(model, seen[step], ahead=ahead),
        steps=steps,
        rate=1e-2,
    )
    return model


def loss(model: Transformer, texts: Tensor, *, ahead: int = 0) -> Tensor:
    """Return the loss in nats a word when tokens also see `ahead` tokens after them.

    Of each token but the last, which has none after it to see.
    """
    length = texts.shape[1] - 1
    mask = causal_mask(length, length + ahead, device=texts.device)[:, :length]
    return cross_entropy(model(texts[:, :-1], mask=mask)[:, :-1].mT, texts[:, 1:-1])
