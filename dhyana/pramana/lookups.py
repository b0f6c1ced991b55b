"""Tasks of looking something up, which tiny attentions learn in seconds.

Either every word asks for others by a feature that they offer and wants what they carry, or it
wants what stands at given distances before it. Shapes: B texts, N words, F features of a kind.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from dhyana.attention import attention_weights, dot_product_scores, mix_values, scale_scores
from dhyana.heads import MultiHeadAttention, split_heads
from dhyana.masking import causal_mask
from dhyana.positions import sinusoidal
from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.projections import QKV, Projections, affinities, contextualize

FEATURES = 8
WORDS = 16


class Task(NamedTuple):
    """Words [B, N, D], what the last M of them want [B, M, ·], and whom they ask for it."""

    words: Tensor
    wanted: Tensor
    asked: Tensor  # places [B, M, number of questions]


Draw = Callable[[int, int], Task]
"""Number of texts and seed → task."""


def questions(settings: Settings, number: int) -> Draw:
    """Return the task in which every word asks `number` others, drawn at random, a question each.

    A word is asks | … | offers | carries, F features each. Offers lie on a sphere, so that the
    best match of a question is the word that is asked.
    """

    def draw(texts: int, seed: int) -> Task:
        offers = functional.normalize(settings.normal(texts, WORDS, FEATURES, seed=seed), dim=-1)
        offers = offers * math.sqrt(FEATURES)
        carries = settings.normal(texts, WORDS, FEATURES, seed=seed + 1)
        asked = settings.normal(texts, WORDS, WORDS, seed=seed + 2).argsort(dim=-1)[..., :number]
        asks, wanted = (
            [_of(features, places) for places in asked.unbind(dim=-1)]
            for features in (offers, carries)
        )
        return Task(torch.cat((*asks, offers, carries), dim=-1), torch.cat(wanted, dim=-1), asked)

    return draw


def _of(features: Tensor, places: Tensor) -> Tensor:
    return features.gather(1, places[..., None].expand(-1, -1, features.shape[-1]))


def look_back(
    settings: Settings, distances: Sequence[int], *, words: int = WORDS, waves: bool = True
) -> Draw:
    """Return the task in which every word wants the features of those at distances before it.

    A word is F features | the sine waves of its position, three times as wide, or zeros. The
    first words, which have none so far before them, want nothing.
    """

    def draw(texts: int, seed: int) -> Task:
        features = settings.normal(texts, words, FEATURES, seed=seed)
        first = max(distances)
        wanted = [features[:, first - distance : words - distance] for distance in distances]
        places = torch.arange(first, words, device=features.device)[:, None]
        asked = (places - torch.tensor(distances, device=features.device)).expand(texts, -1, -1)
        return Task(_placed(features, waves=waves), torch.cat(wanted, dim=-1), asked)

    return draw


def near_and_far(settings: Settings) -> Draw:
    """Return the task in which a word wants the one before it, and the mean of all so far.

    Asked of the second half of the words. The mean is multiplied to about unit variance.
    """

    def draw(texts: int, seed: int) -> Task:
        features = settings.normal(texts, WORDS, FEATURES, seed=seed)
        so_far = torch.arange(1, WORDS + 1, device=features.device)[:, None]
        mean = features.cumsum(dim=1) / so_far * math.sqrt(WORDS)
        half = WORDS // 2
        wanted = torch.cat((features[:, half - 1 : -1], mean[:, half:]), dim=-1)
        before = torch.arange(half - 1, WORDS - 1, device=features.device)[:, None]
        return Task(_placed(features), wanted, before.expand(texts, -1, -1))

    return draw


def _placed(features: Tensor, *, waves: bool = True) -> Tensor:
    """Put the sine waves of their positions beside features [B, N, F]: [B, N, 4F]."""
    places = torch.arange(features.shape[1], device=features.device)
    table = sinusoidal(places, 3 * FEATURES).to(features.dtype) * waves
    return torch.cat((features, table.expand(len(features), -1, -1)), dim=-1)


class RawAttention(nn.Module):
    """Attention on the embeddings as they are: only its sharpness and its output are learned."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.sharpness = nn.Parameter(torch.ones(()))
        self.out = nn.Linear(width, FEATURES, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Return [B, N, F] for words [B, N, D]."""
        mixed: Tensor = self.out(mix_values(affinities(QKV(self.sharpness * x, x, x)), x))
        return mixed


class OneHead(nn.Module):
    """One attention of three projections, without an output projection (verse 9)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.project = Projections(width, FEATURES, FEATURES)

    def forward(self, x: Tensor) -> Tensor:
        """Return [B, N, F] for words [B, N, D]."""
        return contextualize(x, self.project)


class Heads(nn.Module):
    """Attention of several heads (verse 19) as wide as the words, with or without a causal mask."""

    def __init__(self, width: int, n_heads: int, *, causal: bool = False) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(width, n_heads, qkv_bias=True)
        self.causal = causal

    def forward(self, x: Tensor) -> Tensor:
        """Return [B, N, D] for words [B, N, D]."""
        attended: Tensor = self.attention(x, causal=self.causal)
        return attended

    def weights(self, x: Tensor) -> Tensor:
        """Return the weights [B, H, N, N] by which the heads attend to words [B, N, D]."""
        length = x.shape[1]
        mask = causal_mask(length, length, device=x.device) if self.causal else None
        return weights_in(self.attention, x, mask)


def weights_in(heads: MultiHeadAttention, x: Tensor, mask: Tensor | None = None) -> Tensor:
    """Return the weights [B, H, N, N] by which heads attend to words [B, N, D]."""
    with torch.no_grad():
        qkv = heads.project(x)
    query, key = (split_heads(part, heads.n_heads).transpose(1, 2) for part in (qkv.q, qkv.k))
    scores = scale_scores(dot_product_scores(query, key), heads.head_dim)
    return attention_weights(scores, mask)


Model = TypeVar("Model", bound=nn.Module)


def learned(
    settings: Settings, build: Callable[[], Model], draw: Draw, *, rate: float = 0.01
) -> Model:
    """Build a model from the seed and train it on a task; what it gives beyond is left free."""
    texts, steps = 16, (300 if settings.quick else 1000)
    model = settings.build(build)
    task = draw(steps * texts, 100)
    words, wanted = task.words.chunk(steps), task.wanted.chunk(steps)

    def loss(step: int) -> Tensor:
        return functional.mse_loss(_answer(model(words[step]), wanted[step]), wanted[step])

    train(model.parameters(), loss, steps=steps, rate=rate)
    return model


def missed(model: Callable[[Tensor], Tensor], task: Task) -> Tensor:
    """Return which share a model misses of each wanted feature: squared error over variance."""
    with torch.no_grad():
        given = exact(_answer(model(task.words), task.wanted))
    wanted = exact(task.wanted)
    return (given - wanted).square().mean(dim=(0, 1)) / wanted.square().mean(dim=(0, 1))


def _answer(output: Tensor, wanted: Tensor) -> Tensor:
    return output[:, -wanted.shape[1] :, : wanted.shape[2]]
