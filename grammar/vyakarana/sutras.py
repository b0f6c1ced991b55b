"""The sūtras of derivations: their text, and which of them made a form what it is.

`sutras.tsv` has the sūtras by which the words of the treatise are derived and those that rules
cite, in SLP1 as vidyut-prakriya (MIT) has the Sūtrapāṭha; vārttikas and rules of other texts are
named by their number alone.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.vyakarana.deriving import ASHTADHYAYI, Derived, Step

_COMMON = frozenset(
    {"1.2.45", "1.3.1", "1.4.58", "3.4.78", "4.1.2", "8.4.68"}
    | {f"1.3.{number}" for number in range(2, 10)}
)
"""Sūtras of every derivation: that it is a stem or root, its marks, that it has endings."""


@cache
def _texts() -> Mapping[str, str]:
    lines = Path(__file__).with_name("sutras.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return dict(rows)


def text(number: str) -> str | None:
    """Give the text of a sūtra in Devanagari; None for one that is not kept here."""
    written = _texts().get(number)
    return None if written is None else devanagari(written)


def cite(numbers: Iterable[str]) -> str:
    """Name sūtras by number and text in IAST, each once."""
    return "; ".join(map(_cited, dict.fromkeys(numbers)))


def _cited(number: str) -> str:
    written = text(number)
    return f"{number} {transliterate(written, Script.IAST)}" if written else number


def deciding(derived: Derived) -> tuple[str, ...]:
    """Name the sūtras that changed its sounds, without those that every derivation has.

    What a later step takes back (an anusvāra that becomes the nasal again) is left out.
    """
    changes: list[tuple[str, str]] = []
    before = ""
    for step in derived.steps:
        after = "".join(step.result)
        if after != before and _counts(step):
            undone = next((i for i, (_, old) in enumerate(changes) if old == after), None)
            del changes[len(changes) if undone is None else undone + 1 :]
            if undone is None:
                changes.append((step.sutra, after))
        before = after
    return tuple(dict.fromkeys(number for number, _ in changes))


def _counts(step: Step) -> bool:
    return step.text == ASHTADHYAYI and step.sutra not in _COMMON
