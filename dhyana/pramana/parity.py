"""A task that is easy step by step and hard at once: whether a text has an odd number of ones.

A text is N bits, a sign that the question is put, and the answer: the parity of all bits, or,
step by step, of the first bit, of the first two, and so on. Shapes: B texts, N bits.
"""

from functools import lru_cache

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.decoding import Stop, generate
from dhyana.pramana.experiment import Settings
from dhyana.pramana.training import train
from dhyana.transformer import Config, Transformer

BITS = 12
QUESTION = 2  # the token after the two bits


def questions(settings: Settings, count: int, *, seed: int) -> Tensor:
    """Draw texts of bits, each with the question after it, [B, N + 1]."""
    bits = settings.integers(2, count, BITS, seed=seed)
    return torch.cat((bits, torch.full_like(bits[:, :1], QUESTION)), dim=1)


def parities(questions: Tensor) -> Tensor:
    """Return the parity after each bit, [B, N]; the last is the answer."""
    return questions[:, :-1].cumsum(dim=1) % 2


@lru_cache(maxsize=4)
def learned(settings: Settings, *, step_by_step: bool) -> Transformer:
    """Train a model of one layer to answer; callers leave it as it is."""
    steps, batch = 200, 64
    config = Config(
        vocab_size=3,
        context=2 * BITS + 1,
        width=32,
        n_layers=1,
        n_heads=4,
        positions="learned",
        gated=False,
        activation="relu",
        init_std=0.1,
    )
    model = settings.build(lambda: Transformer(config))
    asked = questions(settings, steps * batch, seed=1)
    answers = parities(asked) if step_by_step else parities(asked)[:, -1:]
    texts = torch.cat((asked, answers), dim=1).chunk(steps)

    def loss(step: int) -> Tensor:
        logits = model(texts[step][:, :-1])[:, BITS:]
        return cross_entropy(logits.flatten(0, 1), texts[step][:, BITS + 1 :].flatten())

    train(model.parameters(), loss, steps=steps, rate=5e-3)
    return model


def share_right(settings: Settings, *, step_by_step: bool, seed: int) -> float:
    """Ask new questions and return the share of last answers that are right."""
    model = learned(settings, step_by_step=step_by_step)
    asked = questions(settings, 512, seed=seed)
    stop = Stop(max_new_tokens=BITS if step_by_step else 1)
    answers = generate(model, asked, stop=stop)[:, -1]
    return float((answers == parities(asked)[:, -1]).double().mean())
