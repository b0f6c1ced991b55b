"""Experiments of canto 1: what verses 1–5 say of recurrence and of attention, measured."""

from functools import partial

import torch
from torch import Tensor

from dhyana.attention import attention_weights, mix_values
from dhyana.pramana.costs import flops, longest_chain, matrix_products, wait_per_word
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
from dhyana.pramana.instruments import exponential, growth_exponent
from dhyana.pramana.lookups import FEATURES, WORDS, OneHead, learned, questions
from dhyana.pramana.memories import LSTM, OPEN, RNN, WIDTH, fading, prefix_scan, recall
from dhyana.pramana.registry import demonstration, experiment
from dhyana.pramana.roads import (
    difference_by_layer,
    share_independent,
    share_one_step_apart,
    two_layers_of,
    written,
)
from dhyana.projections import Projections, affinities, contextualize
from dhyana.recurrence import (
    LSTMState,
    attention_edges,
    focus,
    gradient_over_distance,
    lstm_step,
    path_lengths,
    recurrent_edges,
    rnn_step,
    unroll,
)
from dhyana.shlokas.evidence import Finding

DOZENS = 48  # a few dozen words


@demonstration(1)
def show_recurrence(settings: Settings) -> tuple[Call, ...]:
    """Take one step of each kind, then three in a row."""
    x, h, c = (settings.normal(1, 2, seed=n) for n in (1, 2, 3))
    one, gates = (_weights(settings, rows=2 * n) for n in (1, 4))
    xs = settings.normal(1, 3, 2, seed=6)
    return (
        call(rnn_step, x=x, h=h, **one),
        call(lstm_step, x=x, state=LSTMState(h, c), **gates),
        call(unroll, step=partial(rnn_step, **one), xs=xs, state=h),
    )


def _weights(settings: Settings, rows: int) -> dict[str, Tensor]:
    shapes = {"w_x": (rows, 2), "w_h": (rows, 2), "bias": (rows,)}
    return {name: settings.normal(*shapes[name], seed=n) for n, name in enumerate(shapes, rows + 4)}


@experiment(1)
def measure_recurrence(settings: Settings) -> tuple[Finding, ...]:
    """Hand a state on, count what waits for what, and set attention beside it."""
    rounding, half, length = at_most(ROUNDING * settings.eps), 32, 1024
    xs = settings.normal(1, 2 * half, WIDTH, seed=1)
    text = settings.normal(1, length, WIDTH, seed=2).requires_grad_()
    rnn = settings.build(partial(RNN, WIDTH, WIDTH))
    lstm = settings.build(partial(LSTM, WIDTH, WIDTH))
    attend = partial(contextualize, projections=settings.build(_projections))

    def apart(network: RNN | LSTM) -> Tensor:
        return (exact(network(xs)) - exact(network.cell(xs)[0])).abs().max()

    states = rnn(xs)
    resumed = rnn(xs[:, half:], state=states[:, half - 1])
    wait = "operations in a row that each further word adds"
    size = f"{length} words, width {WIDTH}"
    return (
        finding(
            "A recurrent network carries all it knows of the past in one state, "
            "h(t) = f(h(t−1), x(t)).",
            measured(
                f"largest change of later states when only the state after {half} words is kept",
                (exact(resumed) - exact(states[:, half:])).abs().max(),
                rounding,
                "RNN",
            ),
            measured("largest difference from torch's nn.RNN", apart(rnn), rounding),
            measured("largest difference from torch's nn.LSTM", apart(lstm), rounding),
        ),
        finding(
            "Word t cannot be computed until word t − 1 has been: training cannot go on at all "
            "words at once.",
            measured(wait, wait_per_word(rnn, xs), at_least(1), "RNN"),
            measured(wait, wait_per_word(lstm, xs), at_least(1), "LSTM"),
            measured(wait, wait_per_word(attend, xs), at_most(0), "attention"),
            measured(
                wait,
                wait_per_word(lambda xs: prefix_scan(xs.sigmoid(), xs), xs),
                at_least(1),
                "h(t) = a(t) h(t−1) + x(t), by a prefix scan",
                beyond=True,
            ),
        ),
        finding(
            "Going step by step is slow.",
            measured(
                "operations in a row, attention in units of LSTM",
                longest_chain(attend(text)) / longest_chain(lstm(text)),
                at_most(0.01),
                size,
            ),
            measured(
                "arithmetic, attention in units of LSTM",
                flops(lambda: attend(text)) / flops(lambda: lstm(text)),
                at_most(1),
                size,
                beyond=True,
            ),
        ),
        not_measurable(
            "On GPUs this bottleneck severely capped the capacity of models and the data they "
            "could be trained on.",
            "A statement about the history of machines and models; the code has neither.",
        ),
    )


