"""Experiments of canto 3: what verses 11–15 say of scaled dot-product attention, measured."""

import math

import torch
from torch import Tensor
from torch.nn.functional import normalize

from dhyana.attention import (
    attention,
    attention_weights,
    dot_product_scores,
    mix_values,
    scale_scores,
)
from dhyana.pramana import random_scores
from dhyana.pramana.experiment import (
    ROUNDING,
    Call,
    Settings,
    above,
    at_least,
    at_most,
    call,
    exact,
    finding,
    measured,
    near,
    not_measurable,
)
from dhyana.pramana.instruments import angle, cosine_lost, growth_exponent, smallest_influence
from dhyana.pramana.random_scores import HEAD_DIMS, KEYS
from dhyana.pramana.registry import demonstration, experiment
from dhyana.shlokas.evidence import Finding


@demonstration(11)
def show_scores(settings: Settings) -> tuple[Call, ...]:
    """Score two queries against three keys."""
    query, key = settings.normal(2, 4, seed=1), settings.normal(3, 4, seed=2)
    return (call(dot_product_scores, query=query, key=key),)


@experiment(11)
def measure_scores(settings: Settings) -> tuple[Finding, ...]:
    """Compare scores with lengths and angles that were found without a dot product."""
    trials, head_dim = (512 if settings.quick else 8192), 64
    rounding = at_most(ROUNDING * settings.eps)
    query = settings.normal(trials, 1, head_dim, seed=1)
    key = settings.normal(trials, KEYS, head_dim, seed=2)
    score = exact(dot_product_scores(query, key)[:, 0])
    by_sum = (exact(query) * exact(key)).sum(dim=-1)
    by_angle = angle(query, key).cos()
    lengths = exact(query).norm(dim=-1) * exact(key).norm(dim=-1)

    of_one_length = normalize(key, dim=-1) * math.sqrt(head_dim)
    of_any_length = key * settings.normal(trials, KEYS, 1, seed=3).exp()
    along = normalize(query, dim=-1) * math.sqrt(head_dim)
    own = exact(dot_product_scores(query, along)[:, 0, 0])
    own_short = exact(dot_product_scores(query, along / 50)[:, 0, 0])
    rival = exact(dot_product_scores(query, of_one_length)[:, 0].amax(dim=-1))

    in_lengths = "in units of ‖q‖‖k‖"
    lost = "most of cos θ lost by taking the key with the highest score"
    against = f"lowest score, in units of the highest of {KEYS} random keys"
    return (
        finding(
            "The dot product of a query and a key is the sum of the products of their "
            "coordinates, and equals ‖q‖‖k‖ cos θ.",
            measured(
                f"largest error against the sum, {in_lengths}",
                ((score - by_sum).abs() / lengths).max(),
                rounding,
                f"random q and k, d_k = {head_dim}",
            ),
            measured(
                f"largest error against ‖q‖‖k‖ cos θ, {in_lengths}",
                (score / lengths - by_angle).abs().max(),
                rounding,
                "θ found without a dot product",
            ),
        ),
        finding(
            "The dot product shows how closely a query and a key are aligned.",
            measured(lost, cosine_lost(query, of_one_length), rounding, "keys of one length"),
            measured(
                lost,
                cosine_lost(query, of_any_length),
                rounding,
                "keys of log-normal length, σ = 1",
                beyond=True,
            ),
        ),
        finding(
            "A key that points in the direction of the query has a large positive score.",
            measured("lowest score", own.min(), above(0), "key along the query, of length √d_k"),
            measured(against, (own / rival).min(), at_least(1), "all keys of length √d_k"),
            measured(
                against,
                (own_short / rival).min(),
                at_least(1),
                "key along the query, fifty times shorter than the random ones",
                beyond=True,
            ),
        ),
        not_measurable(
            "The relationship whose strength it shows is semantic.",
            "What vectors mean comes from training; the formula has no meaning to measure.",
        ),
    )


@demonstration(12)
def show_scaling(settings: Settings) -> tuple[Call, ...]:
    """Scale the scores of two queries and three keys of width 64."""
    query, key = settings.normal(2, 64, seed=1), settings.normal(3, 64, seed=2)
    return (call(scale_scores, scores=dot_product_scores(query, key), head_dim=64),)


