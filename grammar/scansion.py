"""Scansion: text in any script people type → akṣaras with their weight and why.

A weight is `g` (guru, heavy) or `l` (laghu, light) *as written*; the licence of the pāda end
belongs to matching (`anushtubh`, `meter`), not to scansion. Source: Vṛttaratnākara 1.9,
*sānusvāro visargānto dīrgho yuktaparaś ca yaḥ*; Aṣṭādhyāyī 1.4.10–12. The rules themselves
stand in `akshara.lark`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from operator import add
from typing import NamedTuple

from dhyana.grammar.akshara_table import (
    ANUSVARA,
    COMMA,
    CONSONANT,
    HALF,
    LINE,
    LONG,
    MARK,
    SEAM,
    SHORT,
    VERSE,
    VISARGA,
    WORD,
    reasons,
)
from dhyana.grammar.lipi.alphabet import (
    CONJUNCT,
    CONSONANT_LONG,
    CONSONANT_SHORT,
    PHONEMES,
    Unit,
)
from dhyana.grammar.lipi.near_miss import NearMiss
from dhyana.grammar.lipi.script import Aside, Reading, read

BEFORE_VOWEL = " before a vowel"
"""Ends the cause of an anusvāra after which a word begins with a vowel: m stays m there, 8.3.23."""

__all__ = ["Akshara", "Aside", "Break", "NearMiss", "Reason", "Scan", "scan"]


class Reason(StrEnum):
    """Why a syllable has its weight."""

    SHORT = "short vowel"
    LONG = "long vowel"
    ANUSVARA = "anusvāra"
    VISARGA = "visarga"
    CONJUNCT = "conjunct follows"
    CLOSED = "final consonant"  # a consonant with nothing after it: pāda, half or text ends


class Break(StrEnum):
    """What the source shows between a syllable's vowel and the next, the strongest mark winning."""

    NONE = ""
    SEAM = "-"  # hyphen: a compound seam
    WORD = " "
    LINE = "\n"  # also a comma or slash between the pādas of a half
    HALF = "।"
    VERSE = "॥"


class Akshara(NamedTuple):  # a frozen dataclass takes five times as long to make
    """One syllable as it stands in the source.

    `start` and `end` are code-point offsets of its own letters in the scanned text
    (`text[start:end]` is `written`). Consonants belong to the vowel after them, across words
    too (तम् एव is त, म् ए, व); those at the end of a line or half belong to the vowel before.
    `cause` names what makes it heavy: the following conjunct in IAST (`kṣ`), the vowel, `ṃ`
    (and whether a vowel follows) or `ḥ`, the final consonant; it is empty for a light syllable.
    """

    written: str
    iast: str
    start: int
    end: int
    weight: str
    reason: Reason
    cause: str
    after: Break


@dataclass(frozen=True, slots=True)
class Scan:
    """The scanned text: its akṣaras in order and what was odd about the spelling.

    `assumed` says in words on what ground the script was taken, where the text leaves a doubt.
    `asides` are the parts of the text that are not verse and were left out: speakers, labels.
    """

    text: str
    script: str
    aksharas: tuple[Akshara, ...]
    near_misses: tuple[NearMiss, ...] = ()
    assumed: str = ""
    asides: tuple[Aside, ...] = ()

    @property
    def weights(self) -> str:
        """Weights as written, one letter a syllable."""
        return "".join([akshara.weight for akshara in self.aksharas])


def scan(text: str, script: str | None = None) -> Scan:
    """Scan a text, in the given script or the one it appears to be in.

    Raises ValueError for a script of an unknown name; no text raises.
    """
    reading = read(text, script)
    return Scan(
        text,
        reading.detection.script,
        tuple(_aksharas(reading)),
        reading.near_misses,
        reading.detection.assumed,
        reading.asides,
    )


_VOWELS = f"{SHORT}{LONG}{CONSONANT_SHORT}{CONSONANT_LONG}"
_CONSONANT = re.compile(f"[{CONSONANT}{CONJUNCT}]")
_LETTER = re.compile(f"[{CONSONANT}{CONJUNCT}{MARK}]")
_SIGNS = re.compile(f"(?:.*[{ANUSVARA}{VISARGA}])?{MARK}*")
_PAUSE = re.compile(f"[{HALF}{VERSE}]")
_BREAKS = {
    VERSE: Break.VERSE,
    HALF: Break.HALF,
    LINE: Break.LINE,
    COMMA: Break.LINE,
    WORD: Break.WORD,
    SEAM: Break.SEAM,
}
"""What the classes show, the strongest first."""


