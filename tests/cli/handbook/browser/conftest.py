"""What the tests in a real browser share: the site on disk, and Chromium.

`just handbook` runs them on the site that it has built in `handbook/web`; alone they build one.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
BUILT = Path(__file__).parents[4] / "handbook" / "web"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the whole site."""
    if BUILT.is_dir():
        return BUILT
    from dhyana.cli.handbook.gathering import gather
    from dhyana.cli.handbook.progress import silent
    from dhyana.cli.handbook.site import write
    from dhyana.shlokas import load

    treatise = load()
    folder = tmp_path_factory.mktemp("web")
    write(gather(treatise, treatise.verses), folder, silent)
    return folder


@pytest.fixture(scope="session")
def browser() -> "Iterator[sync_api.Browser]":
    """Return Chromium."""
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        pytest.skip(f"none of {', '.join(BROWSERS)} is installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: "sync_api.Browser", site: Path) -> "Iterator[Callable[..., sync_api.Page]]":
    """Open a page from disk; what it complains of, or asks of the net, fails the test."""
    complaints: list[str] = []
    contexts = []

    def visit(place: str, width: int = 1280, **options: object) -> "sync_api.Page":
        settings = {"reduced_motion": "reduce", "viewport": {"width": width, "height": 800}}
        context = browser.new_context(**settings | options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith("file:") else complaints.append(request.url)
            ),
        )
        page.goto(f"{site.as_uri()}/{place}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not complaints
