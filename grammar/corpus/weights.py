"""Weights at corpus speed: many verses at once, as numpy arrays.

A chunk of about a thousand verses is one array of code points. A table gives each its class, a
second table looks at each class and the next, and counting the consonants between vowels does
the rest; what a context weighs is taken from the compiled `akshara.lark`, as in `scansion`.
Devanagari, IAST and SLP1 in plain spelling go this way. A verse with anything else in it (a
near-miss, an accent, a speaker, another script) goes through `scansion.scan`, so that the
weights are always the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from dhyana.grammar.akshara_table import LINKS
from dhyana.grammar.corpus.weight_tables import (
    BAD,
    BREAK,
    DEVANAGARI,
    DIACRITIC,
    FAST,
    KIND,
    KIND_BITS,
    LATIN,
    NEW_LINE,
    NUCLEUS,
    NUMBER,
    QUOTE,
    SINGLE,
    SINGLE_CLOSED,
    SLASH,
    SOUND,
    Kind,
    tables,
)
from dhyana.grammar.lipi.punctuation import DEVANAGARI_HINTS, IAST_HINTS, SLP1_HINTS, speakers
from dhyana.grammar.lipi.script import known_script
from dhyana.grammar.scansion import scan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 1000
"""Verses; the arrays of a chunk stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of many verses, laid out as Arrow lays out a column of strings.

    `flat` has one byte a syllable, `l` or `g` in ASCII; verse i has
    `flat[offsets[i]:offsets[i + 1]]`. `scanned` tells which verses went through `scan`.
    """

    offsets: "NDArray[np.int64]"
    flat: "NDArray[np.uint8]"
    scanned: "NDArray[np.bool_]"

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, verse: int) -> str:
        """Weights of one verse, one letter a syllable. Raises IndexError."""
        index = range(len(self))[verse]
        return self.flat[self.offsets[index] : self.offsets[index + 1]].tobytes().decode("ascii")

    def strings(self) -> list[str]:
        """Weights of every verse as strings."""
        text = self.flat.tobytes().decode("ascii")
        bounds = self.offsets.tolist()
        return [text[start:end] for start, end in pairwise(bounds)]


class Counted(NamedTuple):
    """A chunk of verses weighed by counting, laid out as in `Weights`.

    Only what `odd` does not mark is right. The verses stand behind one another, each with a NUL
    before it, at `bounds`; `kinds` and `pairs` are what `batch_tables` says of each code point
    and of it with the next, `vowels` the places of the syllables.
    """

    counts: "NDArray[np.int64]"
    flat: "NDArray[np.uint8]"
    odd: "NDArray[np.bool_]"
    bounds: "NDArray[np.int64]"
    codes: "NDArray[np.uint32]"
    kinds: "NDArray[np.uint8]"
    pairs: "NDArray[np.uint8]"
    vowels: "NDArray[np.int64]"

    @property
    def rest(self) -> list[int]:
        """The verses that are odd."""
        found: list[int] = self.odd.nonzero()[0].tolist()
        return found


class Chunk(NamedTuple):
    """The weights of a chunk; see `Weights`."""

    counts: "NDArray[np.int64]"
    flat: "NDArray[np.uint8]"
    scanned: "NDArray[np.bool_]"


def batch_weights(texts: Iterable[str], script: str | None = None) -> Weights:
    """Weigh many verses: for each the same weights as `scan(text, script).weights`.

    `texts` may be any iterable of strings, a numpy array of strings or an Arrow column.
    Raises ValueError for a script of an unknown name.
    """
    import numpy as np

    if script is not None:
        script = known_script(script)
    weighed = [_weigh(chunk, script) for chunk in chunks(texts)]
    return Weights(
        np.cumsum(np.concatenate([np.zeros(1, np.int64), *(chunk.counts for chunk in weighed)])),
        np.concatenate([np.zeros(0, np.uint8), *(chunk.flat for chunk in weighed)]),
        np.concatenate([np.zeros(0, np.bool_), *(chunk.scanned for chunk in weighed)]),
    )


def chunks(texts: Any) -> Iterator[list[str]]:
    """Cut a column or an iterable into lists of strings."""
    for method in ("to_pylist", "tolist"):  # Arrow, numpy
        if hasattr(texts, method):
            for start in range(0, len(texts), CHUNK):
                yield getattr(texts[start : start + CHUNK], method)()
            return
    rest = iter(texts)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def _weigh(texts: list[str], script: str | None) -> Chunk:
    """Weigh a chunk: by counting what is in plain spelling, by `scan` the rest."""
    counted = count(texts, script)
    return merged(counted, [scan(texts[verse], script).weights for verse in counted.rest])


def merged(counted: "Counted", scanned: Sequence[str]) -> Chunk:
    """Put the weights of the verses that were scanned, in order, among those counted."""
    import numpy as np

    counts, flat, odd = counted.counts, counted.flat, counted.odd
    if not scanned:
        return Chunk(counts, flat, odd)
    plain = flat[np.repeat(~odd, counts)]
    whole = counts.copy()
    whole[odd] = list(map(len, scanned))
    weights = np.empty(whole.sum(), np.uint8)
    is_plain = np.repeat(~odd, whole)
    weights[is_plain] = plain
    weights[~is_plain] = np.frombuffer("".join(scanned).encode("ascii"), np.uint8)
    return Chunk(whole, weights, odd)


def count(texts: Sequence[str], script: str | None) -> Counted:
    """Weigh a chunk by counting; `odd` marks the verses that need `scan` instead."""
    import numpy as np

    if script is not None and script not in FAST:
        texts = [""] * len(texts)  # what no table reads is all left to `scan`
    table = tables(script == "slp1")
    joined = "\0".join(["", *texts, "\0"])
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    bounds = np.append(0, np.cumsum(lengths + 1))  # the NUL before each verse and after the last

    def verse_at(places: "NDArray[np.int64]") -> "NDArray[np.int64]":
        return np.searchsorted(bounds, places, side="right") - 1

    marked = table.classes.take(codes, mode="clip")
    kinds = (marked & KIND).astype(np.uint8)
    pairs = table.pairs.take((kinds[:-1].astype(np.uint16) << KIND_BITS) | kinds[1:])

    slashed = _read_slashes(pairs, bounds)

    def where(bits: int) -> "NDArray[np.int64]":
        return np.flatnonzero((pairs & bits) != 0)

    events = where(NUCLEUS | BREAK)
    is_vowel = (pairs.take(events) & NUCLEUS) != 0
    heard = np.cumsum(pairs & SOUND, dtype=np.int32)  # consonants up to and with this place
    heard_at = heard.take(events)
    link = table.links.take(np.minimum(np.diff(heard_at), 2) + 3 * is_vowel[1:])

    # Where there is one consonant and it ends a line, it closes the syllable.
    lines = where(NEW_LINE)
    holder = np.searchsorted(events, lines) - 1
    first = np.diff(holder, prepend=-1) > 0
    lines, holder = lines[first], holder[first]
    closes = (link[holder] == SINGLE) & (heard[lines] > heard_at[holder])
    link[holder[closes]] = SINGLE_CLOSED

    vowels = events[is_vowel]
    own = kinds.take(vowels)
    long = table.long.take(own) | ((own == Kind.I) & (kinds.take(vowels - 1) == Kind.A))
    sign = table.sign.take(kinds.take(vowels + 1))
    context = (long * np.uint8(3) + sign) * np.uint8(len(LINKS)) + link[is_vowel[:-1]]
    counts = np.diff(np.searchsorted(vowels, bounds))

    scripts = np.bitwise_or.reduceat(marked, bounds[:-1])
    odd = _other_script(scripts, script)
    odd[verse_at(where(BAD))] = True
    odd[slashed] = True
    digits = where(NUMBER)
    last = np.searchsorted(events, digits) - 1
    labels = digits[is_vowel[last] | (heard[digits] > heard_at[last])]
    verses = verse_at(labels)
    odd[verses[(scripts[verses] & LATIN) != 0]] = True  # a number after letters: BhG 1.1
    found = int(np.bitwise_or.reduce(scripts))
    hints: tuple[str, ...] = DEVANAGARI_HINTS if found & DEVANAGARI else ()
    if found & LATIN:
        hints += SLP1_HINTS if script == "slp1" else IAST_HINTS
    hinted = verse_at(np.array(list(_places(joined, hints)), np.int64))
    speaking = [
        verse for verse in set(hinted.tolist()) if any(True for _ in speakers(texts[verse]))
    ]
    odd[speaking] = True
    if joined.count("\0") > len(texts) + 2:
        odd |= np.fromiter(("\0" in text for text in texts), np.bool_, len(texts))
    odd |= script is not None and script not in FAST
    flat = table.weights.take(context)
    return Counted(counts, flat, odd, bounds, codes, kinds, pairs, vowels)


def _read_slashes(pairs: "NDArray[np.uint8]", bounds: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """Turn slashes into breaks as `punctuation.slashes` does; return the verses left to it.

    Where `//` ends a verse, `/` ends a half. Alone, `/` ends a line. What has letters after
    `//` is left.
    """
    import numpy as np

    places = np.flatnonzero((pairs & SLASH) != 0)
    verse = np.searchsorted(bounds, places) - 1
    double = np.flatnonzero(np.diff(places) == 1)
    closed, first = np.unique(verse[double], return_index=True)
    pairs[places] |= np.where(np.isin(verse, closed), np.uint8(BREAK), np.uint8(NEW_LINE))
    if not len(closed):
        return closed
    letters = np.flatnonzero((pairs & (NUCLEUS | SOUND)) != 0)
    after = places[double[first]]
    goes_on = np.searchsorted(letters, bounds[closed + 1]) > np.searchsorted(letters, after)
    left: NDArray[np.int64] = closed[goes_on]
    return left


def _other_script(scripts: "NDArray[np.uint16]", script: str | None) -> "NDArray[np.bool_]":
    """Find the verses that are not wholly in the script, or whose script needs a closer look."""
    odd: NDArray[np.bool_]
    devanagari, latin = (scripts & DEVANAGARI) != 0, (scripts & LATIN) != 0
    diacritic, quote = (scripts & DIACRITIC) != 0, (scripts & QUOTE) != 0
    match script:
        case None:
            odd = (devanagari & (latin | quote)) | (latin & ~diacritic) | ~(devanagari | latin)
        case "devanagari":
            odd = latin | quote
        case _:
            odd = devanagari
    return odd


def _places(text: str, hints: tuple[str, ...]) -> Iterator[int]:
    """Find every place of every hint."""
    for hint in hints:
        place = text.find(hint)
        while place >= 0:
            yield place
            place = text.find(hint, place + 1)
