"""Experiments of canto 6: what verses 26–30 say of the residual road and of norms, measured."""

from functools import partial

import torch
from torch import nn
from torch.nn.functional import gelu, relu

from dhyana.normalization import (
    LayerNorm,
    Map,
    RMSNorm,
    gradient_by_depth,
    identity_path,
    post_norm,
    pre_norm,
    residual,
)
from dhyana.pramana import norms, small_reader
from dhyana.pramana.deep_stacks import (
    WIDTH,
    Bent,
    Stack,
    Way,
    added,
    feed_forward,
    gradient_growth,
    gradients,
    learn,
    learned,
    not_added,
    shift,
)
from dhyana.pramana.experiment import (
    ROUNDING,
    Call,
    Settings,
    at_least,
    at_most,
    call,
    curve,
    exact,
    finding,
    measured,
    near,
    not_measurable,
)
from dhyana.pramana.instruments import apart
from dhyana.pramana.registry import demonstration, experiment
from dhyana.projections import Projections, contextualize
from dhyana.shlokas.evidence import Finding

DEEP = 80
HE = 2**0.5  # gain with which a layer bent by ReLU keeps the size of what goes through it


@demonstration(26)
def show_residual(settings: Settings) -> tuple[Call, ...]:
    """Add what a function gives to what it was given."""
    return (call(residual, x=settings.normal(1, 4, seed=1), f=torch.tanh),)


@experiment(26)
def measure_residual(settings: Settings) -> tuple[Finding, ...]:
    """Send gradients back through eighty layers, with a road and without, and train both."""
    settings = settings.for_training

    def stack(way: Way, bend: Map, gain: float | None = None) -> Stack:
        return settings.build(partial(Stack, way, DEEP, partial(Bent, bend, gain)))

    def first(way: Way, bend: Map, gain: float | None = None) -> float:
        return gradients(settings, stack(way, bend, gain))[0]

    bends: dict[str, Map] = {"tanh": torch.tanh, "ReLU": relu, "GELU": gelu}
    plain, road = (learned(settings, stack(way, torch.tanh)) for way in (Way.PLAIN, Way.ROAD))
    gradient = f"gradient at the first of {DEEP} layers, at the last being 1"
    moved = f"how far the first of {DEEP} layers moved, the last being 1"
    loss, trained = "loss, that of guessing being 1", "tanh, 50 steps of Adam"
    return (
        finding(
            f"Back through {DEEP} non-linear layers gradients diminish to zero.",
            *(
                measured(
                    gradient, first(Way.PLAIN, bend), at_most(1e-6), f"{name}, torch's weights"
                )
                for name, bend in bends.items()
            ),
            measured(
                gradient,
                first(Way.PLAIN, relu, HE),
                at_most(1e-6),
                "ReLU, weights of variance 2 / width",
                beyond=True,
            ),
        ),
        finding(
            "That freezes the earlier layers.",
            measured(moved, plain.moved, at_most(1e-6), trained),
            measured(loss, plain.loss, at_least(0.9), trained),
        ),
        finding(
            "Residual connections, x(l+1) = x(l) + F(x(l)), solve this.",
            measured(gradient, first(Way.ROAD, torch.tanh), at_least(0.1), "tanh, torch's weights"),
            measured(moved, road.moved, at_least(0.1), trained),
            measured(loss, road.loss, at_most(0.1), trained),
            measured(
                gradient,
                first(Way.ROAD, relu),
                at_most(1e3),
                "ReLU, torch's weights, no norm",
                beyond=True,
            ),
            series=tuple(
                curve(
                    f"gradient, {way}",
                    "layer",
                    "gradient, at the last: 1",
                    range(1, DEEP + 1),
                    gradients(settings, stack(way, torch.tanh)),
                )
                for way in (Way.PLAIN, Way.ROAD)
            ),
        ),
    )


@demonstration(27)
def show_identity(settings: Settings) -> tuple[Call, ...]:
    """Take the gradient of tanh from that of x + tanh(x)."""
    return (call(identity_path, f=torch.tanh, x=settings.normal(3, seed=1)),)


