"""What changes of weight make a pāda good."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.anushtubh_table import Profile, sound
from dhyana.grammar.chandas.alignment import PADA
from dhyana.grammar.chandas.pada import repairs


@given(st.text("gl", min_size=PADA, max_size=PADA), st.booleans(), st.sampled_from(Profile))
@settings(deadline=None, max_examples=60)
def test_repairs_are_the_smallest_sets_of_changes(
    weights: str, even: bool, profile: Profile
) -> None:
    """Every change that makes the pāda good holds a repair, and no repair holds another."""
    good = sound(even, profile)
    sets = [set(repair.syllables) for repair in repairs(weights, even, profile)]
    assert not any(one < other for one in sets for other in sets)
    for size in range(PADA):
        for chosen in map(set, combinations(range(1, PADA), size)):
            changed = "".join(
                "gl"[w == "g"] if k in chosen else w for k, w in enumerate(weights, 1)
            )
            assert changed not in good or any(own <= chosen for own in sets)


@given(st.text("gl", min_size=PADA, max_size=PADA), st.booleans(), st.sampled_from(Profile))
@settings(deadline=None, max_examples=60)
def test_a_repair_makes_the_pada_good(weights: str, even: bool, profile: Profile) -> None:
    """The weights of a repair differ in its syllables, the last never, and are of its kind."""
    for repair in repairs(weights, even, profile):
        pairs = enumerate(zip(weights, repair.weights, strict=True), 1)
        differ = [syllable for syllable, (old, new) in pairs if old != new]
        assert tuple(differ) == repair.syllables
        assert PADA not in differ
        assert sound(even, profile)[repair.weights] == repair.kind
