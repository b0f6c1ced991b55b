"""The experiments of canto 3: verdicts as the records expect, and able to come out otherwise."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from dhyana.binding import verses_of
from dhyana.pramana import canto_03, random_scores
from dhyana.pramana.experiment import Settings, demonstrate, measure
from dhyana.pramana.registry import registered
from dhyana.shlokas import load
from dhyana.shlokas.evidence import disagreements
from dhyana.shlokas.record import Verdict

CPU = torch.device("cpu")
VERSES = range(11, 16)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int, dtype: torch.dtype) -> None:
    """In every dtype, and from another seed, the measurements give the record's verdicts."""
    evidence = measure(registered()[verse], Settings(CPU, dtype, seed=7))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


def test_measuring_twice_gives_the_same() -> None:
    """Evidence depends on nothing but the settings."""
    settings = Settings(CPU, torch.float32, seed=3)
    assert measure(registered()[12], settings) == measure(registered()[12], settings)


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """The tiny call is a call of the very component that the record names."""
    calls = demonstrate(registered()[verse], Settings(CPU, torch.float32))
    linked = {link.symbol for link in load().verse(verse).record.code}
    assert {call.symbol for call in calls} == linked
    for call in calls:
        module, _, name = call.symbol.rpartition(".")
        assert verses_of(getattr(canto_03, name)) == (verse,)
        assert module == "dhyana.attention"


# What a wrong component would look like, and the claim that must then fall.
FAULTS: dict[str, tuple[str, Callable[..., Tensor], int, int]] = {
    "scores of other coordinates": (
        "dot_product_scores",
        lambda query, key: query @ key.flip(-1).mT,
        11,
        0,
    ),
    "weights of other signs": (
        "attention_weights",
        lambda scores, mask=None: scores.softmax(-1) * 1.001,
        13,
        0,
    ),
    "weights by another axis": (
        "attention_weights",
        lambda scores, mask=None: scores.softmax(-2),
        13,
        2,
    ),
    "values mixed in reverse": (
        "mix_values",
        lambda weights, value: weights @ value.flip(-2),
        14,
        0,
    ),
    "a sum instead of a mean": (
        "mix_values",
        lambda weights, value: value.sum(-2, keepdim=True).expand(*weights.shape[:-1], -1),
        14,
        1,
    ),
    "attention without scale": (
        "attention",
        lambda q, k, v, *, mask=None, is_causal=False, implementation="explicit": (
            (q @ k.mT).softmax(-1) @ v
            if implementation == "explicit"
            else torch.nn.functional.scaled_dot_product_attention(q, k, v, mask, 0.0, is_causal)
        ),
        15,
        0,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    name, wrong, verse, claim = FAULTS[fault]
    monkeypatch.setattr(canto_03, name, wrong)
    evidence = measure(registered()[verse], Settings(CPU, torch.float32))
    assert evidence.claims[claim].verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("wrong", "claims"),
    [
        (lambda scores, head_dim: scores / head_dim, [2, 3]),
        (lambda scores, head_dim: scores, [2, 3]),
    ],
)
def test_wrong_scaling_is_refuted(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[..., Tensor], claims: list[int]
) -> None:
    """Dividing by d_k, or not at all, gives neither variance 1 nor a steady gradient."""
    monkeypatch.setattr(random_scores, "scale_scores", wrong)
    evidence = measure(registered()[12], Settings(CPU, torch.float32))
    for claim in claims:
        assert evidence.claims[claim].verdict is Verdict.REFUTED
