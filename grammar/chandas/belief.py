"""How much evidence a reading needs, in bits: see `matching.evidence`."""

from collections.abc import Sequence

from dhyana.grammar.chandas.fixed import FixedReading
from dhyana.grammar.chandas.moraic import JatiReading, MatraReading

Reading = FixedReading | JatiReading | MatraReading

EXACT_BITS = 4.0
"""Evidence that a text without any fault needs: one of sixteen texts of no metre has so much."""

LINE_BITS = 6.6
"""Evidence that a single line without fault needs, but of the metres whose lines are quoted: of a
hundred lines of no metre, one of some other metre has so much."""

QUOTED = frozenset(
    {"indravajrā", "upendravajrā", "śālinī", "rathoddhatā", "svāgatā"}
    | {"vaṃśastha", "indravaṃśā", "drutavilambita", "bhujaṅgaprayāta", "toṭaka", "sragviṇī"}
    | {"dodhaka", "pramitākṣarā"}
)
"""Common metres of eleven and twelve syllables; one line in 150 of no metre is like theirs."""

FAULTY_BITS = 10.0
"""Evidence that a text with faults needs. Of 81 texts in prose none has more than 4.4, and of 1,800
windows of the words of a purāṇa in random order none has so much."""

HALF_BITS = 12.0
"""Evidence that a single half of an āryā needs, with faults or without: prose happens to be one."""

PRIOR_BITS = 4.0
"""By how much a text is rather of a common metre than of a rarer one that it is as near to."""

ARYA, ARYA_BITS = "āryā", FAULTY_BITS - PRIOR_BITS
"""The common metre by morae, and the evidence that a stanza of it with one fault needs. Of 2,987
pairs of lines as long as its halves, words of a purāṇa in random order, none has it."""


def is_proven(reading: FixedReading) -> bool:
    """Whether a text without a fault has the evidence it needs: of a single line more."""
    single = len(reading.lines) == 1 and reading.candidate.name not in QUOTED
    return reading.bits >= (LINE_BITS if single else EXACT_BITS)


def is_believed(reading: Reading) -> bool:
    """Whether a reading has the evidence it needs."""
    if isinstance(reading, JatiReading) and len(reading.halves) == 1:
        return reading.bits >= HALF_BITS
    if reading.distance == 1 and is_arya(reading):
        return reading.bits >= ARYA_BITS
    if reading.distance:
        return reading.bits >= FAULTY_BITS
    return is_proven(reading) if isinstance(reading, FixedReading) else reading.bits >= EXACT_BITS


def is_arya(reading: Reading) -> bool:
    """Whether this is an āryā of two halves."""
    return (
        isinstance(reading, JatiReading) and reading.metre.name == ARYA and len(reading.halves) > 1
    )


def rank(reading: Reading) -> float:
    """Evidence by which readings with faults compete: a fixed metre goes before its free form."""
    return reading.bits + (PRIOR_BITS if isinstance(reading, FixedReading) else 0)


def likeliest(readings: Sequence[Reading]) -> Reading | None:
    """Take the reading with most evidence; an āryā goes before what its family has as near."""
    near = max(readings, key=rank, default=None)
    if isinstance(near, JatiReading) and len(near.halves) > 1:
        for reading in readings:
            if is_arya(reading) and reading.distance <= near.distance and is_believed(reading):
                return reading
    return near
