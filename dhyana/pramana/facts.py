"""A world of facts, and tiny Transformers that learn it by heart.

A fact is a text of three tokens, subject, relation and object. Objects are drawn at random, so
that none follows from the others: a model that names them has stored them.

Shapes: F facts, D model width, M memories (the feed-forward's hidden width).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from dhyana.cache import Cache
from dhyana.feedforward import FeedForward, as_memory
from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train
from dhyana.transformer import Block, Config, Transformer


@dataclass(frozen=True, slots=True)
class World:
    """How many subjects, relations and objects there are; every pair of the first two is a fact."""

    subjects: int = 32
    relations: int = 8
    objects: int = 32

    @property
    def facts(self) -> int:
        """Number of facts."""
        return self.subjects * self.relations


class Facts(NamedTuple):
    """What is asked, [F, 2], and what is to be answered, [F]."""

    prompts: Tensor
    objects: Tensor


def facts_of(settings: Settings, world: World, *, seed: int = 1) -> Facts:
    """Draw the object of every pair of a subject and a relation."""
    subjects = torch.arange(world.subjects, device=settings.device)
    relations = torch.arange(world.relations, device=settings.device) + world.subjects
    prompts = torch.cartesian_prod(subjects, relations)
    return Facts(prompts, settings.integers(world.objects, world.facts, seed=seed))


@lru_cache(maxsize=8)
def learned(
    settings: Settings,
    world: World,
    *,
    layers: int = 1,
    width: int = 32,
    memories: int = 256,
    n_heads: int = 2,
    n_kv_heads: int = 2,
    without: Literal["attention", "feed_forward"] | None = None,
) -> Transformer:
    """Train a model on a world's facts; `without` a part, it adds nothing and learns nothing.

    Callers share the model and leave it as it is.
    """
    config = Config(
        vocab_size=world.subjects + world.relations + world.objects,
        context=2,
        width=width,
        n_layers=layers,
        n_heads=n_heads,
        n_kv_heads=n_kv_heads,
        ff_width=memories,
        gated=False,
        activation="relu",
        init_std=0.2,
    )
    model = settings.build(lambda: Transformer(config))
    for block in cast("list[Block]", model.blocks):
        if without == "attention":
            nn.init.zeros_(block.attention.out.weight)
        if without == "feed_forward":
            nn.init.zeros_(block.feed_forward.down.weight)
    parts = [part for name, part in model.named_parameters() if not without or without not in name]
    _learn(model, parts, facts_of(settings, world))
    return model


def _rewritten(model: Transformer, facts: Facts) -> Transformer:
    """Return a copy that has learned other facts in its last feed-forward network alone."""
    copy = deepcopy(model)
    _learn(copy, network_of(copy).parameters(), facts)
    return copy


def _learn(model: Transformer, parts: Iterable[nn.Parameter], facts: Facts) -> None:
    """Train parts of a model on all facts at once."""
    train(parts, lambda step: loss(model, facts), steps=80, rate=5e-3)


def loss(model: Transformer, facts: Facts, cache: Cache | None = None) -> Tensor:
    """Return the mean loss of the objects in nats, with keys and values kept in a cache or not."""
    return cross_entropy(model(facts.prompts, cache=cache)[:, -1], facts.objects)


def network_of(model: Transformer, layer: int = -1) -> FeedForward:
    """Return the feed-forward network of a layer, the last if none is named."""
    return cast("FeedForward", cast("Block", model.blocks[layer]).feed_forward)


@torch.no_grad()
def right(model: Transformer, facts: Facts) -> Tensor:
    """Say which facts a model names, [F]."""
    named: Tensor = model(facts.prompts)[:, -1].argmax(dim=-1)
    return named == facts.objects


def recalled(model: Transformer, facts: Facts) -> float:
    """Return the share of facts a model names."""
    return float(right(model, facts).double().mean())


@contextmanager
def values_replaced(network: FeedForward, values: Tensor) -> Iterator[None]:
    """Give a network other values, [M, D], for a while."""
    weight, original = network.down.weight, network.down.weight.detach().clone()
    with torch.no_grad():
        weight.copy_(values.mT)
        try:
            yield
        finally:
            weight.copy_(original)


class Recalled(NamedTuple):
    """Shares of facts that a model of one layer recalls after what is done to it."""

    learning: float
    mixing: float  # values given to other keys
    rewriting: float  # of other facts, learned by the feed-forward network alone
    leaving_out: float  # the feed-forward network, before learning


def recalled_after(settings: Settings) -> Recalled:
    """Ask for facts where the feed-forward network was mixed up, rewritten or never there."""
    world = World()
    known, others = (facts_of(settings, world, seed=seed) for seed in (1, 2))
    model = learned(settings, world)
    network = network_of(model)
    values = as_memory(network).values.detach()
    with values_replaced(network, values[settings.normal(len(values), seed=3).argsort()]):
        mixed = recalled(model, known)
    return Recalled(
        recalled(model, known),
        mixed,
        recalled(_rewritten(model, others), others),
        recalled(learned(settings, world, without="feed_forward"), known),
    )


def boost(model: Transformer, facts: Facts, layer: int) -> float:
    """Return how many times likelier the object is for what a layer's network adds, median."""
    network = network_of(model, layer)

    def probability() -> Tensor:
        chances = exact(model(facts.prompts)[:, -1]).softmax(dim=-1)
        return chances.gather(-1, facts.objects.cpu()[:, None])

    with torch.no_grad():
        as_it_is = probability()
        with values_replaced(network, torch.zeros_like(as_memory(network).values)):
            return float((as_it_is / probability()).median())


class Evoked(NamedTuple):
    """What the last token of each prompt evokes in the last layer's network."""

    coefficients: Tensor  # [F, M]
    support: Tensor  # [F, M], what each memory adds to the object's score, before the last norm


@torch.no_grad()
def evoked(model: Transformer, facts: Facts) -> Evoked:
    """Look into the last layer's network."""
    met: list[Tensor] = []
    network = network_of(model)
    hook = network.register_forward_pre_hook(lambda network, inputs: met.append(inputs[0][:, -1]))
    model(facts.prompts)
    hook.remove()
    coefficients = network.coefficients(met[0])
    scores = model.head.weight[facts.objects] @ as_memory(network).values.mT
    return Evoked(coefficients, coefficients * scores)


class Loss(NamedTuple):
    """What a model still knows without some memories: one fact, and the others, as shares."""

    fact: float
    others: float


@torch.no_grad()
def without_memories(model: Transformer, facts: Facts, taken: Tensor, every: int) -> Loss:
    """Take from the last layer the memories [F, ·] named for a fact, for one fact in `every`."""
    network = network_of(model)
    values = as_memory(network).values.detach().clone()
    kept = []
    for fact in range(0, len(taken), every):
        with values_replaced(network, values.index_fill(0, taken[fact], 0)):
            still = right(model, facts).double()
            rest = float(still.sum() - still[fact]) / (len(still) - 1)
            kept.append((float(still[fact]), rest))
    one, others = torch.tensor(kept, dtype=torch.float64).mean(dim=0).tolist()
    return Loss(one, others)
