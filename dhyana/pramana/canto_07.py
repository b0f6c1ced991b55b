"""Experiments of canto 7: what verses 31–35 say of the feed-forward network, measured."""

import torch
from torch import Tensor

from dhyana.attention import attention_weights, mix_values
from dhyana.feedforward import (
    ACTIVATIONS,
    FeedForward,
    GatedFeedForward,
    as_memory,
    hidden_width,
    recall,
)
from dhyana.heads import MultiHeadAttention
from dhyana.pramana import approximation, bends, facts
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
    not_measurable,
)
from dhyana.pramana.facts import World, facts_of, learned, recalled
from dhyana.pramana.instruments import apart, growth_exponent
from dhyana.pramana.prose import KINDS, losses_of_kind
from dhyana.pramana.published import LLAMA_3_8B, LLAMA_3_70B, memories
from dhyana.pramana.registry import demonstration, experiment
from dhyana.shlokas.evidence import Finding
from dhyana.transformer import Block, Config

WIDTH, HIDDEN = 64, 256
MANY = World(subjects=48, relations=12)


def _plain(settings: Settings) -> FeedForward:
    return settings.build(lambda: FeedForward(WIDTH, HIDDEN, activation="relu"))


def _gated(settings: Settings) -> GatedFeedForward:
    return settings.build(lambda: GatedFeedForward(WIDTH, hidden_width(WIDTH, gated=True)))


@demonstration(31)
def show_feed_forward(settings: Settings) -> tuple[Call, ...]:
    """Send two tokens of width 2 through four hidden units."""
    network = settings.build(lambda: FeedForward(2, 4, activation="relu"))
    return (call(network, x=settings.normal(2, 2, seed=1)),)


@experiment(31)
def measure_feed_forward(settings: Settings) -> tuple[Finding, ...]:
    """Write the formula out, move tokens about, and approximate functions of the plane."""
    rounding, length = at_most(ROUNDING * settings.eps), 32
    network, x = _plain(settings), settings.normal(length, WIDTH, seed=1)
    first, second = network.up, network.down
    hidden = (exact(x) @ exact(first.weight).mT + exact(first.bias)).relu()
    formula = hidden @ exact(second.weight).mT + exact(second.bias)
    order = settings.normal(length, seed=2).argsort()
    changed = torch.cat((x[:1], settings.normal(length - 1, WIDTH, seed=3)))

    widths, errors = approximation.WIDTHS, approximation.errors(settings)
    missed = "error for two continuous functions of the plane, in their standard deviations"
    widest = f"{widths[-1]} hidden units"
    return (
        finding(
            "The network is FFN(x) = σ(x W₁ + b₁) W₂ + b₂.",
            measured(
                "largest error against the formula, in units of the largest output",
                apart(network(x), formula),
                rounding,
                f"σ = ReLU, width {WIDTH}, {HIDDEN} hidden units",
            ),
        ),
        finding(
            "It is applied to each position identically and separately.",
            measured(
                "largest difference of moving positions before and after it",
                apart(network(x[order]), network(x)[order]),
                rounding,
                f"{length} positions",
            ),
            measured(
                "change of a position's output when all others change",
                apart(network(changed)[:1], network(x)[:1]),
                rounding,
            ),
        ),
        finding(
            "A multi-layer perceptron approximates any continuous function "
            "(Understanding Neural Networks, §1).",
            measured(missed, errors.inside[-1], at_most(0.05), f"inside the unit square, {widest}"),
            measured(
                "exponent with which this error grows with the number of hidden units",
                growth_exponent(widths, errors.inside),
                at_most(-0.5),
                f"{widths[0]} to {widths[-1]}",
            ),
            measured(missed, errors.outside, at_most(0.05), f"outside it, {widest}", beyond=True),
            measured(
                missed,
                errors.bent_again,
                at_most(0.05),
                "with σ after the last layer too, as the formula there has it",
                beyond=True,
            ),
            series=(
                curve(
                    "error of the best output layer", "hidden units", missed, widths, errors.inside
                ),
            ),
        ),
    )


@demonstration(32)
def show_memory(settings: Settings) -> tuple[Call, ...]:
    """Read three memories out of a network of width 2."""
    network = settings.build(lambda: FeedForward(2, 3, activation="relu", bias=False))
    return (
        call(hidden_width, width=4096, gated=True),
        call(as_memory, network=network),
    )


