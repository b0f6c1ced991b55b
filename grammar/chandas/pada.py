"""What the grammar of the śloka says of the weights of one pāda, wherever its letters come from.

`anushtubh.lark` allows a pāda of eight syllables a few dozen patterns; what is said of any other
depends on nothing but its weights, so it is worked out once for each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from dhyana.grammar.anushtubh_table import VARIANTS, Profile, accepted, cadences, sound
from dhyana.grammar.chandas.alignment import PADA, SHARES, locate
from dhyana.grammar.scansion import Akshara, Break, Reason

KRAMA = frozenset({"pr", "br", "kr", "hr"})
"""Word-initial conjuncts before which a short vowel may stay light: Vṛttaratnākara 1.10."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Syllables (from 1) whose weight is to change, and what kind of pāda that makes."""

    syllables: tuple[int, ...]
    weights: str
    kind: str


def free_syllables(aksharas: Sequence[Akshara]) -> tuple[int, ...]:
    """Heavy syllables (from 0) that the krama licence lets be light (Vṛttaratnākara 1.10)."""
    return tuple(
        [
            k
            for k, akshara in enumerate(aksharas)
            if akshara.reason is Reason.CONJUNCT
            and akshara.cause in KRAMA
            and akshara.after in (Break.WORD, Break.LINE)
        ]
    )


def variant(weights: str) -> str | None:
    """Name a pāda by its cadence, wherever it stands and whether or not its opening fits.

    None where the cadence is ja, as in every good even pāda, and for other than eight syllables.
    """
    if len(weights) != PADA:
        return None
    kind = cadences().get(weights[4:])
    return VARIANTS[kind] if kind else None


@lru_cache(maxsize=1024)
def repairs(weights: str, even: bool, profile: Profile = Profile.CLASSICAL) -> tuple[Repair, ...]:
    """All smallest sets of syllables whose change of weight makes a pāda good, fewest first.

    Sets that contain a smaller one are left out; of equal size, the one that makes the commoner
    kind comes first. The last syllable is free and never changes.
    """
    ways = sorted(
        (
            Repair(tuple([k for k in range(1, PADA) if weights[k - 1] != good[k - 1]]), good, kind)
            for good, kind in sound(even, profile).items()
            if good[-1] == weights[-1]
        ),
        key=lambda way: len(way.syllables),
    )
    found: list[Repair] = []
    for way in ways:
        if not any(set(repair.syllables) <= set(way.syllables) for repair in found):
            found.append(way)
    return tuple(
        sorted(found, key=lambda r: (len(r.syllables), -SHARES.get(r.kind, 0), r.syllables))
    )


def reads_as_even(weights: str, profile: Profile) -> bool:
    """Whether a pāda by itself is rather an even one."""
    if len(weights) != PADA:
        return weights[-4:-1] == "lgl"
    odd, even = (len(repairs(weights, place, profile)[0].syllables) for place in (False, True))
    return even < odd


@lru_cache(maxsize=4096)
def matched(
    weights: str, free: tuple[int, ...], even: bool, profile: Profile
) -> tuple[str, str | None]:
    """Match a pāda: its weights and kind, None if it is of none.

    `free` are syllables (from 0) that a licence lets be light; it is used only where it rescues.
    """
    kind = accepted(even, profile).get(weights)
    if kind or len(weights) != PADA:
        return weights, kind
    for lightened in _lightened(weights, tuple(k for k in free if k < PADA - 1)):
        if kind := sound(even, profile).get(lightened):
            return lightened, kind
    return weights, None


def _lightened(weights: str, free: tuple[int, ...]) -> Iterator[str]:
    """Let some of the free syllables be light, as few as may be first."""
    for size in range(1, len(free) + 1):
        for chosen in combinations(free, size):
            yield "".join("l" if k in chosen else w for k, w in enumerate(weights))


@lru_cache(maxsize=4096)
def changes(weights: str, even: bool, profile: Profile) -> int:
    """How many syllables would have to change, go or come to make such a pāda good."""
    if len(weights) == PADA and weights in accepted(even, profile):
        return 0
    surplus = len(weights) - PADA
    if not surplus:
        return len(repairs(weights, even, profile)[0].syllables)
    location = locate(weights, [Break.NONE] * len(weights), even=even)
    if location is None:
        return abs(surplus)
    return abs(surplus) + len(repairs(location.readings[0].weights, even, profile)[0].syllables)
