"""The experiments of canto 2: verdicts as the records expect, and able to come out otherwise."""

import pytest
import torch
from torch import Tensor

from dhyana.pramana import canto_02, senses
from dhyana.pramana.experiment import Settings
from dhyana.pramana.lookups import OneHead
from dhyana.projections import QKV, Projections, retrieve

from .faults import CPU, Fault, called, linked, measured, refuted, unexpected

VERSES = range(6, 11)


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts."""
    assert unexpected(verse, measured(verse, Settings(CPU, torch.float32, seed=7))) == ()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("verse", [6, 7, 10])
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What needs no training comes out the same in every number format."""
    assert unexpected(verse, measured(verse, Settings(CPU, dtype, seed=5))) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names."""
    assert called(verse) <= linked(verse)


def exchanged(self: Projections, x: Tensor) -> QKV:
    """Project to keys where queries belong."""
    return QKV(self.key(x), self.query(x), self.value(x))


def unsharp(query: Tensor, keys: Tensor, values: Tensor, *, sharpness: float = 1.0) -> Tensor:
    """Answer every query with the mean of all values."""
    return values.mean(dim=0).expand(len(query), -1)


def of_unit_values(
    query: Tensor, keys: Tensor, values: Tensor, *, sharpness: float = 1.0
) -> Tensor:
    """Hand on values brought to one length."""
    return retrieve(query, keys, values / values.norm(), sharpness=sharpness)


def of_sizes(qkv: QKV) -> Tensor:
    """Weigh by the sizes of coordinates, whatever their signs."""
    return (qkv.q.abs() @ qkv.k.abs().mT).softmax(dim=-1)


FAULTS = {
    "queries and keys exchanged": Fault(Projections, "forward", exchanged, 6, 0),
    "subspaces that are one": Fault(canto_02, "subspace_overlap", lambda a, b: 1.0, 6, 2),
    "the mean of all values": Fault(canto_02, "retrieve", unsharp, 7, 0),
    "values that lose their length": Fault(canto_02, "retrieve", of_unit_values, 7, 1),
    "a database that mixes": Fault(canto_02, "retrieve", unsharp, 7, 2),
    "projections that are one": Fault(
        canto_02, "weights_of", lambda each: (each.query.weight.detach(),) * 3, 8, 0
    ),
    "features that all three read": Fault(
        canto_02, "weights_of", lambda each: (each.query.weight.detach(),) * 3, 8, 1
    ),
    "raw attention that learns": Fault(canto_02, "RawAttention", OneHead, 8, 2),
    "an embedding that knows its neighbours": Fault(
        canto_02, "senses_told", lambda settings, contextual: 0.9, 9, 0
    ),
    "words that do not listen": Fault(
        canto_02, "contextualize", lambda x, projections: projections(x).v, 9, 1
    ),
    "senses that do not show": Fault(
        senses, "contextualize", lambda x, projections: projections(x).v, 9, 2
    ),
    "scores without scale": Fault(
        canto_02, "affinities", lambda qkv: (qkv.q @ qkv.k.mT).softmax(dim=-1), 10, 0
    ),
    "weights alike in both directions": Fault(
        canto_02, "affinities", lambda qkv: torch.full((8, 64, 64), 1 / 64), 10, 1
    ),
    "weights by single coordinates": Fault(canto_02, "affinities", of_sizes, 10, 2),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    wrong = FAULTS[fault]
    monkeypatch.setattr(wrong.owner, wrong.name, wrong.wrong)
    assert refuted(wrong)
