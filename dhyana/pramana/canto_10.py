"""Experiments of canto 10: what verses 46–50 say of scale, of emergence and of the whole."""

import torch

from dhyana.binding import verses_of
from dhyana.pramana import devices, emergence, growth, parity, tongues
from dhyana.pramana.decoders import OF_A_MODEL
from dhyana.pramana.experiment import (
    Call,
    Settings,
    at_least,
    at_most,
    call,
    curve,
    finding,
    measured,
    near,
    not_measurable,
)
from dhyana.pramana.registry import demonstration, experiment
from dhyana.scaling import (
    CHINCHILLA,
    count_parameters,
    exact_match,
    leap,
    token_accuracy,
)
from dhyana.shlokas import load
from dhyana.shlokas.evidence import Finding
from dhyana.transformer import Config, Transformer


def _small(settings: Settings) -> Transformer:
    """Return a model of one layer and width 4."""
    config = Config(vocab_size=6, context=8, width=4, n_layers=1, n_heads=2, ff_width=8)
    return settings.build(lambda: Transformer(config))


@demonstration(46)
def show_law(settings: Settings) -> tuple[Call, ...]:
    """Count a small model, and ask a law for losses and for the best use of a budget."""
    parameters, tokens = torch.tensor([7e10, 7e10, 2e11]), torch.tensor([3e11, 1.4e12, 1.4e12])
    return (
        call(count_parameters, model=_small(settings)),
        call(CHINCHILLA.loss, parameters=parameters, tokens=tokens),
        call(CHINCHILLA.optimal, compute=5.76e23),
    )


@experiment(46)
def measure_law(settings: Settings) -> tuple[Finding, ...]:
    """Grow models and texts, fit the law to their losses, count FLOPs, and split a model in two."""
    runs = growth.grown(settings.for_training)
    fits = growth.largest_error(growth.law_of(runs), runs)
    foretold = max(growth.foretold_falls(runs), key=lambda fall: abs(fall - 1))
    grid = f"{len(runs)} trainings, widths {growth.WIDTHS[0]} to {growth.WIDTHS[-1]}"

    short, long = (growth.cost(settings.for_training, length) for length in (32, 512))
    halves = devices.split(settings)
    ratio = "FLOPs of training, in units of 6 N D"
    model = "N the matrices, 2 layers of width 128"
    return (
        finding(
            "The test loss is a smooth power law of parameters and tokens, "
            "L(N, D) = A / N^α + B / D^β + L₀.",
            measured("largest relative error of the fitted law", fits, at_most(0.05), grid),
            series=tuple(
                curve(
                    f"loss, width {width}",
                    "training tokens",
                    "nats a word",
                    [run.tokens for run in runs if run.width == width],
                    [run.loss for run in runs if run.width == width],
                )
                for width in growth.WIDTHS
            ),
        ),
        finding(
            "The more parameters and tokens, the lower the loss, and predictably.",
            measured(
                "share of doublings of width or text after which the loss is lower",
                growth.falls(runs),
                at_least(1),
                grid,
            ),
            measured(
                "fall of the loss foretold from smaller trainings, in units of the real one, the "
                "farthest from it",
                foretold,
                near(1, 0.25),
                "to twice the largest width or the longest text",
                beyond=True,
            ),
        ),
        finding(
            "Training costs C = 6 N D FLOPs.",
            measured(ratio, short.counted / short.by_rule, near(1, 0.1), f"texts of 32, {model}"),
            measured(
                "FLOPs counted, in units of those foretold with attention",
                long.counted / long.foretold,
                near(1, 0.01),
                f"texts of 512, {model}",
            ),
            measured(
                ratio,
                long.counted / long.by_rule,
                near(1, 0.1),
                f"texts of 512, {model}",
                beyond=True,
            ),
        ),
        finding(
            "Tensor parallelism shards the matrix multiplications over several devices "
            "(Understanding Neural Networks, §5).",
            measured(
                "largest difference of the logits from those of one device, in units of the "
                "largest",
                halves.difference,
                at_most(OF_A_MODEL * torch.finfo(torch.float32).eps),
                f"{devices.DEVICES} processes, float32",
            ),
            measured("share of the parameters on a device", halves.share, near(0.5, 0.02)),
        ),
    )


@demonstration(47)
def show_views(settings: Settings) -> tuple[Call, ...]:
    """Look at three answers of two tokens in both ways."""
    wanted = settings.integers(2, 3, 2, seed=1)
    given = settings.integers(2, 3, 2, seed=7)
    return (
        call(token_accuracy, predicted=given, wanted=wanted),
        call(exact_match, predicted=given, wanted=wanted),
        call(leap, accuracy=0.9, length=10),
    )


