"""What is written after syllables, read off arrays."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.grammar import scan
from dhyana.grammar.chandas.text import text_of
from dhyana.grammar.corpus.syllables import syllables_of

_IAST = ["ta", "tā", "nai", "mṛ", "ti", "pra", "brū", "kri", "hrā", " ", " ", "\n", "' ", "-", "|"]
_DEVANAGARI = ["त", "ता", "नै", "मृ", "ति", "प्र", "ब्रू", "क्रि", "ह्र", " ", " ", "\n", "ऽ", "।"]


@pytest.mark.parametrize(("script", "pieces"), [("iast", _IAST), ("devanagari", _DEVANAGARI)])
def test_licences_are_those_of_the_scan(script: str, pieces: list[str]) -> None:
    """Where arrays tell what may stay light before pr, br, kr, hr, a scan tells the same."""
    sure = 0

    @settings(deadline=None, max_examples=150, database=None, derandomize=True)
    @example("त ऽप्र")
    @given(st.lists(st.sampled_from(pieces), min_size=1, max_size=30).map("".join))
    def check(verse: str) -> None:
        nonlocal sure
        text = syllables_of([verse], script).text(0)
        if text is not None:
            sure += bool(text.free)
            scanned = text_of(scan(verse, script).aksharas)
            assert (text.weights, text.free) == (scanned.weights, scanned.free)
            assert text.breaks[:-1] == scanned.breaks[:-1]

    check()
    assert sure  # some have licences
