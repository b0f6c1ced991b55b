"""What vidyut.prakriya gets wrong or lacks: `gaps.tsv` corrects cells, `unsure` names classes.

A form that vidyut does not derive is refuted only where its declension of such stems was seen
to be right; for the others nothing is decided.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dhyana.grammar.vyakarana.cells import Nominal

NO_FORM = "-"
_ANY = "*"


class Correction(NamedTuple):
    """A form in SLP1 that stands in a cell, by which sūtra, and where that is taught."""

    form: str
    sutra: str
    source: str


@cache
def _corrections() -> Mapping[tuple[str, str, str, str], tuple[Correction, ...]]:
    cells: dict[tuple[str, str, str, str], list[Correction]] = defaultdict(list)
    text = Path(__file__).with_name("gaps.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            stem, linga, vibhakti, vacana, *correction = line.split("\t")
            cells[stem, linga, vibhakti, vacana].append(Correction(*correction))
    return {cell: tuple(forms) for cell, forms in cells.items()}


def corrections(stem: str, cell: Nominal) -> tuple[Correction, ...]:
    """Give what stands in a cell of a stem (SLP1) in place of vidyut's forms, if anything."""
    exact = _corrections().get((stem, cell.linga, str(cell.vibhakti), str(cell.vacana)))
    return exact or _corrections().get((stem, _ANY, _ANY, str(cell.vacana)), ())


def formless(stem: str, cell: Nominal) -> bool:
    """Whether a word (SLP1) has no form in a cell: द्वि has none but the dual."""
    return any(one.form == NO_FORM for one in corrections(stem, cell))


class _Class(NamedTuple):
    stems: re.Pattern[str]
    lingas: str
    reason: str


_NOT_NEUTER = "पुं स्त्री"
_ALL = "पुं स्त्री नपुं"
_KIN = "pi|mA|BrA|duhi|jAmA|svas|n|nanAnd"
_UNSURE = (
    _Class(re.compile("(?<!S)at$"), _NOT_NEUTER, "a stem in -at: whether it has num (7.1.70)"),
    _Class(re.compile("[vy]as$"), _NOT_NEUTER, "a stem in -as: whether it has num (7.1.70)"),
    _Class(re.compile("[iu]s$"), _ALL, "a stem in -is, -us: its ṣ (8.3.59) is not derived"),
    _Class(re.compile("[rSzhc]$|Aj$|puMs$"), _ALL, "a root noun: what its final becomes"),
    _Class(re.compile(f"^(?!(?:{_KIN})t?f$).*f$"), _ALL, "a stem in -ṛ: its length (6.4.11)"),
    _Class(re.compile("[IU]$"), "पुं", "a root noun in -ī, -ū: iyaṅ and uvaṅ (6.4.77)"),
    _Class(re.compile("^[^aAiIuUfFeEoO]*[IU]$"), "स्त्री", "a word of one syllable (6.4.77)"),
    _Class(re.compile("^(?:asTi|daDi|sakTi)$"), "नपुं", "its n before vowels (7.1.75)"),
)


def unsure(stem: str, linga: str) -> str | None:
    """Say why vidyut's declension of a plain stem (SLP1) proves nothing against a form, if so.

    With the corrections the declension of their stems is right.
    """
    if any(stem == corrected for corrected, *_ in _corrections()):
        return None
    for group in _UNSURE:
        if linga in group.lingas.split() and group.stems.search(stem):
            return group.reason
    return None
