"""One word of two senses among neighbours that tell them apart, as in `bank` by a river.

Shapes: B texts, N words, D embedding width.
"""

from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.projections import Projections, contextualize

WIDTH, HEAD = 64, 32
WORDS = 8
_CUES, _FILLERS = 4, 16


class Texts(NamedTuple):
    """Words [B, N, D], the word of two senses first, and which of the two is meant [B]."""

    words: Tensor
    sense: Tensor


def texts(settings: Settings, number: int, seed: int) -> Texts:
    """Draw texts: the word of two senses, a cue to one of them, and others that tell nothing.

    Every word has one embedding, wherever it stands: each sense has four cues, and sixteen words
    tell nothing.
    """
    vocabulary = settings.normal(1 + 2 * _CUES + _FILLERS, WIDTH, seed=1)
    sense = settings.integers(2, number, seed=seed)
    cue = 1 + sense * _CUES + settings.integers(_CUES, number, seed=seed + 1)
    others = 1 + 2 * _CUES + settings.integers(_FILLERS, number, WORDS - 2, seed=seed + 2)
    places = torch.cat((torch.zeros_like(cue)[:, None], cue[:, None], others), dim=1)
    return Texts(vocabulary[places], sense)


def senses_told(settings: Settings, *, contextual: bool) -> float:
    """Train a readout of the first word's vector, and return how often it tells the sense.

    The vector is the word's embedding or, when `contextual`, what `contextualize` makes of it.
    """
    projections = settings.build(partial(Projections, WIDTH, HEAD, HEAD))
    readout = settings.build(partial(nn.Linear, HEAD if contextual else WIDTH, 1))
    steps, batch = 300, 32
    seen = texts(settings, steps * batch, seed=10)
    words, sense = seen.words.chunk(steps), seen.sense.to(settings.dtype).chunk(steps)

    def score(words: Tensor) -> Tensor:
        vectors = contextualize(words, projections) if contextual else words
        scored: Tensor = readout(vectors[:, 0])[:, 0]
        return scored

    train(
        [*projections.parameters(), *readout.parameters()],
        lambda step: binary_cross_entropy_with_logits(score(words[step]), sense[step]),
        steps=steps,
        rate=1e-3,
    )
    unseen = texts(settings, 1024, seed=20)
    with torch.no_grad():
        right = (score(unseen.words) > 0) == (unseen.sense == 1)
    return float(exact(right).mean())
