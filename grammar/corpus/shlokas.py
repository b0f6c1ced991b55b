"""The JSON of ślokas, good and faulty, put together from what is said of each of their pādas.

What the rules find in a pāda depends on its weights, on its place, and on whether words end after
some of its syllables; so it is worked out once for each such pāda, on a skeleton.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import repeat
from json.encoder import encode_basestring as quoted
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.anushtubh import examined, findings
from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.alignment import HALF, PADA
from dhyana.grammar.chandas.names import ANUSHTUBH
from dhyana.grammar.chandas.pada import changes, matched, variant
from dhyana.grammar.chandas.shloka import ShlokaPada
from dhyana.grammar.corpus.skeleton import skeleton, skeleton_report
from dhyana.grammar.corpus.templates import (
    Found,
    Line,
    Said,
    Texts,
    after_words,
    found,
    head_of,
    tail,
)
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.report import MeterReport, Nearest, Verdict
from dhyana.grammar.scansion import Break

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HALF = "gggglggggggglglg"  # a good one
_GOOD = Said(ANUSHTUBH[0], Verdict.EXACT)
_BEFORE_WORDS = '{"text": '
_NOTHING = '"faults": [], "notes": []}'


class Part(NamedTuple):
    """What is found in a pāda, and how many changes would make it good."""

    faults: tuple[Found, ...]
    notes: tuple[Found, ...]
    distance: int


@dataclass(frozen=True, slots=True, eq=False)
class Padas:
    """What is said of pādas in one place of a stanza, worked out as they are met.

    A pāda goes by its weights and by the syllables after which no word is seen to end, an octet
    each, the first syllable being the highest bit. `needed` tells where that matters, by weights;
    `speaks` whether something is found, by weights × 256 + joined syllables, and `parts` what.
    `known` and `met` tell how far these are worked out.
    """

    place: int
    last: bool
    profile: Profile
    needed: "NDArray[np.uint8]"
    known: "NDArray[np.bool_]"
    speaks: "NDArray[np.bool_]"
    met: "NDArray[np.bool_]"
    parts: dict[int, Part] = field(default_factory=dict)

    def words_needed(self, octets: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
        """Mark of pādas the syllables where it matters whether a word is seen to end."""
        for octet in set(octets[~self.known[octets]].tolist()):
            self.needed[octet] = _words_needed(octet, self.place % 2, self.last, self.profile)
            self.known[octet] = True
        needed: NDArray[np.uint8] = self.needed[octets]
        return needed

    def are_spoken_of(self, keys: "NDArray[np.int64]") -> "NDArray[np.bool_]":
        """Tell whether there is anything to say of pādas; `parts` has it then."""
        for key in set(keys[~self.met[keys]].tolist()):
            octet, joined = divmod(key, 256)
            pada = _pada(octet, joined, self.place, self.last, self.profile)
            if part := _part(pada, PADA * self.place):
                self.parts[key], self.speaks[key] = part, True
            self.met[key] = True
        spoken: NDArray[np.bool_] = self.speaks[keys]
        return spoken


def _part(pada: ShlokaPada, first: int) -> Part | None:
    """Examine a pāda whose first syllable has that number in the verse."""
    said = examined(skeleton(pada.weights, [akshara.after for akshara in pada.aksharas]), pada)
    if not said:
        return None
    return Part(
        tuple(found(one, first) for one in said if one.severity is not Severity.INFO),
        tuple(found(one, first) for one in said if one.severity is Severity.INFO),
        0 if pada.kind else changes(pada.weights, pada.even, pada.profile),
    )


@lru_cache(maxsize=32)
def _padas(place: int, last: bool, profile: Profile) -> Padas:
    import numpy as np

    needed, known = np.zeros(256, np.uint8), np.zeros(256, np.bool_)
    speaks, met = np.zeros((2, 1 << 2 * PADA), np.bool_)
    return Padas(place, last, profile, needed, known, speaks, met)


def _pada(octet: int, joined: int, place: int, last: bool, profile: Profile) -> ShlokaPada:
    """Write a pāda as a skeleton."""
    weights = _weights(octet)
    breaks = [Break.NONE if joined >> 7 - k & 1 else Break.WORD for k in range(PADA)]
    even = place % 2 == 1
    return ShlokaPada(
        label=ascii_lowercase[place],
        even=even,
        aksharas=skeleton(weights, breaks).aksharas,
        weights=weights,
        profile=profile,
        kind=matched(weights, (), even, profile)[1],
        last=last,
    )


def _weights(octet: int) -> str:
    return "".join("lg"[octet >> 7 - k & 1] for k in range(PADA))


@lru_cache(maxsize=1 << 11)
def _words_needed(octet: int, place: int, last: bool, profile: Profile) -> int:
    apart = list(findings(_pada(octet, 0, place, last, profile)))
    marks = [1 << k for k in range(last, PADA)]
    return sum(
        mark for mark in marks if list(findings(_pada(octet, mark, place, last, profile))) != apart
    )


# --- whole verses ------------------------------------------------------------------------


class _Whole(NamedTuple):
    """What is said of every śloka of so many halves: what stands before its pādas, and notes."""

    report: MeterReport
    notes: tuple[Found, ...]


@lru_cache(maxsize=16)
def _whole(halves: int, profile: Profile) -> _Whole:
    weights = _HALF * halves
    report = skeleton_report(weights, [Break.WORD] * len(weights), profile)
    return _Whole(report, tuple(map(found, report.notes)))


@lru_cache(maxsize=256)
def _head(halves: int, profile: Profile, distance: int) -> str:
    """Write what stands before the pādas: of a good śloka, or of one so far from a good one."""
    report = _whole(halves, profile).report
    if distance:
        nearest = Nearest(report.meter or "", distance)
        report = replace(report, verdict=Verdict.FAULTY, nearest=nearest)
    return head_of(report) + _BEFORE_WORDS


@lru_cache(maxsize=2)
def _after_words(last: bool) -> tuple[str, ...]:
    """Write what stands between the words of a pāda, of weights as an octet, and what follows."""
    following = "], " if last else f", {_BEFORE_WORDS}"
    return tuple(after_words(w, variant(w)) + following for w in map(_weights, range(256)))


def shloka_lines(
    texts: Texts, verses: "NDArray[np.int64]", halves: int, profile: Profile
) -> list[Line | None]:
    """Write ślokas of so many halves, in which or in whose pādas they are written.

    None for one of which it is unclear whether a word is seen to end where that matters, or how a
    syllable is spelled that has to be named.
    """
    import numpy as np

    count, spelled = 2 * halves, texts.spelled
    syllables = texts.offsets[verses][:, None] + np.arange(halves * HALF)
    octets, apart, unclear = (
        np.packbits(column.take(syllables), axis=1)
        for column in (texts.heavy, spelled.apart, spelled.unclear)
    )
    tables = [_padas(place, place == count - 1, profile) for place in range(count)]
    needed = np.stack([t.words_needed(octets[:, k]) for k, t in enumerate(tables)], axis=1)
    joined = needed & ~apart
    keys = octets.astype(np.int64) << PADA | joined
    unsure = np.any(joined & unclear, axis=1).tolist()
    heads, tails, said = _around(texts, verses, tables, keys)
    items = [texts.items[number] for number in verses.tolist()]
    columns: list[Iterable[str]] = [repeat('{"id": '), [item.identity for item in items], heads]
    origins = texts.origins[verses]
    for k in range(count):
        starts = (spelled.line_starts.take(syllables[:, k * PADA]) - origins).tolist()
        ends = (spelled.line_ends.take(syllables[:, k * PADA + PADA - 1]) - origins).tolist()
        spans = zip(items, starts, ends, strict=True)
        columns.append([quoted(item.text[start:end]) for item, start, end in spans])
        after = _after_words(k == count - 1)
        columns.append([after[octet] for octet in octets[:, k].tolist()])
    written = map("".join, zip(*columns, tails, strict=False))
    return [
        None if doubt or counts is None else Line(line, counts)
        for line, counts, doubt in zip(written, said, unsure, strict=True)
    ]


def _around(
    texts: Texts,
    verses: "NDArray[np.int64]",
    tables: Sequence[Padas],
    keys: "NDArray[np.int64]",
) -> tuple[list[str], list[str], list[Said | None]]:
    """Write what stands before and behind the pādas of ślokas, and say what each counts for.

    It counts for None if that cannot be written. `keys` (verses × pādas) say what each pāda goes
    by in the table of its place.
    """
    import numpy as np

    size, count = keys.shape
    halves, profile = count // 2, tables[0].profile
    heads, tails = [_head(halves, profile, 0)] * size, [_NOTHING] * size
    said: list[Said | None] = [_GOOD] * size
    spoken = np.stack([t.are_spoken_of(keys[:, k]) for k, t in enumerate(tables)], axis=1)
    always = _whole(halves, profile).notes
    rows = np.arange(size) if always else np.flatnonzero(spoken.any(axis=1))
    for row, number, own in zip(
        rows.tolist(), verses[rows].tolist(), keys[rows].tolist(), strict=True
    ):
        met = [t.parts[key] for t, key in zip(tables, own, strict=True) if key in t.parts]
        faults = [fault for part in met for fault in part.faults]
        notes = [note for part in met for note in part.notes]
        try:
            tails[row] = tail(texts.verse(number), faults, [*notes, *always])
        except LookupError:
            said[row] = None
            continue
        if not faults:
            continue
        failed = any(fault.severity is Severity.ERROR for fault in faults)
        said[row] = Said.of(ANUSHTUBH[0], Verdict.FAULTY if failed else Verdict.EXACT, faults)
        if failed:
            heads[row] = _head(halves, profile, sum(part.distance for part in met))
    return heads, tails, said
