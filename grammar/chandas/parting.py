"""Halves of the āryā family with a fault, read so that their first lines end with words.

From the front and from the back the gaṇas of a half with a mora too many or too few are counted
differently, and its fault lies wherever one count gives way to the other. The pause after the
third gaṇa, where a pathyā half has a word end (Vṛttaratnākara 2), narrows that down.
"""

from collections.abc import Sequence
from dataclasses import replace

from dhyana.grammar.chandas.jati import Half, read_half_parted
from dhyana.grammar.chandas.moraic import JatiReading
from dhyana.grammar.scansion import Break


def parted_at_words(reading: JatiReading, weights: str, breaks: Sequence[Break]) -> JatiReading:
    """Read the faulty halves anew, for as few changes, with a word end after the third gaṇa.

    A half that has none there stays as it is read.
    """
    halves: list[Half] = []
    lines: list[range] = []
    left = list(reading.lines)
    for half in reading.halves:
        own = [left.pop(0) for _ in range(2 if half.ganas else 1)]
        start, stop = own[0].start, own[-1].stop
        if half.faults and half.ganas and not breaks[own[0].stop - 1]:
            half = _parted(half, weights[start:stop], breaks[start:stop])
            own = [range(start, start + half.seam), range(start + half.seam, stop)]
        halves.append(half)
        lines += own
    return replace(reading, lines=tuple(lines), halves=tuple(halves))


def _parted(half: Half, weights: str, breaks: Sequence[Break]) -> Half:
    """Part a half at the word end that is nearest to its seam."""
    ends = [k for k, mark in enumerate(breaks[:-1], 1) if mark]
    for seam in sorted(ends, key=lambda end: abs(end - half.seam)):
        if found := read_half_parted(weights, half.morae, seam, half.cost):
            return found
    return half
