"""The experiments of canto 5: verdicts as the records expect, and able to come out otherwise."""

import pytest
import torch

from dhyana.positions import rotary_tables, rotate, sinusoidal
from dhyana.pramana import canto_05, lookups, rotations, small_reader
from dhyana.pramana.experiment import Settings
from dhyana.pramana.small_reader import Reading

from .faults import CPU, Fault, called, linked, measured, refuted, unexpected

VERSES = range(21, 26)


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> dict[str, Reading]:
    """Stand for the trainings of verse 25, which take ten seconds, with what they find."""
    reading = {
        "not scaled": Reading([2.0, 2.4, 3.0, 3.2]),
        "dynamic NTK": Reading([2.0, 2.1, 2.6, 3.0]),
        "YaRN": Reading([2.0, 2.2, 2.4, 2.5]),
    }
    right = {"rope": 1.0, "none": 0.2}
    monkeypatch.setattr(canto_05, "named_back", lambda settings, positions: right[positions])
    monkeypatch.setattr(canto_05, "parity_learned", lambda settings, length: 0.5)
    monkeypatch.setattr(small_reader, "read_further", lambda settings: reading)
    return reading


@pytest.mark.parametrize("verse", [21, 22, 23, 24])
def test_verdicts_are_as_the_record_expects(verse: int) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts."""
    assert unexpected(verse, measured(verse, Settings(CPU, torch.float32, seed=7))) == ()


def test_scaling_is_judged_by_what_is_lost(trained: dict[str, Reading]) -> None:
    """A scaling that loses less than none, but something, is a qualified success."""
    assert unexpected(25, measured(25, Settings(CPU, torch.float32, seed=7))) == ()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("verse", [21, 23])
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What needs no training comes out the same in every number format."""
    assert unexpected(verse, measured(verse, Settings(CPU, dtype, seed=5))) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names, or of a method of it."""
    for symbol in called(verse):
        assert symbol in linked(verse) or symbol.rpartition(".")[0] in linked(verse)


FAULTS = {
    "a layer that knows the order": Fault(
        canto_05, "equivariance_error", lambda layer, x, order: 1.0, 21, 1
    ),
    "letters that tell nothing": Fault(small_reader, "told", lambda *_: 0.0, 21, 3),
    "waves of another base": Fault(
        canto_05,
        "sinusoidal",
        lambda positions, width: sinusoidal(positions, width, base=1000.0),
        22,
        0,
    ),
    "wavelengths too short": Fault(
        canto_05,
        "sinusoidal",
        lambda positions, width: sinusoidal(positions, width, base=1000.0),
        22,
        1,
    ),
    "waves of squared positions": Fault(
        canto_05, "sinusoidal", lambda positions, width: sinusoidal(positions**2, width), 22, 2
    ),
    "waves that stand still": Fault(
        lookups, "sinusoidal", lambda positions, width: sinusoidal(0 * positions, width), 22, 3
    ),
    "turned the other way": Fault(
        rotations, "rotate", lambda x, tables: rotate(x, tables._replace(sin=-tables.sin)), 23, 0
    ),
    "angles that grow faster": Fault(
        rotations, "rotary_tables", lambda at, by: rotary_tables(at * at, by), 23, 1
    ),
    "angles that come round": Fault(
        rotations, "rotary_tables", lambda at, by: rotary_tables(at % 7, by), 24, 0
    ),
    "letters that tell as much far away": Fault(small_reader, "told", lambda *_: 0.3, 24, 2),
    "positions that help nobody": Fault(canto_05, "named_back", lambda *_: 0.2, 25, 0),
    "reading that waits": Fault(canto_05, "wait_per_word", lambda *_: 1.0, 25, 1),
    "a YaRN that does nothing": Fault(
        small_reader,
        "read_further",
        lambda settings: dict.fromkeys(
            ("not scaled", "YaRN", "dynamic NTK"), Reading([2.0, 2.4, 3.0, 3.2])
        ),
        25,
        2,
    ),
    "an NTK that does nothing": Fault(
        small_reader,
        "read_further",
        lambda settings: dict.fromkeys(
            ("not scaled", "YaRN", "dynamic NTK"), Reading([2.0, 2.4, 3.0, 3.2])
        ),
        25,
        3,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(
    monkeypatch: pytest.MonkeyPatch, trained: dict[str, Reading], fault: str
) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    wrong = FAULTS[fault]
    monkeypatch.setattr(wrong.owner, wrong.name, wrong.wrong)
    assert refuted(wrong)
