"""Lines end with the words that end there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.meter import identify
from dhyana.grammar.scansion import scan

VERSE = "rāmo rājā daśarathas ayodhyāyāṃ purā kila | prajāḥ putravad ālokya pālayām āsa dharmataḥ"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (VERSE, ["rāmo rājā daśarathas", "ayodhyāyāṃ purā kila"]),
        ("oṃ " + VERSE, ["rāmo rājā daśarathas", "ayodhyāyāṃ purā kila"]),
        ("om " + VERSE, ["rāmo rājā daśarathas", "ayodhyāyāṃ purā kila"]),
        ("रामो राजा दशरथस् अयोध्यायां पुरा किल", ["रामो राजा दशरथस्", "अयोध्यायां पुरा किल"]),
        (
            "rAmo rAjA dazarathas ayodhyAyAM purA kila",
            ["rAmo rAjA dazarathas", "ayodhyAyAM purA kila"],
        ),
        (
            "rāmo rājā daśarathasayodhyāyāṃ purā kila",
            ["rāmo rājā daśaratha", "sayodhyāyāṃ purā kila"],
        ),
    ],
)
def test_a_consonant_stays_with_its_word(text: str, lines: list[str]) -> None:
    """The consonant that ends the last word of a line is shown in it; no word is cut for it."""
    report = identify(text)
    assert [pada.text for pada in report.padas[:2]] == lines
    assert [len(pada.aksharas) for pada in report.padas[:2]] == [8, 8]


@settings(deadline=None, max_examples=80)
@given(st.text("aāiuṛktdrsm \n|-", max_size=80))
def test_lines_are_parts_of_the_text(text: str) -> None:
    """Lines follow one another in the text and have the weights that were scanned."""
    report = identify(text)
    scanned = scan(text)
    end = 0
    for pada in report.padas:
        first, last = pada.aksharas[0], pada.aksharas[-1]
        assert end <= first.start < last.end
        assert pada.text == text[first.start : last.end]
        end = last.end
    if report.padas:
        assert "".join(pada.weights for pada in report.padas) in scanned.weights
