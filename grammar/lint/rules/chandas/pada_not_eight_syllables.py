"""A pāda of more or fewer than eight syllables.

## What it checks

Counts the syllables of each pāda and says where one is missing or too many, as far as cadence and
words tell: the span reported holds most of what is likely. A missing syllable is counted in the
mended pāda: “3” is between the second and third that are written. Under the profile `epic` a pāda
of nine is a warning.

## Why

Eight syllables make the pāda. An akṣara dropped or written twice is the commonest slip of scribes
and typists, and the good cadence that remains betrays where it happened.

## Example

    rāmo lakṣmaṇo vīraḥ vanaṃ jagmatur añjasā

The first pāda has seven syllables. Its last four, `kṣmaṇo vīraḥ`, are a good cadence, so one is
missing among the first four.

## Use instead

    rāmaś ca lakṣmaṇo vīraḥ vanaṃ jagmatur añjasā

## References

Piṅgala and all after him: the anuṣṭubh has pādas of eight syllables. The likelihoods are those of
`dhyana.grammar.chandas.alignment`.
"""

from collections.abc import Iterator
from itertools import combinations

from dhyana.grammar.anushtubh_table import EVEN, VARIANTS, Profile, cadences, sound
from dhyana.grammar.chandas.alignment import Reading, locate
from dhyana.grammar.chandas.mending import weights_without
from dhyana.grammar.chandas.shloka import WEIGHTS, Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule

PROPOSED = 3
NUMBERS = {1: "one", 2: "two", 3: "three"}


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find a pāda of another length than eight, and the syllables that may be at fault."""
    size = len(pada.weights)
    surplus = size - 8
    if not surplus:
        return
    location = locate(pada.weights, [a.after for a in pada.aksharas], even=pada.even)
    if location:
        first, last = location.first, location.last
        omissions: tuple[tuple[int, ...], ...] = ()
        if surplus > 0:
            left_out = dict(_omissions(pada, location.readings))
            omissions, fixes = tuple(left_out), tuple(map(Fix, left_out.values()))
        else:
            fixes = tuple(_insertions(pada, location.readings))
            # Places in the pāda as written, which lacks those that are missing before.
            last = max(first, last + surplus + 1)
    else:
        first, last = 1, size - 4 if _cadence_is_good(pada) else size
        omissions, fixes = (), ()
    number = f"{NUMBERS.get(abs(surplus), abs(surplus))} too {'many' if surplus > 0 else 'few'}"
    where = f"at syllable {first}" if first == last else f"among syllables {first}–{last}"
    yield Finding(
        syllables=tuple(range(first, last + 1)),
        message=f"the pāda has {size} syllables, {number}, most likely {where}",
        expected="8 syllables",
        found=f"{size} syllables ({pada.weights})",
        severity=Severity.WARNING if size == 9 and pada.profile is Profile.EPIC else None,
        fixes=fixes,
        omissions=omissions,
        place=(first, last) if surplus > 0 else (max(1, first - 1), min(size, last)),
    )


def _cadence_is_good(pada: ShlokaPada) -> bool:
    cadence = pada.weights[-4:]
    return cadence.startswith("lgl") if pada.even else cadence in cadences()


def _insertions(pada: ShlokaPada, readings: tuple[Reading, ...]) -> Iterator[Fix]:
    """Say the likeliest readings that make the pāda good; those of one place are one."""
    good = sound(pada.even, pada.profile)
    ways: dict[str, dict[str, list[str]]] = {}
    for reading in readings:
        if kind := good.get(reading.weights):
            added = " and ".join(WEIGHTS[reading.weights[k - 1]] for k in reading.syllables)
            found = ways.setdefault(_gaps(pada, reading), {})
            found.setdefault(VARIANTS.get(kind, EVEN), []).append(added)
    for place, results in list(ways.items())[:PROPOSED]:
        made = ", ".join(f"{' or '.join(added)} for {name}" for name, added in results.items())
        yield Fix(f"put in a syllable {place}: {made}")


def _omissions(
    pada: ShlokaPada, readings: tuple[Reading, ...]
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Say which syllables may be left out to make the pāda good, the likeliest first."""
    good = sound(pada.even, pada.profile)
    proposed = 0
    for reading in readings:
        # The syllable before loses the consonants that made it heavy, or wins those after.
        if proposed == PROPOSED or not any(w in good for w in _outcomes(reading)):
            continue
        kind = good.get(weights_without(pada.aksharas, reading.syllables))
        if kind:
            proposed += 1
            which = " and ".join(
                f"syllable {k} ({pada.aksharas[k - 1].iast})" for k in reading.syllables
            )
            yield reading.syllables, f"leave out {which}: {VARIANTS.get(kind, EVEN)}"


def _outcomes(reading: Reading) -> Iterator[str]:
    """Give the weights that the pāda may have without these syllables."""
    before = [k - 2 - gone for gone, k in enumerate(reading.syllables) if k - 2 - gone >= 0]
    for size in range(len(before) + 1):
        for changed in combinations(before, size):
            yield "".join(
                "gl"[w == "g"] if k in changed else w for k, w in enumerate(reading.weights)
            )


def _gaps(pada: ShlokaPada, reading: Reading) -> str:
    """Name each gap by the syllable before it."""
    before = [k - 1 - earlier for earlier, k in enumerate(reading.syllables)]
    return " and ".join(
        f"after syllable {k} ({pada.aksharas[k - 1].iast})" if k else "at the beginning"
        for k in before
    )


RULE: Rule = PadaRule(
    code="CHA101",
    name="pada-not-eight-syllables",
    severity=Severity.ERROR,
    authority="Piṅgala and all after him: eight syllables a pāda",
    documentation=__doc__,
    check=check,
    any_length=True,
)
