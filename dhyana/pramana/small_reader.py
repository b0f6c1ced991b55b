"""The treatise's own words as data: how they hang together, and a tiny model that reads them.

Shapes: B texts, N letters.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.positions import DynamicNTK, Linear, RopeScaling, Rotary, Yarn
from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.shlokas import load
from dhyana.transformer import Config, Transformer

_ALPHABET = " abcdefghijklmnopqrstuvwxyz"


@lru_cache(maxsize=1)
def letters() -> Tensor:
    """Return translations and commentaries of all verses as letters [N]: a space is 0, a is 1.

    Formulas are left out, and whatever is no letter of the alphabet becomes a space.
    """
    records = [verse.record for verse in load().verses]
    text = " ".join(f"{record.translation} {record.commentary}" for record in records)
    plain = re.sub(r"[^a-z]+", " ", re.sub(r"\$[^$]*\$", " ", text.lower()))
    return torch.tensor([_ALPHABET.index(letter) for letter in plain])


def told(settings: Settings, distance: int) -> float:
    """Return the bits that a letter tells of the one `distance` letters later.

    Less what it seems to tell when the text has been shuffled: chance, for the text is short.
    """
    text = letters()
    shuffled = text[exact(settings.normal(len(text), seed=9)).argsort()]
    return _information(text, distance) - _information(shuffled, distance)


def _information(text: Tensor, distance: int) -> float:
    """Return the mutual information, in bits, of letters that stand `distance` apart."""
    kinds = len(_ALPHABET)
    pairs = torch.bincount(text[:-distance] * kinds + text[distance:], minlength=kinds**2)
    joint = (pairs.double() / pairs.sum()).view(kinds, kinds)
    independent = joint.sum(dim=1, keepdim=True) * joint.sum(dim=0, keepdim=True)
    seen = joint > 0
    return float((joint[seen] * (joint[seen] / independent[seen]).log2()).sum())


class Order(NamedTuple):
    """How far prose keeps the order of the verse."""

    verses: float  # share of verses in which every word keeps it
    pairs: float  # share of pairs of words that keep it


def order_kept() -> Order:
    """Compare the order of the words in padaccheda and anvaya, verse and prose, of all verses.

    Compared are words that stand once in both, alike but for a final m.
    """
    verses: list[bool] = []
    pairs: list[bool] = []
    for verse in load().verses:
        words, prose = (
            [re.sub("म्$", "ं", word) for word in re.split(r"[\s।॥,;.()]+", text) if word]
            for text in (verse.record.padaccheda.replace("-", ""), verse.record.anvaya)
        )
        places = [prose.index(w) for w in words if words.count(w) == prose.count(w) == 1]
        verses.append(places == sorted(places))
        pairs += [a < b for i, a in enumerate(places) for b in places[i + 1 :]]
    return Order(sum(verses) / len(verses), sum(pairs) / len(pairs))


TRAINED = 32  # letters of a text that the model is trained on
TIMES = (1, 2, 4, 8)  # how many times longer it has to read afterwards


class Reading(NamedTuple):
    """Loss in nats a letter at each of the lengths, in one way of turning."""

    losses: list[float]

    def lost(self, times: int) -> float:
        """Return how much higher the loss is at a length than at that of the training."""
        return self.losses[TIMES.index(times)] - self.losses[0]


def read_further(settings: Settings) -> dict[str, Reading]:
    """Train a tiny Llama on short texts and let it read longer ones, its rotations scaled."""
    model = _reader(settings, steps=300 if settings.quick else 1000)
    ways: dict[str, Callable[[int], RopeScaling]] = {
        "linear": lambda times: Linear(factor=times),
        "dynamic NTK": lambda times: DynamicNTK(factor=times, original_context=TRAINED),
        "YaRN": lambda times: Yarn(factor=times, original_context=TRAINED),
    }
    plain = Reading([_loss(model, TRAINED * n, None) for n in TIMES])
    scaled = {
        name: Reading([plain.losses[0], *(_loss(model, TRAINED * n, way(n)) for n in TIMES[1:])])
        for name, way in ways.items()
    }
    return {"not scaled": plain, **scaled}


def loss_with(settings: Settings, norm: Literal["rms", "layer"]) -> float:
    """Train a tiny model with one norm or the other, and return its loss in nats a letter."""
    return _loss(_reader(settings, steps=150, norm=norm), TRAINED, None)


def _reader(settings: Settings, steps: int, norm: Literal["rms", "layer"] = "rms") -> Transformer:
    """Train a model to foretell the next letter."""
    config = Config(
        vocab_size=len(_ALPHABET), context=1024, width=64, n_layers=2, n_heads=2, norm=norm
    )
    model = settings.build(lambda: Transformer(config))
    text = letters()
    starts = settings.integers(len(text) - TRAINED, steps, 16, seed=1).cpu()
    seen = text[starts[..., None] + torch.arange(TRAINED + 1)].to(settings.device)
    train(
        model.parameters(),
        lambda step: cross_entropy(model(seen[step, :, :-1]).mT, seen[step, :, 1:]),
        steps=steps,
        rate=3e-3,
    )
    return model


def _loss(model: Transformer, length: int, scaling: RopeScaling | None) -> float:
    """Return the loss over the second half of texts, read with this scaling."""
    text, half, device = letters(), length // 2, model.embedding.weight.device
    starts = torch.arange(0, len(text) - length - 1, 256)
    texts = text[starts[:, None] + torch.arange(length + 1)].to(device)
    theta = model.config.rope_theta
    model.rotary = Rotary(model.config.head_dim, theta=theta, scaling=scaling).to(device)
    with torch.no_grad():
        found = cross_entropy(model(texts[:, :-1])[:, half:].mT, texts[:, half + 1 :])
    return float(exact(found))