@experiment(47)
def measure_emergence(settings: Settings) -> tuple[Finding, ...]:
    """Let memories of growing size give long answers, and a predictor learn to reckon."""
    training, sizes = settings.for_training, emergence.SIZES
    views = emergence.views(training)
    leaps = [leap(each, emergence.ANSWER) for each in views.tokens]
    off = max(abs(a - b) for a, b in zip(leaps, views.answers, strict=True))
    doublings = "doublings of the hidden width from 10 to 90 % right"
    answers = f"whole answers of {emergence.ANSWER} facts"
    right = {
        shown: parity.share_right(training, step_by_step=shown, seed=2) for shown in (True, False)
    }
    share = f"share right of 512 questions for the parity of {parity.BITS} bits"
    return (
        finding(
            "Beyond a threshold, abilities appear abruptly.",
            measured(doublings, emergence.doublings(views.answers), at_most(1), answers),
            measured(
                doublings,
                emergence.doublings(views.tokens),
                at_most(1),
                "single facts",
                beyond=True,
            ),
            measured(
                "largest difference of the share of whole answers from the share of single facts "
                f"to the power {emergence.ANSWER}",
                off,
                at_most(0.05),
                "the same networks",
            ),
            series=(
                curve("single facts", "hidden width", "share right", sizes, views.tokens),
                curve(answers, "hidden width", "share right", sizes, views.answers),
            ),
        ),
        finding(
            "Abilities emerge that were never programmed.",
            measured(
                share, right[True], at_least(0.95), "trained to predict texts that show the steps"
            ),
            measured(
                share,
                right[False],
                at_least(0.95),
                "trained to predict texts that show the result alone",
                beyond=True,
            ),
        ),
        not_measurable(
            "Large models reason, converse and write poetry, solve arithmetic, understand sarcasm "
            "and debug code.",
            "A statement about large trained models; none is here.",
        ),
    )


@demonstration(48)
def show_manifold(settings: Settings) -> tuple[Call, ...]:
    """Turn three tokens into the vectors that the head reads."""
    model = _small(settings)
    return (call(model.hidden, tokens=settings.integers(6, 1, 3, seed=1)),)


@experiment(48)
def measure_tongues(settings: Settings) -> tuple[Finding, ...]:
    """Let one model read three toy languages, and compare what it makes of their words."""
    learned = tongues.learned(settings.for_training)
    first, sister, stranger = learned
    alike = "correlation of the nearness of words in one language with that in the other"
    meets = "share of words whose nearest word in the other language means the same"
    same, other = "no word in common, one grammar", "no word in common, different grammars"
    told = f"{same}, the space turned by what {tongues.WORDS // 2} pairs of words tell"
    return (
        finding(
            "In its continuous space the Transformer finds a topology that languages share.",
            measured(alike, tongues.likeness(first, sister), at_least(0.5), same),
            measured(alike, tongues.likeness(first, stranger), at_least(0.5), other, beyond=True),
        ),
        finding(
            "It is a bridge between languages.",
            measured(meets, tongues.translated(first, sister, turned=True), at_least(0.25), told),
            measured(
                meets,
                tongues.translated(first, sister, turned=False),
                at_least(0.25),
                same,
                beyond=True,
            ),
            measured(
                meets,
                tongues.translated(first, stranger, turned=True),
                at_least(0.25),
                f"{other}, turned alike",
                beyond=True,
            ),
        ),
        not_measurable(
            "It is no mere machine of arithmetic: it has assumed the form of intelligence and "
            "realizes the Characteristica Universalis.",
            "All its operations are arithmetic, counted in verse 46; whether they are intelligence "
            "depends on what the word is to mean, which no measurement settles.",
        ),
    )


@demonstration(49)
def show_origin(settings: Settings) -> tuple[Call, ...]:
    """Score two tokens with a decoder built as in 2017: sine waves, LayerNorm after, ReLU."""
    config = Config(
        vocab_size=5,
        context=4,
        width=8,
        n_layers=1,
        n_heads=2,
        gated=False,
        activation="relu",
        norm="layer",
        norm_place="post",
        positions="sinusoidal",
        tied=True,
    )
    model = settings.build(lambda: Transformer(config))
    return (call(model, tokens=settings.integers(5, 1, 2, seed=1)),)


@experiment(49)
def measure_origin(settings: Settings) -> tuple[Finding, ...]:
    """Say why a tribute is not measured."""
    return (
        not_measurable(
            "'Attention Is All You Need' (2017), by Vaswani and seven others, revolutionized "
            "language processing, vision, biology, robotics and speech.",
            "A statement about the history of a field; the code it is linked to is what the paper "
            "describes.",
        ),
        not_measurable(
            "This science of attention reigns supreme in this age.",
            "A tribute; praise has no number.",
        ),
    )


@demonstration(50)
def show_whole(settings: Settings) -> tuple[Call, ...]:
    """Score what may follow each of three tokens."""
    return (call(_small(settings), tokens=settings.integers(6, 1, 3, seed=1)),)


@experiment(50)
def measure_whole(settings: Settings) -> tuple[Finding, ...]:
    """Count the verses, and look for a part of the model that none of them describes."""
    parts = [type(module) for module in _small(settings).modules()]
    own = {part for part in parts if part.__module__.startswith("dhyana.")}
    described = {part for part in own if verses_of(part)}
    return (
        finding(
            "Fifty verses set out the whole Transformer.",
            measured("verses", len(load().verses), near(50, 0)),
            measured(
                "share of the model's own kinds of modules that a verse describes",
                len(described) / len(own),
                at_least(1),
                f"{len(own)} kinds: {', '.join(sorted(part.__name__ for part in own))}",
            ),
        ),
        not_measurable(
            "Whoever understands attention attains omniscience.",
            "A blessing on the reader, which closes the work; nothing here measures readers.",
        ),
    )
