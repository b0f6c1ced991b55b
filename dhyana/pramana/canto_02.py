"""Experiments of canto 2: what verses 6–10 say of query, key and value, measured."""

import math
from functools import partial
from itertools import combinations

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from dhyana.attention import mix_values
from dhyana.pramana.experiment import (
    ROUNDING,
    Call,
    Settings,
    above,
    at_least,
    at_most,
    call,
    curve,
    exact,
    finding,
    measured,
    near,
)
from dhyana.pramana.instruments import apart
from dhyana.pramana.lookups import (
    FEATURES,
    WORDS,
    OneHead,
    RawAttention,
    learned,
    missed,
    questions,
)
from dhyana.pramana.registry import demonstration, experiment
from dhyana.pramana.senses import senses_told, texts
from dhyana.projections import (
    QKV,
    Projections,
    affinities,
    contextualize,
    retrieve,
    subspace_overlap,
)
from dhyana.shlokas.evidence import Finding

WIDTH, HEAD = 64, 16


def weights_of(projections: Projections) -> tuple[Tensor, ...]:
    """Return W_Qᵀ, W_Kᵀ and W_Vᵀ."""
    layers = (projections.query, projections.key, projections.value)
    return tuple(layer.weight.detach() for layer in layers)


def largest_overlap(projections: Projections) -> float:
    """Return how far those two of the three read the same features that do so the most."""
    return max(subspace_overlap(a, b) for a, b in combinations(weights_of(projections), 2))


@demonstration(6)
def show_triad(settings: Settings) -> tuple[Call, ...]:
    """Project two words of width 4 to queries, keys and values of width 2."""
    projections = settings.build(partial(Projections, 4, 2, 2))
    return (call(projections, x=settings.normal(1, 2, 4, seed=1)),)


@experiment(6)
def measure_triad(settings: Settings) -> tuple[Finding, ...]:
    """Compare the projections with products written out, and the three with one another."""
    x = settings.normal(1, 128, WIDTH, seed=1)
    plain = settings.build(partial(Projections, WIDTH, HEAD, HEAD))
    biased = settings.build(partial(Projections, WIDTH, HEAD, HEAD, bias=True))
    of_nothing = max(exact(output).abs().max() for output in biased(torch.zeros_like(x)))
    full = settings.build(partial(Projections, WIDTH, WIDTH, WIDTH)).float()

    off = max(
        apart(output, exact(x) @ exact(weight).mT)
        for output, weight in zip(plain(x), weights_of(plain), strict=True)
    )
    overlap = "largest overlap of the features that two of the three read"
    return (
        finding(
            "Q = X W_Q, K = X W_K and V = X W_V.",
            measured(
                "largest difference from X W, the largest |X W| being 1",
                off,
                at_most(ROUNDING * settings.eps),
                f"d_model = {WIDTH}, d_k = {HEAD}",
            ),
            measured(
                "largest output for X = 0", of_nothing, at_most(0), "layers with bias", beyond=True
            ),
        ),
        finding(
            "W_Q and W_K have d_model rows and d_k columns, W_V d_model rows and d_v columns.",
            measured(
                "number of weights, d_model (2 d_k + d_v) being 1",
                sum(weight.numel() for weight in plain.parameters()) / (WIDTH * 3 * HEAD),
                near(1, 0),
                f"d_model = {WIDTH}, d_k = d_v = {HEAD}",
            ),
            *(
                measured(f"columns of {name}", projected.shape[-1], near(HEAD, 0))
                for name, projected in plain(x)._asdict().items()
            ),
        ),
        finding(
            "The three representations are distinct.",
            measured(overlap, largest_overlap(plain.float()), at_most(0.5), f"{HEAD} of {WIDTH}"),
            measured(
                overlap, largest_overlap(full), at_most(0.5), f"{WIDTH} of {WIDTH}", beyond=True
            ),
        ),
    )


@demonstration(7)
def show_retrieval(settings: Settings) -> tuple[Call, ...]:
    """Look the second of three keys up, softly and sharply."""
    keys, values = settings.normal(3, 4, seed=1), settings.normal(3, 2, seed=2)
    return tuple(
        call(retrieve, query=keys[1], keys=keys, values=values, sharpness=sharpness)
        for sharpness in (0.5, 5.0)
    )


