"""The words of a verse in its three views."""

from itertools import pairwise

import pytest

from dhyana.cli.handbook.book import Book, Segment
from dhyana.cli.handbook.words import views_of
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition

View = tuple[tuple[Segment, ...], ...]


def text(view: View) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in view)


@pytest.mark.parametrize("edition", Edition)
def test_segments_are_the_text(edition: Edition) -> None:
    """The segments of each view, put together, are the field letter for letter."""
    for verse in load(edition=edition):
        samhita, padaccheda, anvaya = views_of(verse)
        assert text(samhita) == verse.record.verse
        assert text(padaccheda) == verse.record.padaccheda
        assert text(anvaya) == verse.record.anvaya


def test_every_word_is_found(book: Book) -> None:
    """Every row of every table is reached from the verse and from the padaccheda."""
    for verse in book.verses:
        for view in (verse.samhita, verse.padaccheda):
            reached = {word for line in view for segment in line for word in segment.words}
            assert reached == set(range(len(verse.words))), verse.number


def test_no_conjunct_is_parted(book: Book) -> None:
    """A segment never begins with a sign, nor after a virāma: the letters would fall apart."""
    for verse in book.verses:
        for view in (verse.samhita, verse.padaccheda, verse.anvaya):
            for line in view:
                for before, segment in pairwise(line):
                    assert not before.text.endswith("्") or not segment.text[0].isalpha()
                    assert not "\u093e" <= segment.text[0] <= "\u094d"


def test_a_fused_cluster_belongs_to_both_words(book: Book) -> None:
    """In सम्पादयन्परम् the cluster न्प ends one word and begins the next."""
    verse = next(verse for verse in book.verses if verse.number == 12)
    fused = [segment for line in verse.samhita for segment in line if len(segment.words) > 1]
    assert [segment.text for segment in fused] == ["न्प"]
    assert [verse.words[word].form for word in fused[0].words] == ["सम्पादयन्", "परम्"]


def test_derivations(book: Book) -> None:
    """A word has its gloss without what stands before it in Sanskrit, and its derivation."""
    verse = next(verse for verse in book.verses if verse.number == 12)
    word = verse.words[1]
    assert word.gloss[0].text == "by the square root ("  # type: ignore[union-attr] # text, not a formula
    (derivation,) = word.derivations
    assert derivation.outcome == "proven"
    assert derivation.given == "मूलभागेन"
    assert derivation.steps[-1].sutra == "2.4.71"
    assert derivation.parts == ("mūla", "bhaj", "ghañ", "ṭā")
    assert derivation.sutras == ("3.3.18", "7.2.116", "7.3.52", "7.1.12", "6.1.87", "2.4.71")
    assert derivation.objection == ""


def test_every_derivation_says_something(book: Book) -> None:
    """A proven word has sūtras or parts, a particle the list that names it, others a reason."""
    for verse in book.verses:
        for word in verse.words:
            for derivation in word.derivations:
                proven = derivation.outcome == "proven"
                assert proven == (derivation.objection == ""), word.form
                assert not proven or derivation.parts or derivation.sutras or len(word.form) > 4
    (particle,) = (word.derivations[0] for word in book.verses[0].words if word.form == "च")
    assert particle.sutras == ("1.4.57 cādi",)
