"""What the tests of experiments share: measuring a verse with one component made wrong."""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from dhyana.pramana.experiment import Settings, demonstrate, measure
from dhyana.pramana.registry import registered
from dhyana.shlokas import load
from dhyana.shlokas.evidence import Evidence, disagreements
from dhyana.shlokas.record import Verdict

CPU = torch.device("cpu")
SETTINGS = Settings(CPU, torch.float32)


class Fault(NamedTuple):
    """A wrong component: where it stands, what it does, and the claim that must then fall."""

    owner: object
    name: str
    wrong: Callable[..., Any]
    verse: int
    claim: int


def measured(verse: int, settings: Settings = SETTINGS) -> Evidence:
    """Measure a verse."""
    return measure(registered()[verse], settings)


def unexpected(verse: int, evidence: Evidence) -> tuple[str, ...]:
    """Return where the evidence differs from what the record of the verse expects."""
    return disagreements(load().verse(verse).record.claims, evidence)


def refuted(fault: Fault) -> bool:
    """Say whether a claim that holds of the right component is refuted of the wrong one."""
    assert load().verse(fault.verse).record.claims[fault.claim].verdict is not Verdict.REFUTED
    return measured(fault.verse).claims[fault.claim].verdict is Verdict.REFUTED


def called(verse: int) -> set[str]:
    """Return the components that the demonstration of a verse calls."""
    return {call.symbol for call in demonstrate(registered()[verse], SETTINGS)}


def linked(verse: int) -> set[str]:
    """Return the components that the record of a verse is linked to."""
    return {link.symbol for link in load().verse(verse).record.code}