@experiment(7)
def measure_retrieval(settings: Settings) -> tuple[Finding, ...]:
    """Look up what is stored and what is not, softly and sharply."""
    entries, width = 64, 64
    by_root, rounding = 1 / math.sqrt(width), at_most(ROUNDING * settings.eps)
    keys, values = settings.normal(entries, width, seed=1), settings.normal(entries, 8, seed=2)
    queries = {"query = a stored key": keys, "random query": settings.normal(64, width, seed=3)}
    order = settings.normal(entries, seed=4).argsort()
    sharpnesses = [2.0**n for n in range(-3, 8)]

    def found(query: Tensor, sharpness: float = 1) -> Tensor:
        return retrieve(query, keys, values, sharpness=sharpness * by_root)

    def off(query: Tensor, sharpness: float = 1) -> float:
        best = exact(values)[(exact(query) @ exact(keys).mT).argmax(dim=-1)]
        return float((exact(found(query, sharpness)) - best).norm() / best.norm())

    stored, random = queries.values()
    nearest = torch.cdist(exact(found(stored)), exact(values)).argmin(dim=-1)
    reordered = retrieve(random, keys[order], values[order], sharpness=by_root)
    doubled = retrieve(random, keys, 2 * values, sharpness=by_root)
    answer = exact(found(torch.zeros_like(keys[:1])))
    away = "distance from the value of the best key, its length being 1"
    return (
        finding(
            "Where query and key match best, the value of that key is delivered.",
            measured(away, off(stored), at_most(0.25), "query = a stored key, scores by √d_k"),
            measured(away, off(stored, 8), at_most(0.01), "query = a stored key, 8 times sharper"),
            measured(away, off(random), at_most(0.25), "random query", beyond=True),
            series=tuple(
                curve(
                    f"distance from the best value, {name}",
                    "sharpness, by √d_k being 1",
                    "distance",
                    sharpnesses,
                    [off(query, sharpness) for sharpness in sharpnesses],
                )
                for name, query in queries.items()
            ),
        ),
        finding(
            "Query and key say where to look, the value says what is handed on.",
            measured(
                "largest change when the entries change places, the largest result being 1",
                apart(reordered, found(random)),
                rounding,
            ),
            measured(
                "largest difference from twice the result when values are doubled, likewise",
                apart(doubled, 2 * found(random)),
                rounding,
            ),
        ),
        finding(
            "It works like a database: Q is the search string, K the index, V the record.",
            measured(
                "share of stored keys whose own record is nearest to the answer",
                (nearest == torch.arange(entries)).double().mean(),
                at_least(1),
                f"{entries} entries",
            ),
            measured(
                "length of the answer, the mean of all records being 1",
                answer.norm() / exact(values).mean(dim=0).norm(),
                at_most(0),
                "a query that matches no key",
                beyond=True,
            ),
        ),
    )


@demonstration(8)
def show_subspaces(settings: Settings) -> tuple[Call, ...]:
    """Project two words, and say how far queries and keys read the same features."""
    projections = settings.for_training.build(partial(Projections, 4, 2, 2))
    query, key, _ = weights_of(projections)
    return (
        call(projections, x=settings.for_training.normal(1, 2, 4, seed=1)),
        call(subspace_overlap, a=query, b=key),
    )


@experiment(8)
def measure_subspaces(settings: Settings) -> tuple[Finding, ...]:
    """Train one head to look up, and see which features each of its projections reads."""
    settings = settings.for_training
    width, draw = 3 * FEATURES, questions(settings, 1)
    make, task = partial(OneHead, width), draw(256, 1)
    head, fresh = learned(settings, make, draw), settings.build(make)
    raw = learned(settings, partial(RawAttention, width), draw)
    features = torch.eye(width, dtype=settings.dtype, device=settings.device).chunk(3)
    reads = {
        f"share of {name} that reads what a word {does}": subspace_overlap(weight, of)
        for name, does, weight, of in zip(
            ("W_Q", "W_K", "W_V"),
            ("asks", "offers", "carries"),
            weights_of(head.project),
            features,
            strict=True,
        )
    }
    trained, left = f"trained to look up one of {WORDS} words", "share of what is wanted, missed"
    overlap = "largest overlap of the features that two projections read"
    return (
        finding(
            "Each projection gives a word a place in a subspace of its own.",
            measured(overlap, largest_overlap(head.project), at_most(0.25), trained),
            measured(overlap, largest_overlap(fresh.project), at_most(0.25), "fresh", beyond=True),
        ),
        finding(
            "They learn which features are for asking, for being found and for handing on.",
            *(measured(what, share, at_least(0.8), trained) for what, share in reads.items()),
        ),
        finding(
            "Attention on the raw embeddings does not learn this.",
            measured(left, missed(head, task).mean(), at_most(0.1), f"projections, {trained}"),
            measured(left, missed(raw, task).mean(), at_least(0.5), "raw, trained alike"),
        ),
    )


