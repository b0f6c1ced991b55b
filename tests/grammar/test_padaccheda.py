"""Padaccheda and anvaya as words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lipi.phonemes import sounds
from dhyana.grammar.padaccheda import in_a_row, split, unbalanced
from dhyana.grammar.sandhi import Joint, Pada, Refuted, join, matches
from dhyana.shlokas import load


def test_words_have_members_and_places() -> None:
    """A word is known by its members, its place, and the daṇḍa after it."""
    text = "संख्यायाः मूल-भागेन । अति-उच्चे ॥"
    words = split(text)
    assert [word.members for word in words] == [
        ("saMKyAyAH",),
        ("mUla", "BAgena"),
        ("ati", "ucce"),
    ]
    assert [text[word.start : word.end] for word in words] == [word.written for word in words]
    assert [word.pause for word in words] == [False, True, True]


def test_a_colon_typed_for_visarga_is_one() -> None:
    """Behind a letter of an Indian script; behind a space or Latin letters it parts words."""
    words = split("राम: वन-चर: । इति : च")
    assert [word.slp1 for word in words] == ["rAmaH", "vanacaraH", "iti", "ca"]
    assert [word.slp1 for word in split("rāmaḥ: vanam")] == ["rAmaH", "vanam"]


def test_brackets_mark_what_is_supplied() -> None:
    """Words in brackets are supplied, however many and however nested; punctuation is no word."""
    words = split("मूल्येन (तत्र [च]) सारः, दीयते; (भवति)। १२")
    assert [word.slp1 for word in words if word.supplied] == ["tatra", "ca", "Bavati"]
    assert [word.slp1 for word in words if not word.supplied] == ["mUlyena", "sAraH", "dIyate"]


@pytest.mark.parametrize(
    ("text", "place"), [("(क) [ख]", None), ("क) (ख", 1), ("(क [ख]", 0), ("", None)]
)
def test_a_bracket_without_partner_is_found(text: str, place: int | None) -> None:
    """The first bracket that has no partner is named by its place."""
    assert unbalanced(text) == place


def test_any_script_will_do() -> None:
    """Words in IAST have the sounds they have in Devanagari."""
    assert split("mūla-bhāgena (tatra)") != ()
    assert [w.members for w in split("mūla-bhāgena (tatra)")] == [
        w.members for w in split("मूल-भागेन (तत्र)")
    ]


def test_a_row_knows_whose_members_it_has() -> None:
    """Seams stand inside words, pauses where the daṇḍas are; a known dual is marked."""
    row, owners = in_a_row(split("मूल-भागेन । फले"), {"Pale": True})
    assert row == (
        Pada("mUla", Joint.SEAM),
        Pada("BAgena", Joint.PAUSE),
        Pada("Pale", Joint.WORD, dual=True),
    )
    assert owners == (0, 0, 1)


@given(st.text(max_size=60))
@settings(deadline=None, max_examples=200)
def test_any_text_splits(text: str) -> None:
    """No text raises; words stand in it, in order, and have sounds."""
    end = 0
    for word in split(text):
        assert end <= word.start < word.end <= len(text)
        assert all(word.members)
        end = word.end


def test_the_fifty_verses_are_their_padacchedas() -> None:
    """The padaccheda of the treatise is proven to be the verse, but for verses 38 and 43."""
    refuted = {}
    for verse in load(edition="source"):
        row, _ = in_a_row(split(verse.record.padaccheda), {})
        written = sounds(verse.record.verse)
        verdict = matches(row, written.slp1)
        if isinstance(verdict, Refuted):
            (parting,) = verdict.partings
            refuted[verse.number] = (
                written.slp1[parting.start : parting.end],
                parting.expected[0],
            )
    assert refuted == {
        38: ("sahEkatvaM", "sahEkatAM"),
        43: ("matimAnandam", "matirAnandam"),
    }


@pytest.mark.parametrize("number", range(1, 51))
def test_each_padaccheda_can_be_joined(number: int) -> None:
    """The usual result of joining a padaccheda is itself proven to be that padaccheda."""
    row, _ = in_a_row(split(load(edition="source").verse(number).record.padaccheda), {})
    usual = next(join(row))
    assert not isinstance(matches(row, usual.text), Refuted)
