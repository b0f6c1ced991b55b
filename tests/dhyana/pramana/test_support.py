"""What experiments are built on: small machines whose answers are known beforehand."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from dhyana.normalization import LayerNorm, RMSNorm
from dhyana.pramana.bends import defect, jump
from dhyana.pramana.costs import (
    flops,
    longest_chain,
    matrix_products,
    numbers_gone_through,
    wait_per_word,
)
from dhyana.pramana.deep_stacks import WIDTH, Bent, Stack, Way, added, examples, gradients, learn
from dhyana.pramana.experiment import Settings
from dhyana.pramana.languages import entropy, grammar, texts
from dhyana.pramana.lookups import FEATURES, WORDS, missed, questions
from dhyana.pramana.memories import LSTM, RNN, fading, prefix_scan, recall
from dhyana.pramana.norms import (
    farthest,
    layer_norm_in_steps,
    rms_norm_in_steps,
    saved_in_one_kernel,
)
from dhyana.pramana.order_tasks import parity, parity_kept
from dhyana.pramana.roads import share_independent, two_layers_of, written
from dhyana.pramana.rotations import as_complex, frequencies, nearest_two
from dhyana.pramana.senses import texts as sense_texts
from dhyana.pramana.small_reader import letters, order_kept, told
from dhyana.pramana.training import train
from dhyana.recurrence import attention_edges, recurrent_edges

SETTINGS = Settings(torch.device("cpu"), torch.float32)


@given(steps=st.integers(1, 20))
@settings(deadline=None, max_examples=10)
def test_the_longest_chain_is_the_longest_way(steps: int) -> None:
    """Operations in a row are counted along the longest way, not all of them."""
    x = torch.ones(3, requires_grad=True)
    y = x
    for _ in range(steps):
        y = y.tanh()
    assert longest_chain(y + x.sin()) == longest_chain(x.sin()) + steps


def test_what_a_word_waits_for() -> None:
    """A running sum by a loop waits one operation a word; torch's own cumsum none."""
    xs = torch.randn(1, 16, 4)

    def loop(xs: torch.Tensor) -> torch.Tensor:
        sums = [xs[:, 0]]
        for x in xs.unbind(dim=1)[1:]:
            sums.append(sums[-1] + x)
        return torch.stack(sums, dim=1)

    assert wait_per_word(loop, xs) == 1
    assert wait_per_word(lambda xs: xs.cumsum(dim=1), xs) == 0


def test_costs_are_counted() -> None:
    """A product of 2 × 3 and 3 × 4 is 48 FLOPs, one product and 12 numbers; a view is nothing."""
    a, b = torch.randn(2, 3), torch.randn(3, 4)
    assert flops(lambda: a @ b) == 2 * 2 * 3 * 4
    assert matrix_products(lambda: (a @ b, a.mT, a + 1)) == 1
    assert numbers_gone_through(lambda: a @ b) == 12
    assert numbers_gone_through(lambda: a.mT.reshape(3, 2)[:1]) == 0


