"""What a text that is read as a fixed metre is called: pauses and line ends may have a say."""

from collections.abc import Sequence
from itertools import accumulate

from dhyana.grammar.chandas.fixed import Candidate, FixedReading
from dhyana.grammar.chandas.names import UPAJATI
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.chandas.trishtubh import classical_line, form_of
from dhyana.grammar.scansion import Break
from dhyana.grammar.vrttas import Vrtta, table


def fixed_names(
    text: Text, reading: FixedReading
) -> tuple[tuple[str, ...], tuple[str | None, ...], Vrtta | None]:
    """Names of the metre, the kind of each line, and the metre if it is one."""
    candidate = reading.candidate
    if candidate.mixture is None:
        best = _by_pauses(text, reading, candidate.vrttas)
        names = tuple(dict.fromkeys(name for vrtta in best for name in vrtta.names))
        kinds = tuple(
            classical_line(text.weights[line.start : line.stop]) if form_of(pattern) else None
            for line, pattern in zip(reading.lines, reading.patterns, strict=True)
        )
        return names, kinds, best[0]
    heads = tuple(pattern[:-1] for pattern in reading.patterns)
    variants = tuple(
        None if changes else member(candidate, pattern)
        for pattern, changes in zip(reading.patterns, reading.changes, strict=True)
    )
    letters = {name: letter for letter, name in candidate.mixture.members.items()}
    kinds = candidate.mixture.kinds.get("".join(letters[name] for name in variants if name), ())
    also = tuple(v.name for v in table().stanzas.get(heads, ())) if all(variants) else ()
    return (UPAJATI, *kinds, *also), variants, None


def all_names(text: Text, readings: Sequence[FixedReading]) -> tuple[str, ...]:
    """Names of all metres that a text fits, those of the likeliest first."""
    return tuple(dict.fromkeys(n for reading in readings for n in fixed_names(text, reading)[0]))


def definition(candidate: Candidate) -> tuple[str, ...]:
    """Weights of the lines as the metre is defined, the free last syllable included."""
    lines = candidate.vrttas[0].lines
    count = len(candidate.lines)
    heads = [line[:-1] for line in candidate.lines]
    starts = (
        start
        for start in range(len(lines))
        if [x[:-1] for x in lines[start : start + count]] == heads
    )
    first = next(starts, 0)
    return lines[first : first + count]


def member(candidate: Candidate, pattern: str) -> str | None:
    """Name the metre whose line this is, where a stanza may mix lines of several."""
    form = form_of(pattern)
    if form or candidate.mixture is None:
        return form.metre if form else None
    return next(v.name for v in candidate.vrttas if v.lines[0][:-1] == pattern[:-1])


def _by_pauses(text: Text, reading: FixedReading, vrttas: Sequence[Vrtta]) -> tuple[Vrtta, ...]:
    """Metres of one pattern: the one whose pauses alone all fall on word ends, else all.

    Metres that end light by definition come first where most lines end light as written.
    """
    light = sum(text.weights[line.stop - 1] == "l" for line in reading.lines)
    written = "l" if 2 * light > len(reading.lines) else "g"
    ordered = sorted(vrttas, key=lambda vrtta: vrtta.lines[0][-1] != written)
    if reading.distance:
        return tuple(ordered)
    kept = [
        vrtta
        for vrtta in ordered
        if vrtta.yati
        and all(
            text.breaks[line.start + stop - 1] is not Break.NONE
            for line in reading.lines
            for stop in list(accumulate(vrtta.yati))[:-1]
        )
    ]
    if len(kept) != 1:
        return tuple(ordered)
    end = kept[0].lines[0][-1]
    return tuple(vrtta for vrtta in ordered if vrtta is kept[0] or vrtta.lines[0][-1] != end)
