"""What is said of a verse, in JSON, with gaps for what only that verse has: its words and places.

A finding on a skeleton (`corpus.skeleton`) becomes a template. Filled from a verse of the same
weights, lines and word ends it is, letter for letter, the JSON of `verdict_object`.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.chandas.lines import why
from dhyana.grammar.corpus.skeleton import FIRST_CAUSE, FIRST_LETTER
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.places import position
from dhyana.grammar.report import MeterReport, Verdict
from dhyana.grammar.scansion import Akshara, scan
from dhyana.grammar.verdicts import diagnostic_objects, verdict_object

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dhyana.grammar.corpus.spelling import Spelling


class Item(NamedTuple):
    """A verse to report on: its text and, as JSON, its id, file, number and field.

    `locate` places an offset of the text in the file; without it places are those in the text.
    `meant`: the source shows that it is verse.
    """

    text: str
    identity: str
    locate: Callable[[int], tuple[int, int]] | None = None
    path: str = "null"
    verse: str = "null"
    field: str = "null"
    meant: bool = True

    def place(self, start: int, end: int) -> tuple[int, int, int, int]:
        """Lines and columns of two offsets in the text."""
        if self.locate:
            return (*self.locate(start), *self.locate(end))
        line, column = position(self.text, start)
        if "\n" in self.text[start:end]:
            return (line, column, *position(self.text, end))
        return line, column, line, column + end - start


class Said(NamedTuple):
    """What a verse counts for: its metre, its verdict, the codes of its faults, their severity."""

    meter: str | None
    verdict: Verdict
    codes: tuple[str, ...] = ()
    failed: bool = False
    warned: bool = False

    @classmethod
    def of(cls, meter: str | None, verdict: Verdict, faults: Sequence["Found"]) -> "Said":
        """Say what a verse with these faults counts for."""
        codes = tuple([fault.code for fault in faults])
        severities = [fault.severity for fault in faults]
        return cls(
            meter, verdict, codes, Severity.ERROR in severities, Severity.WARNING in severities
        )


class Line(NamedTuple):
    """The JSON of a verse, and what it counts for."""

    json: str
    said: Said


@dataclass(frozen=True, slots=True)
class Texts:
    """A chunk of verses whose akṣaras are found; `heavy` tells the weight of each.

    Verse i has the syllables `offsets[i]` to `offsets[i + 1]`; its text begins at `origins[i]` of
    the code points that `spelled` counts.
    """

    items: Sequence[Item]
    script: str | None
    offsets: "NDArray[np.int64]"
    origins: "NDArray[np.int64]"
    heavy: "NDArray[np.bool_]"
    spelled: "Spelling"

    def verse(self, number: int) -> "Verse":
        """Give one verse."""
        first, stop = self.offsets.item(number), self.offsets.item(number + 1)
        return Verse(self, self.items[number], first, stop, self.origins.item(number))


class Verse(NamedTuple):
    """A verse of a chunk: its syllables there, and where its text begins."""

    texts: Texts
    item: Item
    first: int
    stop: int
    origin: int

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Offsets in the text of the syllables from `start` up to `stop`."""
        first, spelled = self.first, self.texts.spelled
        return (
            spelled.starts.item(first + start) - self.origin,
            spelled.ends.item(first + stop - 1) - self.origin,
        )

    def line(self, start: int, stop: int) -> str:
        """Text of a line of the syllables from `start` up to `stop`."""
        first, spelled = self.first, self.texts.spelled
        begin = spelled.line_starts.item(first + start) - self.origin
        return self.item.text[begin : spelled.line_ends.item(first + stop - 1) - self.origin]

    def iast(self, syllable: int) -> str:
        """Spell a syllable in IAST. Raises LookupError as `why` does."""
        start, end = self.span(syllable, syllable + 1)
        return _akshara(self.item.text[start:end], self.texts.script).iast

    def why(self, syllable: int) -> str:
        """Say of a syllable what makes it heavy or light, which the one after it decides.

        Raises LookupError where the two by themselves are read otherwise than in the verse.
        """
        is_last = self.first + syllable + 1 == self.stop
        start, end = self.span(syllable, syllable + 2 - is_last)
        akshara = _akshara(self.item.text[start : None if is_last else end], self.texts.script)
        if (akshara.weight == "g") != self.texts.heavy.item(self.first + syllable):
            raise LookupError(akshara.written)
        return why(akshara)


@lru_cache(maxsize=1 << 14)
def _akshara(text: str, script: str | None) -> Akshara:
    """Scan the first akṣara of a piece of verse in Devanagari, IAST or the script given."""
    if script is None:
        script = "devanagari" if _DEVANAGARI.search(text) else "iast"
    # An avagraha is heard only after a vowel.
    before = "अ " if script == "devanagari" else "a "
    return scan(before + text, script).aksharas[1]


