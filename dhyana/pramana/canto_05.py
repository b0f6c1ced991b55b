"""Experiments of canto 5: what verses 21–25 say of order and position, measured."""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from dhyana.heads import MultiHeadAttention
from dhyana.positions import (
    DynamicNTK,
    Linear,
    Llama3,
    LongRoPE,
    Proportional,
    Rotary,
    Yarn,
    equivariance_error,
    rope_frequencies,
    rotary_tables,
    rotate,
    score_at_distances,
    sinusoidal,
)
from dhyana.pramana import rotations, small_reader
from dhyana.pramana.costs import wait_per_word
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
from dhyana.pramana.lookups import FEATURES, WORDS, Heads, learned, look_back, missed
from dhyana.pramana.order_tasks import BITS, named_back, parity_kept, parity_learned
from dhyana.pramana.registry import demonstration, experiment
from dhyana.pramana.roads import written
from dhyana.pramana.rotations import HEAD_DIM
from dhyana.shlokas.evidence import Finding

WIDTH = 64
EPS32 = torch.finfo(torch.float32).eps  # angles are computed in float32 whatever the dtype


@demonstration(21)
def show_equivariance(settings: Settings) -> tuple[Call, ...]:
    """Put three words in another order and let one head attend to both."""
    heads = settings.build(partial(MultiHeadAttention, 4, 1))
    x, order = settings.normal(1, 3, 4, seed=1), torch.tensor([2, 0, 1], device=settings.device)
    return (call(equivariance_error, layer=heads, x=x, order=order),)


@experiment(21)
def measure_equivariance(settings: Settings) -> tuple[Finding, ...]:
    """Shuffle words before attention and after it, and letters and words of the treatise."""
    length = 32
    heads = settings.build(_heads)
    x = settings.normal(4, length, WIDTH, seed=1)
    order = settings.normal(length, seed=2).argsort()
    middle, around = length // 2, torch.arange(length, device=settings.device)
    around[[middle - 1, middle + 1]] = around[[middle + 1, middle - 1]]
    causal = partial(heads, causal=True)
    waves = sinusoidal(torch.arange(length, device=settings.device), WIDTH).to(x.dtype)

    def shuffled(layer: Callable[[Tensor], Tensor]) -> float:
        return equivariance_error(layer, x, order) / float(exact(layer(x)).abs().max())

    def exchanged(layer: Callable[[Tensor], Tensor]) -> float:
        return apart(layer(x[:, around])[:, middle], layer(x)[:, middle])

    by_waves, rounding = shuffled(lambda x: heads(x + waves)), at_most(ROUNDING * settings.eps)
    follows = "largest difference from the outputs in the new order, the largest output being 1"
    swapped = "largest change of a word's output when its two neighbours change places"
    return (
        finding(
            "Attention is permutation-invariant.",
            measured(
                "largest change of the output when the words are shuffled, the largest being 1",
                apart(heads(x[:, order]), heads(x)),
                rounding,
                f"{length} words, no mask, no positions",
            ),
        ),
        finding(
            "Shuffling the words gives the very same outputs, only permuted.",
            measured(follows, shuffled(heads), rounding, "no mask, no positions"),
            measured(follows, shuffled(causal), rounding, "causal mask", beyond=True),
            measured(follows, by_waves, rounding, "with sine waves", beyond=True),
        ),
        finding(
            "It does not know what stands before and what behind.",
            measured(swapped, exchanged(heads), rounding, "no mask, no positions"),
            measured(swapped, exchanged(causal), rounding, "causal mask", beyond=True),
        ),
        finding(
            "Language is intensely dependent on order.",
            measured(
                "what a letter tells of the next, less chance",
                small_reader.told(settings, 1),
                at_least(0.25),
                "the treatise's English",
                unit="bits",
            ),
            measured(
                "verses whose words keep their order in prose",
                small_reader.order_kept().verses,
                at_least(0.5),
                "share of all fifty",
                beyond=True,
            ),
        ),
    )


