"""The experiments of canto 4: verdicts as the records expect, and able to come out otherwise."""

from collections.abc import Callable

import pytest
import torch

from dhyana import heads
from dhyana.heads import MultiHeadAttention, split_heads
from dhyana.pramana import canto_04
from dhyana.pramana.experiment import Settings
from dhyana.pramana.lookups import Heads

from .faults import CPU, Fault, called, linked, measured, refuted, unexpected

VERSES = range(16, 21)


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts."""
    assert unexpected(verse, measured(verse, Settings(CPU, torch.float32, seed=7))) == ()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("verse", [18, 19])
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What needs no training comes out the same in every number format."""
    assert unexpected(verse, measured(verse, Settings(CPU, dtype, seed=5))) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names."""
    assert called(verse) <= linked(verse)


def always(n_heads: int) -> Callable[..., Heads]:
    """Return what makes so many heads, however many are asked for."""
    return lambda width, asked, causal=False: Heads(width, n_heads, causal=causal)


FAULTS = {
    "heads of mixed coordinates": Fault(
        canto_04, "split_heads", lambda x, n_heads: split_heads(x.flip(-1), n_heads), 16, 0
    ),
    "four heads where one is asked for": Fault(canto_04, "Heads", always(4), 16, 1),
    "one head where four are asked for": Fault(canto_04, "Heads", always(1), 16, 3),
    "distances from the beginning": Fault(
        canto_04, "attention_by_distance", lambda weights: weights.mean(dim=(0, 2)), 17, 0
    ),
    "heads of full width": Fault(canto_04, "head_width", lambda width, n_heads: width, 18, 0),
    "heads that cost as much each": Fault(
        canto_04,
        "MultiHeadAttention",
        lambda width, n_heads: MultiHeadAttention(width, n_heads, head_dim=width),
        18,
        1,
    ),
    "heads that read the same": Fault(
        canto_04, "head_overlap", lambda weight, n_heads: torch.ones(n_heads, n_heads), 18, 2
    ),
    "heads one after another": Fault(
        canto_04,
        "in_all",
        lambda module, x: module.out(torch.cat(canto_04.side_by_side(module, x), dim=-1)),
        18,
        3,
    ),
    "heads merged across": Fault(
        heads, "merge_heads", lambda x: x.transpose(-1, -2).flatten(-2), 19, 0
    ),
    "a single head that sees far": Fault(canto_04, "Heads", always(4), 20, 1),
    "many heads that are one": Fault(canto_04, "Heads", always(1), 20, 2),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    wrong = FAULTS[fault]
    monkeypatch.setattr(wrong.owner, wrong.name, wrong.wrong)
    assert refuted(wrong)
