"""Verdict objects of many verses as JSON, at corpus speed.

What is said of a verse in a metre fixed syllable by syllable depends on its weights and lines,
but for its id, its words and the places of its notes; so it is worked out once (`skeleton`) and
kept as a template. Ślokas are put together pāda by pāda (`shlokas`). What neither can tell is
left to `identify`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import NamedTuple

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.chandas.choice import choose
from dhyana.grammar.chandas.shloka_reading import SHLOKA_SIZES, ShlokaReading
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.columns import UNDECIDED, decide
from dhyana.grammar.corpus.shlokas import shloka_lines
from dhyana.grammar.corpus.skeleton import skeleton_report
from dhyana.grammar.corpus.spelling import spelling
from dhyana.grammar.corpus.syllables import syllables_of
from dhyana.grammar.corpus.templates import (
    Found,
    Item,
    Line,
    Texts,
    Verse,
    after_words,
    found,
    head_of,
    said_of,
    tail,
)
from dhyana.grammar.report import Verdict
from dhyana.grammar.scansion import Break


def verdict_lines(
    items: Sequence[Item], profile: Profile = Profile.CLASSICAL, script: str | None = None
) -> list[Line | None]:
    """Write what is said of verses; None for each that only `identify` can tell."""
    import numpy as np

    decided = decide([item.text for item in items], profile, script)
    counted, spelled = decided.counted, spelling(decided.counted)
    offsets = np.append(0, np.cumsum(counted.counts))
    heavy = counted.flat == ord("g")
    texts = Texts(items, script, offsets, counted.bounds + 1, heavy, spelled)
    known = (decided.meter != UNDECIDED) & ~spelled.odd
    shlokas = decided.shloka & known
    left = np.flatnonzero((decided.meter == UNDECIDED) & ~spelled.odd).tolist()
    shlokas[_shlokas_among(texts, left, profile)] = True

    lines: list[Line | None] = [None] * len(items)
    for halves in set((counted.counts[shlokas] // HALF).tolist()):
        verses = np.flatnonzero(shlokas & (counted.counts == halves * HALF))
        written = shloka_lines(texts, verses, halves, profile)
        for number, one in zip(verses.tolist(), written, strict=True):
            lines[number] = one
    weights, divides = counted.flat.tobytes().decode("ascii"), decided.divides.tobytes()
    for number in np.flatnonzero(known & ~shlokas).tolist():
        verse = texts.verse(number)
        span = slice(verse.first, verse.stop)
        pieces = _fixed(weights[span], divides[span], profile)
        lines[number] = pieces and pieces.filled(verse)
    return lines


def _shlokas_among(texts: Texts, verses: Sequence[int], profile: Profile) -> list[int]:
    """Find among verses the ślokas of whole pādas, which no licence helps; most have faults."""
    seen = syllables_of([texts.items[number].text for number in verses], texts.script)
    return [
        number
        for index, number in enumerate(verses)
        if (text := seen.text(index)) and _is_of_eights(text, profile)
    ]


def _is_of_eights(text: Text, profile: Profile) -> bool:
    """Whether a text is a śloka whose lines all end with pādas of eight syllables."""
    if text.free or len(text.weights) not in SHLOKA_SIZES:
        return False
    if any(piece.stop % PADA for piece in text.pieces):
        return False
    choice = choose(text, profile)
    return isinstance(choice, ShlokaReading) and {
        len(pada) for half in choice.division for pada in half
    } == {PADA}


class _Pieces(NamedTuple):
    """What is said of verses of some weights and lines: see `templates.line`.

    `lines` are the syllables of each line with what follows its words.
    """

    meter: str
    head: str
    lines: tuple[tuple[int, str], ...]
    faults: tuple[Found, ...]
    notes: tuple[Found, ...]

    def filled(self, verse: Verse) -> Line:
        """Say it of a verse."""
        shown = []
        first = 0
        for length, rest in self.lines:
            start, end = verse.span(first, first + length)
            shown.append(f'{{"text": {quoted(verse.item.text[start:end])}{rest}')
            first += length
        return Line(
            f'{{"id": {verse.item.identity}{self.head}{", ".join(shown)}], '
            f"{tail(verse, self.faults, self.notes)}",
            said_of(self.meter, self.faults),
        )


@lru_cache(maxsize=1 << 14)
def _fixed(weights: str, divides: bytes, profile: Profile) -> _Pieces | None:
    """Say what is said of a verse in a metre fixed in each syllable, if pauses have no say."""
    close, apart = (
        skeleton_report(weights, [Break.LINE if ends else mark for ends in divides], profile)
        for mark in (Break.NONE, Break.WORD)
    )
    if close != replace(apart, padas=close.padas) or close.verdict is not Verdict.EXACT:
        return None
    return _Pieces(
        close.meter or "",
        head_of(close),
        tuple((len(pada.weights), after_words(pada.weights, pada.variant)) for pada in close.padas),
        tuple(map(found, close.faults)),
        tuple(map(found, close.notes)),
    )
