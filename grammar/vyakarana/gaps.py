"""What vidyut.prakriya gets wrong or lacks: `gaps.tsv` corrects cells, `unsure` names classes.

A form that vidyut does not derive is refuted only where its declension of such stems was seen
to be right; for the others nothing is decided.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
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
    place = str(cell.vibhakti), str(cell.vacana)
    exact = _corrections().get((stem, cell.linga, *place)) or _corrections().get(
        (stem, _ANY, *place)
    )
    if exact is None and cell.linga == "स्त्री" and _ONE_SYLLABLE.search(stem):
        return tuple(_of_one_syllable(stem, cell))
    return exact or _corrections().get((stem, _ANY, _ANY, str(cell.vacana)), ())


_ONE_SYLLABLE = re.compile("^(?!strI$)[^aAiIuUfFeEoO]+[IU]$")
_LIKE_DHI = (
    ".H /O /aH | /am /O /aH | /A .ByAm .BiH | /e,/E .ByAm .ByaH | /aH,/AH .ByAm .ByaH"
    " | /aH,/AH /oH /Am,.nAm | /i,/Am /oH .zu | .H /O /aH"
)
"""A feminine of one syllable in ī or ū, case by case: `.` is the stem, `/` the stem in iy or uv.

Śrī, dhī, bhū and their like keep iy and uv (6.4.77) and are river-words (nadī) only before the
endings with ṅ and ām, and there at will (1.4.4–6); strī is another thing (6.4.79).
"""
_NADI = {"E": "7.3.112", "AH": "7.3.112", "nAm": "7.1.54"}
_KAUMUDI = "Siddhāntakaumudī on śrī and bhū"


def _of_one_syllable(stem: str, cell: Nominal) -> Iterator[Correction]:
    before_vowels = stem[:-1] + ("iy" if stem.endswith("I") else "uv")
    in_case = _LIKE_DHI.split(" | ")[cell.vibhakti - 1].split()
    for ending in in_case[cell.vacana - 1].split(","):
        kept, rest = ending[0] == ".", ending[1:]
        if rest == "nAm" and re.search("[rz]", stem):
            rest = "RAm"
        sutra = _NADI.get(ending[1:], "6.4.77")
        yield Correction((stem if kept else before_vowels) + rest, sutra, _KAUMUDI)


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
    _Class(re.compile("ASis$|jus$"), _ALL, "a root noun in -is, -us: its length (8.2.76)"),
    _Class(
        re.compile("(?<!^gi)(?<!^pu)(?<!^Du)r$|(?<!^di)(?<!df)(?<!spf)S$|[zhc]$|Aj$"),
        _ALL,
        "a root noun: what its final becomes",
    ),
    _Class(re.compile(f"^(?!(?:{_KIN})t?f$)(?:.*[^t]|yAt)f$"), _ALL, "its length (6.4.11)"),
    _Class(re.compile("A$"), "पुं", "a root noun in -ā: whether it loses it (6.4.140)"),
    _Class(re.compile("(?<!^a)han$|^arvan$"), _ALL, "a stem in -an of its own (6.4.12, 6.4.127)"),
    _Class(re.compile("[IU]$"), "पुं", "a root noun in -ī, -ū: iyaṅ and uvaṅ (6.4.77)"),
    _Class(re.compile("^(?:asTi|daDi|sakTi)$"), "नपुं", "its n before vowels (7.1.75)"),
    _Class(re.compile("^(?:nAsikA|sAnu|mAMsa|pftanA)$"), _ALL, "whether it is shorter (6.1.63)"),
    _Class(re.compile("jara$"), _ALL, "whether jaras stands for its end (7.2.101)"),
)


def unsure(stem: str, linga: str) -> str | None:
    """Say why vidyut's declension of a plain stem (SLP1) proves nothing against a form, if so.

    With the corrections the declension of their stems is right.
    """
    if any(stem == corrected for corrected, *_ in _corrections()):
        return None
    if linga == "स्त्री" and _ONE_SYLLABLE.search(stem):
        return None
    for group in _UNSURE:
        if linga in group.lingas.split() and group.stems.search(stem):
            return group.reason
    return None
