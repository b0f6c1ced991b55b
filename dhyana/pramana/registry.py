"""Which verses have an experiment: the marks on the functions, and how they are found.

Marks are read from the source (`dhyana.shlokas.code.marked_symbols`), so that listing the
experiments imports neither them nor torch.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dhyana.shlokas.code import marked_symbols

Function = TypeVar("Function", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Registered:
    """The two functions a verse has: one that measures its claims, one that shows its code run."""

    verse: int
    experiment: str
    demonstration: str


def experiment(verse: int) -> Callable[[Function], Function]:
    """Mark a function (settings) -> findings that measures what a verse claims."""
    return lambda function: function


def demonstration(verse: int) -> Callable[[Function], Function]:
    """Mark a function (settings) -> calls that calls the verse's components once, very small."""
    return lambda function: function


def registered() -> dict[int, Registered]:
    """Return what every verse has that has an experiment, by number.

    Raises ValueError when a verse has two of a kind, or one without the other.
    """
    experiments = _by_verse("experiment")
    demonstrations = _by_verse("demonstration")
    if unpaired := sorted(experiments.keys() ^ demonstrations.keys()):
        raise ValueError(
            f"verse {unpaired[0]}: expected an @experiment and a @demonstration, found only "
            f"{(experiments | demonstrations)[unpaired[0]]}"
        )
    return {
        verse: Registered(verse, experiments[verse], demonstrations[verse])
        for verse in sorted(experiments)
    }


def _by_verse(mark: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for marked in marked_symbols(mark, within="dhyana.pramana"):
        for verse in marked.verses:
            if verse in found:
                raise ValueError(
                    f"verse {verse} has two functions marked @{mark}: "
                    f"{found[verse]} and {marked.symbol}"
                )
            found[verse] = marked.symbol
    return found
