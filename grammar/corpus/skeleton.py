"""Verse of which nothing is known but weights, lines and word ends.

What `identify` says of it holds for every verse with the same, as far as it names no letters.
"""

from collections.abc import Sequence
from functools import lru_cache

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Akshara, Break, Reason, Scan

FIRST_LETTER, FIRST_CAUSE = 0xE000, 0xF000
"""Code points of the letter of the first syllable and of what makes it heavy; all are private."""


def skeleton(weights: str, breaks: Sequence[Break]) -> Scan:
    """Write syllables with a letter each and nothing else; what is said of them names these."""
    aksharas = tuple(map(_akshara, range(len(weights)), weights, breaks))
    return Scan("".join([akshara.written for akshara in aksharas]), "iast", aksharas)


@lru_cache(maxsize=1 << 11)
def _akshara(place: int, weight: str, after: Break) -> Akshara:
    letter, heavy = chr(FIRST_LETTER + place), weight == "g"
    return Akshara(
        written=letter,
        iast=letter,
        start=place,
        end=place + 1,
        weight=weight,
        reason=Reason.LONG if heavy else Reason.SHORT,
        cause=chr(FIRST_CAUSE + place) if heavy else "",
        after=after,
    )


def skeleton_report(weights: str, breaks: Sequence[Break], profile: Profile) -> MeterReport:
    """Identify a skeleton."""
    return identify(skeleton(weights, breaks), profile)
