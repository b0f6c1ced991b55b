"""The experiments of canto 7: verdicts as the records expect, and able to come out otherwise."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from dhyana.feedforward import FeedForward, GatedFeedForward
from dhyana.pramana import approximation, canto_07, facts
from dhyana.pramana.experiment import Settings, demonstrate, measure
from dhyana.pramana.registry import registered
from dhyana.shlokas import load
from dhyana.shlokas.code import locate
from dhyana.shlokas.evidence import disagreements
from dhyana.shlokas.record import Verdict

CPU = torch.device("cpu")
VERSES = range(31, 36)


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts.

    But for the nine trainings of verse 34, which take five seconds.
    """
    monkeypatch.setattr(canto_07, "losses_of_kind", no_better)
    evidence = measure(registered()[verse], Settings(CPU, torch.float32, seed=7))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize(
    ("verse", "dtype"),
    [
        (31, torch.float64),
        (31, torch.float16),
        (31, torch.bfloat16),
        (35, torch.bfloat16),
    ],
)
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What is measured without much training comes out the same in every number format."""
    evidence = measure(registered()[verse], Settings(CPU, dtype, seed=6))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """The tiny calls are calls of the very components that the record names."""
    calls = demonstrate(registered()[verse], Settings(CPU, torch.float32))
    linked = {link.symbol for link in load().verse(verse).record.code}
    assert {call.symbol for call in calls} == linked
    for symbol in linked:
        assert f"@shloka({verse})" in locate(symbol).source


def shuffled(self: FeedForward, x: Tensor) -> Tensor:
    """Apply the network, and mix the positions."""
    y: Tensor = self.down(self.coefficients(x))
    return y.flip(0)


def linear(self: FeedForward, x: Tensor) -> Tensor:
    """Leave the activation out."""
    y: Tensor = self.up(x)
    return y


def no_better(settings: Settings, kind: str) -> Tensor:
    """Stand for nine trainings that come out alike."""
    return torch.tensor([2.0, 2.1, 2.2])


# What a wrong component would look like, and the claim that must then fall.
FAULTS: dict[str, tuple[object, str, Callable[..., object], int, int]] = {
    "positions mixed": (FeedForward, "forward", shuffled, 31, 1),
    "no activation": (FeedForward, "coefficients", linear, 31, 0),
    "a network that cannot bend approximates nothing": (
        FeedForward,
        "coefficients",
        linear,
        31,
        2,
    ),
    "three times as wide where gated": (
        canto_07,
        "hidden_width",
        lambda width, gated=False: 3 * width if gated else 4 * width,
        32,
        0,
    ),
    "keys from the wrong end": (
        canto_07,
        "as_memory",
        lambda network: facts.as_memory(network)._replace(keys=network.up.weight.flip(0)),
        32,
        1,
    ),
    "memories added without strength": (
        canto_07,
        "recall",
        lambda network, x: facts.as_memory(network).values.sum(dim=0).expand_as(x),
        33,
        0,
    ),
    "gate and value exchanged": (
        GatedFeedForward,
        "coefficients",
        lambda self, x: self.gate(x) * functional.silu(self.up(x)),
        34,
        0,
    ),
    "a linear network": (FeedForward, "coefficients", linear, 35, 2),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    owner, name, wrong, verse, claim = FAULTS[fault]
    monkeypatch.setattr(canto_07, "losses_of_kind", no_better)  # not at stake, and six seconds
    monkeypatch.setattr(owner, name, wrong)
    facts.learned.cache_clear()
    evidence = measure(registered()[verse], Settings(CPU, torch.float32))
    facts.learned.cache_clear()
    assert evidence.claims[claim].verdict is Verdict.REFUTED


def test_swiglu_could_have_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were perplexity a fifth lower with SwiGLU, the claim would hold."""
    losses = {"SwiGLU": 2.0, "ReLU": 2.25, "GELU": 2.25}
    monkeypatch.setattr(
        canto_07, "losses_of_kind", lambda settings, kind: torch.tensor([losses[kind]] * 3)
    )
    evidence = measure(registered()[34], Settings(CPU, torch.float32))
    assert evidence.claims[2].verdict is Verdict.HOLDS


def test_shared_models_stay_as_they_are() -> None:
    """Taking values out is for a while: a model learned once serves several experiments."""
    settings, world = Settings(CPU, torch.float32), facts.World()
    model, known = facts.learned(settings, world), facts.facts_of(settings, world)
    before = [part.clone() for part in model.parameters()]
    facts.boost(model, known, 0)
    facts.recalled_after(settings)
    facts.without_memories(model, known, facts.evoked(model, known).support.topk(3).indices, 64)
    assert all(map(torch.equal, before, model.parameters()))


@pytest.mark.parametrize("seed", range(20))
def test_the_approximation_is_not_a_matter_of_luck(seed: int) -> None:
    """From any seed the widest network is good inside the square, and bad outside."""
    errors = approximation.errors(Settings(CPU, torch.float32, seed=seed))
    assert errors.inside[-1] < 0.05 < errors.outside