@experiment(12)
def measure_scaling(settings: Settings) -> tuple[Finding, ...]:
    """Follow variance, saturation and gradient over d_k, raw and divided by √d_k."""
    first, last = HEAD_DIMS[0], HEAD_DIMS[-1]
    pairs = 8192 if settings.quick else 32768
    raw, scaled = zip(
        *(random_scores.variances(settings, pairs, e) for e in HEAD_DIMS), strict=True
    )
    _, of_wide = random_scores.variances(settings, pairs, 64, deviation=3)
    of_linear = random_scores.variance_after_linear(settings, pairs, 64)
    softmax = {e: random_scores.softmax_of_scores(settings, e) for e in HEAD_DIMS}
    jacobians = {
        e: without.jacobian / by_root.jacobian for e, (without, by_root) in softmax.items()
    }
    without, by_root = zip(*softmax.values(), strict=True)

    iid = "independent q and k of unit variance"
    variance = "variance of q·k / √d_k"
    jacobian = "norm of softmax's Jacobian, raw in units of scaled, median"
    gradient = f"gradient at q for d_k = {last} in units of that for {first}, median"
    return (
        finding(
            "For large d_k the dot products grow large in magnitude.",
            measured(
                "exponent with which their standard deviation grows with d_k",
                growth_exponent(HEAD_DIMS, [math.sqrt(each) for each in raw]),
                near(0.5, 0.02),
                f"{iid}, d_k {first}…{last}",
            ),
            measured("variance of q·k / d_k", raw[-1] / last, near(1, 0.1), f"{iid}, d_k = {last}"),
            series=(random_scores.over_head_dim("variance of q·k", raw),),
        ),
        finding(
            "Large dot products push softmax into regions with vanishingly small gradients.",
            measured(
                "largest weight, mean",
                without[-1].largest,
                at_least(0.9),
                f"raw, d_k = {last}, {KEYS} keys",
            ),
            measured(jacobian, jacobians[last], at_most(0.1), f"d_k = {last}"),
            measured(jacobian, jacobians[128], at_most(0.1), "d_k = 128", beyond=True),
            measured(jacobian, jacobians[64], at_most(0.1), "d_k = 64", beyond=True),
            series=(
                random_scores.over_head_dim(
                    "norm of softmax's Jacobian, raw", [s.jacobian for s in without]
                ),
                random_scores.over_head_dim(
                    "norm of softmax's Jacobian, scaled", [s.jacobian for s in by_root]
                ),
            ),
        ),
        finding(
            "Dividing by √d_k scales the variance back to 1.",
            measured(
                f"{variance}, the farthest from 1",
                max(scaled, key=lambda each: abs(each - 1)),
                near(1, 0.1),
                f"{iid}, d_k {first}…{last}",
            ),
            measured(
                variance, of_wide, near(1, 0.1), "q and k of standard deviation 3", beyond=True
            ),
            measured(
                variance, of_linear, near(1, 0.1), "q and k from a fresh nn.Linear", beyond=True
            ),
            series=(random_scores.over_head_dim(variance, scaled),),
        ),
        finding(
            "Dividing by √d_k preserves a healthy gradient flow.",
            measured(
                gradient,
                by_root[-1].gradient / by_root[0].gradient,
                near(1, 0.25),
                f"{iid}, scaled",
            ),
            measured(
                gradient, without[-1].gradient / without[0].gradient, at_most(0.1), f"{iid}, raw"
            ),
            series=(
                random_scores.over_head_dim("gradient at q, raw", [s.gradient for s in without]),
                random_scores.over_head_dim("gradient at q, scaled", [s.gradient for s in by_root]),
            ),
        ),
    )


@demonstration(13)
def show_weights(settings: Settings) -> tuple[Call, ...]:
    """Weigh three keys for two queries; the second query may not see the last key."""
    mask = torch.tensor([[True, True, True], [True, True, False]], device=settings.device)
    return (call(attention_weights, scores=settings.normal(2, 3, seed=1), mask=mask),)


@experiment(13)
def measure_weights(settings: Settings) -> tuple[Finding, ...]:
    """Add up rows of weights in every dtype, and look for the smallest and the undefined."""
    rows, keys = (256 if settings.quick else 4096), 1024
    scores = settings.normal(rows, keys, seed=1)
    weights = exact(attention_weights(scores))
    sums = weights.sum(dim=-1)
    far = torch.tensor([[0, 0, 0, -1000]], device=settings.device, dtype=settings.dtype)
    some = torch.tensor([[True, True, True, False]], device=settings.device)
    none = torch.zeros_like(some)
    by_formula = far.masked_fill(~none, -math.inf).softmax(dim=-1)
    error, smallest = "largest error of the sum", "smallest weight"
    return (
        finding(
            "The weights of a row sum to exactly 1.",
            *(
                measured(
                    error,
                    (exact(attention_weights(scores.to(dtype))).sum(dim=-1) - 1).abs().max(),
                    at_most(ROUNDING * torch.finfo(dtype).eps),
                    f"{str(dtype).removeprefix('torch.')}, {keys} keys",
                )
                for dtype in (torch.float32, torch.float16, torch.bfloat16)
            ),
            measured(
                "share of rows that sum to exactly 1",
                (sums == 1).double().mean(),
                at_least(1),
                "weights as rounded, added in float64",
                beyond=True,
            ),
        ),
        finding(
            "Exponentiation makes every weight strictly positive.",
            measured(smallest, weights.min(), above(0), f"random scores, {keys} keys"),
            measured(
                smallest,
                exact(attention_weights(far)).min(),
                above(0),
                "a score 1000 below the others",
                beyond=True,
            ),
            measured(
                smallest,
                exact(attention_weights(far, some)).min(),
                above(0),
                "a masked key",
                beyond=True,
            ),
        ),
        finding(
            "Softmax turns scores into a valid categorical probability distribution.",
            measured(smallest, weights.min(), at_least(0), f"random scores, {keys} keys"),
            measured("largest weight", weights.max(), at_most(1), f"random scores, {keys} keys"),
            measured(error, (sums - 1).abs().max(), at_most(ROUNDING * settings.eps)),
            measured(
                "share of weights that are NaN",
                by_formula.isnan().float().mean(),
                at_most(0),
                "every key masked, by the bare formula",
                beyond=True,
            ),
            measured(
                error,
                (exact(attention_weights(far, none)).sum() - 1).abs(),
                at_most(ROUNDING * settings.eps),
                "every key masked, as defined here: all weights 0",
                beyond=True,
            ),
        ),
    )