@experiment(27)
def measure_identity(settings: Settings) -> tuple[Finding, ...]:
    """Compare Jacobians, and a Transformer's stream with all that was added to it."""
    settings = settings.for_training
    width, words = 16, 4
    x = settings.normal(words * width, seed=1)
    matrix = settings.build(partial(nn.Linear, words * width, words * width))
    projections = settings.build(partial(Projections, width, width, width))
    inside: dict[str, Map] = {
        "tanh of a matrix": lambda x: matrix(x).tanh(),
        "attention": lambda x: contextualize(x.view(1, words, width), projections).flatten(),
        "RMSNorm": settings.build(partial(RMSNorm, words * width)),
    }
    identity, rounding = torch.eye(words * width).double(), at_most(ROUNDING * settings.eps)
    plain, road = (
        gradients(settings, settings.build(partial(Stack, way, 64, partial(Bent, torch.tanh))))
        for way in (Way.PLAIN, Way.ROAD)
    )
    undone = gradient_by_depth([partial(residual, f=torch.neg)] * 2, x)
    gradient = "gradient at the first of 64 layers, at the last being 1"
    rest = "largest difference from input + all deltas, the largest number being 1"
    return (
        finding(
            "∂(x + F(x)) / ∂x = 1 + ∂F(x) / ∂x.",
            *(
                measured(
                    "largest error of the 1, as identity matrix",
                    (exact(identity_path(f, x)) - identity).abs().max(),
                    rounding,
                    f"F = {name}",
                )
                for name, f in inside.items()
            ),
        ),
        finding(
            "By the + 1 the gradient flows back unattenuated: the light is never put out.",
            measured(gradient, road[0], at_least(1), "x + F(x), F = tanh of a matrix"),
            measured(gradient, plain[0], at_most(1e-6), "F(x) alone"),
            measured(
                "gradient at the first of 2 layers, at the output being 1",
                undone[0],
                at_least(1),
                "x + F(x), F(x) = −x",
                beyond=True,
            ),
        ),
        finding(
            "Heads and feed-forward layers do not replace the stream, they only add to it.",
            measured(rest, not_added(settings, "pre"), rounding, "norm before"),
            measured(rest, not_added(settings, "post"), rounding, "norm after", beyond=True),
        ),
    )


@demonstration(28)
def show_norms(settings: Settings) -> tuple[Call, ...]:
    """Norm two vectors, and put the norm before a function and after it."""
    norm, x = settings.build(partial(LayerNorm, 4)), 10 * settings.normal(2, 4, seed=1) + 5
    return (
        call(norm, x=x),
        *(call(place, x=x, norm=norm, f=torch.tanh) for place in (pre_norm, post_norm)),
    )


@experiment(28)
def measure_norms(settings: Settings) -> tuple[Finding, ...]:
    """Norm vectors of every size, and train two hundred layers with the norm in both places."""
    normed, tiny = norms.normed(settings, LayerNorm, mean=1)
    settings, deep = settings.for_training, 200

    def loss(way: Way, rate: float = 3e-3) -> float:
        stack = settings.build(partial(Stack, way, deep, feed_forward))
        return learn(settings, stack, steps=30, rate=rate)

    variance, size = "variance along the width, the farthest from 1", "inputs of deviation 0.1…1000"
    exponent = "exponent with which the last layer's gradient grows with depth"
    moves = "how far the inputs of the eighth layer move in training"
    after = f"loss of {deep} layers after 30 steps, that of guessing being 1"
    pre, post = "norm before (Pre-LN)", "norm after (Post-LN)"
    return (
        finding(
            "Layer normalization keeps variance in balance: it neither explodes nor starves.",
            measured(
                "mean along the width, the farthest from 0",
                normed.mean(dim=-1).abs().max(),
                at_most(0.01),
                f"{size} and as large a mean",
            ),
            measured(variance, norms.farthest(normed.var(dim=-1)), near(1, 0.01), size),
            measured(
                variance,
                norms.farthest(tiny.var(dim=-1)),
                near(1, 0.01),
                "inputs of deviation 0.0001",
                beyond=True,
            ),
        ),
        finding(
            "It prevents internal covariate shift.",
            measured(
                f"{moves}, without norm being 1",
                shift(settings, Way.PRE) / shift(settings, Way.ROAD),
                at_most(0.5),
                "mean over the features of each one's mean",
            ),
            measured(
                moves,
                shift(settings, Way.PRE),
                at_most(0.05),
                "the same, in standard deviations",
                beyond=True,
            ),
        ),
        finding(
            "Norm before the sublayer, x + F(LayerNorm(x)), allows training hundreds of layers "
            "without warm-up.",
            measured(exponent, gradient_growth(settings, Way.PRE), at_most(0), pre),
            measured(exponent, gradient_growth(settings, Way.ROAD), at_least(0.5), "no norm"),
            measured(after, loss(Way.PRE), at_most(0.5), f"{pre}, learning rate 0.003"),
            measured(after, loss(Way.POST), at_least(0.9), f"{post}, learning rate 0.003"),
            measured(
                after, loss(Way.PRE, 0.1), at_most(0.5), f"{pre}, learning rate 0.1", beyond=True
            ),
        ),
    )


@demonstration(29)
def show_rms(settings: Settings) -> tuple[Call, ...]:
    """Divide two vectors by their root mean square."""
    norm = settings.build(partial(RMSNorm, 4))
    return (call(norm, x=10 * settings.normal(2, 4, seed=1)),)