def _projections() -> Projections:
    return Projections(WIDTH, WIDTH, WIDTH)


@demonstration(2)
def show_forgetting(settings: Settings) -> tuple[Call, ...]:
    """Ask what the last of four words still feels of each, and who hears whom."""
    rnn, xs = settings.build(partial(RNN, 2, 2)), settings.normal(1, 4, 2, seed=1)
    return (
        call(gradient_over_distance, outputs=rnn, xs=xs),
        call(recurrent_edges, length=4),
    )


@experiment(2)
def measure_forgetting(settings: Settings) -> tuple[Finding, ...]:
    """Follow the gradient back over the words, and train networks to recall the first one."""
    settings = settings.for_training  # half precision would end the decay at its smallest number
    last = 64
    felt = fading(settings)
    usual_rnn, usual_lstm, large, gate_open = felt
    # The first steps belong to the output, not to the way.
    kept, fitted = zip(*(exponential(gradient[2:]) for gradient in felt.values()), strict=True)
    left = {name: gradient[DOZENS] / gradient[1] for name, gradient in felt.items()}
    layer = recurrent_edges(last)
    longest = {n: path_lengths(recurrent_edges(n)).max() for n in (16, last)}
    a_word, remains = "gradient kept a word", f"gradient {DOZENS} words back, 1 word back being 1"
    right = f"first word named rightly after {DOZENS} others (guessing: 0.25)"
    at_once = "share of pairs of steps of which neither waits for the other"
    return (
        finding(
            "From word to word information passes through O(N) steps.",
            *(
                measured("longest path", at, near(n - 1, 0), f"N = {n}")
                for n, at in longest.items()
            ),
        ),
        finding(
            "Over distance gradients decay or explode exponentially.",
            measured(a_word, kept[0], at_most(0.9), usual_rnn),
            measured(a_word, kept[1], at_most(0.9), usual_lstm),
            measured(a_word, kept[2], at_least(1.1), large),
            measured(
                "how well an exponential fits (R² of the logarithm)",
                min(fitted[:3]),
                at_least(0.95),
                "the worst of these three",
            ),
            measured(a_word, kept[3], at_most(0.9), gate_open, beyond=True),
            series=tuple(
                curve(f"gradient, {name}", "words back", "gradient", range(last), exact(gradient))
                for name, gradient in felt.items()
            ),
        ),
        finding(
            "Words more than a few dozen steps apart are forgotten.",
            measured(remains, left[usual_rnn], at_most(1e-6), usual_rnn),
            measured(remains, left[usual_lstm], at_most(1e-6), usual_lstm),
            measured(right, recall(settings, DOZENS, 0), at_most(0.5), "LSTM, trained 150 steps"),
            measured(remains, left[gate_open], at_most(1e-6), gate_open, beyond=True),
            measured(
                right,
                recall(settings, DOZENS, OPEN),
                at_most(0.5),
                f"{gate_open}, trained 150 steps",
                beyond=True,
            ),
        ),
        finding(
            "No two words of a sequence are processed at the same time.",
            measured(at_once, share_independent(layer), at_most(0), f"one layer, N = {last}"),
            measured(
                at_once,
                share_independent(two_layers_of(layer)),
                at_most(0),
                f"two layers, N = {last}",
                beyond=True,
            ),
        ),
        not_measurable(
            "That made reasoning over long documents impossible.",
            "What counts as reasoning is not said, so that no measurement can miss it.",
        ),
    )


