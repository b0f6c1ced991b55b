"""Verdict objects of many verses as JSON, at corpus speed.

What is said of a verse depends on its weights, lines and word ends, but for its id, its words and
the places of what is found; so it is worked out once, on a verse that has nothing else
(`skeleton`), and kept as a template: pāda by pāda of a śloka (`shlokas`), else as a whole
(`wholes`). What goes by the spelling, or cannot be read off arrays, is left to `examine`.
"""

from collections.abc import Sequence

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.chandas.choice import choose
from dhyana.grammar.chandas.pada import matched
from dhyana.grammar.chandas.shloka_reading import SHLOKA_SIZES, ShlokaReading
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.deciding import UNDECIDED, decide
from dhyana.grammar.corpus.shlokas import shloka_lines
from dhyana.grammar.corpus.spelling import spelling
from dhyana.grammar.corpus.syllables import syllables_of
from dhyana.grammar.corpus.templates import Item, Line, Texts
from dhyana.grammar.corpus.wholes import whole, whole_by_lines


def verdict_lines(
    items: Sequence[Item], profile: Profile = Profile.CLASSICAL, script: str | None = None
) -> list[Line | None]:
    """Write what is said of verses; None for each that only `examine` can tell."""
    import numpy as np

    decided = decide([item.text for item in items], profile, script)
    counted, spelled = decided.counted, spelling(decided.counted)
    offsets = np.append(0, np.cumsum(counted.counts))
    heavy = counted.flat == ord("g")
    texts = Texts(items, script, offsets, counted.bounds + 1, heavy, spelled)
    known = (decided.meter != UNDECIDED) & ~spelled.odd
    shlokas = decided.shloka & known
    lines: list[Line | None] = [None] * len(items)
    left = np.flatnonzero((decided.meter == UNDECIDED) & ~spelled.odd).tolist()
    seen = syllables_of([items[number].text for number in left], script)
    for index, number in enumerate(left):
        text = seen.text(index)
        if text is None:
            continue
        if _is_of_eights(text, profile):
            shlokas[number] = True
        elif said := whole(text, profile):
            lines[number] = said.filled(texts.verse(number))
    for halves in set((counted.counts[shlokas] // HALF).tolist()):
        verses = np.flatnonzero(shlokas & (counted.counts == halves * HALF))
        written = shloka_lines(texts, verses, halves, profile)
        for number, one in zip(verses.tolist(), written, strict=True):
            lines[number] = one
    weights, divides = counted.flat.tobytes().decode("ascii"), decided.divides.tobytes()
    for number in np.flatnonzero(known & ~shlokas).tolist():
        verse = texts.verse(number)
        span = slice(verse.first, verse.stop)
        if said := whole_by_lines(weights[span], divides[span], profile):
            lines[number] = said.filled(verse)
    return lines


def _is_of_eights(text: Text, profile: Profile) -> bool:
    """Whether a text is a śloka whose lines all end with pādas of eight syllables.

    None of its syllables is read as light by licence.
    """
    if len(text.weights) not in SHLOKA_SIZES or any(piece.stop % PADA for piece in text.pieces):
        return False
    choice = choose(text, profile)
    return isinstance(choice, ShlokaReading) and not any(
        len(pada) != PADA or _needs_licence(text, pada, place == 1, profile)
        for half in choice.division
        for place, pada in enumerate(half)
    )


def _needs_licence(text: Text, pada: range, even: bool, profile: Profile) -> bool:
    """Whether a pāda is good only if what may stay light does."""
    free = tuple([k - pada.start for k in text.free if k in pada])
    written = text.weights[pada.start : pada.stop]
    return bool(free) and matched(written, free, even, profile)[0] != written
