"""`dhyana search`."""

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.cli.search import find, fold
from dhyana.grammar.filling import columns
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import load


def search(*arguments: str, width: int = 80) -> str:
    """Run `dhyana search` in this process and return what it wrote."""
    runner = CliRunner(env={"COLUMNS": str(width), "NO_COLOR": "1"})
    result = runner.invoke(app, ["search", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "spellings",
    [
        ("शान्ति", "śānti", "santi", "shanti", "zAnti", "SAnti", "shaanti", "Śānti", "s\u0301anti"),
        ("अवधानम्", "avadhānam", "avadhanam", "avadhaanam", "avaDAnam", "Avadhānam"),
        ("सम्बन्धः", "संबन्धः", "sambandhaḥ", "saṃbandhaḥ", "sambandhah", "sanbandhah"),
        ("कृष्ण", "kṛṣṇa", "krishna", "krsna", "kRSNa"),
        ("ज्ञान", "jñāna", "jnana", "gyana", "GYAANA"),
        ("तत्त्व", "tattva", "tatva", "tattwa"),
        ("बुद्धि", "buddhi", "budhi", "buddi"),
        ("गीता", "gītā", "geeta", "giitaa"),
        ("सूक्ष्म", "sūkṣma", "sookshma", "suksma", "suuxma"),
        ("क्रमयोगेन", "क्रम-योगेन", "krama-yogena", "kramayogena"),
        ("सोऽपि", "so'pi", "so’pi", "sopi"),
    ],
)
def test_spelling_does_not_matter(spellings: tuple[str, ...]) -> None:
    """However a word is typed, it is folded to the same letters."""
    assert len({fold(spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("śānti", "śakti"), ("रूप", "रूढ"), ("head", "heap"), ("12", "1")]
)
def test_different_words_stay_different(one: str, other: str) -> None:
    """Folding does not make different words the same."""
    assert fold(one) != fold(other)


@given(st.text())
@settings(deadline=None)
def test_any_text_folds(text: str) -> None:
    """Folding never fails, and leaves no marks, no doubled spaces and none at the ends."""
    folded = fold(text)
    assert not any(map(unicodedata.combining, folded))
    assert folded == " ".join(folded.split())


def test_a_word_is_found_in_every_field() -> None:
    """The line, the padaccheda, the anvaya and the morphology show where the word stands."""
    text = search("santi")
    assert "12  verse        अत्युच्चे प्रसरद्रूपे »शान्तिं« सम्पादयन्परम् ॥\n" in text
    fields = [line.split()[1] for line in text.splitlines() if line.startswith("12")]
    assert fields == ["verse", "padaccheda", "anvaya", "morphology"]


@pytest.mark.parametrize("word", ["shanti", "śānti", "zAnti", "शान्ति"])
def test_all_spellings_find_the_same(word: str) -> None:
    """The answer is the same for every spelling of a word."""
    assert search(word) == search("santi")


def test_every_word_of_the_treatise_is_found_where_it_stands() -> None:
    """Whatever word of a verse is typed in IAST, a line of that verse is among the answers."""
    treatise = load()
    for verse in (treatise.verse(1), treatise.verse(50)):
        for word in verse.record.padaccheda.split():
            if fold(word):
                typed = transliterate(word, Script.IAST)
                assert verse.number in {hit.verse for hit in find(treatise, typed)}


def test_phrases_lexicon_and_front_matter() -> None:
    """Several words in a row are a phrase; the lexicon and the prose of the book are searched."""
    assert "11  translation" in search("dot-product", "union")
    assert "    lexicon      »Pṛcchā«" in search("prccha")
    assert "prologue" in search("Vaswani")
    assert "canto 5" in search("RoPE")


def test_what_surrounds_a_match_is_cut_to_the_line() -> None:
    """A hit in a long text is one line of whole words around the match, marked as cut."""
    for width in (60, 80, 120):
        for line in search("gradient", width=width).splitlines():
            assert columns(line) <= width
            assert "»" in line
    assert "…" in search("gradient")


def test_punctuation_is_not_part_of_the_match() -> None:
    """The marks stand close to the word, inside brackets and before commas."""
    assert "»sequence«," in search("sequence")


def test_json_has_the_whole_text_and_the_spans() -> None:
    """JSON gives the uncut text, and spans that cut the matches out of it."""
    result = CliRunner().invoke(app, ["search", "santi", "--format", "json"])
    hits: list[dict[str, Any]] = json.loads(result.stdout)
    assert hits[0]["verse"] == 12
    assert hits[0]["field"] == "verse"
    for hit in hits:
        for start, end in hit["matches"]:
            assert "santi" in fold(hit["text"][start:end])


def test_json_of_nothing_is_an_empty_list() -> None:
    """A search without answer is still valid JSON."""
    result = CliRunner().invoke(app, ["search", "xyzzy", "--format", "json"])
    assert (result.exit_code, json.loads(result.stdout)) == (1, [])
