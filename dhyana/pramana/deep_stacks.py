"""Deep stacks of small layers, with and without road and norm, and how they learn.

Shapes: B examples, D width.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, relu

from dhyana.feedforward import FeedForward
from dhyana.normalization import LayerNorm, Map, gradient_by_depth, post_norm, pre_norm, residual
from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.instruments import apart, growth_exponent
from dhyana.pramana.training import train
from dhyana.transformer import Config, Transformer

WIDTH, CLASSES, EXAMPLES = 32, 4, 128


class Way(StrEnum):
    """How a layer f follows on x."""

    PLAIN = "f(x)"
    NORM = "f(norm(x))"
    ROAD = "x + f(x)"
    PRE = "x + f(norm(x))"
    POST = "norm(x + f(x))"


class Bent(nn.Module):
    """One matrix and what bends its result; with a gain, normal weights of deviation gain / √D."""

    def __init__(self, bend: Map = relu, gain: float | None = None) -> None:
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)
        self.bend = bend
        if gain is not None:
            nn.init.normal_(self.linear.weight, std=gain / WIDTH**0.5)
            nn.init.zeros_(self.linear.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Return [B, D] for x [B, D]."""
        return self.bend(self.linear(x))


def feed_forward() -> FeedForward:
    """Return a feed-forward layer as verse 31 has it, twice as wide inside."""
    return FeedForward(WIDTH, 2 * WIDTH, activation="relu")


class Stack(nn.Module):
    """Layers one after the other in one way, and a head that tells classes."""

    def __init__(self, way: Way, depth: int, make: Callable[[], nn.Module]) -> None:
        super().__init__()
        self.way = way
        self.layers = nn.ModuleList(make() for _ in range(depth))
        self.norms = nn.ModuleList(LayerNorm(WIDTH) for _ in range(depth))
        self.last_norm = LayerNorm(WIDTH) if way is Way.PRE else nn.Identity()
        self.head = nn.Linear(WIDTH, CLASSES)

    def maps(self) -> list[Map]:
        """Return what each layer does to the stream."""
        return [self._map(f, norm) for f, norm in zip(self.layers, self.norms, strict=True)]

    def _map(self, f: Map, norm: Map) -> Map:
        match self.way:
            case Way.PLAIN:
                return f
            case Way.NORM:
                return lambda x: f(norm(x))
            case Way.ROAD:
                return partial(residual, f=f)
            case Way.PRE:
                return partial(pre_norm, norm=norm, f=f)
            case Way.POST:
                return partial(post_norm, norm=norm, f=f)

    def stream(self, x: Tensor) -> Iterator[Tensor]:
        """Yield x [B, D] and what it is after each layer."""
        yield x
        for layer in self.maps():
            x = layer(x)
            yield x

    def forward(self, x: Tensor) -> Tensor:
        """Return scores of the classes [B, C]."""
        *_, last = self.stream(x)
        scores: Tensor = self.head(self.last_norm(last))
        return scores


def examples(settings: Settings) -> tuple[Tensor, Tensor]:
    """Return inputs [B, D] and their classes [B], told apart by random directions."""
    x = settings.normal(EXAMPLES, WIDTH, seed=1)
    return x, (x @ settings.normal(WIDTH, CLASSES, seed=2)).argmax(dim=-1)


def learn(settings: Settings, stack: Stack, *, steps: int, rate: float) -> float:
    """Train a stack on the examples, and return the loss afterwards, that of guessing being 1."""
    x, classes = examples(settings)
    train(stack.parameters(), lambda _: cross_entropy(stack(x), classes), steps=steps, rate=rate)
    with torch.no_grad():
        return float(exact(cross_entropy(stack(x), classes))) / torch.tensor(CLASSES).log().item()


class Trained(NamedTuple):
    """What training made of a stack."""

    loss: float  # that of guessing being 1
    moved: float  # how far the weights of the first layer went, those of the last being 1


def learned(settings: Settings, stack: Stack) -> Trained:
    """Train a stack of matrices, and see whether its first layer takes part."""
    weights = [layer.get_parameter("linear.weight") for layer in stack.layers]
    start = [weight.detach().clone() for weight in weights]
    loss = learn(settings, stack, steps=50, rate=1e-3)
    went = [float(exact(a - b).norm()) for a, b in zip(weights, start, strict=True)]
    return Trained(loss, went[0] / went[-1])


def gradients(settings: Settings, stack: Stack) -> list[float]:
    """Return the gradient at the input of each layer, that at the last being 1."""
    found = gradient_by_depth(stack.maps(), examples(settings)[0])
    return [each / found[-1] for each in found] if found[-1] else found


def added(settings: Settings, stack: Stack) -> list[float]:
    """Return the length of what each layer adds, that of the stream after it being 1."""
    with torch.no_grad():
        stream = [exact(x) for x in stack.stream(examples(settings)[0])]
    return [float((after - before).norm() / after.norm()) for before, after in pairwise(stream)]


def not_added(settings: Settings, place: Literal["pre", "post"]) -> float:
    """Return how far a Transformer's stream is from its input plus all that sublayers gave.

    In units of the largest number in the stream, after eight blocks with the norm in this place.
    """
    config = Config(
        vocab_size=2, context=16, width=WIDTH, n_layers=8, n_heads=4, norm_place=place, init_std=0.2
    )
    model = settings.build(lambda: Transformer(config))
    x = total = settings.normal(2, 16, WIDTH, seed=1)
    given: list[Tensor] = []
    for name, module in model.blocks.named_modules():
        if name.endswith((".attention", ".feed_forward")):
            module.register_forward_hook(lambda module, args, output: given.append(output))
    with torch.no_grad():
        for block in model.blocks:
            x = block(x)
        for delta in given:
            total = total + delta
    return apart(total, x)


def gradient_growth(settings: Settings, way: Way) -> float:
    """Return the p of gradient ~ depthᵖ at the weights of the last layer, over three stacks.

    This is what Xiong et al. 2020 (arXiv 2002.04745) theorem 1 is about: 0 for post-norm, −1/2
    for pre-norm.
    """
    depths, seeds = (4, 8, 16, 32, 64, 128), 3
    totals = [0.0] * len(depths)
    for seed in range(seeds):
        here = replace(settings, seed=seeds * settings.seed + seed)
        x, classes = examples(here)
        for n, depth in enumerate(depths):
            stack = here.build(partial(Stack, way, depth, feed_forward))
            last = list(stack.layers[-1].parameters())
            found = torch.autograd.grad(cross_entropy(stack(x), classes), last)
            totals[n] += float(torch.stack([each.square().sum() for each in found]).sum().sqrt())
    return growth_exponent(depths, totals)


def shift(settings: Settings, way: Way) -> float:
    """Return how far the inputs of the eighth layer move while a stack learns.

    The mean over its features of how far each one's mean moves, in standard deviations.
    """
    stack, (x, _) = settings.build(partial(Stack, way, 8, Bent)), examples(settings)

    def inputs() -> Tensor:
        with torch.no_grad():
            *_, before, _ = stack.stream(x)
            return exact(stack.norms[-1](before) if way is Way.PRE else before)

    start = inputs()
    learn(settings, stack, steps=50, rate=3e-3)
    moved = (inputs().mean(dim=0) - start.mean(dim=0)).abs() / start.std(dim=0)
    return float(moved.mean())
