"""What a rule says would make an odd pāda good."""

from itertools import product

import pytest

from dhyana.grammar.anushtubh import check_anushtubh
from dhyana.grammar.anushtubh_table import Profile, accepted, sound
from dhyana.grammar.chandas.pada import repairs
from dhyana.grammar.chandas.shloka import ShlokaPada
from dhyana.grammar.chandas.ways_out import WaysOut, ways_out
from dhyana.grammar.corpus.skeleton import skeleton
from dhyana.grammar.scansion import Break, scan

GOOD_B = "pālayām āsa dharmataḥ"
BAD = [
    weights
    for weights in map("".join, product("gl", repeat=8))
    if weights not in sound(False, Profile.CLASSICAL)
]


def told(weights: str) -> WaysOut:
    """Say what would make an odd pāda of these weights good."""
    aksharas = skeleton(weights, [Break.NONE] * 8).aksharas
    return ways_out(
        ShlokaPada(
            label="a",
            even=False,
            aksharas=aksharas,
            weights=weights,
            profile=Profile.CLASSICAL,
            kind=None,
        )
    )


@pytest.mark.parametrize(
    ("line", "code", "syllables", "words"),
    [
        (
            "tāni sarvvāṇi dattani",
            "CHA105",
            (6, 7),
            (
                "an odd pāda must not end like an even one: "
                "syllable 7 should be heavy (pathyā), or syllable 6 light (na-vipulā)"
            ),
        ),
        (
            "rāmo rājyaṃ dadate hi",
            "CHA118",
            (6, 7),
            (
                "sa-vipulā, a form in no table of rules: syllable 6 should be heavy (pathyā), "
                "or syllable 7 light (na-vipulā), or syllable 5 heavy (ra-vipulā)"
            ),
        ),
        (
            "mahābhujaḥ pārthān punaḥ",
            "CHA119",
            (6, 7),
            (
                "ta-vipulā, a theorists' form that poets do not use: "
                "syllable 7 should be heavy (ma-vipulā), or syllable 6 light (bha-vipulā)"
            ),
        ),
        (
            "śayīran sarvvā evaite",
            "CHA114",
            (3, 5),
            (
                "syllable 5 should be light (pathyā), or syllable 3 light (ma-vipulā), "
                "or syllable 6 light (ra-vipulā)"
            ),
        ),
    ],
)
def test_two_places_are_named(line: str, code: str, syllables: tuple[int, ...], words: str) -> None:
    """Where one change of either of two syllables mends the pāda, both are named and said."""
    (fault,) = check_anushtubh(scan(f"{line} {GOOD_B}")).faults
    assert (fault.code, fault.syllables) == (code, syllables)
    assert fault.message == f"pāda a: {words}"


@pytest.mark.parametrize("weights", BAD)
def test_what_is_named_mends_the_pada(weights: str) -> None:
    """The syllables named are those of the smallest repairs, and few."""
    ways = told(weights)
    least = len(repairs(weights, even=False)[0].syllables)
    smallest = [set(r.syllables) for r in repairs(weights, even=False) if len(r.syllables) == least]
    assert any(set(ways.syllables) & own for own in smallest)
    assert len(ways.syllables) <= max(2, least)
    if least == 1:
        assert {frozenset(own) for own in smallest} >= {frozenset([k]) for k in ways.syllables}


@pytest.mark.parametrize(
    "weights", [w for w, kind in accepted(False, Profile.CLASSICAL).items() if kind == "pathya"]
)
@pytest.mark.parametrize("syllable", [5, 6, 7])
def test_the_syllable_that_broke_a_pathya_is_named(weights: str, syllable: int) -> None:
    """Whatever vipulā would be as near, a syllable wrong in the cadence of a pathyā is named."""
    other = "gl"[weights[syllable - 1] == "g"]
    broken = weights[: syllable - 1] + other + weights[syllable:]
    if broken in BAD and broken[4:7] != "ggl":
        assert syllable in told(broken).syllables