@demonstration(22)
def show_waves(settings: Settings) -> tuple[Call, ...]:
    """Mark three positions by waves of width 4."""
    return (call(sinusoidal, positions=torch.arange(3, device=settings.device), width=4),)


@experiment(22)
def measure_waves(settings: Settings) -> tuple[Finding, ...]:
    """Read the waves back from their table, shift it, and train heads with and without it."""
    width, length, ahead = 128, 4096, 100
    table = exact(sinusoidal(torch.arange(length, device=settings.device), width))
    slower = 10000 ** (2 / width)  # from one pair to the next
    angles = torch.arange(length)[:, None] * slower ** -torch.arange(width // 2).double()
    waves = torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(-2)
    pairs = torch.complex(table[:, 1::2], table[:, ::2])
    lengths = 2 * math.pi / pairs[1].angle()
    training = settings.for_training
    make = partial(Heads, 4 * FEATURES, 1)
    with_waves, without = (look_back(training, (1,), waves=each) for each in (True, False))
    knows, ignores = (learned(training, make, draw, rate=0.02) for draw in (with_waves, without))
    longer = look_back(training, (1,), words=4 * WORDS)
    tests = ((knows, with_waves), (ignores, without), (knows, longer))
    found = [missed(model, draw(64, 1)).mean() for model, draw in tests]
    rounded = at_most(length * EPS32)  # an angle of `length` radians is rounded to this
    left = "share of the word before that a trained head misses"
    return (
        finding(
            "PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i + 1) = cos of the same.",
            measured(
                "largest error",
                (table - waves).abs().max(),
                rounded,
                f"positions 0…{length - 1}, d_model = {width}, angles in float32",
            ),
        ),
        finding(
            "The wavelengths are a geometric progression from 2π to 10000 · 2π.",
            measured(
                "largest error of a ratio of neighbours, relative",
                (lengths[1:] / lengths[:-1] / slower - 1).abs().max(),
                at_most(1e-4),
            ),
            measured("shortest, 2π being 1", lengths[0] / 2 / math.pi, near(1, 1e-4)),
            measured("longest, 10000 · 2π being 1", lengths[-1] / 2e4 / math.pi, near(1, 0.2)),
        ),
        finding(
            "A shift of the position is a linear map, the same at every position.",
            measured(
                "largest error of the map, taken from the waves at one position, at all others",
                (pairs[ahead:] - pairs[:-ahead] * pairs[ahead]).abs().max(),
                rounded,
                f"shift of {ahead}, positions 0…{length - 1}",
            ),
        ),
        finding(
            "The waves clearly tell the model the order of the words.",
            measured(left, found[0], at_most(0.05), "waves beside it"),
            measured(left, found[1], at_least(0.5), "no waves"),
            measured(left, found[2], at_most(0.05), f"{4 * WORDS} words, not {WORDS}", beyond=True),
        ),
    )


@demonstration(23)
def show_rotation(settings: Settings) -> tuple[Call, ...]:
    """Turn one vector to three positions."""
    frequencies = rope_frequencies(4).to(settings.device)
    positions = torch.arange(3, device=settings.device)
    return (
        call(rope_frequencies, head_dim=4),
        call(rotary_tables, positions=positions, frequencies=frequencies),
        call(
            rotate,
            x=settings.normal(1, 1, 1, 4, seed=1).expand(1, 3, 1, 4),
            tables=rotary_tables(positions, frequencies),
        ),
    )


@experiment(23)
def measure_rotation(settings: Settings) -> tuple[Finding, ...]:
    """Turn vectors as complex numbers too, and move queries and keys together."""
    length = 4096
    x = settings.normal(length, HEAD_DIM, seed=1)
    positions, by = torch.arange(length, device=settings.device), rotations.frequencies(settings)
    found, expected = (of(x, positions, by) for of in (rotations.turned, rotations.as_complex))
    moved = "largest change of q·k when both move on, ‖q‖‖k‖ being 1"
    far = partial(rotations.moved_together, settings)
    return (
        finding(
            "Pairs of coordinates are turned by an angle proportional to the position.",
            measured(
                "largest difference from complex multiplication, the largest number being 1",
                apart(found, expected),
                at_most(length * EPS32 + ROUNDING * settings.eps),
                f"positions 0…{length - 1}",
            ),
        ),
        finding(
            "The product of a turned query and a turned key depends on their distance m − n "
            "alone (also Understanding Neural Networks, §3).",
            measured(moved, far(30_000, torch.float64), at_most(1e-9), "float64, by 30,000"),
            measured(moved, far(4096, torch.float32), at_most(1e-3), "float32, by 4,096"),
            measured(
                moved, far(10**7, torch.float32), at_most(1e-3), "float32, by 10⁷", beyond=True
            ),
            measured(
                moved,
                far(4096, torch.bfloat16),
                at_most(1e-3),
                "angles in bfloat16, by 4,096",
                beyond=True,
            ),
        ),
    )


@demonstration(24)
def show_distances(settings: Settings) -> tuple[Call, ...]:
    """Score one pair of vectors at four distances."""
    q, k = settings.normal(2, 4, seed=1)
    distances = torch.tensor([0, 1, 10, 100], device=settings.device)
    frequencies = rope_frequencies(4).to(settings.device)
    return (call(score_at_distances, q=q, k=k, distances=distances, frequencies=frequencies),)


@experiment(24)
def measure_distances(settings: Settings) -> tuple[Finding, ...]:
    """Look for two offsets that look alike, for decay with distance, and into the letters."""
    far, distances = torch.arange(1024, 4097), torch.tensor([0, *(2**n for n in range(13))])
    equal, random = (of(settings, distances) for of in (rotations.of_equal, rotations.spread))
    equal_far, length = rotations.of_equal(settings, far), 4096
    apart_by = [2**n for n in range(11)]
    told = [small_reader.told(settings, distance) for distance in apart_by]
    alike = "smallest distance between a vector at two positions, its length being 1"
    tells = "what a letter tells of another, less chance"
    same, is_far = "q = k, all coordinates equal", f"distance {far[0]}…{far[-1]}"
    return (
        finding(
            "Near or far, the offset between two words is grasped without fault.",
            *(
                measured(
                    alike,
                    rotations.nearest_two(length, dtype),
                    at_least(0.05),
                    f"positions 0…{length - 1}, angles in {str(dtype).removeprefix('torch.')}",
                    beyond=dtype is torch.bfloat16,
                )
                for dtype in (torch.float32, torch.bfloat16)
            ),
        ),
        finding(
            "As the distance grows, the dot product decays towards zero.",
            measured(
                "standard deviation of q·k, at distance 0 being 1",
                random[-1],
                at_most(0.5),
                f"random q and k, distance {distances[-1]}",
            ),
            measured(
                "largest |q·k|, at distance 0 being 1",
                equal_far.abs().max(),
                at_most(0.2),
                f"{same}, {is_far}",
            ),
            measured(
                "q·k, ‖q‖² being 1",
                rotations.of_made(settings, 2000),
                at_most(0.2),
                "k made for a q that stands 2000 words on",
            ),
            measured(
                "mean q·k, at distance 0 being 1",
                equal_far.mean(),
                at_most(0.5),
                f"{same}, {is_far}",
                beyond=True,
            ),
            series=(
                curve("q·k of equal vectors", "distance", "at distance 0: 1", distances, equal),
                curve("spread of random q·k", "distance", "at distance 0: 1", distances, random),
            ),
        ),
        finding(
            "So it is in language: neighbours depend on one another more than words far apart.",
            measured(tells, told[0], at_least(0.25), "next to each other", unit="bits"),
            measured(tells, told[-1], at_most(0.05), f"{apart_by[-1]} letters on", unit="bits"),
            series=(curve("information between letters", "distance", "bits", apart_by, told),),
        ),
    )


@demonstration(25)
def show_scaling(settings: Settings) -> tuple[Call, ...]:
    """Slow the rotations of a head of width 8 in every way, and turn positions by one of them."""
    plain, theta = rope_frequencies(8).to(settings.device), 10000.0
    yarn = Yarn(factor=4.0, original_context=64)
    once, fourfold = (1.0,) * 4, (4.0,) * 4
    scalings = (
        Linear(factor=4.0),
        Proportional(proportion=0.5),
        DynamicNTK(factor=4.0, original_context=64),
        yarn,
        Llama3(factor=4.0, original_context=64),
        LongRoPE(factor=4.0, original_context=64, short_factor=once, long_factor=fourfold),
    )
    length, positions = (torch.tensor(n, device=settings.device) for n in (256, [0, 255]))
    return (
        *(call(each.scale, plain=plain, theta=theta, length=length) for each in scalings),
        call(Rotary(8, scaling=yarn).to(settings.device), positions=positions),
    )


@experiment(25)
def measure_synthesis(settings: Settings) -> tuple[Finding, ...]:
    """Let small models learn order and parity, and one read further than it was trained."""
    settings, bits = settings.for_training, 4 * BITS
    words, heads = settings.normal(1, 32, WIDTH, seed=5), settings.build(_heads)
    reading = small_reader.read_further(settings)
    yarn, ntk, plain = (reading[name] for name in ("YaRN", "dynamic NTK", "not scaled"))
    back, odd = "third word back named right (guessing: 0.125)", "parity told right (guessing: 0.5)"
    wait = "operations in a row that each further word adds"
    saved, more = "share of the extra loss that is saved", "extra loss a letter"
    helps, restores = above(0), at_most(0.05)
    twice, four = (f"{n} times the {small_reader.TRAINED} letters trained on" for n in (2, 4))
    return (
        finding(
            "With positions attention has the full expressive power of sequential order.",
            measured(back, named_back(settings, "rope"), at_least(0.95), "one layer, RoPE"),
            measured(back, named_back(settings, "none"), at_most(0.5), "no positions"),
            measured(
                odd,
                parity_learned(settings, bits),
                at_least(0.9),
                f"two layers trained on {BITS} bits, bits {BITS + 1}…{bits}",
                beyond=True,
            ),
            measured(
                odd,
                parity_kept(settings, bits),
                at_least(0.9),
                "a recurrence of two units, set by hand",
                beyond=True,
            ),
        ),
        finding(
            "Its computation is fully parallel over the sequence.",
            measured(wait, wait_per_word(heads, words), at_most(0), "reading: all words given"),
            measured(
                wait,
                wait_per_word(partial(written, attend=heads), words[:, :8]),
                at_most(0),
                "writing: each word made from those before it",
                beyond=True,
            ),
        ),
        finding(
            "RoPE generalises to longer contexts by YaRN (Understanding Neural Networks, §3).",
            measured(saved, 1 - yarn.lost(4) / plain.lost(4), helps, f"YaRN, {four}"),
            measured(more, yarn.lost(4), restores, f"YaRN, {four}", unit="nats", beyond=True),
            series=tuple(
                curve(f"loss, {name}", "length, trained: 1", "nats", small_reader.TIMES, way.losses)
                for name, way in reading.items()
            ),
        ),
        finding(
            "NTK-aware scaling is to be applied beyond the length of the training "
            "(Understanding Neural Networks, §5).",
            measured(saved, 1 - ntk.lost(2) / plain.lost(2), helps, f"NTK, {twice}"),
            measured(more, ntk.lost(4), restores, f"NTK, {four}", unit="nats", beyond=True),
        ),
    )


def _heads() -> MultiHeadAttention:
    return MultiHeadAttention(WIDTH, 4)
