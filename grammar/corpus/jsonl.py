"""Verdict objects of many verses as JSON, at corpus speed.

Most verses keep their metre. What is said of such a verse depends on its weights and lines, but
for its id, its words and the places of its notes; so it is worked out once, from a verse that has
nothing else (`skeleton`), and kept in pieces. Put together they are, letter for letter, the JSON
of `verdict_object`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from string import ascii_lowercase
from typing import NamedTuple

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.corpus.columns import UNDECIDED, decide
from dhyana.grammar.corpus.skeleton import skeleton_report
from dhyana.grammar.corpus.spelling import spelling
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.report import MeterReport, Pada, Verdict
from dhyana.grammar.scansion import Break
from dhyana.grammar.verdicts import diagnostic_objects, verdict_object

_ODD, _EVEN = "gggglggg", "gggglglg"  # good pādas for a skeleton


@dataclass(frozen=True, slots=True)
class Item:
    """A verse to report on: its text and, as JSON, its id, file, number and field.

    `locate` places an offset of the text in the file.
    """

    text: str
    identity: str
    locate: Callable[[int], tuple[int, int]]
    path: str = "null"
    verse: str = "null"
    field: str = "null"


class Line(NamedTuple):
    """The JSON of a verse that has neither errors nor warnings, and its metre."""

    json: str
    meter: str


def clean_lines(
    items: Sequence[Item], profile: Profile = Profile.CLASSICAL, script: str | None = None
) -> list[Line | None]:
    """Write the verses that have neither errors nor warnings; None for all that may have."""
    decided = decide([item.text for item in items], profile, script)
    counted, spelled = decided.counted, spelling(decided.counted)
    starts, ends, apart = spelled.starts.tolist(), spelled.ends.tolist(), spelled.apart.tobytes()
    weights, divides = counted.flat.tobytes().decode("ascii"), decided.divides.tobytes()
    lines: list[Line | None] = []
    first = 0
    for item, count, ready, shloka, before in zip(
        items,
        counted.counts.tolist(),
        ((decided.meter != UNDECIDED) & ~spelled.odd).tolist(),
        decided.shloka.tolist(),
        counted.bounds.tolist(),
        strict=False,
    ):
        stop = first + count
        pieces = None
        if ready and shloka:
            pieces = _shloka(weights[first:stop], profile)
        elif ready:
            pieces = _fixed(weights[first:stop], divides[first:stop], profile)
        if pieces is None or pieces.words & ~int.from_bytes(apart[first:stop], "big"):
            lines.append(None)
        else:
            places = _Places(item, first, before + 1, starts, ends)
            lines.append(Line(_put_together(pieces, places), pieces.meter))
        first = stop
    return lines


class _Places(NamedTuple):
    """Where the syllables of one verse stand in its text."""

    item: Item
    first: int
    origin: int
    starts: list[int]
    ends: list[int]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Offsets in the text of the syllables from `start` up to `stop`."""
        first, origin = self.first, self.origin
        return self.starts[first + start] - origin, self.ends[first + stop - 1] - origin


class _Note(NamedTuple):
    """A note: a template for `%`, and the syllables it is placed at, if it is."""

    template: str
    place: tuple[int, int] | None


class _Pieces(NamedTuple):
    """What is said of verses of some weights and lines.

    `lines` are the syllables of each line with what follows its words. `words` has an octet a
    syllable, 1 where a word must be seen to end after it, or else something else is said.
    """

    meter: str
    head: str
    lines: tuple[tuple[int, str], ...]
    notes: tuple[_Note, ...]
    words: int


def _put_together(pieces: _Pieces, places: _Places) -> str:
    item, first, origin, starts, ends = places
    text = item.text
    shown = []
    for length, rest in pieces.lines:
        words = text[starts[first] - origin : ends[first + length - 1] - origin]
        shown.append(f'{{"text": {quoted(words)}{rest}')
        first += length
    notes = ", ".join([_placed(note, places) for note in pieces.notes]) if pieces.notes else ""
    lines = ", ".join(shown)
    return f'{{"id": {item.identity}{pieces.head}{lines}], "faults": [], "notes": [{notes}]}}'


def _placed(note: _Note, places: _Places) -> str:
    item = places.item
    if note.place is None:
        start, end, word = 0, len(item.text.rstrip()), "null"
    else:
        start, end = places.span(*note.place)
        word = quoted(item.text[start:end])
    return note.template % (
        item.path,
        *item.locate(start),
        *item.locate(end),
        item.verse,
        item.field,
        word,
    )


# --- what is said, worked out once -------------------------------------------------------


