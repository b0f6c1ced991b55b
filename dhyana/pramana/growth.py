"""Models of several sizes, trained on several amounts of a toy language.

Symbols: N parameters, D tokens of training, L loss in nats a word.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from dhyana.pramana import languages
from dhyana.pramana.decoders import products
from dhyana.pramana.experiment import Settings
from dhyana.pramana.training import train
from dhyana.scaling import ScalingLaw, count_parameters, fit_scaling_law, flops_per_token
from dhyana.transformer import Config, Transformer

WORDS, LENGTH, BATCH = 64, 16, 32
WIDTHS, STEPS = (4, 8, 16, 32), (32, 64, 128, 256)
_NUMBERS = ("parameters", "tokens", "loss")


class Run(NamedTuple):
    """One training."""

    width: int
    parameters: int
    tokens: int
    loss: float  # on texts it has not seen


def grown(settings: Settings) -> list[Run]:
    """Train every size on every amount, both going up; smaller amounts begin the largest."""
    language = languages.grammar(settings, WORDS, seed=1)
    write = partial(languages.texts, settings, language, length=LENGTH + 1)
    seen, unseen = write(count=BATCH * STEPS[-1], seed=2), write(count=512, seed=3)
    batches = seen.chunk(STEPS[-1])
    return [_run(settings, width, batches[:steps], unseen) for width in WIDTHS for steps in STEPS]


def _run(settings: Settings, width: int, batches: tuple[Tensor, ...], unseen: Tensor) -> Run:
    config = Config(
        vocab_size=WORDS,
        context=LENGTH,
        width=width,
        n_layers=1,
        n_heads=1,
        gated=False,
        activation="relu",
        init_std=0.5 / width**0.5,
    )
    model = settings.build(lambda: Transformer(config))

    def loss(texts: Tensor) -> Tensor:
        return cross_entropy(model(texts[:, :-1]).mT, texts[:, 1:])

    train(model.parameters(), lambda step: loss(batches[step]), steps=len(batches), rate=2e-2)
    with torch.no_grad():
        reached = float(loss(unseen))
    tokens = len(batches) * BATCH * LENGTH
    return Run(width, count_parameters(model).total, tokens, reached)


def law_of(runs: Sequence[Run]) -> ScalingLaw:
    """Fit the law to trainings."""
    parameters, tokens, losses = ([getattr(run, name) for run in runs] for name in _NUMBERS)
    return fit_scaling_law(parameters, tokens, losses, resamples=1).law


def largest_error(law: ScalingLaw, runs: Sequence[Run]) -> float:
    """Return the largest relative error of the losses that a law foretells."""
    parameters, tokens, losses = (
        torch.tensor([getattr(run, name) for run in runs], dtype=torch.float64) for name in _NUMBERS
    )
    return float((law.loss(parameters, tokens) / losses - 1).abs().max())


def falls(runs: Sequence[Run]) -> float:
    """Return after which share of doublings of width or text the loss is lower."""
    losses = torch.tensor([run.loss for run in runs]).view(len(WIDTHS), len(STEPS))
    steps = torch.cat((losses.diff(dim=0).flatten(), losses.diff(dim=1).flatten()))
    return float((steps < 0).double().mean())


def foretold_falls(runs: Sequence[Run]) -> list[float]:
    """Return the falls of the loss that a law fitted to the smaller trainings foretells.

    To the largest width, the longest texts or both, from half of them; in units of the real falls.
    """
    rows = [runs[start : start + len(STEPS)] for start in range(0, len(runs), len(STEPS))]
    law = law_of([run for row in rows[:-1] for run in row[:-1]])
    falls = []
    for i, row in enumerate(rows):
        for j, run in enumerate(row):
            before = rows[min(i, len(rows) - 2)][min(j, len(row) - 2)]
            if run is not before:
                n, d = (torch.tensor(float(each)) for each in (run.parameters, run.tokens))
                foretold = float(law.loss(n, d))
                falls.append((before.loss - foretold) / (before.loss - run.loss))
    return falls


class Cost(NamedTuple):
    """FLOPs of one step of training."""

    counted: int
    foretold: int  # by `flops_per_token`
    by_rule: int  # 6 N D, N the entries of all matrices


def cost(settings: Settings, length: int) -> Cost:
    """Count what training a model of width 128 on one text costs."""
    config = Config(vocab_size=WORDS, context=length, width=128, n_layers=2, n_heads=4)
    model = settings.build(lambda: Transformer(config))
    text = settings.integers(WORDS, 1, length + 1, seed=1)

    def step() -> None:
        cross_entropy(model(text[:, :-1]).mT, text[:, 1:]).backward()  # type: ignore[no-untyped-call] # torch has not typed it

    n = count_parameters(model).multiplied
    foretold = length * flops_per_token(config, n, length, training=True)
    return Cost(products(step), foretold, 6 * n * length)
