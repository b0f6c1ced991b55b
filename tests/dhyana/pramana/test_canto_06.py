"""The experiments of canto 6: verdicts as the records expect, and able to come out otherwise."""

import pytest
import torch
from torch import Tensor

from dhyana import transformer
from dhyana.normalization import LayerNorm, RMSNorm, identity_path
from dhyana.pramana import canto_06, deep_stacks, small_reader
from dhyana.pramana.deep_stacks import Stack, Way
from dhyana.pramana.experiment import Settings

from .faults import CPU, Fault, called, linked, measured, refuted, unexpected

VERSES = range(26, 31)


def learn(settings: Settings, stack: Stack, *, steps: int, rate: float) -> float:
    """Stand for the trainings of two hundred layers: the norm before learns, unless too fast."""
    return 0.1 if stack.way is Way.PRE and rate < 0.1 else 1.0


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the trainings that take seconds, and put what they find in their place."""
    monkeypatch.setattr(canto_06, "learn", learn)
    monkeypatch.setattr(small_reader, "loss_with", lambda settings, norm: 2.0)


@pytest.mark.parametrize("verse", [26, 27, 30])
def test_verdicts_are_as_the_record_expects(verse: int) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts."""
    assert unexpected(verse, measured(verse, Settings(CPU, torch.float32, seed=7))) == ()


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize("verse", [28, 29])
def test_norms_are_judged_alike_from_another_seed(verse: int) -> None:
    """What norms do to numbers and gradients, the long trainings aside, does not hang on a seed."""
    assert unexpected(verse, measured(verse, Settings(CPU, torch.float32, seed=7))) == ()


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_norms_are_judged_alike_in_every_dtype(dtype: torch.dtype) -> None:
    """What RMSNorm does to numbers comes out the same in every format."""
    assert unexpected(29, measured(29, Settings(CPU, dtype, seed=7))) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names."""
    assert called(verse) <= linked(verse)


def only_centred(self: LayerNorm, x: Tensor) -> Tensor:
    """Take the mean away and leave the size."""
    return x - x.mean(dim=-1, keepdim=True)


def centred(self: RMSNorm, x: Tensor) -> Tensor:
    """Norm as LayerNorm does."""
    return torch.nn.functional.layer_norm(x, self.weight.shape, self.weight, None, self.eps)


def unscaled(self: RMSNorm, x: Tensor) -> Tensor:
    """Norm nothing."""
    return x * self.weight


FAULTS = {
    "gradients that never fade": Fault(
        deep_stacks, "gradient_by_depth", lambda layers, x: [1.0] * len(layers), 26, 0
    ),
    "a road that is none": Fault(deep_stacks, "residual", lambda x, f: f(x), 26, 2),
    "a road of double width": Fault(
        canto_06, "identity_path", lambda f, x: 2 * identity_path(f, x), 27, 0
    ),
    "a road that is closed": Fault(deep_stacks, "residual", lambda x, f: f(x), 27, 1),
    "sublayers that replace the stream": Fault(
        transformer, "pre_norm", lambda x, norm, f: f(norm(x)), 27, 2
    ),
    "a norm that only centres": Fault(LayerNorm, "forward", only_centred, 28, 0),
    "norms that let everything move": Fault(canto_06, "shift", lambda settings, way: 1.0, 28, 1),
    "no norm before the sublayer": Fault(
        deep_stacks, "pre_norm", lambda x, norm, f: x + f(x), 28, 2
    ),
    "an RMSNorm that centres": Fault(RMSNorm, "forward", centred, 29, 0),
    "an RMSNorm that leaves the size": Fault(RMSNorm, "forward", unscaled, 29, 1),
    "an RMSNorm that learns nothing": Fault(
        small_reader, "loss_with", lambda settings, norm: {"rms": 3.0, "layer": 2.0}[norm], 29, 2
    ),
    "a norm without its road": Fault(deep_stacks, "pre_norm", lambda x, norm, f: f(norm(x)), 30, 0),
}


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    wrong = FAULTS[fault]
    monkeypatch.setattr(wrong.owner, wrong.name, wrong.wrong)
    assert refuted(wrong)
