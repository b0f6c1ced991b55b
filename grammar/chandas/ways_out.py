"""What would make an odd pāda of a śloka good, as a rule says it: the syllables, and in words.

Where several repairs are equally small, nothing in the verse tells which syllable was meant.
"""

from dataclasses import dataclass

from dhyana.grammar.anushtubh_table import VARIANTS
from dhyana.grammar.chandas.pada import Repair, repairs
from dhyana.grammar.chandas.shloka import WEIGHTS, ShlokaPada

_OPENING = (2, 3)
_NAMED = 2
"""The syllables of so many ways are named; a span of more would say little."""


@dataclass(frozen=True, slots=True)
class WaysOut:
    """The smallest repairs of a pāda.

    `syllables` (from 1) are those of the ways to the two commonest kinds, `words` say all. `place`
    is the first and last syllable to point at where the `syllables` do not stand together. `kinds`
    are those the ways lead to, the commonest first.
    """

    syllables: tuple[int, ...]
    words: str
    place: tuple[int, int] | None
    kinds: tuple[str, ...]


def ways_out(pada: ShlokaPada) -> WaysOut:
    """Say the repairs of a pāda that change one syllable, or the first of the smallest.

    Where syllables 2 and 3 are both light, that one of them must change is for another rule to say.
    """
    least, *others = repairs(pada.weights, pada.even, pada.profile)
    ways = [least]
    if len(least.syllables) == 1:
        ways += [way for way in others if len(way.syllables) == 1]
    asked = _OPENING if pada.weights[1:3] == "ll" else ()
    told = [(tuple(k for k in w.syllables if k not in asked) or w.syllables, w) for w in ways]
    named = tuple(sorted({k for own, _ in told[:_NAMED] for k in own}))
    first = told[0][0]
    together = len(first) > 1 or named[-1] - named[0] < len(named)
    return WaysOut(
        syllables=named,
        words=", or ".join(_words(own, way, must=way is least) for own, way in told),
        place=None if together else (first[0], first[0]),
        kinds=tuple(way.kind for way in ways),
    )


def _words(syllables: tuple[int, ...], way: Repair, *, must: bool) -> str:
    """Say one way: `syllable 7 should be heavy (pathyā)`."""
    changes = [f"syllable {k} {WEIGHTS[way.weights[k - 1]]}" for k in syllables]
    if must:
        changes[0] = f"syllable {syllables[0]} should be {WEIGHTS[way.weights[syllables[0] - 1]]}"
    return f"{' and '.join(changes)} ({VARIANTS[way.kind]})"
