"""Verdict objects of many verses as JSON, at corpus speed.

Most verses keep their metre. What is said of such a verse depends on its weights and lines, but
for its id, its words and the places of its notes; so it is worked out once, from a verse that has
nothing else (`skeleton`), and kept in pieces. Put together they are, letter for letter, the JSON
of `verdict_object`.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from string import ascii_lowercase
from typing import Any, NamedTuple

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.corpus.columns import UNDECIDED, decide
from dhyana.grammar.corpus.skeleton import FIRST_CAUSE, FIRST_LETTER, skeleton_report
from dhyana.grammar.corpus.spelling import spelling
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lipi.transliteration import Script, transliterate
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
    """The JSON of a verse without errors, its metre, and the codes of the warnings in it."""

    json: str
    meter: str
    codes: tuple[str, ...]


def exact_lines(
    items: Sequence[Item], profile: Profile = Profile.CLASSICAL, script: str | None = None
) -> list[Line | None]:
    """Write the verses that have no errors; None for all that may have some."""
    decided = decide([item.text for item in items], profile, script)
    counted, spelled = decided.counted, spelling(decided.counted)
    starts, ends = spelled.starts.tolist(), spelled.ends.tolist()
    apart, unclear = spelled.apart.tobytes(), spelled.unclear.tobytes()
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
            seen = _Words(apart[first:stop], unclear[first:stop])
            pieces = _shloka(weights[first:stop], seen, profile)
        elif ready:
            pieces = _fixed(weights[first:stop], divides[first:stop], profile)
        if pieces is None:
            lines.append(None)
        else:
            places = _Places(item, first, before + 1, starts, ends)
            codes = tuple(found.code for found in pieces.faults)
            lines.append(Line(_put_together(pieces, places), pieces.meter, codes))
        first = stop
    return lines


class _Words(NamedTuple):
    """An octet a syllable: whether a word is seen to end after it, and whether that is unclear."""

    apart: bytes
    unclear: bytes


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


class _Found(NamedTuple):
    """A finding as a template for `%`, its place, and the syllables whose letters it names."""

    code: str
    template: str
    place: tuple[int, int] | None
    letters: tuple[int, ...]


class _Pieces(NamedTuple):
    """What is said of verses of some weights and lines.

    `lines` are the syllables of each line with what follows its words.
    """

    meter: str
    head: str
    lines: tuple[tuple[int, str], ...]
    faults: tuple[_Found, ...]
    notes: tuple[_Found, ...]


def _put_together(pieces: _Pieces, places: _Places) -> str:
    item, first, origin, starts, ends = places
    text = item.text
    shown = []
    for length, rest in pieces.lines:
        words = text[starts[first] - origin : ends[first + length - 1] - origin]
        shown.append(f'{{"text": {quoted(words)}{rest}')
        first += length
    lines = ", ".join(shown)
    faults = ", ".join([_placed(found, places) for found in pieces.faults]) if pieces.faults else ""
    notes = ", ".join([_placed(found, places) for found in pieces.notes]) if pieces.notes else ""
    return (
        f'{{"id": {item.identity}{pieces.head}{lines}], "faults": [{faults}], "notes": [{notes}]}}'
    )


def _placed(found: _Found, places: _Places) -> str:
    item = places.item
    if found.place is None:
        start, end, word = 0, len(item.text.rstrip()), "null"
    else:
        start, end = places.span(*found.place)
        word = quoted(item.text[start:end])
    line, column = item.locate(start)
    end_line, end_column = item.locate(end)
    filled: dict[str, Any] = {
        "path": item.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "verse": item.verse,
        "field": item.field,
        "word": word,
    }
    for syllable in found.letters:
        start, end = places.span(syllable, syllable + 1)
        filled[str(syllable)] = quoted(_iast(item.text[start:end]))[1:-1]
    return found.template % filled


_DEVANAGARI = re.compile("[\u0900-\u097f]")
_PARTS = re.compile(r"[^\w'\u0300-\u036f]+")


def _iast(written: str) -> str:
    """IAST of an akṣara in Devanagari or IAST, as `scan` has it: without what parts its letters."""
    if _DEVANAGARI.search(written):
        written = transliterate(written, Script.IAST)
    return _PARTS.sub("", written.replace("’", "'")).lower()


# --- what is said, worked out once -------------------------------------------------------


class _Part(NamedTuple):
    """What is said of some lines of a verse: see `_Pieces`."""

    lines: tuple[tuple[int, str], ...]
    faults: tuple[_Found, ...]
    notes: tuple[_Found, ...]


def _shloka(weights: str, seen: _Words, profile: Profile) -> _Pieces | None:
    """Put what is said of the halves of a śloka together."""
    count = len(weights) // HALF
    whole = _shloka_as_such(count, profile)
    if whole is None:
        return None
    lines: tuple[tuple[int, str], ...] = ()
    faults: tuple[_Found, ...] = ()
    notes: tuple[_Found, ...] = ()
    for place in range(count):
        span = slice(place * HALF, (place + 1) * HALF)
        last = place == count - 1
        needed = _words_that_matter(weights[span], place, last, profile)
        apart = int.from_bytes(seen.apart[span], "big") & needed
        if apart != needed and needed & ~apart & int.from_bytes(seen.unclear[span], "big"):
            return None
        half = _half(weights[span], place, last, needed & ~apart, profile)
        if half is None:
            return None
        lines += half.lines
        faults += half.faults
        notes += half.notes
    return _Pieces(whole.meter, whole.head, lines, faults, notes + whole.notes)


@lru_cache(maxsize=16)
def _shloka_as_such(halves: int, profile: Profile) -> _Pieces | None:
    """Say what is said of every śloka of so many halves, whatever its pādas are."""
    weights = (_ODD + _EVEN) * halves
    return _pieces(skeleton_report(weights, [Break.WORD] * len(weights), profile))


@lru_cache(maxsize=1 << 16)
def _words_that_matter(weights: str, place: int, last: bool, profile: Profile) -> int:
    """Mark, an octet a syllable of a half, where it matters whether a word is seen to end."""
    odd = _that_matter(weights[:PADA], 2 * place, False, profile)
    return odd << 8 * PADA | _that_matter(weights[PADA:], 2 * place + 1, last, profile)


@lru_cache(maxsize=2048)
def _that_matter(weights: str, place: int, last: bool, profile: Profile) -> int:
    whole = _pada(weights, place, last, 0, profile)
    marked = 0
    for syllable in range(PADA - last):
        bit = 1 << 8 * (PADA - 1 - syllable)
        if _pada(weights, place, last, bit, profile) != whole:
            marked |= bit
    return marked


@lru_cache(maxsize=1 << 16)
def _half(weights: str, place: int, last: bool, joined: int, profile: Profile) -> _Part | None:
    """Say what is said of a half in its place, no word being seen to end where `joined` marks it.

    None if it has an error, or if what is said names what makes a syllable heavy.
    """
    in_odd, in_even = joined >> 8 * PADA, joined & (1 << 8 * PADA) - 1
    odd = _pada(weights[:PADA], 2 * place, False, in_odd, profile)
    even = _pada(weights[PADA:], 2 * place + 1, last, in_even, profile)
    if odd is None or even is None:
        return None
    return _Part(odd.lines + even.lines, odd.faults + even.faults, odd.notes + even.notes)


@lru_cache(maxsize=1 << 13)
def _pada(weights: str, place: int, last: bool, joined: int, profile: Profile) -> _Part | None:
    """Say the same of a pāda, examined in its place among good ones."""
    around = [_ODD, _EVEN] * (place // 2 + 1)
    around[place] = weights
    after = "" if last else _ODD + _EVEN
    breaks = [Break.WORD] * len("".join(around) + after)
    start = place * PADA
    breaks[start : start + PADA] = [
        Break.NONE if mark else Break.WORD for mark in joined.to_bytes(PADA, "big")
    ]
    report = skeleton_report("".join(around) + after, breaks, profile, ANUSHTUBH[0])
    label = ascii_lowercase[place]
    faults = [_found(fault) for fault in report.faults if fault.pada == label]
    notes = [_found(note) for note in report.notes if note.pada == label]
    if report.verdict is not Verdict.EXACT or None in faults or None in notes:
        return None
    return _Part((_line(report.padas[place]),), (*filter(None, faults),), (*filter(None, notes),))


@lru_cache(maxsize=1 << 14)
def _fixed(weights: str, divides: bytes, profile: Profile) -> _Pieces | None:
    """Say what is said of a verse in a metre fixed in each syllable, if pauses have no say."""
    close, apart = (
        skeleton_report(weights, [Break.LINE if ends else mark for ends in divides], profile)
        for mark in (Break.NONE, Break.WORD)
    )
    if close != replace(apart, padas=close.padas) or close.verdict is not Verdict.EXACT:
        return None
    return _pieces(close)


def _pieces(report: MeterReport) -> _Pieces | None:
    empty = json.dumps(
        verdict_object(replace(report, padas=(), faults=(), notes=())), ensure_ascii=False
    )
    head, _, _ = empty.removeprefix('{"id": null').partition('], "faults"')
    faults = [_found(fault) for fault in report.faults]
    notes = [_found(note) for note in report.notes]
    if None in faults or None in notes:
        return None
    lines = tuple(map(_line, report.padas))
    meter = report.meter or ""
    return _Pieces(meter, head, lines, (*filter(None, faults),), (*filter(None, notes),))


def _line(pada: Pada) -> tuple[int, str]:
    variant = json.dumps(pada.variant, ensure_ascii=False)
    return len(pada.weights), f', "weights": "{pada.weights}", "variant": {variant}}}'


_FILLED = frozenset(("path", "line", "column", "end_line", "end_column", "verse", "field", "word"))
_LETTERS = re.compile(f"[{chr(FIRST_LETTER)}-{chr(FIRST_CAUSE - 1)}]")
_CAUSES = re.compile(f"[{chr(FIRST_CAUSE)}-\uf8ff]")


def _found(diagnostic: Diagnostic) -> _Found | None:
    """Make a template of a finding on a skeleton, in which a column is a syllable.

    None if it names what makes a syllable heavy, which a skeleton does not know.
    """
    (found,) = diagnostic_objects([diagnostic])
    parts = []
    for key, value in found.items():
        written = json.dumps(value, ensure_ascii=False).replace("%", "%%")
        parts.append(f'"{key}": %({key})s' if key in _FILLED else f'"{key}": {written}')
    template = f"{{{', '.join(parts)}}}"
    if _CAUSES.search(template):
        return None
    letters = {ord(letter) - FIRST_LETTER for letter in _LETTERS.findall(template)}
    template = _LETTERS.sub(lambda letter: f"%({ord(letter[0]) - FIRST_LETTER})s", template)
    place = None
    if diagnostic.column is not None and diagnostic.end_column is not None:
        place = (diagnostic.column - 1, diagnostic.end_column - 1)
    return _Found(diagnostic.code, template, place, tuple(sorted(letters)))
