"""Where words and text part, when the words joined do not make what is written.

Of all ways to say the words, the one is taken that comes nearest to the text, counted in sounds
put in, left out or exchanged; where it departs from the text is the place. Of the ways to a place
only the cheap ones are followed, so that the search is linear in the length.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from dhyana.grammar.lipi.phonemes import PAUSE
from dhyana.grammar.sandhi.classes import AC, Change
from dhyana.grammar.sandhi.joining import padas, paths, written
from dhyana.grammar.sandhi.junction import Joint, Pada
from dhyana.grammar.sandhi.matching import (
    Layer,
    Path,
    Proven,
    Said,
    Undecided,
    Written,
    proof,
    walk,
    ways,
)
from dhyana.grammar.sandhi.spelling import spelled

_STRAY = 24
"""Sounds that may stand in the text unasked at one place."""
_BACK = 2
"""Words before the first that has no exact path from which on the nearest way is sought."""
_DEARER = 40
"""By how much a way may cost more than the best at its place and still be followed."""
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
    them. `expected` is what they would make, with the sūtras of its first result: where two words
    do not join so, those of that junction.
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


def matches(words: Sequence[str | Pada], text: str) -> Proven | Undecided | Refuted:
    """Whether words, joined by sandhi, are the text: with the proof, or the places that part.

    Words as in `join`; `text` is in SLP1 with `|` for daṇḍas, and where it has spaces and
    hyphens does not matter. Raises ValueError when there is no word.

    >>> matches(["matiH", "Anandam"], "matimAnandam").partings[0].expected
    ('matirAnandam',)
    """
    row = padas(words)
    if not row:
        raise ValueError("there are no words to join")
    heard = Written(text)
    layers = walk(row, heard)
    proven = proof(layers, row, heard)
    if proven is not None:
        return proven
    return Refuted(tuple(_partings(row, heard, _nearest(row, heard, layers))))


# --- the nearest way ---------------------------------------------------------------------


def _nearest(row: tuple[Pada, ...], text: Written, layers: list[Layer]) -> tuple[Said, ...]:
    """Say the words so that the fewest sounds of the text are others; places are in sounds.

    The search sets out a few words before the place that no exact path passes.
    """
    done = max(min(len(layers), len(row)) - 1 - _BACK, 0)
    layer: dict[str, dict[int, Path]] = {}
    for (begun, at), path in layers[done].items():
        layer.setdefault(begun, {})[at] = Path(0, path.before, path.last)
    length = len(text.sounds)
    for index, pada in enumerate(row[done:], done):
        following = row[index + 1] if index + 1 < len(row) else None
        reached: dict[str, dict[int, Path]] = {}
        for begun, starts in layer.items():
            for change, ends in _sayings(begun, pada, following, text):
                best = reached.setdefault(change.right, {})
                furthest = max(starts) + len(change.left) + _STRAY if following else length
                said = _said(change.left, text.sounds, starts, furthest)
                for end in said.keys() & ends if ends else said:
                    cost, start = said[end]
                    cost += cost > starts[start].cost  # rather one word spoiled than two
                    if end not in best or cost < best[end].cost:
                        best[end] = Path(cost, starts[start], Said(pada, change, start, end))
        layer = _near(reached) if following else reached
    ends_of_text = {length, max(length - text.sounds.endswith(PAUSE), text.start)}
    last = [path for paths in layer.values() for end, path in paths.items() if end in ends_of_text]
    return min(last, key=lambda path: path.cost).all()


def _sayings(
    begun: str, pada: Pada, following: Pada | None, text: Written
) -> Iterator[tuple[Change, frozenset[int]]]:
    """Give the ways to say a word, a pause that is written after it as a sound of its own.

    With them come the places where they may end; none stands for all.
    """
    anywhere = frozenset[int]()
    for change, pause in ways(begun, pada, following):
        if not pause or following is None:
            yield change, anywhere
            continue
        yield change._replace(left=change.left + PAUSE), anywhere
        if pada.joint is Joint.PAUSE:
            yield change, anywhere
        elif text.line_ends:
            yield change, text.line_ends


def _near(reached: dict[str, dict[int, Path]]) -> dict[str, dict[int, Path]]:
    """Leave out the ways that are much dearer than the best."""
    most = min(way.cost for ends in reached.values() for way in ends.values()) + _DEARER
    near = {
        begun: {end: way for end, way in ends.items() if way.cost <= most}
        for begun, ends in reached.items()
    }
    return {begun: ends for begun, ends in near.items() if ends}


def _said(
    word: str, sounds: str, starts: Mapping[int, Path], furthest: int
) -> dict[int, tuple[int, int]]:
    """Say a word from any of `starts`; for each end up to `furthest` the cost and the start.

    Edit distance by rows (Wagner and Fischer 1974). A cell is the cost, and below it in the same
    number the start, so that one comparison finds the cheaper of two.
    """
    low = min(starts)
    heard = sounds[low:furthest]
    row = [starts[low].cost << _BITS | low]
    put_in = [_left_out(sound) for sound in heard]
    for place, cost in enumerate(put_in, low + 1):
        here = starts[place].cost << _BITS | place if place in starts else _NEVER
        row.append(min(here, row[-1] + cost))
    for sound in word:
        gone, exchanged = _left_out(sound), _exchanges(sound)
        last = row[0] + gone
        below = [last]
        for other, cost, diagonal, above in zip(heard, put_in, row, row[1:], strict=False):
            last = min(diagonal + exchanged[other], above + gone, last + cost)
            below.append(last)
        row = below
    return {low + k: (cell >> _BITS, cell & _START) for k, cell in enumerate(row)}


_BITS = 20
_START = (1 << _BITS) - 1
_NEVER = 1 << 60
_COSTS = {"'": 0, PAUSE: 20}
"""What it costs to leave a sound out; a pause is seldom forgotten, an avagraha always may be."""


def _left_out(sound: str) -> int:
    return _COSTS.get(sound, 2) << _BITS


class _Exchanges(dict[str, int]):
    """What it costs that one sound stands for another, by the other."""

    def __init__(self, sound: str) -> None:
        super().__init__({PAUSE: 40 << _BITS, sound: 0})
        self._vowel = sound in AC

    def __missing__(self, other: str) -> int:
        cost = (3 if (other in AC) is self._vowel else 5) << _BITS
        self[other] = cost
        return cost


@lru_cache(maxsize=128)
def _exchanges(sound: str) -> _Exchanges:
    return _Exchanges(sound)


# --- where it parts ----------------------------------------------------------------------


class _Fault(NamedTuple):
    """What is wrong with words `first` to `last`; `text.sounds[start:end]` stands for them.

    `junctions` are the words that do not join so with the next.
    """

    kind: Fault
    first: int
    last: int
    start: int
    end: int
    junctions: tuple[int, ...] = ()


def _partings(row: tuple[Pada, ...], text: Written, said: tuple[Said, ...]) -> Iterator[Parting]:
    """Name the places where the nearest way departs from the text."""
    faults: list[_Fault] = []
    for index in range(len(row)):
        fault = _fault(row, said, text.sounds, index)
        if fault and faults and fault.start <= faults[-1].end and _are_one(faults[-1], fault):
            fault = _merged(faults.pop(), fault)
        if fault:
            faults.append(fault)
    for kind, first, last, start, end, junctions in faults:
        if kind in (Fault.WORD, Fault.JUNCTION):
            first, last = _closed(row, said, first, last)
            start, end = said[first].start, said[last].end
        expected, sutras = _expected(row, first, last, junctions if kind is Fault.JUNCTION else ())
        places = text.places[start], text.places[end - 1] + 1 if end > start else text.places[end]
        yield Parting(kind, first, last, *places, expected, sutras)


_GRAVITY = (Fault.MISSING, Fault.ADDED, Fault.WORD, Fault.JUNCTION)


def _are_one(before: _Fault, after: _Fault) -> bool:
    """Whether two faults that touch have one cause: a lost word also spoils its junctions."""
    if before.kind is after.kind is Fault.JUNCTION:
        return after.first <= before.last
    return before.kind is after.kind or Fault.JUNCTION in (before.kind, after.kind)


def _merged(before: _Fault, after: _Fault) -> _Fault:
    start, end = min(before.start, after.start), max(before.end, after.end)
    graver = min(before, after, key=lambda fault: _GRAVITY.index(fault.kind))
    if graver.kind in (Fault.MISSING, Fault.ADDED) and before.kind is not after.kind:
        return graver._replace(start=start, end=end)
    first, last = min(before.first, after.first), max(before.last, after.last)
    return _Fault(graver.kind, first, last, start, end, before.junctions + after.junctions)


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
        return _Fault(Fault.JUNCTION, index, index + 1, start, said[index + 1].end, (index,))
    if differs_to <= head and index and said[index - 1].change.sutras:
        return _Fault(Fault.JUNCTION, index - 1, index, said[index - 1].start, end, (index - 1,))
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
    row: tuple[Pada, ...], first: int, last: int, junctions: Sequence[int]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give what the words from `first` to `last` would make before the word that follows them.

    With it come the sūtras, those of some `junctions` alone if any are given.
    """
    results: dict[str, tuple[Change, ...]] = {}
    for changes in islice(paths(row, first, last), _TRIED):
        if not any(change.condition for change in changes):
            results.setdefault(written(row[first:], changes), changes)
    shown = tuple(islice(results, _SHOWN))
    usual = results[shown[0]] if shown else ()
    if junctions:
        usual = tuple(usual[index - first] for index in junctions if index < first + len(usual))
    return shown, tuple(dict.fromkeys(sutra for change in usual for sutra in change.sutras))


_TRIED = 200