def _shloka(weights: str, profile: Profile) -> _Pieces | None:
    """Put what is said of the halves of a śloka together."""
    count = len(weights) // HALF
    lines: tuple[tuple[int, str], ...] = ()
    notes: tuple[_Note, ...] = ()
    words = 0
    for place in range(count):
        half = _half(weights[place * HALF : (place + 1) * HALF], place, place == count - 1, profile)
        if half is None:
            return None
        lines += half.lines
        notes += half.notes
        words = words << 8 * HALF | half.words
    meter, head, _, own, _ = _shloka_as_such(count, profile)
    return _Pieces(meter, head, lines, notes + own, words)


class _Part(NamedTuple):
    """What is said of some lines of a verse: see `_Pieces`."""

    lines: tuple[tuple[int, str], ...]
    notes: tuple[_Note, ...]
    words: int


@lru_cache(maxsize=1 << 14)
def _half(weights: str, place: int, last: bool, profile: Profile) -> _Part | None:
    odd = _pada(weights[:PADA], 2 * place, False, profile)
    even = _pada(weights[PADA:], 2 * place + 1, last, profile)
    if odd is None or even is None:
        return None
    return _Part(odd.lines + even.lines, odd.notes + even.notes, odd.words << 8 * PADA | even.words)


@lru_cache(maxsize=16)
def _shloka_as_such(halves: int, profile: Profile) -> _Pieces:
    """Say what is said of every śloka of so many halves, whatever its pādas are."""
    weights = (_ODD + _EVEN) * halves
    return _pieces(skeleton_report(weights, [Break.WORD] * len(weights), profile))


@lru_cache(maxsize=2048)
def _pada(weights: str, place: int, last: bool, profile: Profile) -> _Part | None:
    """Say what is said of a pāda in its place, the notes placed by the syllables of the verse.

    None if it has a fault, or if what is said of it names its letters.
    """
    around = [_ODD, _EVEN] * (place // 2 + 1)
    around[place] = weights
    verse, start = "".join(around), place * PADA

    def said(breaks: Sequence[Break], letter: str = "a") -> list[Diagnostic]:
        report = skeleton_report(verse, breaks, profile, letter=letter)
        found = [*report.faults, *report.notes]
        return [replace(d, word="") for d in found if d.pada == ascii_lowercase[place]]

    apart = [Break.WORD] * len(verse)
    report = skeleton_report(verse, apart, profile)
    notes = said(apart)
    failed = report.verdict is not Verdict.EXACT or len(report.padas) != len(around)
    if failed or report.faults or said(apart, "b") != notes:
        return None
    words = 0
    for syllable in range(start, start + PADA):
        joined = [Break.NONE if k == syllable else Break.WORD for k in range(len(verse))]
        at_end = syllable == start + PADA - 1
        words = words << 8 | (not last if at_end else said(joined) != notes)
    return _Part((_line(report.padas[place]),), tuple(map(_note, notes)), words)


@lru_cache(maxsize=1 << 14)
def _fixed(weights: str, divides: str | bytes, profile: Profile) -> _Pieces | None:
    """Say what is said of a verse in a metre fixed in each syllable, if pauses have no say."""
    reports = [
        skeleton_report(
            weights, [Break.LINE if ends else mark for ends in divides], profile, letter=letter
        )
        for mark, letter in ((Break.NONE, "a"), (Break.WORD, "b"))
    ]
    if any(report.verdict is not Verdict.EXACT or report.faults for report in reports):
        return None
    close, apart = map(_pieces, reports)
    return close if close == apart else None


def _pieces(report: MeterReport) -> _Pieces:
    empty = json.dumps(verdict_object(replace(report, padas=(), notes=())), ensure_ascii=False)
    head, _, _ = empty.removeprefix('{"id": null').partition("]" + ', "faults"')
    return _Pieces(
        report.meter or "",
        head,
        tuple(map(_line, report.padas)),
        tuple(map(_note, report.notes)),
        0,
    )


def _line(pada: Pada) -> tuple[int, str]:
    variant = json.dumps(pada.variant, ensure_ascii=False)
    return len(pada.weights), f', "weights": "{pada.weights}", "variant": {variant}}}'


def _note(note: Diagnostic) -> _Note:
    """Make a template of a note on a skeleton, in which a column is a syllable."""
    (found,) = diagnostic_objects([note])
    parts = []
    for key, value in found.items():
        filled = key in ("path", "line", "column", "end_line", "end_column", "verse", "field")
        if filled or key == "word":
            parts.append(f'"{key}": %s')
        else:
            written = json.dumps(value, ensure_ascii=False).replace("%", "%%")
            parts.append(f'"{key}": {written}')
    place = None
    if note.column is not None and note.end_column is not None:
        place = (note.column - 1, note.end_column - 1)
    return _Note(f"{{{', '.join(parts)}}}", place)
