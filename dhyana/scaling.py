"""Canto 10: how large a model is, what it costs to compute, and how loss falls with scale.

Symbols: N parameters, D training tokens, C training FLOPs (a multiply and an add are two), L loss
in nats a token, T context length.
Sources: Kaplan et al. 2020 (arXiv 2001.08361); Hoffmann et al. 2022 (arXiv 2203.15556), whose
appendix D.3 is the fit below; Wei et al. 2022 (arXiv 2206.07682) and Schaeffer et al. 2023
(arXiv 2304.15004) for the two views of emergence.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn.functional import huber_loss

from dhyana.binding import shloka
from dhyana.shapes import expect_settings, expect_sizes, shown

if TYPE_CHECKING:
    from dhyana.transformer import Config


@shloka(46)
@dataclass(frozen=True, slots=True)
class ParameterCount:
    """The three numbers that are all called N. Which one is meant changes the law.

    `total`: every parameter, a tied head counted once (Hoffmann et al.). `without_embeddings`:
    without token and position embeddings, and so without a tied head (close to Kaplan et al.,
    who leave out an untied head too). `multiplied`: the entries of all matrices that a token is
    multiplied by, a tied head included: the N for which a forward pass costs 2N FLOPs a token.
    """

    total: int
    without_embeddings: int
    multiplied: int


@shloka(46)
def count_parameters(model: nn.Module) -> ParameterCount:
    """Count a model's parameters.

    *pramāṇena ca dhānena vistāreṇa ca vardhate* — this is the measure of the first.
    """
    total = sum(parameter.numel() for parameter in model.parameters())
    modules = list(model.modules())
    embeddings = sum(m.weight.numel() for m in modules if isinstance(m, nn.Embedding))
    multiplied = sum(m.weight.numel() for m in modules if isinstance(m, nn.Linear))
    return ParameterCount(total, total - embeddings, multiplied)


@shloka(46)
def flops_per_token(config: "Config", multiplied: int, length: int, *, training: bool) -> int:
    """Return the FLOPs of one token in a text of T = `length` tokens.

    Matrices: 2 · N, N = `ParameterCount.multiplied`. Attention: 4 · layers · heads · E · T, for
    scores and mixtures over all T keys (as most kernels compute them, masked or not). The
    backward pass costs twice the forward. So training is 6N only while T is small against
    N / (2 · layers · heads · E); norms, softmax and activations are left out. Raises ValueError
    for no parameters, and for a text without tokens.
    """
    expect_sizes(multiplied=multiplied, length=length)
    attention = 4 * config.n_layers * config.n_heads * config.head_dim * length
    forward = 2 * multiplied + attention
    return 3 * forward if training else forward


@shloka(46)
@dataclass(frozen=True, slots=True)
class ScalingLaw:
    """L(N, D) = A / N^alpha + B / D^beta + L0 (Hoffmann et al. equation 2).

    Raises ValueError for a constant that is no number, and for an A, B or L0 below 0.
    """

    A: float
    alpha: float
    B: float
    beta: float
    L0: float

    def __post_init__(self) -> None:
        """Raise ValueError for a constant that no law has."""
        expect_settings(A=self.A, B=self.B, L0=self.L0)
        expect_settings(alpha=abs(self.alpha), beta=abs(self.beta))

    def loss(self, parameters: Tensor, tokens: Tensor) -> Tensor:
        """Return the loss the law foretells for N parameters and D tokens.

        Raises ValueError unless both are above 0.
        """
        if not bool((parameters > 0).all() and (tokens > 0).all()):
            raise ValueError("expected parameters and tokens above 0")
        return self.A / parameters**self.alpha + self.B / tokens**self.beta + self.L0

    def optimal(self, compute: float) -> tuple[float, float]:
        """Return the N and D of least loss among those with 6ND = `compute` (equation 4).

        Raises ValueError for no compute, and for a law by which more of one is no gain.
        """
        if not 0 < compute < math.inf:
            raise ValueError(f"expected compute above 0, found {compute}")
        if min(self.A, self.alpha, self.B, self.beta) <= 0:
            raise ValueError(f"expected A, alpha, B and beta above 0, found {self}")
        ratio = (self.alpha * self.A) / (self.beta * self.B)
        scale = ratio ** (1 / (self.alpha + self.beta))
        parameters = scale * (compute / 6) ** (self.beta / (self.alpha + self.beta))
        return parameters, compute / 6 / parameters


# As printed (equation 10). They are rounded, and the optimum is sensitive to the exponents: they
# do not give the 20 tokens a parameter that the paper's other approaches do.
CHINCHILLA = ScalingLaw(A=406.4, alpha=0.34, B=410.7, beta=0.28, L0=1.69)


@shloka(46)
@dataclass(frozen=True, slots=True)
class Fit:
    """A law fitted to runs, and between which bounds each constant lies.

    `low` and `high` bound each constant by itself; the constants hang together (A with alpha, B
    with beta), so that corners of the box are not laws that fit. `resampled` has the laws that
    fitted the resampled runs: bounds of anything that follows from a law are quantiles over them.
    """

    law: ScalingLaw
    low: ScalingLaw
    high: ScalingLaw
    resampled: tuple[ScalingLaw, ...]

    def interval(
        self, derived: Callable[[ScalingLaw], float], confidence: float = 0.9
    ) -> tuple[float, float]:
        """Return the bounds of a number that follows from the law, e.g. its optimal N.

        Raises ValueError for a confidence that is not between 0 and 1.
        """
        if not 0 < confidence < 1:
            raise ValueError(f"expected a confidence between 0 and 1, found {confidence}")
        values = torch.tensor([derived(law) for law in self.resampled], dtype=torch.float64)
        tail = torch.tensor([(1 - confidence) / 2, (1 + confidence) / 2], dtype=torch.float64)
        low, high = values.quantile(tail).tolist()
        return low, high


@shloka(46)
def fit_scaling_law(
    parameters: Sequence[float],
    tokens: Sequence[float],
    losses: Sequence[float],
    *,
    resamples: int = 100,
    confidence: float = 0.9,
    delta: float = 1e-3,
    seed: int = 0,
) -> Fit:
    """Fit the law to runs of N parameters and D tokens that reached the losses.

    Minimises the Huber loss (threshold `delta`) of log L by LBFGS, so that single runs that went
    wrong do not bend the law, from several starts of the exponents (appendix D.3). The bounds are
    quantiles over fits to runs drawn with replacement (bootstrap), each from the full fit. Raises
    ValueError for fewer runs than constants, for numbers that are not positive, for runs among
    which N or D does not vary, and for options out of range.
    """
    if resamples < 1 or not 0 < confidence < 1 or not 0 < delta < math.inf:
        raise ValueError(
            "expected resamples of at least 1, a confidence between 0 and 1 and a delta above 0, "
            f"found {resamples}, {confidence} and {delta}"
        )
    if not len(parameters) == len(tokens) == len(losses):
        raise ValueError(
            "expected parameters, tokens and losses of as many runs, found "
            f"{len(parameters)}, {len(tokens)} and {len(losses)}"
        )
    runs = torch.tensor([parameters, tokens, losses], dtype=torch.float64)
    if runs.shape[1] < 6:
        raise ValueError(f"five constants need at least 6 runs, found {runs.shape[1]}")
    if not bool((runs > 0).all() and runs.isfinite().all()):
        raise ValueError("parameters, tokens and losses must all be positive numbers")
    if len(set(parameters)) < 3 or len(set(tokens)) < 3:
        raise ValueError("parameters and tokens must each take at least 3 different values")
    logs = runs.log()
    # Counted from the mean run, so that A does not hang on alpha, nor B on beta.
    middle = logs[:2].mean(dim=1, keepdim=True)
    logs[:2] -= middle
    exponents = (0.2, 0.4, 0.8)
    third = float(logs[2].median()) - math.log(3)  # of the loss: what each term starts with
    starts = [(third, alpha, third, beta, third) for alpha in exponents for beta in exponents]
    found = [_descend(logs, torch.tensor(start).double(), delta) for start in starts]
    best = min(found, key=lambda end: end[1])[0]
    generator = torch.Generator().manual_seed(seed)
    resampled = []
    for _ in range(resamples):
        drawn = torch.randint(logs.shape[1], (logs.shape[1],), generator=generator)
        resampled.append(_law(_descend(logs[:, drawn], best, delta)[0], middle))
    law = _law(best, middle)
    fit = Fit(law, law, law, tuple(resampled))
    bounds = {
        field.name: fit.interval(lambda law, name=field.name: getattr(law, name), confidence)  # type: ignore[misc] # the default binds it in the loop
        for field in fields(ScalingLaw)
    }
    low = ScalingLaw(**{name: bound[0] for name, bound in bounds.items()})
    high = ScalingLaw(**{name: bound[1] for name, bound in bounds.items()})
    return Fit(law, low, high, tuple(resampled))


def _law(constants: Tensor, middle: Tensor) -> ScalingLaw:
    """Return the law of log A, alpha, log B, beta, log L0 counted from the mean run."""
    a, alpha, b, beta, floor = constants.tolist()
    n, d = middle.flatten().tolist()
    return ScalingLaw(math.exp(a + alpha * n), alpha, math.exp(b + beta * d), beta, math.exp(floor))


def _descend(logs: Tensor, start: Tensor, delta: float) -> tuple[Tensor, float]:
    """Return the constants where LBFGS comes to rest, and their objective."""
    n, d, loss = logs
    constants = start.clone().requires_grad_()
    optimizer = torch.optim.LBFGS(
        [constants], max_iter=200, tolerance_grad=1e-9, line_search_fn="strong_wolfe"
    )

    def closure() -> Tensor:
        optimizer.zero_grad()
        a, alpha, b, beta, floor = constants
        terms = torch.stack((a - alpha * n, b - beta * d, floor.expand_as(n)))
        # Divided by delta, which moves no minimum, so that the tolerances mean the same for all.
        value = huber_loss(terms.logsumexp(dim=0), loss, reduction="sum", delta=delta) / delta
        (constants.grad,) = torch.autograd.grad(value, constants)
        return value.detach()

    optimizer.step(closure)  # type: ignore[no-untyped-call] # torch has not typed it
    return constants.detach(), float(closure())


@shloka(47)
def token_accuracy(predicted: Tensor, wanted: Tensor) -> float:
    """Return the share of tokens that are right, of answers [B, T]: the smooth view.

    Raises ValueError when the two are not alike, or empty.
    """
    _expect_answers(predicted, wanted)
    return float((predicted == wanted).double().mean())


@shloka(47)
def exact_match(predicted: Tensor, wanted: Tensor) -> float:
    """Return the share of answers [B, T] that are right in every token: the view that leaps.

    Raises ValueError when the two are not alike, or empty.
    """
    _expect_answers(predicted, wanted)
    return float((predicted == wanted).all(dim=-1).double().mean())


@shloka(47)
def leap(accuracy: float, length: int) -> float:
    """Return the exact match of answers of `length` tokens, each right with this probability.

    *guṇāś cākasmikodayāt* — accuracy^length stays near 0 and then rises at once, though accuracy
    rises evenly: what looks like a sudden gain can be the measure's (Schaeffer et al. §2). Raises
    ValueError for what is no probability, and for a length below 1.
    """
    if not 0 <= accuracy <= 1:
        raise ValueError(f"expected a probability, found {accuracy}")
    expect_sizes(length=length)
    return accuracy**length


def _expect_answers(predicted: Tensor, wanted: Tensor) -> None:
    """Raise ValueError unless both are [B, T], not empty, on one device."""
    alike = predicted.shape == wanted.shape and predicted.device == wanted.device
    if not alike or predicted.ndim != 2 or not predicted.numel():
        raise ValueError(
            "expected answers [B, T], as many as are wanted and as long, on one device, found "
            f"{shown(predicted)} and {shown(wanted)}"
        )
