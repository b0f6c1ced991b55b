"""Repairs of a gaṇa say what to do with which syllable."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.gana_mending import gana_fixes
from dhyana.grammar.chandas.jati import PLACES, read_half
from dhyana.grammar.meter import identify
from dhyana.grammar.scansion import scan

# An āryā (Hitopadeśa), sound; and with one syllable changed, lost and gained.
SECOND = "āryā tathaiva bhāryā duṣprāpā puṇyahīnena ||"


@pytest.mark.parametrize(
    ("first", "fixes"),
    [
        (
            "sarāsā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ |",
            ["make rā light: llg"],
        ),
        (
            "sarasā sālaṅkārā supadanyāsā suvamayamūrtiḥ |",
            ["put in a heavy syllable after su: lgl"],
        ),
        (
            "sarasā sālaṅkārā supadanyāsā suvarṇatamayamūrtiḥ |",
            ["make mū light: llll", "leave out ta or ma or ya: llg"],
        ),
    ],
)
def test_the_syllable_to_change_is_named(first: str, fixes: list[str]) -> None:
    """A gaṇa that one syllable mends says which, and what the gaṇa becomes."""
    report = identify(f"{first}\n{SECOND}", expect="āryā")
    proposed = [fix.message for fault in report.faults for fix in fault.fixes]
    assert proposed
    assert set(fixes) <= set(proposed)


@settings(deadline=None, max_examples=60)
@given(st.text("gl", min_size=8, max_size=22), st.sampled_from(sorted(PLACES)))
def test_every_fault_has_a_repair(weights: str, total: int) -> None:
    """Whatever is wrong with a half, something to do is said, and the cheapest first."""
    aksharas = scan(" ".join("kā" if w == "g" else "ka" for w in weights)).aksharas
    for fault in read_half(weights, total).faults:
        fixes = gana_fixes(aksharas, fault)
        assert fixes
        order = [
            ("make", "put in", "leave out").index(
                " ".join(f.message.split()[: 1 + (f.message[:4] != "make")])
            )
            for f in fixes
        ]
        assert order == sorted(order)
