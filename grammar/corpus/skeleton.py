"""Verse of which nothing is known but weights, lines and word ends.

What `identify` says of it holds for every verse with the same, as far as it names no letters.
"""

from collections.abc import Sequence

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Akshara, Break, Reason, Scan

FIRST_LETTER, FIRST_CAUSE = 0xE000, 0xF000
"""Code points of the letter of the first syllable and of what makes it heavy; all are private."""


def skeleton(weights: str, breaks: Sequence[Break]) -> Scan:
    """Write syllables with a letter each and nothing else; what is said of them names these."""
    letters = [chr(FIRST_LETTER + place) for place in range(len(weights))]
    aksharas = tuple(
        Akshara(
            written=letter,
            iast=letter,
            start=place,
            end=place + 1,
            weight=weight,
            reason=Reason.LONG if weight == "g" else Reason.SHORT,
            cause=chr(FIRST_CAUSE + place) if weight == "g" else "",
            after=after,
        )
        for place, (letter, weight, after) in enumerate(zip(letters, weights, breaks, strict=True))
    )
    return Scan("".join(letters), "iast", aksharas)


def skeleton_report(weights: str, breaks: Sequence[Break], profile: Profile) -> MeterReport:
    """Identify a skeleton."""
    return identify(skeleton(weights, breaks), profile)