@experiment(29)
def measure_rms(settings: Settings) -> tuple[Finding, ...]:
    """Compare with torch's norm, with LayerNorm in training, and count what each goes through."""
    width, offset = norms.WIDTH, 1000
    normed, tiny = norms.normed(settings, RMSNorm)
    x = settings.normal(64, width, seed=1)
    rms, layer = settings.build(partial(RMSNorm, width)), settings.build(partial(LayerNorm, width))
    theirs = settings.build(partial(nn.RMSNorm, width, eps=rms.eps))
    training = settings.for_training
    losses = small_reader.loss_with(training, "rms"), small_reader.loss_with(training, "layer")
    rounding, root = at_most(ROUNDING * settings.eps), "root mean square, the farthest from 1"
    saved = "share of LayerNorm's cost that is saved"
    return (
        finding(
            "RMSNorm(x) = x / √(Σ x² / d + ε) ⊙ γ.",
            measured(
                "largest difference from the formula in steps, the largest result being 1",
                apart(rms(x), norms.rms_norm_in_steps(rms, x)),
                rounding,
                f"d = {width}",
            ),
            measured(
                "largest difference from torch's nn.RMSNorm", apart(rms(x), theirs(x)), rounding
            ),
        ),
        finding(
            "Measured by their root mean square all vectors abide in one size.",
            measured(
                root,
                norms.farthest(normed.square().mean(dim=-1).sqrt()),
                near(1, 0.01),
                "inputs of deviation 0.1…1000",
            ),
            measured(
                root,
                norms.farthest(tiny.square().mean(dim=-1).sqrt()),
                near(1, 0.01),
                "inputs of deviation 0.0001",
                beyond=True,
            ),
        ),
        finding(
            "Centring on the mean is unnecessary: RMSNorm trains as stably.",
            measured(
                "loss after training, with LayerNorm being 1",
                losses[0] / losses[1],
                near(1, 0.05),
                "two layers, 150 steps on the treatise's English",
            ),
            measured(
                "differences within a vector that RMSNorm leaves, LayerNorm 1",
                norms.differences_left(training, offset),
                at_least(0.5),
                f"all numbers of deviation 1 about {offset}",
                beyond=True,
            ),
        ),
        finding(
            "It costs 30 % less.",
            measured(
                saved,
                norms.saved_in_steps(rms, layer, x),
                near(0.3, 0.1),
                "numbers gone through, step by step",
            ),
            measured(
                saved,
                norms.saved_in_one_kernel(rms, layer, x),
                near(0.3, 0.1),
                "numbers read and written, in one kernel",
            ),
        ),
    )


@demonstration(30)
def show_depth(settings: Settings) -> tuple[Call, ...]:
    """Follow the gradient through three layers with road and norm."""
    settings = settings.for_training
    stack = settings.build(partial(Stack, Way.PRE, 3, feed_forward))
    return (call(gradient_by_depth, layers=stack.maps(), x=settings.normal(2, WIDTH, seed=1)),)


@experiment(30)
def measure_depth(settings: Settings) -> tuple[Finding, ...]:
    """Take road and norm away in turn from 128 layers, and see what each layer adds."""
    settings, deep, few = settings.for_training, 128, 8
    stacks = {way: settings.build(partial(Stack, way, deep, feed_forward)) for way in Way}
    felt = {way: gradients(settings, stack) for way, stack in stacks.items()}
    adds = added(settings, stacks[Way.PRE])
    loss = learn(settings, stacks[Way.PRE], steps=40, rate=3e-3)
    after = f"loss of {deep} layers after 40 steps, that of guessing being 1"
    even = f"smallest gradient at any of {deep} layers, the largest being 1"

    def smallest(way: Way) -> float:
        return min(felt[way]) / max(felt[way])

    return (
        finding(
            "Road and norm together carry the gradient through more than a hundred layers.",
            measured(even, smallest(Way.PRE), at_least(0.1), "x + f(norm(x))"),
            measured(even, smallest(Way.ROAD), at_most(0.05), "x + f(x)"),
            measured(even, smallest(Way.NORM), at_most(0.05), "f(norm(x))"),
            measured(after, loss, at_most(0.5), "x + f(norm(x))"),
            series=tuple(
                curve(f"gradient, {way}", "layer", "gradient", range(1, deep + 1), felt[way])
                for way in (Way.PRE, Way.ROAD, Way.NORM)
            ),
        ),
        finding(
            "However deep, the layers never tire.",
            measured(
                f"what each of the last {few} layers adds, each of the first {few} being 1",
                sum(adds[-few:]) / sum(adds[:few]),
                at_least(0.5),
                f"{deep} layers, untrained, in units of the stream",
            ),
            series=(
                curve("what a layer adds", "layer", "share of stream", range(1, deep + 1), adds),
            ),
        ),
        not_measurable(
            "This lets frontier models of 80 to 128 layers train for months without divergence.",
            "A statement about trainings of models that are not here.",
        ),
    )
