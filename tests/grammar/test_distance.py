"""Edit distances from many patterns at once are those computed one by one."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.distance import Patterns


def distance(weights: str, pattern: str) -> int:
    """Levenshtein's distance by his own recurrence; `.` and `?` fit everything."""
    row = list(range(len(pattern) + 1))
    for i, weight in enumerate(weights, 1):
        left = [i]
        for j, place in enumerate(pattern):
            differs = weight != place and place != "." and weight != "?"
            left.append(min(row[j] + differs, row[j + 1] + 1, left[j] + 1))
        row = left
    return row[-1]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text("gl.", max_size=24), min_size=1, max_size=9), st.text("gl?", max_size=24))
def test_all_patterns_at_once(patterns: list[str], weights: str) -> None:
    """Patterns of any lengths side by side do not disturb one another."""
    expected = [distance(weights, pattern) for pattern in patterns]
    assert Patterns(patterns).distances(weights) == expected
