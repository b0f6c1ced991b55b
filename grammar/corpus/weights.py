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

from dhyana.grammar.corpus.weight_tables import (
    BAD,
    BREAK,
    DEVANAGARI,
    DIACRITIC,
    FAST,
    FOLLOWED,
    KIND,
    KIND_BITS,
    LATIN,
    LENGTH,
    NEW_LINE,
    NUCLEUS,
    NUMBER,
    PARTING,
    QUOTE,
    SINGLE,
    SINGLE_CLOSED,
    SLASH,
    SOUND,
    Kind,
    tables,
)
from dhyana.grammar.lipi.punctuation import (
    DEVANAGARI_HINTS,
    IAST_HINTS,
    LABEL_LETTERS,
    SLP1_HINTS,
    may_speak,
    speakers,
)
from dhyana.grammar.lipi.script import known_script
from dhyana.grammar.scansion import scan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 1000
"""Verses; the arrays of a chunk stay in the processor's cache."""


_LONE = 3 + max(map(len, LABEL_LETTERS))  # from a daṇḍa over such letters in spaces to the next
_UNREAD = "\ufffe"  # of no class
_LABELS = tuple(f"{letter})" for letter in LABEL_LETTERS)


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
    and of it with the next, `vowels` the places of the syllables, `ranks` how many of them there
    are up to each code point, `stops` the places that end a line or half, NULs too.
    """

    counts: "NDArray[np.int64]"
    flat: "NDArray[np.uint8]"
    odd: "NDArray[np.bool_]"
    bounds: "NDArray[np.int64]"
    codes: "NDArray[np.uint32]"
    kinds: "NDArray[np.uint8]"
    pairs: "NDArray[np.uint8]"
    vowels: "NDArray[np.int64]"
    ranks: "NDArray[np.int32]"
    stops: "NDArray[np.int64]"

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
    marked = table.classes.take(codes, mode="clip")
    kinds = (marked & KIND).astype(np.uint8)
    bounds = np.flatnonzero(kinds == int(Kind.END))[:-1]  # before each verse and after the last
    if len(bounds) > len(texts) + 1:
        return count([text.replace("\0", _UNREAD) for text in texts], script)
    both = (kinds[:-1].astype(np.uint16) << KIND_BITS) | kinds[1:]
    pairs = table.pairs.take(both)
    is_vowel = (pairs & NUCLEUS) != 0
    vowels = np.flatnonzero(is_vowel)
    ranks = np.cumsum(is_vowel.view(np.uint8), dtype=np.int32)
    heard = np.cumsum(pairs & SOUND, dtype=np.int32)
    stops = np.flatnonzero((pairs & (BREAK | NEW_LINE | PARTING | SLASH)) != 0)
    slashes = stops[(pairs.take(stops) & SLASH) != 0]
    slashed = _read_slashes(pairs, slashes, ranks + heard, bounds) if len(slashes) else slashes
    weigh = table.vowels.take(both.take(vowels))
    diphthongs = np.flatnonzero((kinds[:-1] == int(Kind.A)) & (kinds[1:] == int(Kind.I))) + 1
    weigh[ranks.take(diphthongs) - 1] += LENGTH
    weigh += _ways(pairs.take(stops), heard.take(stops), heard.take(vowels), ranks.take(stops) - 1)
    flat = table.weights.take(weigh)

    scripts = np.bitwise_or.reduceat(marked, bounds[:-1])
    odd = _other_script(scripts, script)
    bad = np.flatnonzero((pairs & BAD) != 0)
    odd[np.searchsorted(bounds, bad, side="right") - 1] = True
    odd[slashed] = True
    labels = np.searchsorted(bounds, _labels(pairs, stops, heard, ranks), side="right") - 1
    odd[labels[(scripts[labels] & LATIN) != 0]] = True  # a number after letters: BhG 1.1
    lone = _lone_letters(codes, pairs, stops, heard + ranks)
    odd[np.searchsorted(bounds, lone, side="right") - 1] = True  # || a ||
    found = int(np.bitwise_or.reduce(scripts))
    hints: tuple[str, ...] = DEVANAGARI_HINTS if found & DEVANAGARI else ()
    if found & LATIN:
        hints += SLP1_HINTS if script == "slp1" else IAST_HINTS
    places = [place for place in _places(codes, hints) if may_speak(joined, place)]
    hinted = np.searchsorted(bounds, np.array(places, np.int64), side="right") - 1
    speaking = [
        verse for verse in set(hinted.tolist()) if any(True for _ in speakers(texts[verse]))
    ]
    odd[speaking] = True
    lettered = np.array(_places(codes, _LABELS), np.int64)
    odd[np.searchsorted(bounds, lettered, side="right") - 1] = True
    odd |= script is not None and script not in FAST
    counts = np.diff(ranks.take(bounds)).astype(np.int64)
    return Counted(counts, flat, odd, bounds, codes, kinds, pairs, vowels, ranks, stops)


def _ways(
    stops: "NDArray[np.uint8]",
    heard_at_stops: "NDArray[np.int32]",
    heard_at_vowels: "NDArray[np.int32]",
    holders: "NDArray[np.int32]",
) -> "NDArray[np.uint8]":
    """Tell how each syllable goes on, as numbers below `WAYS`.

    `stops` are what ends lines and halves, each with the consonants up to it and the number of
    the last vowel before it.
    """
    import numpy as np

    between = heard_at_vowels.copy()
    between[:-1] = heard_at_vowels[1:]
    between -= heard_at_vowels
    ways = np.minimum(between, 2).astype(np.uint8)
    ways += np.uint8(FOLLOWED)

    def first(bit: int) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
        """Find the vowels with such a stop behind them, and the consonants up to the first."""
        chosen = np.flatnonzero((stops & bit) != 0)
        holder = holders.take(chosen)
        chosen = chosen[np.diff(holder, prepend=-1) > 0]
        holder = holders.take(chosen)
        return holder, heard_at_stops.take(chosen) - heard_at_vowels.take(holder)

    holder, own = first(BREAK)
    ways[holder] = np.minimum(own, 2)
    # Where there is one consonant and it ends a line, it closes the syllable.
    holder, own = first(NEW_LINE)
    ways[holder[(ways.take(holder) == SINGLE) & (own > 0)]] = SINGLE_CLOSED
    return ways


def _labels(
    pairs: "NDArray[np.uint8]",
    stops: "NDArray[np.int64]",
    heard: "NDArray[np.int32]",
    ranks: "NDArray[np.int32]",
) -> "NDArray[np.int64]":
    """Find the digits with letters between them and the last half's end."""
    import numpy as np

    digits = np.flatnonzero((pairs & NUMBER) != 0)
    breaks = stops[(pairs.take(stops) & BREAK) != 0]
    last = breaks.take(np.searchsorted(breaks, digits) - 1)
    labels: NDArray[np.int64] = digits[
        (ranks[digits] > ranks[last]) | (heard[digits] > heard[last])
    ]
    return labels