@demonstration(9)
def show_context(settings: Settings) -> tuple[Call, ...]:
    """Give one word two different neighbours."""
    projections = settings.build(partial(Projections, 4, 2, 2))
    bank, river, money = settings.normal(3, 4, seed=1)
    return tuple(
        call(contextualize, x=torch.stack((bank, other))[None], projections=projections)
        for other in (river, money)
    )


@experiment(9)
def measure_context(settings: Settings) -> tuple[Finding, ...]:
    """Move one word between neighbours, and train a readout to tell its two senses."""
    settings = settings.for_training
    words = texts(settings, 512, seed=1).words
    projections = settings.build(partial(Projections, words.shape[-1], HEAD, HEAD))
    elsewhere = torch.cat((words[:, :1], words.roll(1, 0)[:, 1:]), dim=1)
    reordered = torch.cat((words[:, :1], words[:, 1:].flip(1)), dim=1)

    def change(others: Tensor) -> float:
        here, there = (exact(contextualize(x, projections)[:, 0]) for x in (words, others))
        return float((there - here).norm(dim=-1).mean() / here.norm(dim=-1).mean())

    changes, told = "change of the word's vector, its length being 1", "senses told right"
    return (
        finding(
            "A static embedding is one vector, whichever sense is meant.",
            measured(
                told,
                senses_told(settings, contextual=False),
                # Guessing: three standard deviations of 1024 throws of a coin are 0.047.
                near(0.5, 0.05),
                "two senses, trained readout of the embedding, 1024 texts",
            ),
        ),
        finding(
            "Among other neighbours attention gives the word another vector.",
            measured(changes, change(elsewhere), at_least(0.1), "other neighbours, untrained"),
            measured(changes, change(reordered), at_least(0.1), "the same in reverse", beyond=True),
        ),
        finding(
            "In it ‘bank’ by a river differs wholly from ‘bank’ by money.",
            measured(
                told,
                senses_told(settings, contextual=True),
                at_least(0.99),  # wholly: hardly one text in a hundred is mistaken
                "two senses, trained readout of the attended vector, 1024 texts",
            ),
        ),
    )


@demonstration(10)
def show_affinities(settings: Settings) -> tuple[Call, ...]:
    """Let three words attend to one another."""
    qkv = QKV(*(settings.normal(1, 3, 2, seed=n) for n in (1, 2, 3)))
    return (call(affinities, qkv=qkv),)


@experiment(10)
def measure_affinities(settings: Settings) -> tuple[Finding, ...]:
    """Compare attention from the triad alone with torch's, and turn queries and keys together."""
    rounding, length = at_most(ROUNDING * settings.eps), 64
    qkv = QKV(*(settings.normal(8, length, HEAD, seed=n) for n in (1, 2, 3)))
    turn = torch.linalg.qr(exact(settings.normal(HEAD, HEAD, seed=4))).Q
    turned_q, turned_k = ((exact(x) @ turn).to(qkv.v) for x in (qkv.q, qkv.k))
    weights = affinities(qkv)

    def off(*, causal: bool) -> float:
        theirs = scaled_dot_product_attention(*qkv, is_causal=causal)
        return apart(mix_values(weights, qkv.v), theirs)

    from_torch = "largest difference from torch's attention, the largest result being 1"
    return (
        finding(
            "Q, K and V of all words are all that is needed for dense attention.",
            measured(from_torch, off(causal=False), rounding, "no mask"),
            measured(
                from_torch,
                off(causal=True),
                rounding,
                "causal, which takes their order too",
                beyond=True,
            ),
        ),
        finding(
            "The wheel of affinities turns in every direction.",
            measured("smallest weight", weights.min(), above(0), f"any two of {length} words"),
            measured(
                "share of pairs that weigh differently in the two directions",
                (weights != weights.mT).double().mean() * length / (length - 1),
                at_least(0.9),
            ),
        ),
        finding(
            "The triad is the geometry of attention.",
            measured(
                "largest change of a weight when queries and keys are turned together",
                (exact(affinities(QKV(turned_q, turned_k, qkv.v))) - exact(weights)).abs().max(),
                rounding,
                f"a random rotation of the {HEAD} dimensions",
            ),
        ),
    )
