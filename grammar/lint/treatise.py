"""What the front and back matter of a treatise says of its cantos, in a form to compare."""

import re
from collections.abc import Iterator

from dhyana.shlokas.record import Canto, TreatiseRecord

ORDINALS = (
    "प्रथमः", "द्वितीयः", "तृतीयः", "चतुर्थः", "पञ्चमः", "षष्ठः", "सप्तमः", "अष्टमः", "नवमः", "दशमः",
    "एकादशः", "द्वादशः", "त्रयोदशः", "चतुर्दशः", "पञ्चदशः", "षोडशः", "सप्तदशः", "अष्टादशः",
    "ऊनविंशः", "विंशः",
)  # fmt: skip
"""What the first twenty cantos are called; 5.2.48–58 of the Aṣṭādhyāyī teaches these words."""

_HEADING = re.compile(r"(?P<ordinal>[\u0900-\u097f]+) सर्गः\s*[-–—:]\s*(?P<name>.+)")
_VERSES = re.compile(r"\bVerses? (\d+)(?:\s*[-–—]\s*(\d+))?")


def parts_of_heading(heading: str) -> tuple[str | None, str]:
    """Part a heading into its ordinal, if it has one, and the name of the canto."""
    found = _HEADING.fullmatch(heading)
    return (found["ordinal"], found["name"]) if found else (None, heading)


def ordinal_of(canto: Canto) -> str | None:
    """Give the ordinal of a canto's number, as far as they are known here."""
    return ORDINALS[canto.number - 1] if canto.number <= len(ORDINALS) else None


def verses_named(text: str) -> tuple[int, int, int, int] | None:
    """Find “Verses 11-15” in a text: first and last verse, and from where to where it stands."""
    found = _VERSES.search(text)
    if found is None:
        return None
    return int(found[1]), int(found[2] or found[1]), found.start(), found.end()


def cantos(record: TreatiseRecord) -> Iterator[tuple[str, Canto]]:
    """Give the cantos with the paths of their fields."""
    for index, canto in enumerate(record.cantos):
        yield f"cantos[{index}]", canto
