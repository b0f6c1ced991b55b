"""Experiments of canto 4: what verses 16–20 say of many heads, measured."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn

from dhyana.attention import attention
from dhyana.heads import (
    MultiHeadAttention,
    attention_by_distance,
    head_overlap,
    head_width,
    merge_heads,
    split_heads,
)
from dhyana.pramana.costs import flops, matrix_products
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
from dhyana.pramana.lookups import (
    FEATURES,
    WORDS,
    Heads,
    learned,
    look_back,
    missed,
    near_and_far,
    questions,
    weights_in,
)
from dhyana.pramana.registry import demonstration, experiment
from dhyana.recurrence import focus
from dhyana.shlokas.evidence import Finding

WIDTH = 4 * FEATURES
HEADS = 4
BACK = (1, 5)  # distances that the heads of verse 17 have to look back
LEFT = "share of what is wanted, missed"


def side_by_side(heads: MultiHeadAttention, x: Tensor) -> list[Tensor]:
    """Return what each head makes of words x [B, N, D] by itself, H times [B, N, E]."""
    parts = (split_heads(part, heads.n_heads).unbind(dim=-2) for part in heads.project(x))
    return [attention(q, k, v) for q, k, v in zip(*parts, strict=True)]


def in_all(heads: MultiHeadAttention, x: Tensor) -> Tensor:
    """Attend in all heads at once by the explicit formula, whose arithmetic can be counted."""
    q, k, v = (split_heads(part, heads.n_heads).transpose(1, 2) for part in heads.project(x))
    attended: Tensor = heads.out(merge_heads(attention(q, k, v).transpose(1, 2)))
    return attended


@demonstration(16)
def show_splitting(settings: Settings) -> tuple[Call, ...]:
    """Split two words of width 4 between two heads, and let these attend."""
    x = settings.normal(1, 2, 4, seed=1)
    heads = settings.build(partial(MultiHeadAttention, 4, 2))
    return (call(split_heads, x=x, n_heads=2), call(heads, x=x))


@experiment(16)
def measure_splitting(settings: Settings) -> tuple[Finding, ...]:
    """Let one head and four learn to answer two questions of a word at once."""
    x = settings.normal(2, 64, 64, seed=1)
    eight = settings.build(partial(MultiHeadAttention, 64, 8))
    joined = eight.out(torch.cat(side_by_side(eight, x), dim=-1))
    training = settings.for_training
    two, one = questions(training, 2), questions(training, 1)
    task, alone = two(256, 1), one(256, 1)
    single, several = (learned(training, partial(Heads, WIDTH, h), two) for h in (1, HEADS))
    single_alone = learned(training, partial(Heads, 3 * FEATURES, 1), one)
    on_asked = [
        torch.stack([w.gather(-1, task.asked).mean(dim=(0, 1)) for w in weights.unbind(dim=1)])
        for weights in (single.weights(task.words), several.weights(task.words))
    ]
    both = "each word asks two others"
    return (
        finding(
            "Splitting makes several attentions that work side by side.",
            measured(
                "largest change when words are split and merged again",
                (exact(merge_heads(split_heads(x, 8))) - exact(x)).abs().max(),
                at_most(0),
                "8 heads",
            ),
            measured(
                "largest difference from eight attentions one by one, the largest result being 1",
                apart(eight(x), joined),
                at_most(ROUNDING * settings.eps),
                "64 words, width 64",
            ),
        ),
        finding(
            "A single head is not enough.",
            measured(LEFT, missed(single, task).mean(), at_least(0.25), both),
            measured(
                LEFT,
                missed(single_alone, alone).mean(),
                at_least(0.25),
                "each word asks one other",
                beyond=True,
            ),
        ),
        finding(
            "A single head averages over several relations.",
            measured(
                "weight on that of the two words which it lights up less, mean",
                on_asked[0].min(),
                at_least(0.25),
                both,
            ),
        ),
        finding(
            "Several heads attend to different places at once.",
            measured(LEFT, missed(several, task).mean(), at_most(0.05), f"{HEADS} heads, {both}"),
            measured(
                "weight of the best head on the first word asked, mean",
                on_asked[1][:, 0].max(),
                at_least(0.8),
            ),
            measured(
                "weight of the best head on the second word asked, mean",
                on_asked[1][:, 1].max(),
                at_least(0.8),
            ),
            measured(
                "number of weights, in units of one head's",
                _size(several) / _size(single),
                near(1, 0),
                f"{HEADS} heads",
            ),
        ),
    )


def _size(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


@demonstration(17)
def show_distances(settings: Settings) -> tuple[Call, ...]:
    """See how far back two untrained heads look among three words."""
    heads = settings.for_training.build(partial(Heads, WIDTH, 2, causal=True))
    weights = heads.weights(settings.for_training.normal(1, 3, WIDTH, seed=1))
    return (call(attention_by_distance, weights=weights),)


@experiment(17)
def measure_distances(settings: Settings) -> tuple[Finding, ...]:
    """Train four heads to look back at two distances, and see which head looks where."""
    settings = settings.for_training
    draw, make = look_back(settings, BACK), partial(Heads, WIDTH, HEADS, causal=True)
    task = draw(128, 1)
    heads = learned(settings, make, draw, rate=0.02)
    looks = exact(attention_by_distance(heads.weights(task.words)))
    fresh = exact(attention_by_distance(settings.build(make).weights(task.words)))
    best = [int(looks[:, distance].argmax()) for distance in BACK]
    task_is = f"{HEADS} heads trained to look {BACK[0]} and {BACK[1]} words back"
    return (
        finding(
            "Heads specialise of themselves.",
            *(
                measured(
                    f"weight of the best head on the word {distance} back, mean",
                    looks[head, distance],
                    at_least(0.8),
                    task_is,
                )
                for distance, head in zip(BACK, best, strict=True)
            ),
            measured("heads that these two are", len(set(best)), near(2, 0), task_is),
            measured(
                "largest weight on one of these two",
                fresh[:, list(BACK)].max(),
                at_most(0.5),
                "untrained",
            ),
            measured(
                "different places that a head looks at most",
                len(set(looks.argmax(dim=-1).tolist())),
                at_least(HEADS),
                "a place of its own for each of the four",
                beyond=True,
            ),
            series=tuple(
                curve(f"weight, head {n}", "words back", "mean weight", range(WORDS), head)
                for n, head in enumerate(looks, 1)
            ),
        ),
        not_measurable(
            "One head tracks agreement of subject and verb, one resolves pronouns, one marks "
            "punctuation, one entailment.",
            "Found by probing large models of language, of which there is none here.",
        ),
    )


@demonstration(18)
def show_width(settings: Settings) -> tuple[Call, ...]:
    """Divide a width among heads."""
    return (call(head_width, width=512, n_heads=8),)


@experiment(18)
def measure_width(settings: Settings) -> tuple[Finding, ...]:
    """Count what one head and sixteen compute, and how far heads read the same."""
    width, length, many = 256, 128, 16
    x = settings.normal(1, length, width, seed=1)
    one, heads = (settings.build(partial(MultiHeadAttention, width, h)) for h in (1, many))

    def ratio(count: Callable[[MultiHeadAttention], int]) -> float:
        return count(heads) / count(one)

    overlap = head_overlap(heads.project.query.weight.float(), many)
    others = overlap[~torch.eye(many, dtype=torch.bool)]
    size = f"h = {many}, d_model = {width}, N = {length}"
    return (
        finding(
            "Each head works on vectors of the reduced dimension d_model / h, as in 512 / 8 = 64.",
            measured("dimension of a head", head_width(512, 8), near(64, 0), "512 / 8"),
            measured(
                "dimension of what each head gives",
                side_by_side(heads, x)[0].shape[-1],
                near(width / many, 0),
                size,
            ),
        ),
        finding(
            "The total cost is identical to that of one head of full dimension.",
            measured(
                "arithmetic of all matrix products, one head's being 1",
                ratio(lambda module: flops(lambda: in_all(module, x))),
                near(1, 0),
                size,
            ),
            measured("number of weights, one head's being 1", ratio(_size), near(1, 0), size),
            measured(
                "numbers that go through softmax, one head's being 1",
                ratio(lambda module: weights_in(module, x).numel()),
                near(1, 0),
                size,
                beyond=True,
            ),
        ),
        finding(
            "The heads go to places of their own, in different subspaces.",
            measured(
                "largest overlap of the features that two heads read (1: the same)",
                others.max(),
                at_most(0.5),
                f"{size}, untrained",
            ),
        ),
        finding(
            "All is grasped at the same time.",
            measured(
                "number of matrix products, one head's being 1",
                ratio(lambda module: matrix_products(lambda: in_all(module, x))),
                near(1, 0),
                size,
            ),
        ),
    )


@demonstration(19)
def show_merging(settings: Settings) -> tuple[Call, ...]:
    """Merge two heads of width 2, and let two heads attend."""
    heads = settings.build(partial(MultiHeadAttention, 4, 2))
    return (
        call(merge_heads, x=settings.normal(1, 2, 2, 2, seed=1)),
        call(heads, x=settings.normal(1, 2, 4, seed=2)),
    )


@experiment(19)
def measure_merging(settings: Settings) -> tuple[Finding, ...]:
    """Compare with torch's own layer, and take the heads apart again."""
    width, many = 64, 8
    x = settings.normal(2, 64, width, seed=1)
    heads = settings.build(partial(MultiHeadAttention, width, many))
    theirs = settings.build(
        partial(nn.MultiheadAttention, width, many, bias=False, batch_first=True)
    )
    project = heads.project
    with torch.no_grad():
        theirs.in_proj_weight.copy_(
            torch.cat([layer.weight for layer in (project.query, project.key, project.value)])
        )
        theirs.out_proj.weight.copy_(heads.out.weight)
        ours = exact(heads(x))
        off = apart(heads(x), theirs(x, x, x, need_weights=False)[0])
        parts = side_by_side(heads, x)
        shares = [
            exact(part) @ exact(slice_).mT
            for part, slice_ in zip(parts, heads.out.weight.chunk(many, dim=1), strict=True)
        ]
    rounding = at_most(ROUNDING * settings.eps)
    heard = torch.stack([part.abs().amax(dim=1) > 0 for part in heads.out.weight.chunk(many, 1)])
    return (
        finding(
            "MultiHead(Q, K, V) = Concat(head_1, …, head_h) W_O.",
            measured(
                "largest difference from the formula written out, the largest result being 1",
                apart(exact(torch.cat(parts, dim=-1)) @ exact(heads.out.weight).mT, ours),
                rounding,
                f"h = {many}, d_model = {width}, 64 words",
            ),
            measured(
                "largest difference from torch's nn.MultiheadAttention, likewise", off, rounding
            ),
        ),
        finding(
            "W_O has h d_v rows and d_model columns, and so leads back into the residual stream.",
            measured("rows", heads.out.in_features, near(many * heads.head_dim, 0)),
            measured("columns", heads.out.out_features, near(width, 0)),
        ),
        finding(
            "The projection mixes what the heads have gathered.",
            measured(
                "heads that a coordinate of the output hears, at least",
                heard.sum(dim=0).min(),
                near(many, 0),
            ),
            measured(
                "largest difference from the sum of what each head adds, likewise",
                apart(torch.stack(shares).sum(dim=0), ours),
                rounding,
            ),
        ),
        not_measurable(
            "So they generate profound and fruitful intelligence.",
            "Intelligence is not defined; the formula is a sum of linear maps.",
        ),
    )


