"""How a derivation looks in short: the parts that it is made of."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.cli.view.derivation import taught_parts
from dhyana.grammar.vyakarana.deriving import ASHTADHYAYI, Derived, Step, Vyakarana
from dhyana.grammar.vyakarana.examining import examine
from dhyana.shlokas import load

results = st.lists(st.sampled_from(["", "l", "BU", "a\\", "ti", "la~w", "mUla"]), max_size=5)
sutras = st.sampled_from(["1.4.58", "2.4.71", "3.1.68", "3.2.123", "4.1.2", "7.3.113"])
steps = st.builds(Step, sutras, st.just(ASHTADHYAYI), results.map(tuple))


@pytest.fixture(scope="module")
def grammar() -> Vyakarana:
    """Return the grammar, with the history of what it derives."""
    return Vyakarana(steps=True)


@pytest.mark.parametrize(
    ("verse", "form", "parts"),
    [
        (12, "मूलभागेन", "mūla bhaj ghañ ṭā"),  # a compound: its members before the last
        (12, "सम्पादयन्", "sam pad ṇic śap śatṛ su"),  # śatṛ stands for the lakāra
        (12, "क्रियते", "kṛ yak ta"),  # the root without its markers
        (12, "संख्यायाः", "saṃkhyā ṅas"),  # without the augment yāṭ
        (9, "शब्दार्थः", "śabda artha su"),
        (14, "समायाति", "sam āṅ yā śap tip"),
    ],
)
def test_parts_are_as_taught(verse: int, form: str, parts: str, grammar: Vyakarana) -> None:
    """Prefixes, root or stem, affixes and ending stand in the order in which they are spoken."""
    rows = load().verse(verse).record.morphology
    (row,) = (row for row in rows if row.form == form)
    (examined,) = examine(row, grammar)
    assert taught_parts(examined.verdict.given[0]) == tuple(parts.split())


def told(*results: tuple[str, ...]) -> list[Step]:
    """Return a history of these results."""
    return [Step("1.4.58", "azwADyAyI", result) for result in results]


@settings(max_examples=200, deadline=None)
@given(st.lists(steps, max_size=6))
@example(told(("", "", "", ""), ("", "l", "", "", "l"), ("", "", "", "", "")))
def test_any_history_has_parts(history: list[Step]) -> None:
    """Whatever the steps of a history are, its parts can be told, or there are none."""
    parts = taught_parts(Derived("Bavati", tuple(history)))
    assert all(parts)
    assert len(parts) != 1