@demonstration(14)
def show_mixing(settings: Settings) -> tuple[Call, ...]:
    """Mix three values of width 4 for two queries."""
    weights = attention_weights(settings.normal(2, 3, seed=1))
    return (call(mix_values, weights=weights, value=settings.normal(3, 4, seed=2)),)


@experiment(14)
def measure_mixing(settings: Settings) -> tuple[Finding, ...]:
    """Compare the output with a sum written out, and with the box that the values span."""
    trials, length, width = (64 if settings.quick else 1024), 32, 16
    rounding = at_most(ROUNDING * settings.eps)
    weights = attention_weights(settings.normal(trials, length, length, seed=1))
    value = settings.normal(trials, length, width, seed=2)
    output = exact(mix_values(weights, value))
    weights, value = exact(weights), exact(value)
    written_out = torch.zeros_like(output)
    for s in range(length):
        written_out += weights[:, :, s, None] * value[:, None, s]
    outside = torch.maximum(
        output - value.amax(dim=1, keepdim=True), value.amin(dim=1, keepdim=True) - output
    )
    in_values = "in units of the largest |v|"
    return (
        finding(
            "Each output vector is the sum of the value vectors, weighted by attention.",
            measured(
                f"largest error against the sum written out, {in_values}",
                (output - written_out).abs().max() / value.abs().max(),
                rounding,
                f"{length} values of width {width}",
            ),
        ),
        finding(
            "Each output vector is a convex combination of all value vectors.",
            measured("smallest weight", weights.min(), above(0), "no mask"),
            measured(
                "largest error of the sum of weights",
                (weights.sum(dim=-1) - 1).abs().max(),
                rounding,
            ),
            measured(
                f"how far an output lies outside the values, {in_values}",
                outside.max().clamp(min=0) / value.abs().max(),
                rounding,
                "coordinate by coordinate",
            ),
        ),
        not_measurable(
            "It pools the most informative features from across the sequence.",
            "What is informative is settled by training and task; the formula fixes only that a "
            "value enters in proportion to its weight.",
        ),
    )


@demonstration(15)
def show_attention(settings: Settings) -> tuple[Call, ...]:
    """Attend from two new positions to three, each to those up to itself."""
    query, key, value = (settings.normal(n, 4, seed=seed) for seed, n in enumerate((2, 3, 3)))
    return (call(attention, query=query, key=key, value=value, is_causal=True),)


@experiment(15)
def measure_attention(settings: Settings) -> tuple[Finding, ...]:
    """Compare the four steps with torch's own kernel, and find who influences whom."""
    heads, length, width = (8 if settings.quick else 64), 128, 64
    rounding = at_most(ROUNDING * settings.eps)
    query, key, value = (settings.normal(2, heads, length, width, seed=n) for n in (1, 2, 3))
    mask = settings.normal(length, length, seed=4) > 0
    mask[7] = False

    free = value[0, 0].clone().requires_grad_()
    alone = attention(query[0, 0], key[0, 0], free)

    def difference(query: Tensor, mask: Tensor | None = None, *, is_causal: bool = False) -> Tensor:
        explicit = attention(query, key, value, mask=mask, is_causal=is_causal)
        fused = attention(query, key, value, mask=mask, is_causal=is_causal, implementation="fused")
        return (exact(explicit) - exact(fused)).abs().max() / exact(value).abs().max()

    apart = "largest difference from torch's fused kernel, in units of the largest |v|"
    return (
        finding(
            "Dot product, scaling, softmax and weighted sum together are Scaled Dot-Product "
            "Attention.",
            measured(apart, difference(query), rounding, f"{length} positions, {heads} heads"),
            measured(apart, difference(query, mask), rounding, "random mask, one row empty"),
            measured(apart, difference(query, is_causal=True), rounding, "causal"),
            measured(
                apart,
                difference(query[:, :, -5:], is_causal=True),
                rounding,
                f"causal, the last 5 of {length} positions",
            ),
        ),
        finding(
            "It mixes the information of the whole sequence.",
            measured(
                "smallest derivative of an output by a value",
                smallest_influence(alone, free),
                above(0),
                f"any two of {length} positions, no mask",
            ),
        ),
        not_measurable(
            "It is the root of all modern models: GPT-4, Claude, LLaMA, Gemini and Whisper rely "
            "on this exact core.",
            "A statement about named models, several of them unpublished, and about all others; "
            "no measurement of this code decides it.",
        ),
    )
