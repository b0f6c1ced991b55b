"""The compiled table of śloka pādas."""

from importlib import resources
from itertools import product

import pytest

from dhyana.grammar.anushtubh_table import (
    COMPILED,
    Profile,
    accepted,
    cadences,
    compile_table,
    sound,
)

PATTERNS = ["".join(letters) for letters in product("gl", repeat=8)]


def test_shipped_table_is_what_the_grammar_says() -> None:
    """Compiling the grammar anew gives the file that is shipped."""
    shipped = resources.files("dhyana.grammar").joinpath(COMPILED).read_text("utf-8")
    assert compile_table() == shipped


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("profile", list(Profile))
def test_first_and_last_syllable_are_free(even: bool, profile: Profile) -> None:
    """The kind of a pāda does not hang on syllables 1 and 8."""
    kinds = accepted(even, profile)
    for pattern in PATTERNS:
        middle = pattern[1:-1]
        assert len({kinds.get(a + middle + b) for a in "gl" for b in "gl"}) == 1


def test_epic_accepts_what_classical_does_and_more() -> None:
    """The epic profile adds the sa-vipulā and the opening ra of even pādas, and changes nothing."""
    for even, more in ((False, {"sa_vipula"}), (True, {"even_ra"})):
        classical, epic = accepted(even, Profile.CLASSICAL), accepted(even, Profile.EPIC)
        assert classical.items() <= epic.items()
        assert {epic[pattern] for pattern in epic.keys() - classical.keys()} == more


@pytest.mark.parametrize(
    ("pattern", "even", "kind"),
    [
        ("gggglggg", False, "pathya"),
        ("gggglllg", False, "na_vipula"),
        ("gglgglll", False, "bha_vipula"),
        ("gggggllg", False, "bha_vipula"),
        ("lglggggl", False, "ma_vipula"),
        ("glggglgg", False, "ra_vipula"),
        ("gggggglg", False, "ta_vipula"),
        ("gggllglg", True, "even"),
        ("glllllgl", False, None),  # 2 and 3 light
        ("gggglglg", False, None),  # iambic
        ("ggglllll", False, None),  # na-vipulā, 4 light
        ("gggggggg", False, None),  # ma-vipulā, opening ma
        ("ggglglgg", False, None),  # ra-vipulā, 4 light
        ("ggggllgg", False, None),  # sa
        ("gglglglg", True, None),  # opening ra
        ("gggglggg", True, None),  # an odd pāda's cadence
    ],
)
def test_kinds(pattern: str, even: bool, kind: str | None) -> None:
    """Each kind and each ground for refusal in the table of rules has its pattern."""
    assert accepted(even, Profile.CLASSICAL).get(pattern) == kind


def test_cadences_agree_with_the_whole_pada() -> None:
    """The last four syllables of an accepted odd pāda announce its kind."""
    for pattern, kind in accepted(False, Profile.EPIC).items():
        assert cadences()[pattern[4:]] == kind
    assert "lglg" not in cadences()


def test_no_repair_leads_to_what_a_rule_warns_of() -> None:
    """Sound patterns leave out the licensed kinds."""
    assert set(sound(False, Profile.EPIC).values()) == {
        "pathya",
        "na_vipula",
        "bha_vipula",
        "ma_vipula",
        "ra_vipula",
    }
    assert set(sound(True, Profile.EPIC).values()) == {"even"}
