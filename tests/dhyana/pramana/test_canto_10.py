"""The experiments of canto 10: verdicts as the records expect, and able to come out otherwise."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from torch import nn

from dhyana.pramana import canto_10, devices, emergence, growth, parity, tongues
from dhyana.pramana.experiment import Settings, demonstrate, measure
from dhyana.pramana.registry import registered
from dhyana.shlokas import load
from dhyana.shlokas.evidence import disagreements
from dhyana.shlokas.record import Verdict

CPU = torch.device("cpu")
SETTINGS = Settings(CPU, torch.float32)
VERSES = range(46, 51)


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts.

    But for what two devices give, which `test_two_devices_do_not_depend_on_the_dtype` measures.
    """
    monkeypatch.setattr(devices, "split", lambda settings: devices.Split(0.0, 0.5))
    evidence = measure(registered()[verse], Settings(CPU, torch.float32, seed=7))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names, or of a method of it."""
    calls = demonstrate(registered()[verse], SETTINGS)
    linked = {link.symbol for link in load().verse(verse).record.code}
    assert calls
    for call in calls:
        assert call.symbol in linked or call.symbol.rpartition(".")[0] in linked


@pytest.mark.parametrize("verse", [49, 50])
def test_praise_is_not_measured(verse: int) -> None:
    """A tribute and a blessing say why no number decides them."""
    last = measure(registered()[verse], SETTINGS).claims[-1]
    assert last.verdict is Verdict.NOT_MEASURABLE
    assert last.reason


def growing(settings: Settings) -> list[growth.Run]:
    """Return trainings that get worse with size, by no power law."""
    runs = [
        growth.Run(width, 100 * width**2, 1000 * steps, 2.0 + (n * 7 % 5) / 5)
        for n, (width, steps) in enumerate(
            (width, steps) for width in growth.WIDTHS for steps in growth.STEPS
        )
    ]
    return [run._replace(loss=run.loss + run.width / 32) for run in runs]


LAW = growth.ScalingLaw(A=20, alpha=0.5, B=50, beta=0.4, L0=2)

# What a wrong component would look like, and the claim that must then fall.
FAULTS: dict[str, tuple[object, str, Callable[..., object], int, int]] = {
    "losses that follow no law": (growth, "grown", growing, 46, 0),
    "losses that rise with size": (growth, "grown", growing, 46, 1),
    "attention left out of the count": (
        growth,
        "flops_per_token",
        lambda config, n, length, training: 6 * n,
        46,
        2,
    ),
    "devices that do not agree": (
        devices,
        "split",
        lambda settings: devices.Split(difference=0.1, share=0.5),
        46,
        3,
    ),
    "devices that keep everything": (
        devices,
        "split",
        lambda settings: devices.Split(difference=0.0, share=1.0),
        46,
        3,
    ),
    "answers judged fact by fact": (emergence, "exact_match", emergence.token_accuracy, 47, 0),
    "a predictor that only guesses": (
        parity,
        "parities",
        lambda questions: torch.randint(2, questions[:, 1:].shape),
        47,
        1,
    ),
    "a space without order": (
        tongues,
        "exact",
        lambda tensor: torch.randn(tensor.shape).double(),
        48,
        0,
    ),
    "a part that no verse describes": (
        canto_10,
        "verses_of",
        lambda part: () if part.__name__ == "Block" else (1,),
        50,
        0,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    owner, name, wrong, verse, claim = FAULTS[fault]
    if verse == 46:  # what is not at stake here need not be computed
        monkeypatch.setattr(devices, "split", lambda settings: devices.Split(0.0, 0.5))
        monkeypatch.setattr(growth, "grown", growing)
        if claim:  # the fit of the law is not at stake either
            monkeypatch.setattr(growth, "law_of", lambda runs: LAW)
    monkeypatch.setattr(owner, name, wrong)
    if owner is parity:  # what was learned rightly serves the other tests
        parity.learned.cache_clear()
    evidence = measure(registered()[verse], SETTINGS)
    if owner is parity:
        parity.learned.cache_clear()
    assert evidence.claims[claim].verdict is Verdict.REFUTED


def test_doublings_are_read_between_the_sizes() -> None:
    """Between two sizes a share is taken to rise evenly with the logarithm of the size."""
    at = dict(zip(emergence.SIZES, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0), strict=True))
    between = torch.tensor([24.0, 32.0]).log2()
    expected = 0.8 * float(between[1] - between[0])
    assert emergence.doublings(list(at.values())) == pytest.approx(expected)
    assert emergence.doublings([0.0] * len(at)) != emergence.doublings([0.5] * len(at))


def test_a_rotation_is_found_and_undone() -> None:
    """Of two languages that differ by a rotation alone, half the words tell it for the rest."""
    a = torch.randn(40, 8, generator=torch.Generator().manual_seed(1)).double()
    rotation = torch.linalg.qr(torch.randn(8, 8, generator=torch.Generator().manual_seed(2)))[0]
    b = a @ rotation.double()
    assert tongues.likeness(a, b) == pytest.approx(1)
    assert tongues.translated(a, b, turned=True) == 1
    assert tongues.translated(a, b, turned=False) < 0.5


def test_the_law_of_trainings_is_fitted_and_judged() -> None:
    """Losses that follow a law are fitted without error; one that does not shows."""
    law, runs = LAW, []
    for width in growth.WIDTHS:
        for steps in growth.STEPS:
            n, d = 100.0 * width**2, 512.0 * steps
            runs.append(growth.Run(width, int(n), int(d), law.A / n**0.5 + law.B / d**0.4 + 2))
    assert growth.largest_error(growth.law_of(runs), runs) < 1e-3
    assert growth.falls(runs) == 1
    spoiled = [*runs[:-1], runs[-1]._replace(loss=2 * runs[-1].loss)]
    assert growth.largest_error(law, spoiled) == pytest.approx(0.5, abs=1e-3)
    assert growth.falls(spoiled) < 1


def test_two_devices_do_not_depend_on_the_dtype() -> None:
    """They compute in float32 whatever is asked, so that their sums can be compared."""
    half = devices.split(replace(SETTINGS, dtype=torch.bfloat16, seed=3))
    assert half.difference < 1e-5
    assert half.share == pytest.approx(0.5, abs=0.02)


def test_every_kind_of_module_is_looked_at() -> None:
    """The parts that verse 50 counts are those of a real model, torch's own left out."""
    kinds = {type(module) for module in canto_10._small(SETTINGS).modules()}
    own = {kind.__name__ for kind in kinds if kind.__module__.startswith("dhyana.")}
    assert {"Block", "MultiHeadAttention", "GatedFeedForward", "RMSNorm", "Rotary"} <= own
    assert nn.Linear in kinds
    assert "Linear" not in own