_DEVANAGARI = re.compile("[\u0900-\u097f]")


class Gap(NamedTuple):
    """Where a template names a syllable: in IAST, or `weighed`, with what makes it so."""

    syllable: int
    weighed: bool


class Found(NamedTuple):
    """A finding as a template for `%`, and what fills it.

    `place` are the syllables from the first pointed at up to another, None for the whole text,
    `quotes` tells whether their words are given. `before` and `after` are the gaps on both sides.
    """

    code: str
    severity: Severity
    template: str
    place: tuple[int, int] | None
    quotes: bool
    before: tuple[Gap, ...]
    after: tuple[Gap, ...]

    def filled(self, verse: Verse) -> str:
        """Say it of a verse. Raises LookupError as `Verse.why` does."""
        item = verse.item
        if self.place is None:
            start, end, word = 0, len(item.text.rstrip()), "null"
        else:
            start, end = verse.span(*self.place)
            word = quoted(item.text[start:end]) if self.quotes else "null"
        where = (item.path, *item.place(start, end), item.verse, item.field, word)
        if not (self.before or self.after):
            return self.template % where
        return self.template % (*_letters(self.before, verse), *where, *_letters(self.after, verse))


def _letters(gaps: Iterable[Gap], verse: Verse) -> list[str]:
    return [
        quoted(verse.why(gap.syllable) if gap.weighed else verse.iast(gap.syllable))[1:-1]
        for gap in gaps
    ]


def after_words(weights: str, variant: str | None) -> str:
    """Write what follows the words of a line."""
    kind = json.dumps(variant, ensure_ascii=False)
    return f', "weights": "{weights}", "variant": {kind}}}'


def tail(verse: Verse, faults: Sequence[Found], notes: Sequence[Found]) -> str:
    """Write what stands behind the pādas of a verse. Raises LookupError as `Verse.why` does."""
    first, second = (
        ", ".join([one.filled(verse) for one in some]) if some else "" for some in (faults, notes)
    )
    return f'"faults": [{first}], "notes": [{second}]}}'


def head_of(report: MeterReport) -> str:
    """Write what stands between the id of a verse and its pādas."""
    bare = verdict_object(replace(report, padas=(), faults=(), notes=()))
    head, _, _ = json.dumps(bare, ensure_ascii=False).partition('], "faults"')
    return head.removeprefix('{"id": null')


_PLACE = ("path", "line", "column", "end_line", "end_column", "verse", "field", "word")
_HERE = "\U000f0000"  # private, and no letter of a skeleton
_PLACED = '"path"'
_ENCODER = json.JSONEncoder(ensure_ascii=False)
_LETTER = f"[{chr(FIRST_LETTER)}-{chr(FIRST_CAUSE - 1)}]"
_CAUSE = f"[{chr(FIRST_CAUSE)}-\uf8ff]"
_GAP = re.compile(
    rf"({_LETTER})"
    rf"( is (?:heavy \(long vowel {_CAUSE}\)|light \(short vowel, no conjunct after it\)))?"
)
_LOOSE = re.compile(_CAUSE)


def _gapped(part: str, first: int) -> tuple[str, tuple[Gap, ...]]:
    """Put gaps where a part of a finding names syllables."""
    texts = _GAP.split(part)
    named = zip(texts[1::3], texts[2::3], strict=True)
    gaps = [Gap(first + ord(letter) - FIRST_LETTER, bool(why)) for letter, why in named]
    return "%s".join(texts[::3]), tuple(gaps)


def found(diagnostic: Diagnostic, first: int = 0) -> Found:
    """Make a template of a finding on a skeleton, in which a column is a syllable.

    The skeleton begins at the syllable `first` (from 0) of the verse.
    Raises ValueError where it names what makes a syllable heavy otherwise than `why` does.
    """
    (said,) = diagnostic_objects([diagnostic])
    written = _ENCODER.encode(said | dict.fromkeys(_PLACE, _HERE)).replace("%", "%%")
    (head, before), (rest, after) = (
        _gapped(part, first) for part in written.replace(f'"{_HERE}"', "%s").split(_PLACED, 1)
    )
    template = head + _PLACED + rest
    if _LOOSE.search(template):
        raise ValueError(f"{diagnostic.code} names what makes a syllable heavy")
    place = None
    if diagnostic.column is not None and diagnostic.end_column is not None:
        place = (first + diagnostic.column - 1, first + diagnostic.end_column - 1)
    quotes = diagnostic.word is not None
    return Found(diagnostic.code, diagnostic.severity, template, place, quotes, before, after)