def _lone_letters(
    codes: "NDArray[np.uint32]",
    pairs: "NDArray[np.uint8]",
    stops: "NDArray[np.int64]",
    letters: "NDArray[np.int32]",
) -> "NDArray[np.int64]":
    """Find the places before daṇḍas where, since the last one, there is a letter alone."""
    import numpy as np

    breaks = stops[((pairs.take(stops) & BREAK) != 0) & (codes.take(stops) != 0)]
    close = np.flatnonzero(np.diff(breaks) <= _LONE) + 1
    before, after = letters.take(breaks.take(close - 1)), letters.take(breaks.take(close))
    lone: NDArray[np.int64] = breaks.take(close[after > before]) - 1
    return lone


def _read_slashes(
    pairs: "NDArray[np.uint8]",
    places: "NDArray[np.int64]",
    letters: "NDArray[np.int32]",
    bounds: "NDArray[np.int64]",
) -> "NDArray[np.int64]":
    """Turn slashes into breaks as `punctuation.slashes` does; return the verses left to it.

    Where `//` ends a verse, `/` ends a half. Alone, `/` ends a line. What has letters after
    `//` is left. `letters` has how many there are up to each code point.
    """
    import numpy as np

    verse = np.searchsorted(bounds, places) - 1
    double = np.flatnonzero(np.diff(places) == 1)
    closed, first = np.unique(verse[double], return_index=True)
    pairs[places] |= np.where(np.isin(verse, closed), np.uint8(BREAK), np.uint8(NEW_LINE))
    after = letters.take(places[double[first]])
    left: NDArray[np.int64] = closed[letters.take(bounds[closed + 1]) > after]
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


def _places(codes: "NDArray[np.uint32]", hints: tuple[str, ...]) -> list[int]:
    """Find where every hint ends."""
    import numpy as np

    found: list[int] = []
    ends = {last: np.flatnonzero(codes == ord(last)) for last in {hint[-1] for hint in hints}}
    for hint in hints:
        places = ends[hint[-1]]
        for back, character in enumerate(hint[-2::-1], 1):
            places = places[codes.take(places - back, mode="clip") == ord(character)]
        found += (places + 1).tolist()
    return found
