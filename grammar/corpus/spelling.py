"""Where the akṣaras of many verses stand in their texts, on arrays.

The same places as those of `scan`, for verses that `batch.count` could weigh.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dhyana.grammar.corpus.weight_tables import BREAK, NEW_LINE, Kind
from dhyana.grammar.corpus.weights import Counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LETTER, _SIGN, _SPACE, _JOINER, _OTHER, _COMMA = 1, 2, 4, 8, 16, 32
_MOST_SIGNS = 3


class Spelling(NamedTuple):
    """Places of akṣaras, one of each a syllable of the chunk.

    `starts` and `ends` are places in the code points of the chunk; `line_starts` and `line_ends`
    those of a line that begins or ends there, with the words that do (`chandas.seams`). `apart`
    tells whether a word is seen to end before the next vowel. `odd` marks the verses whose places
    are not to be trusted, `unclear` the syllables after which stands what may or may not part
    words.
    """

    starts: "NDArray[np.int64]"
    ends: "NDArray[np.int64]"
    line_starts: "NDArray[np.int64]"
    line_ends: "NDArray[np.int64]"
    apart: "NDArray[np.bool_]"
    odd: "NDArray[np.bool_]"
    unclear: "NDArray[np.bool_]"


@lru_cache(maxsize=1)
def _tables() -> "tuple[NDArray[np.uint8], NDArray[np.uint8]]":
    """Build what a kind and what a code point is, as bits."""
    import numpy as np

    of_kind = np.zeros(max(Kind) + 1, np.uint8)
    of_kind[[kind for kind in Kind if kind >= Kind.A and kind != Kind.SLASH]] = _LETTER
    signs = (Kind.ANUSVARA, Kind.VISARGA, Kind.AFTER_ANUSVARA, Kind.AFTER_VISARGA, Kind.MARK)
    of_kind[list(signs)] |= _SIGN
    of_kind[[Kind.PAUSE, Kind.SLASH, Kind.END]] |= _SPACE
    of_kind[Kind.JOINER] |= _JOINER
    of_kind[[Kind.PLAIN, Kind.COMMA, Kind.HYPHEN, Kind.DOT, Kind.DIGIT]] = _OTHER
    of_code = np.zeros(0x2020, np.uint8)
    of_code[list(map(ord, "'’"))] = _LETTER | _SIGN
    of_code[list(map(ord, " \t\n\r\u00a0"))] = _SPACE
    of_code[list(map(ord, ",;"))] = _SPACE | _COMMA
    return of_kind, of_code


def spelling(counted: Counted) -> Spelling:
    """Find the akṣaras of a chunk."""
    import numpy as np

    of_kind, of_code = _tables()
    vowels = counted.vowels
    what = of_kind.take(counted.kinds) | of_code.take(counted.codes, mode="clip")
    next_vowels = np.append(vowels[1:], len(what))

    def passed(there: "NDArray[np.bool_]") -> "NDArray[np.int32]":
        """Count such places up to and with each: to look that up is quicker than to search."""
        return np.cumsum(there, dtype=np.int32)

    is_letter = (what & _LETTER) != 0
    letters, lettered = np.flatnonzero(is_letter), passed(is_letter)
    spaces = passed((what & _SPACE) != 0)
    others = passed((what & (_OTHER | _LETTER | _SPACE)) == _OTHER)

    ends = vowels + 1
    signed = np.ones(len(ends), np.bool_)
    for _ in range(_MOST_SIGNS):
        signed &= (what.take(ends) & _SIGN) != 0
        ends += signed
    # Consonants before the end of a line or half belong to the vowel before them.
    breaks = counted.stops[(counted.pairs.take(counted.stops) & (BREAK | NEW_LINE)) != 0]
    holders = counted.ranks.take(breaks) - 1
    is_first = np.diff(holders, prepend=-1) > 0
    closed, stops = holders[is_first], breaks[is_first]
    last = letters.take(lettered.take(stops) - 1) + 1
    ends[closed] = np.maximum(ends.take(closed), last)

    starts = np.empty_like(ends)
    starts[1:] = letters.take(lettered.take(ends[:-1] - 1))
    begun = counted.counts > 0
    first = np.append(0, np.cumsum(counted.counts))[:-1][begun]
    sounds = letters[(what.take(letters) & _SIGN) == 0]
    starts[first] = sounds.take(np.searchsorted(sounds, counted.bounds[:-1][begun]))

    is_parted = spaces.take(vowels) > spaces.take(starts)
    is_parted[first] = False
    parted = np.flatnonzero(is_parted)
    gaps = np.flatnonzero(what & _SPACE).take(spaces.take(vowels.take(parted)) - 1)
    line_starts, line_ends = starts.copy(), ends.copy()
    line_starts[parted] = letters.take(lettered.take(gaps))
    line_ends[parted - 1] = letters.take(lettered.take(gaps) - 1) + 1

    apart = spaces.take(next_vowels - 1) > spaces.take(vowels)
    unclear = others.take(next_vowels - 1) > others.take(vowels)
    odd = counted.odd.copy()
    joiners = np.flatnonzero(what & _JOINER)
    # Nor is an akṣara trusted that has anything but spaces among its letters.
    marks = np.append(breaks, np.flatnonzero(what & _COMMA))
    following = counted.ranks.take(marks)
    marks, following = marks[following < len(starts)], following[following < len(starts)]
    inside = marks[starts.take(following) < marks]
    tangled = vowels[others.take(vowels) > others.take(starts)]
    # Nor is a verse that has letters but no vowel between two ends of lines or halves.
    mute = np.diff(counted.ranks.take(breaks)) == 0
    mute &= np.diff(lettered.take(breaks)) > 0
    strange = np.concatenate([joiners, inside, tangled, breaks[:-1][mute] + 1])
    odd[np.searchsorted(counted.bounds, strange, side="right") - 1] = True
    return Spelling(starts, ends, line_starts, line_ends, apart, odd, unclear)
