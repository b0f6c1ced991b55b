"""What grammar says of the gender of a noun: by its suffix, or by name (Liṅgānuśāsana).

A suffix decides only in a noun of action; as an agent or an adjective the word takes the gender
of what it qualifies.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.shlokas.record import WordAnalysis

LINGANUSHASANA = "Liṅgānuśāsana"


class Gender(NamedTuple):
    """A gender and the sūtra that gives it."""

    linga: str
    authority: str


_SUFFIXES = {
    "घञ्": ("पुं", "36 ghañabantaḥ"),
    "अप्": ("पुं", "36 ghañabantaḥ"),
    "घ": ("पुं", "37 ghājantaś ca"),
    "अच्": ("पुं", "37 ghājantaś ca"),
    "नङ्": ("पुं", "39 naṅantaḥ"),
    "कि": ("पुं", "41 kyanto ghuḥ"),
    "क्तिन्": ("स्त्री", "9 ktinnantaḥ"),
    "ल्युट्": ("नपुं", "119 bhāve lyuḍantaḥ"),
    "तल्": ("स्त्री", "17 talantaḥ"),
    "त्व": ("नपुं", "121 tvaṣyañau taddhitau"),
    "ष्यञ्": ("नपुं", "121 tvaṣyañau taddhitau"),
}


def gender(analysis: WordAnalysis) -> Gender | None:
    """Say which gender grammar gives a noun of action, or a noun that it names; else None.

    Of a compound it is that of the last member, which is its own in a tatpuruṣa (2.4.26).
    """
    named = _named().get(slp1(analysis.stem)) if analysis.stem else None
    if named is not None:
        return named
    suffix = analysis.krt or analysis.taddhita
    if suffix not in _SUFFIXES:
        return None
    if suffix == "ष्यञ्" and analysis.stem and slp1(analysis.stem).endswith("I"):
        return None  # औचिती beside औचित्यम् (4.1.41)
    linga, sutra = _SUFFIXES[suffix]
    return Gender(linga, f"{LINGANUSHASANA} {sutra}")


def is_without_gender(stem: str) -> bool:
    """Whether a stem (SLP1) has the same forms in all genders, so that none is named.

    Liṅgānuśāsana, on what has no gender of its own: kati, yuṣmad, asmad, numbers in ṣ and n.
    """
    return stem in ("yuzmad", "asmad", "kati", "zaz") or bool(_NUMBER_IN_N.search(stem))


_NUMBER_IN_N = re.compile("^(paYcan|saptan|azwan|navan|.*daSan)$")


@cache
def _named() -> Mapping[str, Gender]:
    lines = Path(__file__).with_name("lingas.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {stem: Gender(linga, f"{LINGANUSHASANA} {sutra}") for stem, linga, sutra in rows}