@experiment(32)
def measure_memory(settings: Settings) -> tuple[Finding, ...]:
    """Count widths, read the weights as a dictionary, and rewrite what a network has learned."""
    wide, x = 4096, settings.normal(32, WIDTH, seed=1)
    network = _plain(settings)
    memory = as_memory(network)
    keys, values = exact(memory.keys), exact(memory.values)
    met = (exact(x) @ keys.mT + exact(network.up.bias)).relu()
    read_out = exact(network.down.bias) + sum(
        strength[:, None] * value for strength, value in zip(met.mT, values, strict=True)
    )
    plain, gated = hidden_width(wide), hidden_width(wide, gated=True)
    kept = facts.recalled_after(settings.for_training)
    share = "share of facts recalled"
    return (
        finding(
            "The hidden width is two to four times the model's: 4 d, or 8/3 d where gated.",
            measured("hidden width in units of d", plain / wide, near(4, 0), "plain"),
            measured("hidden width in units of d", gated / wide, near(8 / 3, 0.01), "gated"),
            measured("parameters, gated in units of plain", 3 * gated / (2 * plain), near(1, 0.01)),
        ),
        finding(
            "W₁ is a bank of keys that are compared with the input, W₂ of the values they evoke.",
            measured(
                "largest error of Σ σ(x·key + b) value against the network, in units of its "
                "largest output",
                apart(network(x), read_out),
                at_most(ROUNDING * settings.eps),
                f"{HIDDEN} keys of width {WIDTH}",
            ),
        ),
        finding(
            "The feed-forward layers store the model's factual knowledge.",
            measured(share, kept.learning, at_least(0.95), f"{World().facts} random facts"),
            measured(share, kept.mixing, at_most(0.2), "values given to other keys"),
            measured(share, kept.rewriting, at_least(0.95), "others, learned by this layer"),
            measured(
                share, kept.leaving_out, at_most(0.5), "a model without this layer", beyond=True
            ),
        ),
    )


@demonstration(33)
def show_recall(settings: Settings) -> tuple[Call, ...]:
    """Add up what one token evokes in a network of three memories."""
    network = settings.build(lambda: FeedForward(2, 3, activation="relu", bias=False))
    return (call(recall, network=network, x=settings.normal(1, 2, seed=1)),)


@experiment(33)
def measure_recall(settings: Settings) -> tuple[Finding, ...]:
    """Add up memories, and ask which of them a learned fact needs."""
    rounding, x = at_most(ROUNDING * settings.eps), settings.normal(256, WIDTH, seed=1)
    plain, gated = _plain(settings), _gated(settings)
    negative = "share of memories that are subtracted"

    training, world = settings.for_training, World()
    known = facts_of(training, world)
    model, upper = learned(training, world), learned(training, world, layers=2, memories=128)
    evoked = facts.evoked(model, known)
    slots, every = evoked.support.shape[-1], (8 if settings.quick else 1)
    few = slots // 20
    strongest = evoked.support.topk(few).indices
    any_few = training.normal(*evoked.support.shape, seed=2).topk(few).indices
    needed = facts.without_memories(model, known, strongest, every)
    chance = facts.without_memories(model, known, any_few, every)
    times = "probability of the right object, in units of that without the network, median"
    taken = f"without the {few} of {slots} memories that support it most"
    size = "memories: layers times hidden width"
    return (
        finding(
            "What an input evokes is the sum of the memories whose keys it meets, each added as "
            "strongly as it was met.",
            *(
                measured(
                    "largest difference from the network, in units of its largest output",
                    apart(recall(network, x), network(x)),
                    rounding,
                    name,
                )
                for name, network in (("ReLU", plain), ("SwiGLU", gated))
            ),
            measured(negative, _share(plain.coefficients(x) < 0), at_most(0), "ReLU"),
            measured(
                negative, _share(gated.coefficients(x) < 0), at_most(0), "SwiGLU", beyond=True
            ),
        ),
        finding(
            "In the upper layers, recall adds a vector to the residual stream that heavily boosts "
            "the probability of the answer.",
            measured(times, facts.boost(model, known, 0), at_least(10), "the only layer"),
            measured(
                times, facts.boost(upper, known, 1), at_least(10), "upper of two", beyond=True
            ),
            measured(
                times, facts.boost(upper, known, 0), at_least(10), "lower of two", beyond=True
            ),
        ),
        finding(
            "A prompt activates the neurons that are specialised in it.",
            measured("share of facts still recalled", needed.fact, at_most(0.2), taken),
            measured("share of the other facts recalled", needed.others, at_least(0.9), taken),
            measured(
                "share of facts still recalled", chance.fact, at_least(0.9), f"without {few} others"
            ),
            measured(
                "share of memories activated",
                _share(evoked.coefficients > 0),
                at_most(0.1),
                beyond=True,
            ),
        ),
        finding(
            "Millions of memories reside in the network.",
            measured(size, memories(LLAMA_3_70B), at_least(1e6), "Llama 3 70B"),
            measured(size, memories(LLAMA_3_8B), at_least(1e6), "Llama 3 8B", beyond=True),
        ),
    )


def _share(of: Tensor) -> float:
    return float(exact(of).mean())


@demonstration(34)
def show_gating(settings: Settings) -> tuple[Call, ...]:
    """Send two tokens of width 2 through three gated hidden units."""
    network = settings.build(lambda: GatedFeedForward(2, 3))
    return (call(network, x=settings.normal(2, 2, seed=1)),)


