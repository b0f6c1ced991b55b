"""Verse of which nothing is known but weights, lines and word ends.

What `identify` says of it holds for every verse with the same, as far as it names no letters.
"""

from collections.abc import Sequence

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport
from dhyana.grammar.scansion import Akshara, Break, Reason, Scan


def skeleton_report(
    weights: str, breaks: Sequence[Break], profile: Profile, *, letter: str = "a"
) -> MeterReport:
    """Identify syllables that are all written as one letter, one code point each."""
    aksharas = tuple(
        Akshara(
            written=letter,
            iast=letter,
            start=place,
            end=place + 1,
            weight=weight,
            reason=Reason.LONG if weight == "g" else Reason.SHORT,
            cause="",
            after=after,
        )
        for place, (weight, after) in enumerate(zip(weights, breaks, strict=True))
    )
    return identify(Scan(letter * len(weights), "iast", aksharas), profile)
