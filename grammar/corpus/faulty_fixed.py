"""Verses with faults in a metre fixed syllable by syllable.

Where the lines of a verse are none of a śloka, the metre that it is nearest to is the one, if it
has the evidence that `chandas.choice` asks for and no metre by morae can have as much. Bounds of
what each metre takes are found for many verses at once, and only what they leave open is read.
"""

from typing import TYPE_CHECKING

from dhyana.grammar.chandas import fixed
from dhyana.grammar.chandas.belief import FAULTY_BITS, PRIOR_BITS
from dhyana.grammar.chandas.choice import metre_of
from dhyana.grammar.corpus.near_fixed import bounds
from dhyana.grammar.corpus.near_moraic import is_moraic
from dhyana.grammar.corpus.rows import Rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def metres_with_faults(rows: Rows, verses: "NDArray[np.int64]") -> dict[int, str]:
    """Name the metres of those verses that are in one with faults, by verse.

    The lines of `verses` are no śloka's. What is not named is left.
    """
    import numpy as np

    verses = verses[~rows.of(verses).claimed()]
    readings: dict[int, fixed.FixedReading] = {}
    for verse, least in zip(verses.tolist(), bounds(rows.of(verses), FAULTY_BITS), strict=True):
        text = rows.text(verse)
        if least is None or text.regular:
            continue
        reading = fixed.nearest(text.licensed, text.breaks, least=least)
        if reading and reading.distance and reading.bits >= FAULTY_BITS:
            readings[verse] = reading
    near = np.array(list(readings), np.int64)
    limit = np.array([reading.bits for reading in readings.values()]) + PRIOR_BITS
    rivalled = is_moraic(rows.of(near), limit)
    return {
        verse: metre_of(rows.text(verse), readings[verse]) for verse in near[~rivalled].tolist()
    }