@demonstration(20)
def show_overlap(settings: Settings) -> tuple[Call, ...]:
    """Say how far two heads read the same subspace."""
    projection = settings.for_training.normal(4, 8, seed=1)
    return (call(head_overlap, projection=projection, n_heads=2),)


@experiment(20)
def measure_overlap(settings: Settings) -> tuple[Finding, ...]:
    """Train one head and four to see the near and the far, and measure their angles."""
    settings = settings.for_training
    draw = near_and_far(settings)
    task, make = draw(256, 1), partial(Heads, WIDTH, causal=True)
    fresh = settings.build(partial(make, HEADS))
    single, several = (learned(settings, partial(make, h), draw, rate=0.02) for h in (1, HEADS))
    weights = exact(several.weights(task.words))
    lit = focus(weights[:, :, -1]).mean(dim=0)
    left = {1: missed(single, task), HEADS: missed(several, task)}

    def shared(heads: Heads) -> Tensor:
        overlap = head_overlap(heads.attention.project.query.weight, HEADS)
        return overlap[~torch.eye(HEADS, dtype=torch.bool)].mean()

    overlap = "overlap of the subspaces that two heads read, mean (0: orthogonal)"
    both = "each word wants the one before it and the mean of all"
    return (
        finding(
            "The heads divide the representation among orthogonal subspaces.",
            measured(overlap, shared(fresh), at_most(0.01), f"{FEATURES} of {WIDTH}, untrained"),
            measured(overlap, shared(several), at_most(0.01), f"{FEATURES} of {WIDTH}, trained"),
        ),
        finding(
            "A single perspective is short-sighted.",
            measured(LEFT, left[1][:FEATURES].mean(), at_least(0.25), f"the near, {both}"),
        ),
        finding(
            "Many perspectives take in the smallest and the whole at once.",
            measured(LEFT, left[HEADS][:FEATURES].mean(), at_most(0.05), "the near, 4 heads"),
            measured(LEFT, left[HEADS][FEATURES:].mean(), at_most(0.05), "the far, 4 heads"),
            measured("words that the sharpest head lights up", lit.min(), at_most(2)),
            measured(
                "words that the widest head lights up", lit.max(), at_least(12), f"of {WORDS}"
            ),
        ),
    )
