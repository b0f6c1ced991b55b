"""Where words and text part, when the words joined do not make what is written.

Of all ways to say the words, the one is taken that comes nearest to the text, counted in sounds
put in, left out or exchanged; where it departs from the text is the place. The search keeps to a
band about the straight way, so that it too is linear in the length of the text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from dhyana.grammar.phonemes import PAUSE
from dhyana.grammar.sandhi.classes import AC, Change
from dhyana.grammar.sandhi.joining import padas, usual
from dhyana.grammar.sandhi.junction import Joint, Pada
from dhyana.grammar.sandhi.matching import (
    Proven,
    Said,
    Undecided,
    Written,
    prove,
    ways,
)
from dhyana.grammar.sandhi.spelling import spelled

_BAND = 32
"""Sounds by which a way may stray from the straight one: several words lost or put in."""
_SHOWN = 12
"""Results shown of what was expected at one place."""


class Fault(StrEnum):
    """How words and text part."""

    WORD = "a word is another"
    JUNCTION = "two words do not join so"
    MISSING = "a word is not in the text"
    ADDED = "the text has what is no word"


@dataclass(frozen=True, slots=True)
class Parting:
    """A place where words and text part.

    `first` to `last` are the words concerned, counted from 0; `written[start:end]` stands for
    them. `expected` is what they would make, with the sūtras of its first result.
    """

    fault: Fault
    first: int
    last: int
    start: int
    end: int
    expected: tuple[str, ...]
    sutras: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refuted:
    """The words do not make what is written: where they part, in order."""

    partings: tuple[Parting, ...]


def matches(words: Sequence[str | Pada], written: str) -> Proven | Undecided | Refuted:
    """Whether words, joined by sandhi, are what is written, with the proof or the places.

    Words as in `join`; `written` is in SLP1 with `|` for daṇḍas, and where it has spaces and
    hyphens does not matter. Raises ValueError when there is no word.

    >>> matches(["tataH", "ca"], "tataSca")
    Proven(said=...)
    """
    row = padas(words)
    if not row:
        raise ValueError("there are no words to join")
    proof = prove(row, written)
    if proof is not None:
        return proof
    text = Written(written)
    return Refuted(tuple(_partings(row, text, _nearest(row, text))))


# --- the nearest way ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """The cheapest way to a place: its cost and, from last to first, the words said on it."""

    cost: int
    before: "_Way | None" = None
    said: Said | None = None


def _nearest(row: tuple[Pada, ...], text: Written) -> tuple[Said, ...]:
    """Say the words so that the fewest sounds of the text are others; places are in sounds."""
    straight = len(text.sounds) / sum(len(pada.text) for pada in row)
    length = 0
    layer = {row[0].text: {0: _Way(0)}}
    for index, pada in enumerate(row):
        following = row[index + 1] if index + 1 < len(row) else None
        length += len(pada.text)
        middle = round(length * straight)
        reached: dict[str, dict[int, _Way]] = {}
        for begun, starts in layer.items():
            for change in _with_pauses(begun, pada, following):
                best = reached.setdefault(change.right, {})
                for end, (cost, start) in _said(change.left, text.sounds, starts, middle).items():
                    cost += cost > starts[start].cost  # rather one word spoiled than two
                    if end not in best or cost < best[end].cost:
                        best[end] = _Way(cost, starts[start], Said(pada, change, start, end))
        layer = reached
    ends = [way for last in layer.values() for way in last.items()]
    rest = len(text.sounds.rstrip(PAUSE))
    _, way = min(ends, key=lambda found: found[1].cost + abs(rest - found[0]))
    said: list[Said] = []
    step: _Way | None = way
    while step is not None and step.said is not None:
        said.append(step.said)
        step = step.before
    return tuple(reversed(said))


def _with_pauses(begun: str, pada: Pada, following: Pada | None) -> Iterator[Change]:
    """Give the ways to say a word, a pause after it as a sound of its own."""
    for change, pause in ways(begun, pada, following):
        if pause and following:
            yield change._replace(left=change.left + PAUSE)
        if not pause or not following or pada.joint is Joint.PAUSE:
            yield change


def _said(
    word: str, sounds: str, starts: dict[int, _Way], middle: int
) -> dict[int, tuple[int, int]]:
    """Say a word from any of `starts`; for each end near `middle` the cost and the start."""
    low, high = min(starts), min(len(sounds), middle + _BAND)
    never = (1 << 30, low)
    row: list[tuple[int, int]] = []
    for at in range(low, high + 1):
        here = (starts[at].cost, at) if at in starts else never
        there = (row[-1][0] + _cost(sounds[at - 1]), row[-1][1]) if row else never
        row.append(min(here, there))
    for sound in word:
        gone = _cost(sound)
        below = [(row[0][0] + gone, row[0][1])]
        for index in range(1, len(row)):
            other = sounds[low + index - 1]
            below.append(
                min(
                    (row[index - 1][0] + _exchange(sound, other), row[index - 1][1]),
                    (row[index][0] + gone, row[index][1]),
                    (below[-1][0] + _cost(other), below[-1][1]),
                )
            )
        row = below
    lowest = max(low, middle - _BAND)
    return {low + index: best for index, best in enumerate(row) if low + index >= lowest}


def _cost(sound: str) -> int:
    """Return what it costs that a sound is put in or left out; a pause is seldom forgotten."""
    return _COSTS.get(sound, 2)


_COSTS = {"'": 0, PAUSE: 20}


def _exchange(one: str, other: str) -> int:
    if one == other:
        return 0
    if PAUSE in (one, other):
        return 40
    return 3 if (one in AC) == (other in AC) else 5


# --- where it parts ----------------------------------------------------------------------


class _Fault(NamedTuple):
    """What is wrong with words `first` to `last`; `text.sounds[start:end]` stands for them."""

    kind: Fault
    first: int
    last: int
    start: int
    end: int


def _partings(row: tuple[Pada, ...], text: Written, said: tuple[Said, ...]) -> Iterator[Parting]:
    """Name the places where the nearest way departs from the text."""
    faults: list[_Fault] = []
    for index in range(len(row)):
        fault = _fault(row, said, text.sounds, index)
        if fault and faults and fault.start <= faults[-1].end and _are_one(faults[-1], fault):
            fault = _merged(faults.pop(), fault)
        if fault:
            faults.append(fault)
    for kind, first, last, start, end in faults:
        if kind in (Fault.WORD, Fault.JUNCTION):
            first, last = _closed(row, said, first, last)
            start, end = said[first].start, said[last].end
        expected, sutras = _expected(row, first, last)
        places = text.places[start], text.places[end - 1] + 1 if end > start else text.places[end]
        yield Parting(kind, first, last, *places, expected, sutras)


_GRAVITY = (Fault.MISSING, Fault.ADDED, Fault.WORD, Fault.JUNCTION)


def _are_one(before: _Fault, after: _Fault) -> bool:
    """Whether two faults that touch have one cause: a lost word also spoils its junctions."""
    same = before.kind is after.kind
    return same or Fault.JUNCTION in (before.kind, after.kind)


def _merged(before: _Fault, after: _Fault) -> _Fault:
    start, end = min(before.start, after.start), max(before.end, after.end)
    graver = min(before, after, key=lambda fault: _GRAVITY.index(fault.kind))
    if graver.kind in (Fault.MISSING, Fault.ADDED) and before.kind is not after.kind:
        return graver._replace(start=start, end=end)
    first, last = min(before.first, after.first), max(before.last, after.last)
    return _Fault(graver.kind, first, last, start, end)


def _fault(row: tuple[Pada, ...], said: tuple[Said, ...], sounds: str, index: int) -> _Fault | None:
    """How a word parts from its place in the text, and from which word to which it concerns."""
    _, change, start, end = said[index]
    word, found = change.left, sounds[start:end]
    if row[index].joint is Joint.PAUSE or index + 1 == len(row):
        word, found = word.rstrip(PAUSE), found.rstrip(PAUSE)
    if spelled(word, found, 0) == len(found):
        return None
    begun = said[index - 1].change.right if index else row[0].text
    if len(found) <= 1 < len(word):
        return _Fault(Fault.MISSING, index, index, start, end)
    if len(found) >= len(word) + _A_WORD and found.endswith(word):
        return _Fault(Fault.ADDED, index, index, start, end - len(word))
    if len(found) >= len(word) + _A_WORD and found.startswith(word):
        return _Fault(Fault.ADDED, index, index, start + len(word), end)
    same = _common_start(word, found)
    differs_to = len(word) - min(_common_start(word[::-1], found[::-1]), len(word) - same)
    tail = len(begun) - (2 if row[index].text.endswith(("aH", "as")) else 1)
    head = max(len(begun) - _common_start(begun[::-1], row[index].text[::-1]), 1)
    if same >= tail and change.sutras and index + 1 < len(row):
        return _Fault(Fault.JUNCTION, index, index + 1, start, said[index + 1].end)
    if differs_to <= head and index and said[index - 1].change.sutras:
        return _Fault(Fault.JUNCTION, index - 1, index, said[index - 1].start, end)
    return _Fault(Fault.WORD, index, index, start, end)


_A_WORD = 2
"""Sounds of the shortest word that is taken for one when it stands in the text unasked."""


def _common_start(one: str, other: str) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length


def _closed(
    row: tuple[Pada, ...], said: tuple[Said, ...], first: int, last: int
) -> tuple[int, int]:
    """Widen to whole words as they are written: those fused by a vowel are one."""
    while first and said[first - 1].change.right != row[first].text:
        first -= 1
    while last + 1 < len(row) and said[last].change.right != row[last + 1].text:
        last += 1
    return first, last


def _expected(
    row: tuple[Pada, ...], first: int, last: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give what the words from `first` to `last` would make before the word that follows them."""
    results: dict[str, tuple[str, ...]] = {}
    for text, sutras in islice(_results(row, row[first].text, first, last), _TRIED):
        results.setdefault(usual(text), sutras)
    shown = tuple(islice(results, _SHOWN))
    return shown, tuple(dict.fromkeys(results[shown[0]])) if shown else ()


_TRIED = 200


def _results(
    row: tuple[Pada, ...], begun: str, index: int, last: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    following = row[index + 1] if index + 1 < len(row) else None
    paused = following is None or row[index].joint is Joint.PAUSE
    for change, pause in ways(begun, row[index], following):
        if change.condition or pause is not paused:
            continue
        if index == last or following is None:
            yield change.left, change.sutras
            continue
        gap = PAUSE if pause else ""
        for rest, sutras in _results(row, change.right, index + 1, last):
            yield change.left + gap + rest, (*change.sutras, *sutras)