@demonstration(3)
def show_paths(settings: Settings) -> tuple[Call, ...]:
    """Count the steps between four words, in attention and in a recurrence."""
    return tuple(call(path_lengths, edges=of(4)) for of in (attention_edges, recurrent_edges))


@experiment(3)
def measure_paths(settings: Settings) -> tuple[Finding, ...]:
    """Count steps, matrix products and operations that wait for one another."""
    short, long = 16, 128
    xs, projections = settings.normal(1, 64, WIDTH, seed=1), settings.build(_projections)
    attend, qkv = partial(contextualize, projections=projections), projections(xs)
    longest = {n: path_lengths(attention_edges(n)).max() for n in (short, long)}
    one_step, products = "share of ordered pairs that are one step apart", "matrix products"
    wait = "operations in a row that each further word adds"
    return (
        finding(
            "Any two words are O(1) steps apart, whatever their distance.",
            *(measured("longest path", at, near(1, 0), f"N = {n}") for n, at in longest.items()),
            measured(one_step, share_one_step_apart(attention_edges(long)), at_least(1), "no mask"),
            measured(
                one_step,
                share_one_step_apart(attention_edges(long).tril()),
                at_least(1),
                "causal mask",
                beyond=True,
            ),
        ),
        finding(
            "Every word attends to every other in a single matrix product.",
            measured(products, matrix_products(lambda: affinities(qkv)), near(1, 0), "weights"),
            measured("smallest weight", affinities(qkv).min(), above(0), "any two of 64 words"),
            measured(
                products,
                matrix_products(lambda: attend(xs)),
                near(1, 0),
                "projections, weights and the mixing of the values",
                beyond=True,
            ),
        ),
        finding(
            "In a single moment it beholds all words.",
            measured(wait, wait_per_word(attend, xs), at_most(0), "reading: all words given"),
            measured(
                wait,
                wait_per_word(partial(written, attend=attend), xs[:, :short]),
                at_most(0),
                "writing: each word made from those before it",
                beyond=True,
            ),
        ),
        not_measurable(
            "It fully exploits the concurrency of a GPU's tensor cores.",
            "How well depends on device, kernel and shape; the formula only allows it.",
        ),
    )


@demonstration(4)
def show_edges(settings: Settings) -> tuple[Call, ...]:
    """Say who hears whom among four words."""
    return (call(attention_edges, length=4),)


