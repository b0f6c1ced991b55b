"""The experiments of canto 1: verdicts as the records expect, and able to come out otherwise."""

import pytest
import torch
from torch import Tensor

from dhyana.attention import attention_weights
from dhyana.pramana import canto_01, memories
from dhyana.pramana.experiment import Settings
from dhyana.projections import QKV, affinities
from dhyana.recurrence import attention_edges, recurrent_edges, unroll

from .faults import CPU, Fault, called, linked, measured, refuted, unexpected

VERSES = range(1, 6)


def recall(settings: Settings, distance: int, forget_bias: float) -> float:
    """Stand for the trainings of verse 2: only an open gate keeps the first word."""
    return 1.0 if forget_bias else 0.25


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts.

    But for the trainings of verse 2, which take five seconds.
    """
    monkeypatch.setattr(canto_01, "recall", recall)
    assert unexpected(verse, measured(verse, Settings(CPU, torch.float32, seed=7))) == ()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("verse", [3, 4])
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What is counted comes out the same in every number format."""
    assert unexpected(verse, measured(verse, Settings(CPU, dtype, seed=5))) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names."""
    assert called(verse) <= linked(verse)


def forgetful(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, bias: Tensor) -> Tensor:
    """Take a step that does not look at the state."""
    return torch.tanh(x @ w_x.mT + bias)


def one_by_one(x: Tensor, projections: object) -> Tensor:
    """Attend to one word after another."""
    return torch.stack(unroll(lambda word, sum: word + sum, x, x[:, 0]), dim=1)


def one_missing(length: int) -> Tensor:
    """Return the edges of attention without that between the first two words."""
    edges = attention_edges(length)
    edges[0, 1] = False
    return edges


def blind_to_later(qkv: QKV) -> Tensor:
    """Weigh only the words so far."""
    scores = qkv.q @ qkv.k.mT
    return attention_weights(scores, torch.ones_like(scores[0]).tril().bool())


FAULTS = {
    "a step that forgets": Fault(memories, "rnn_step", forgetful, 1, 0),
    "attention one word after another": Fault(canto_01, "contextualize", one_by_one, 1, 1),
    "slow attention": Fault(canto_01, "contextualize", one_by_one, 1, 2),
    "a recurrence that hears everyone": Fault(canto_01, "recurrent_edges", attention_edges, 2, 0),
    "a gradient that never fades": Fault(
        memories, "gradient_over_distance", lambda outputs, xs: torch.ones(xs.shape[1]), 2, 1
    ),
    "words that are never forgotten": Fault(canto_01, "recall", lambda *_: 1.0, 2, 2),
    "a recurrence that hears nobody": Fault(
        canto_01, "recurrent_edges", lambda n: torch.zeros(n, n, dtype=torch.bool), 2, 3
    ),
    "attention that hears its neighbour": Fault(canto_01, "attention_edges", recurrent_edges, 3, 0),
    "weights that are zero": Fault(canto_01, "affinities", blind_to_later, 3, 1),
    "reading one word after another": Fault(canto_01, "contextualize", one_by_one, 3, 2),
    "weights that repeat": Fault(
        canto_01, "affinities", lambda qkv: affinities(qkv)[:, :16, :16], 4, 0
    ),
    "a pair that is not heard": Fault(canto_01, "attention_edges", one_missing, 4, 1),
    "a gradient that halves": Fault(
        canto_01,
        "gradient_over_distance",
        lambda outputs, xs: 0.5 ** torch.arange(xs.shape[1]).double(),
        4,
        2,
    ),
    "a lamp that lights up everything": Fault(
        canto_01, "focus", lambda weights: weights.new_full(weights.shape[:-1], 12.0), 5, 0
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    wrong = FAULTS[fault]
    monkeypatch.setattr(canto_01, "recall", recall)  # not at stake, and the trainings take long
    monkeypatch.setattr(wrong.owner, wrong.name, wrong.wrong)
    assert refuted(wrong)