@experiment(34)
def measure_gating(settings: Settings) -> tuple[Finding, ...]:
    """Write SwiGLU out, look for kinks, and train it against ReLU and GELU on the treatise."""
    network, x = _gated(settings), settings.normal(32, WIDTH, seed=1)
    gate, up, down = (exact(each.weight).mT for each in (network.gate, network.up, network.down))
    swish = (exact(x) @ gate) * (exact(x) @ gate).sigmoid()
    kink = "jump of the derivative at 0"
    losses = {kind: losses_of_kind(settings.for_training, kind) for kind in KINDS}
    trained = f"the treatise's prose, one layer, {len(losses['SwiGLU'])} seeds, equal parameters"
    return (
        finding(
            "SwiGLU(x) = (Swish(x W_gate) ⊙ x W_up) W_down.",
            measured(
                "largest error against the formula, in units of the largest output",
                apart(network(x), (swish * (exact(x) @ up)) @ down),
                at_most(ROUNDING * settings.eps),
                f"width {WIDTH}, {network.up.out_features} hidden units",
            ),
        ),
        finding(
            "Its gate is smooth.",
            measured(kink, bends.jump(ACTIVATIONS["silu"]), at_most(1e-3), "Swish"),
            measured(kink, bends.jump(ACTIVATIONS["relu"]), near(1, 1e-3), "ReLU"),
        ),
        finding(
            "SwiGLU substantially outperforms the older ReLU and GELU.",
            *(
                measured(
                    f"perplexity on held-out text, in units of that with {kind}, mean",
                    (losses["SwiGLU"] - losses[kind]).exp().mean(),
                    at_most(0.9),
                    trained,
                )
                for kind in ("ReLU", "GELU")
            ),
        ),
        not_measurable(
            "It has become standard in open-weights models.",
            "A statement about what others have chosen; the code cannot tell.",
        ),
    )


@demonstration(35)
def show_block(settings: Settings) -> tuple[Call, ...]:
    """Send three tokens of width 4 through a block of two heads."""
    config = Config(
        vocab_size=1, context=3, width=4, n_layers=1, n_heads=2, ff_width=8, positions="none"
    )
    block = settings.build(lambda: Block(config, 0))
    return (call(block, x=settings.normal(1, 3, 4, seed=1)),)


@experiment(35)
def measure_block(settings: Settings) -> tuple[Finding, ...]:
    """Find who hears whom in either half of a block, what is linear, and what one half can do."""
    length, network = 16, _plain(settings)
    heads = settings.build(lambda: MultiHeadAttention(WIDTH, 4))
    text = settings.normal(length, WIDTH, seed=1).requires_grad_()
    a, b = (settings.normal(length, WIDTH, seed=seed) for seed in (2, 3))
    weights = attention_weights(settings.normal(length, length, seed=4))
    (across,) = torch.autograd.grad(network(text)[0].sum(), text)

    training, few = settings.for_training, World()
    shares = {
        part: recalled(
            learned(training, MANY, width=24, memories=192, without=part),
            facts_of(training, MANY),
        )
        for part in (None, "attention", "feed_forward")
    }
    alone = recalled(learned(training, few, without="feed_forward"), facts_of(training, few))
    share, many = "share of facts recalled", f"{MANY.facts} facts, width 24"
    defect = "|f(a + b) − f(a) − f(b) + f(0)| in units of |f(a + b)|"
    return (
        finding(
            "Attention carries information between tokens, by routes that depend on the text.",
            measured(
                "smallest derivative of a token's output by another token",
                _influences(heads(text[None])[0], text).min(),
                above(0),
                f"norm, {length} tokens, no mask",
            ),
            measured(
                defect,
                bends.defect(lambda x: heads(x[None])[0], a, b),
                at_least(0.1),
                "f attention",
            ),
        ),
        finding(
            "The feed-forward network works within each token.",
            measured(
                "largest derivative of a token's output by another token",
                across[1:].abs().max(),
                at_most(0),
                f"{length} tokens",
            ),
            measured(
                "largest derivative of a token's output by itself", across[0].abs().max(), above(0)
            ),
        ),
        finding(
            "Attention mixes linearly; the non-linear computation is the feed-forward network's.",
            measured(
                defect,
                bends.defect(lambda value: mix_values(weights, value), a, b),
                at_most(ROUNDING * settings.eps),
                "f the mixing of values by given weights",
            ),
            measured(defect, bends.defect(network, a, b), at_least(0.1), "f feed-forward network"),
        ),
        finding(
            "Together they form the complete computational unit.",
            measured(share, shares[None], at_least(0.95), f"both, {many}"),
            measured(share, shares["attention"], at_most(0.2), f"without attention, {many}"),
            measured(share, shares["feed_forward"], at_most(0.85), f"without feed-forward, {many}"),
            measured(
                share,
                alone,
                at_most(0.85),
                f"without feed-forward, {few.facts} facts, width 32",
                beyond=True,
            ),
        ),
    )


def _influences(outputs: Tensor, text: Tensor) -> Tensor:
    """Return the norm of each token's derivative of each token's summed output, [T, T]."""
    rows = [torch.autograd.grad(each.sum(), text, retain_graph=True)[0] for each in outputs]
    norms: Tensor = exact(torch.stack(rows)).norm(dim=-1)
    return norms