@experiment(4)
def measure_edges(settings: Settings) -> tuple[Finding, ...]:
    """Compare the edges with derivatives, and follow the gradient over distance and length."""
    settings = settings.for_training
    length, lengths = 32, (16, 64, 256)
    projections = settings.build(_projections)
    attend = partial(contextualize, projections=projections)
    texts = {n: settings.normal(8, n, WIDTH, seed=1) for n in lengths}
    few = texts[64][:1, :length]
    feels = torch.func.jacrev(attend)(few)[0, :, :, 0].abs().amax(dim=(1, 3)) > 0
    others = attention_edges(length)
    felt = {n: gradient_over_distance(attend, text) for n, text in texts.items()}
    by_rnn = gradient_over_distance(settings.build(partial(RNN, WIDTH, WIDTH)), texts[64])
    weights = [affinities(projections(texts[n][:1])).numel() for n in lengths]
    kept, of_32 = "gradient kept a word of distance", f"any two of {length} words"
    return (
        finding(
            "A sequence of N words makes an N × N matrix of attention.",
            measured(
                "exponent with which the number of weights grows with N",
                growth_exponent(lengths, weights),
                near(2, 0.01),
                f"N = {lengths[0]}…{lengths[-1]}",
            ),
        ),
        finding(
            "Word i attends to word j with no hop between.",
            measured("words between, at most", path_lengths(others).max() - 1, at_most(0), of_32),
            measured(
                "share of pairs of which the derivative says otherwise",
                (feels.cpu() != others)[~torch.eye(length, dtype=torch.bool)].double().mean(),
                at_most(0),
                "∂ output i / ∂ word j, random weights",
            ),
        ),
        finding(
            "This ends the loss of information over distance.",
            measured(kept, exponential(felt[64][1:]).factor, near(1, 0.02), "attention, N = 64"),
            measured(kept, exponential(by_rnn[2:]).factor, at_most(0.9), "RNN, N = 64"),
            measured(
                f"gradient at one of {lengths[-1]} words, at one of {lengths[0]} being 1",
                felt[lengths[-1]][1:].mean() / felt[lengths[0]][1:].mean(),
                at_least(0.5),
                "attention",
                beyond=True,
            ),
            series=tuple(
                curve(f"gradient, {name}", "words back", "gradient", range(64), exact(gradient))
                for name, gradient in (("attention", felt[64]), ("RNN", by_rnn))
            ),
        ),
    )


@demonstration(5)
def show_focus(settings: Settings) -> tuple[Call, ...]:
    """Count the words that an even, a brighter and a single light fall on."""
    scores = settings.normal(1, 4, seed=1)
    return (call(focus, weights=torch.cat([attention_weights(n * scores) for n in (0, 1, 100)])),)


@experiment(5)
def measure_focus(settings: Settings) -> tuple[Finding, ...]:
    """Train one head to look up, count what it lights up, and stack attention alone."""
    settings = settings.for_training
    draw, make, layers = questions(settings, 1), partial(OneHead, 3 * FEATURES), 12
    words, _, asked = draw(256, 1)
    trained, fresh = (
        affinities(head.project(words))
        for head in (learned(settings, make, draw), settings.build(make))
    )
    given = [light.gather(-1, asked).mean() for light in (trained, fresh)]
    after = f"trained to look up one of {WORDS} words"
    lit, on_it = "words lit up, mean", "weight on the word that is asked, mean"
    alone, on_road = (
        difference_by_layer(settings, layers, on_road=on_road) for on_road in (False, True)
    )
    different = f"difference of the words after {layers} layers, before them being 1"
    return (
        finding(
            "Attention lights up that part of the context which matters now.",
            measured(on_it, given[0], at_least(0.9), after),
            measured(lit, focus(trained).mean(), at_most(2), after),
            measured(on_it, given[1], at_least(0.9), "untrained", beyond=True),
            measured(lit, focus(fresh).mean(), at_most(2), "untrained", beyond=True),
        ),
        finding(
            "It focuses computational capacity on that part.",
            measured(
                "arithmetic, trained in units of untrained",
                flops(lambda: mix_values(trained, words)) / flops(lambda: mix_values(fresh, words)),
                at_most(0.5),
                f"{focus(trained).mean():.1f} words lit up against {focus(fresh).mean():.1f}",
            ),
        ),
        finding(
            "The power of attention alone is enough.",
            measured(different, alone[-1], at_least(0.1), "attention alone, untrained"),
            measured(
                different, on_road[-1], at_least(0.1), "each layer added to its input", beyond=True
            ),
            series=tuple(
                curve(f"difference, {name}", "layers", "difference", range(layers + 1), found)
                for name, found in (("alone", alone), ("added to the input", on_road))
            ),
        ),
        not_measurable(
            "By it artificial general intelligence blazes forth, and it is the bedrock of all "
            "large language models.",
            "The first is not defined, the second speaks of models that are not here.",
        ),
    )
