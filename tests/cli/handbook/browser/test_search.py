"""The search of the site, from disk."""

from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]


@pytest.fixture
def ask(visit: Visit) -> Callable[[str], list[str]]:
    """Ask the search and return the heads of what it finds."""
    page = visit("lexicon.html")
    page.keyboard.press("/")
    field = page.get_by_label("Words, in any script or spelling")
    page.wait_for_selector("#search[data-ready]")

    def ask(words: str) -> list[str]:
        field.fill("")
        field.press_sequentially(words)
        found: list[str] = page.locator("#search-results b").all_inner_texts()
        return found

    return ask


@pytest.mark.parametrize("words", ["santi", "shanti", "śānti", "शान्ति", "zAnti", "Shaanti"])
def test_any_spelling_finds_it(ask: Callable[[str], list[str]], words: str) -> None:
    """However शान्ति is typed, verse 12 is found."""
    assert "Verse 12 · Verse" in ask(words)


def test_the_text_comes_before_the_guide(ask: Callable[[str], list[str]]) -> None:
    """A word of a verse that the documentation uses as an example is found in the verse first."""
    heads = ask("santi")
    assert heads[0].startswith("Verse 12")
    assert heads[-1].endswith("Guide")


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("perfect equilibrium", "Verse 12 · Translation"),
        ("scale_scores", "Verse 12 · Code"),
        ("कुञ्चिका", "Lexicon · Term"),
        ("kunchika", "Lexicon · Term"),
        ("second-and-third-light", "CHA103 · Rule"),
        ("squareroot", None),
        ("mūlabhāgena", "Verse 12 · Verse"),
        ("vanishingly small gradients", "Verse 12 · Commentary"),
    ],
)
def test_all_fields_are_searched(
    ask: Callable[[str], list[str]], words: str, head: str | None
) -> None:
    """Translation, commentary, code, lexicon and rules are found by their words."""
    found = ask(words)
    assert head in found if head else not found


def test_a_result_is_gone_to(visit: Visit) -> None:
    """Enter goes to the first result; the words found are marked in it."""
    page = visit("index.html")
    page.get_by_role("button", name="Search").click()
    page.wait_for_selector("#search[data-ready]")
    field = page.get_by_label("Words, in any script or spelling")
    field.press_sequentially("sampadayan")
    assert page.locator("#search-results mark").first.inner_text().startswith("सम्पादय")
    field.press("Enter")
    page.wait_for_url("**/verse-12.html#v12*")