@given(words=st.integers(1, 33), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=25)
def test_a_prefix_scan_is_the_recurrence(words: int, seed: int) -> None:
    """Whatever the number of words, the scan gives what the loop gives."""
    a, b = SETTINGS.normal(2, 1, words, 3, seed=seed)
    h, states = torch.zeros(1, 3), []
    for t in range(words):
        h = a[:, t] * h + b[:, t]
        states.append(h)
    assert torch.allclose(prefix_scan(a, b), torch.stack(states, dim=1), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", [RNN, LSTM])
def test_unrolled_networks_are_torchs(kind: type[RNN] | type[LSTM]) -> None:
    """Step by step they give what torch's own layer gives with the same weights."""
    network, xs = kind(5, 7), torch.randn(2, 6, 5)
    assert torch.allclose(network(xs), network.cell(xs)[0], atol=1e-6)


def test_an_open_gate_keeps_more() -> None:
    """Of the four networks the one with an open forget gate feels the farthest word most."""
    first_word = {name: float(gradient[-1]) for name, gradient in fading(SETTINGS).items()}
    usual = {name: felt for name, felt in first_word.items() if "as torch" in name}
    gate = next(felt for name, felt in first_word.items() if "open" in name)
    assert gate > max(usual.values())


def test_a_word_just_read_is_recalled() -> None:
    """With a single word between, an LSTM learns to name the first."""
    assert recall(SETTINGS, 1, 0) > 0.9


def test_steps_of_recurrence_wait_for_each_other() -> None:
    """In one layer all steps do; of two layers some are independent, of attention all."""
    layer = recurrent_edges(4)
    assert share_independent(layer) == 0
    assert share_independent(two_layers_of(layer)) > 0
    assert share_independent(attention_edges(4)) == 0  # they hear each other
    assert share_independent(torch.zeros(4, 4, dtype=torch.bool)) == 1 - 1 / 4


def test_writing_goes_on_from_the_last_word() -> None:
    """Each word written is the output at the last one of the text so far."""
    text = written(torch.ones(1, 4, 2), lambda words: 2 * words)
    assert text[0, :, 0].tolist() == [1, 2, 4, 8]


def test_a_lookup_misses_nothing_or_all() -> None:
    """The right answer misses 0 of what is wanted, no answer misses 1."""
    task = questions(SETTINGS, 1)(8, 1)
    assert task.words.shape[1] == WORDS
    assert missed(lambda words: task.wanted, task).max() == 0
    nothing = missed(lambda words: torch.zeros_like(task.wanted), task)
    assert torch.allclose(nothing, torch.ones(FEATURES).double())


def test_senses_are_told_by_neighbours_alone() -> None:
    """The word of two senses is the same in all texts; only other words differ by its sense."""
    words, sense = sense_texts(SETTINGS, 64, seed=1)
    assert (words[:, 0] == words[0, 0]).all()
    cues = [{tuple(word.tolist()) for word in words[sense == each, 1]} for each in (0, 1)]
    assert not cues[0] & cues[1]


@given(bits=st.lists(st.integers(0, 1), min_size=1, max_size=40))
@settings(deadline=None, max_examples=25)
def test_parity_is_whether_ones_are_odd(bits: list[int]) -> None:
    """After each bit the parity is that of the number of ones so far."""
    expected = [sum(bits[: n + 1]) % 2 for n in range(len(bits))]
    assert parity(torch.tensor([bits]))[0].tolist() == expected


def test_two_units_keep_parity() -> None:
    """Set by hand, two units tell parity without fault, at any length."""
    assert parity_kept(SETTINGS, 200) == 1


def test_turning_is_multiplying_by_a_unit() -> None:
    """Turned vectors keep their length, and position 0 turns nothing."""
    x = SETTINGS.normal(5, 64, seed=1)
    turned = as_complex(x, torch.arange(5), frequencies(SETTINGS))
    assert torch.allclose(turned.norm(dim=-1), x.double().norm(dim=-1))
    assert torch.allclose(turned[0], x[0].double())
    assert nearest_two(8, torch.float32) > 0


def test_letters_and_order_are_those_of_the_treatise() -> None:
    """The prose is letters and spaces; neighbours tell more of each other than letters far off."""
    assert set(letters().tolist()) <= set(range(27))
    assert told(SETTINGS, 1) > told(SETTINGS, 500)
    order = order_kept()
    assert 0 <= order.verses <= 1
    assert order.pairs > 0.5


def test_ways_of_layers_are_what_they_say() -> None:
    """One layer of each way is the formula that names it."""
    x = SETTINGS.normal(3, WIDTH, seed=1)
    for way in Way:
        stack = Stack(way, 1, Bent)
        f, norm = stack.layers[0], stack.norms[0]
        expected = {
            Way.PLAIN: f(x),
            Way.NORM: f(norm(x)),
            Way.ROAD: x + f(x),
            Way.PRE: x + f(norm(x)),
            Way.POST: norm(x + f(x)),
        }[way]
        assert torch.allclose([*stack.stream(x)][-1], expected)


def test_stacks_are_measured_and_learn() -> None:
    """Gradients are in units of the last, what is added is counted, and a shallow stack learns."""
    stack = SETTINGS.build(lambda: Stack(Way.PRE, 2, Bent))
    assert gradients(SETTINGS, stack)[-1] == 1
    assert len(added(SETTINGS, stack)) == 2
    x, classes = examples(SETTINGS)
    assert (len(x), int(classes.max())) == (len(classes), 3)
    assert learn(SETTINGS, stack, steps=40, rate=1e-2) < 0.5


def test_norms_in_steps_are_the_norms() -> None:
    """Written out step by step, both norms give what their kernels give."""
    x, rms, layer = 3 * torch.randn(4, 64) + 1, RMSNorm(64), LayerNorm(64)
    assert torch.allclose(rms_norm_in_steps(rms, x), rms(x), atol=1e-6)
    assert torch.allclose(layer_norm_in_steps(layer, x), layer(x), atol=1e-6)
    assert 0 < saved_in_one_kernel(rms, layer, x) < 0.3
    assert farthest(torch.tensor([0.9, 1.3, 1.0])) == pytest.approx(1.3)


def test_bends_are_seen() -> None:
    """ReLU's slope jumps by 1 and GELU's does not; a matrix is straight and its square is not."""
    assert jump(torch.relu) == pytest.approx(1)
    assert jump(nn.functional.gelu) < 1e-3
    a, b, matrix = *SETTINGS.normal(2, 8, seed=1), nn.Linear(8, 8)
    assert defect(matrix, a, b) < 1e-5
    assert defect(lambda x: matrix(x).square(), a, b) > 0.1


def test_a_language_has_its_entropy() -> None:
    """In a language of V words all alike, one who knows it loses ln V a word."""
    chances = torch.full((8, 8), 1 / 8).double()
    written_texts = texts(SETTINGS, chances, 64, 12, seed=1)
    assert entropy(chances, written_texts) == pytest.approx(math.log(8), abs=1e-5)
    drawn = grammar(SETTINGS, 8, seed=1)
    assert torch.allclose(drawn.sum(dim=-1), torch.ones(8).double())


def test_training_descends() -> None:
    """Losses before each step are given back, and they fall; a bound on the gradient is kept."""
    weight = nn.Parameter(torch.tensor([5.0]))
    losses = train([weight], lambda step: weight.square().sum(), steps=50, rate=0.2)
    assert len(losses) == 50
    assert losses[-1] < losses[0] / 10
    bounded = nn.Parameter(torch.tensor([5.0]))
    train([bounded], lambda _: 1e6 * bounded.sum(), steps=1, rate=0.1, largest_gradient=1)
    assert bounded.grad is not None
    assert float(bounded.grad.norm()) <= 1.001
