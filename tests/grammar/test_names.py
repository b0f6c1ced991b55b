"""Names of metres as people type them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.names import fold, metre_names
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.vrttas import table


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("shardulavikridita", "śārdūlavikrīḍita"),
        ("शार्दूलविक्रीडितम्", "śārdūlavikrīḍita"),
        ("Vaṃśastha", "vaṃśastha"),
        ("इंद्रवंशा", "indravaṃśā"),
        ("prithvi", "pṛthvī"),
        ("pushpitagra", "puṣpitāgrā"),
        ("vasantatilakam", "vasantatilakā"),
        ("anustup", "anuṣṭup"),
        ("shloka", "śloka"),
    ],
)
def test_names_are_found_however_they_are_spelled(written: str, meant: str) -> None:
    """A metre is found by its name in IAST, Devanagari or ASCII."""
    assert meant in metre_names(written)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    """A name that no metre has is refused, and names like it are given."""
    with pytest.raises(ValueError, match="mandākrāntā"):
        metre_names("mandakrantas tu")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("zArdUlavikrIDita", "śārdūlavikrīḍita"),  # Harvard-Kyoto
        ("SArdUlavikrIqita", "śārdūlavikrīḍita"),  # SLP1
        ("zikhariNI", "śikhariṇī"),
        ("puzpitAgrA", "puṣpitāgrā"),
        ("BujaNgaprayAta", "bhujaṅgaprayāta"),
    ],
)
def test_a_name_is_taken_in_any_romanisation(written: str, meant: str) -> None:
    """A name in a romanisation that tells letters apart by case is the same name."""
    assert metre_names(written) == (meant,)
    with pytest.raises(ValueError, match=f"nearest names: {meant}"):
        metre_names(f"{written}ka")


@given(st.text(max_size=20))
@settings(deadline=None, max_examples=30)
def test_every_unknown_name_gets_names_and_no_path(written: str) -> None:
    """Whatever is typed, three names that exist are offered, and no file of the project."""
    try:
        metre_names(written)
    except ValueError as error:
        offered = str(error).rpartition("nearest names: ")[2].split(", ")
        assert len(offered) == 3
        assert all(metre_names(name) for name in offered)


def test_an_exact_name_means_one_metre() -> None:
    """Where ASCII cannot tell two names apart, the IAST name still does."""
    assert fold("upasthitā") == fold("upasthita")
    assert metre_names("upasthita") == ("upasthita",)


@pytest.mark.parametrize("name", sorted(table().names))
def test_every_metre_is_found_by_each_of_its_names(name: str) -> None:
    """A name is found as it is, in Devanagari, and without its diacritics."""
    assert metre_names(name) == (name,)
    assert name in metre_names(transliterate(name, Script.DEVANAGARI))
    assert name in metre_names(name.upper())


@given(st.text(max_size=20))
@settings(deadline=None, max_examples=100)
def test_folding_takes_any_text_and_settles(name: str) -> None:
    """Any text can be folded, and what is folded stays."""
    assert isinstance(fold(name), str)