class _Context(NamedTuple):
    """What a vowel with all that stands before the next vowel amounts to.

    Counted in units from the vowel: the akṣara ends before `own`, the next begins at `onset`.
    Units before `heard` are heard with the vowel and may be what weighs it.
    """

    weight: str
    reason: Reason
    after: Break
    own: int
    onset: int
    heard: int


class _Contexts(dict[str, _Context]):
    """Contexts by the classes from a vowel to the next vowel or the end of the text."""

    def __missing__(self, key: str) -> _Context:
        context = _context(key)
        if len(key) <= 12 and len(self) < 10_000:  # bounded: a stranger's text decides the keys
            self[key] = context
        return context


_CONTEXTS = _Contexts()


def _context(key: str) -> _Context:
    following = key[-1] if len(key) > 1 and key[-1] in _VOWELS else ""
    between = key[1 : len(key) - len(following)]
    halves = _PAUSE.split(between)
    inside = halves[0]
    ends = len(halves) > 1 or not following
    closing, line, _ = inside.partition(LINE)

    signs = _SIGNS.match(closing)
    own = 1 + (signs.end() if signs else 0)
    if ends or line:  # the consonants before the break are its own
        before = inside if ends else closing
        own = max([own, *(1 + letter.end() for letter in _LETTER.finditer(before))])
    after_pause = 1 + len(between) - len(halves[-1]) if len(halves) > 1 else own
    onset = _LETTER.search(key, after_pause)

    reason = Reason[reasons()[_weighing(key[0], inside, "" if ends else following)].upper()]
    return _Context(
        "l" if reason is Reason.SHORT else "g",
        reason,
        next((mark for kind, mark in _BREAKS.items() if kind in between), Break.NONE),
        own,
        onset.start() if onset else 1 + len(between),
        1 + len(inside) if ends else len(key),
    )


def _weighing(vowel: str, inside: str, following: str) -> str:
    """Reduce a context to the one of the compiled table that has the same weight."""
    sounds = (vowel + inside + following).translate(PHONEMES)
    quantity = LONG if LONG in vowel.translate(PHONEMES) else SHORT
    sign = next((kind for kind in inside if kind in ANUSVARA + VISARGA), "")
    number = sounds.count(CONSONANT) - vowel.translate(PHONEMES).count(CONSONANT)
    if not following:
        return quantity + sign + CONSONANT * min(number, 1)
    if number != 1:
        return quantity + sign + CONSONANT * min(number, 2) + SHORT
    coda, line, _ = inside.partition(LINE)
    closed = line if CONSONANT in coda else ""
    return quantity + sign + CONSONANT + closed + SHORT


def _aksharas(reading: Reading) -> Iterator[Akshara]:
    segments, units, places, text = reading.segments, reading.units, reading.places, reading.text
    if not segments:
        return iter(())
    iast = [unit[1] for unit in units]
    following = [*[segment[0] for segment in segments[1:]], ""]
    contexts = [_CONTEXTS[key] for key in map(add, segments, following)]
    vowels = list(accumulate(map(len, segments), initial=len(reading.leading)))
    leading = _CONSONANT.search(reading.leading)
    firsts = [vowel + context[4] for vowel, context in zip(vowels, contexts, strict=False)]
    firsts.insert(0, leading.start() if leading else vowels[0])
    lasts = [vowel + context[3] for vowel, context in zip(vowels, contexts, strict=False)]
    starts, ends = [places[first] for first in firsts], [places[last] for last in lasts]
    columns = zip(
        [text[start:end] for start, end in zip(starts, ends, strict=False)],
        ["".join(iast[first:last]) for first, last in zip(firsts, lasts, strict=False)],
        starts,
        ends,
        [context[0] for context in contexts],
        [context[1] for context in contexts],
        [
            _cause(context, units, vowel) if context[0] == "g" else ""
            for context, vowel in zip(contexts, vowels, strict=False)
        ],
        [context[2] for context in contexts],
        strict=False,
    )
    return map(Akshara._make, columns)


def _cause(context: _Context, units: Sequence[Unit], vowel: int) -> str:
    """Spell what makes the syllable heavy whose vowel stands in `units[vowel]`."""
    match context.reason:
        case Reason.LONG:
            return units[vowel].iast.removeprefix(units[vowel].onset)
        case Reason.ANUSVARA | Reason.VISARGA:
            signs = units[vowel + 1 : vowel + context.own]
            sign = next(unit.iast for unit in signs if unit.kind in ANUSVARA + VISARGA)
            heard = units[vowel + 1 : vowel + context.heard]
            spoken_on = context.after is Break.WORD and not any(unit.onset for unit in heard)
            return sign + BEFORE_VOWEL if spoken_on and context.reason is Reason.ANUSVARA else sign
        case _:
            heard = units[vowel + 1 : vowel + context.heard]
            return "".join([unit.onset for unit in heard])
