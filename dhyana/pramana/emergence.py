"""How a feed-forward network's memory grows with its width, seen in two ways.

Shapes: F facts, D width, M hidden units, A answers of T facts.
"""

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.feedforward import FeedForward
from dhyana.pramana.experiment import Settings
from dhyana.pramana.training import train
from dhyana.scaling import exact_match, token_accuracy

SIZES = (4, 6, 8, 12, 16, 24, 32, 48)
ANSWER = 10  # facts that an answer is made of


class Views(NamedTuple):
    """How much is right at each size."""

    tokens: list[float]  # share of single facts
    answers: list[float]  # share of answers that are right throughout


def views(settings: Settings) -> Views:
    """Let networks of every size learn the same facts, and ask for ten facts at a time."""
    facts, width, kinds = 512, 32, 64
    keys, names = settings.normal(facts, width, seed=1), settings.normal(kinds, width, seed=2)
    wanted = settings.integers(kinds, facts, seed=3)
    asked = settings.integers(facts, 4096, ANSWER, seed=4)
    found = []
    for size in SIZES:
        network = settings.build(partial(FeedForward, width, size, activation="relu"))

        def scores(network: FeedForward = network) -> Tensor:
            named: Tensor = network(keys) @ names.mT / math.sqrt(width)
            return named

        train(
            network.parameters(),
            lambda step, scores=scores: cross_entropy(scores(), wanted),  # type: ignore[misc] # the default binds it in the loop
            steps=200,
            rate=2e-2,
        )
        with torch.no_grad():
            found.append(scores().argmax(dim=-1)[asked])
    return Views(
        [token_accuracy(each, wanted[asked]) for each in found],
        [exact_match(each, wanted[asked]) for each in found],
    )


def doublings(shares: Sequence[float], low: float = 0.1, high: float = 0.9) -> float:
    """Return how often the size doubles while a share rises from one value to another."""
    return _size(shares, high) - _size(shares, low)


def _size(shares: Sequence[float], wanted: float) -> float:
    """Return the binary logarithm of the size at which a share is first reached."""
    sizes = [math.log2(size) for size in SIZES]
    for n, share in enumerate(shares):
        if share >= wanted:
            if n == 0:
                return sizes[0]
            part = (wanted - shares[n - 1]) / (share - shares[n - 1])
            return sizes[n - 1] + part * (sizes[n] - sizes[n - 1])
    return math.inf
