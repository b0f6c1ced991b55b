"""A verse read in the browser: words and glosses, views, scripts, code."""

from collections.abc import Callable
from typing import Any

import pytest

from dhyana.cli.handbook.site.scripts import NAMES
from dhyana.cli.search import fold
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import load

Visit = Callable[..., Any]

MULABHAGENA = (
    "मूलभागेन",
    "mūlabhāgena",
    "by the square root",
    "सुबन्तरूपम्",
    "proven",
    "mūla + bhaj + ghañ + ṭā",
    "3.3.18, 7.2.116, 7.3.52, 7.1.12, 6.1.87, 2.4.71",
)
"""What the gloss of a word says: form, meaning, label and derivation."""


def word(page: Any, form: str, view: str = ".samhita") -> Any:
    return page.locator(f"{view} .w", has=page.locator(f"a:text-is('{form}')"))


def test_a_gloss_opens_under_the_pointer(visit: Visit) -> None:
    """Resting on a word shows its gloss, and leaving it hides the gloss again."""
    page = visit("verse-12.html")
    found = word(page, "मूलभागेन")
    gloss = found.locator(".gloss")
    assert not gloss.is_visible()
    found.locator("a").hover()
    assert gloss.is_visible()
    for part in MULABHAGENA:
        assert part in gloss.inner_text()
    page.mouse.move(0, 0)
    assert not gloss.is_visible()


def test_a_gloss_opens_by_keyboard(visit: Visit) -> None:
    """The words are reached with Tab and the arrows; Escape closes the gloss, the word stays."""
    page = visit("verse-12.html")
    first = word(page, "संख्याया")
    first.locator("a").focus()
    assert first.locator(".gloss").is_visible()
    page.keyboard.press("ArrowRight")
    second = word(page, "मूलभागेन")
    assert all(part in second.locator(".gloss").inner_text() for part in MULABHAGENA)
    assert not first.locator(".gloss").is_visible()
    page.keyboard.press("Escape")
    assert not second.locator(".gloss").is_visible()
    page.keyboard.press("Tab")
    assert word(page, "विभागः").locator(".gloss").is_visible()
    described = word(page, "मूलभागेन").locator("a").get_attribute("aria-describedby")
    said = page.locator(f"#{described.strip()}").inner_text()
    assert all(part in said for part in MULABHAGENA[2:])


def test_a_refuted_form_is_told_in_its_gloss(visit: Visit) -> None:
    """The gloss of a form that the sūtras do not give says so, and what they give."""
    page = visit("verse-3.html")
    found = word(page, "मन्त्रिणः")
    found.locator("a").hover()
    assert "refuted the sūtras give मन्त्री" in " ".join(found.locator(".gloss").inner_text().split())


def test_a_gloss_opens_by_touch(visit: Visit) -> None:
    """A tap on a word shows its gloss and goes nowhere; a tap elsewhere closes it."""
    page = visit("verse-12.html", width=390, has_touch=True)
    found = word(page, "मूलभागेन")
    found.locator("a").tap()
    assert all(part in found.locator(".gloss").inner_text() for part in MULABHAGENA)
    assert not page.url.endswith("w2")
    page.locator(".translation").tap()
    assert not found.locator(".gloss").is_visible()


def test_a_fused_cluster_shows_both_words(visit: Visit) -> None:
    """Where sandhi has joined two words in one cluster, its gloss speaks of both."""
    page = visit("verse-12.html")
    found = word(page, "न्प")
    found.locator("a").hover()
    assert found.locator(".entry").count() == 2


def test_samhita_and_pada(visit: Visit) -> None:
    """Either the verse as recited is shown, or its words with sandhi undone."""
    page = visit("verse-12.html")
    samhita, pada = page.locator(".samhita"), page.locator(".pada")
    assert samhita.is_visible()
    assert not pada.is_visible()
    page.get_by_label("pada").check()
    assert pada.is_visible()
    assert not samhita.is_visible()
    assert "मूल-भागेन" in pada.inner_text()


def test_scripts_are_those_of_the_library(visit: Visit) -> None:
    """The page writes and folds every text of the treatise as `dhyana` itself does."""
    page = visit("verse-1.html")
    texts = []
    for verse in load():
        record = verse.record
        texts += [record.verse, record.padaccheda, record.anvaya, record.commentary]
        texts += [part for row in record.morphology for part in (row.form, row.description)]
    for script in NAMES:
        found = page.evaluate(
            "([texts, name]) => texts.map((text) => Dhyana.transliterate(text, name))",
            [texts, str(script)],
        )
        for text, written in zip(texts, found, strict=True):
            assert written == transliterate(text, script), script
    words = sorted({word for text in texts for word in text.split()})
    folded = page.evaluate("(words) => words.map(Dhyana.fold)", words)
    for each, found in zip(words, folded, strict=True):
        assert found == fold(each), each


def test_the_script_is_chosen_and_remembered(visit: Visit) -> None:
    """A script changes the Sanskrit and its language tag, nothing else, and is kept."""
    page = visit("verse-12.html")
    english, code = page.locator(".translation"), page.locator("figure.code pre").first
    before = english.inner_text(), code.inner_text()
    page.get_by_label("Script of the Sanskrit").select_option("telugu")
    link = page.locator(".samhita .w a").nth(1)
    assert link.inner_text() == transliterate("मूलभागेन", Script.TELUGU)
    assert link.get_attribute("lang") == "sa-Telu"
    assert (english.inner_text(), code.inner_text()) == before
    page.goto(page.url.replace("verse-12", "canto-1"))
    assert transliterate("पूर्वे", Script.TELUGU) in page.locator("#v1 .verse").inner_text()
    page.get_by_label("Script of the Sanskrit").select_option("devanagari")
    assert "पूर्वे" in page.locator("#v1 .verse").inner_text()


def test_code_is_copied_without_numbers(visit: Visit) -> None:
    """The button copies the lines as the file has them."""
    page = visit("verse-12.html", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator(".copy").first
    button.click()
    page.wait_for_selector(".copy:text-is('Copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("@shloka(12)\ndef scale_scores(")


def test_code_leads_to_its_module_and_back(visit: Visit) -> None:
    """The name of a component leads to its lines in the module, and its margin to the verse."""
    page = visit("verse-12.html")
    page.locator("figure.code figcaption a").first.click()
    assert "module-dhyana.attention.html#L" in page.url
    page.locator("aside").filter(has_text="Verse 12").locator("a").first.click()
    assert page.url.endswith("verse-12.html#v12")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_colours(visit: Visit, scheme: str) -> None:
    """The colours follow the system until the reader chooses, and then the reader."""
    page = visit("verse-12.html", color_scheme=scheme)

    def is_dark() -> bool:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return max(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) < 80

    assert is_dark() == (scheme == "dark")
    page.get_by_role("button", name="Dark colours").click()
    assert is_dark() == (scheme == "light")
    page.goto(page.url.replace("verse-12", "lexicon"))
    assert is_dark() == (scheme == "light")


def test_without_javascript(visit: Visit) -> None:
    """Glosses, views and links need no script; what needs one is not shown."""
    page = visit("verse-12.html", java_script_enabled=False)
    found = word(page, "मूलभागेन")
    found.locator("a").hover()
    assert all(part in found.locator(".gloss").inner_text() for part in MULABHAGENA)
    page.get_by_label("pada").check()
    assert page.locator(".pada").is_visible()
    assert not page.locator(".tools").is_visible()
    assert not page.locator(".copy").first.is_visible()
