"""The website: its links, its weight, and that every text stays text."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dhyana.cli.handbook import site
from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.gathering import gather
from dhyana.cli.handbook.progress import silent
from dhyana.cli.handbook.site import write
from dhyana.cli.handbook.site.fonts import cut
from dhyana.cli.handbook.site.rendering import POLICY
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition

WEIGHT = 300_000
"""Bytes that a verse may cost a reader who sees the site for the first time."""

OUT = re.compile(r"(?:https?:)?//[^\s\"'<>)]+")
NAMES = ("http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg")
"""What looks like an address and is a name."""


class Page(HTMLParser):
    """A page as its elements, ids and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def ids(self) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get("id"))]

    def links(self) -> Iterator[str]:
        for _, attributes in self.elements:
            yield from (attributes[name] or "" for name in ("href", "src") if name in attributes)


def read(folder: Path) -> dict[str, Page]:
    return {path.name: Page(path.read_text("utf-8")) for path in sorted(folder.glob("*.html"))}


@pytest.fixture(scope="module")
def folder(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the whole site."""
    folder = tmp_path_factory.mktemp("web")
    write(book, folder, silent)
    return folder


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, Page]:
    """Return all pages of the site by their files."""
    return read(folder)


def test_there_is_a_page_for_everything(book: Book, pages: dict[str, Page]) -> None:
    """Every verse, canto, module, rule and document has its page, and so has each part."""
    expected = {f"verse-{number}.html" for number in range(1, 51)}
    expected |= {f"canto-{number}.html" for number in range(1, 11)}
    expected |= {f"module-{module.name}.html" for module in book.modules}
    expected |= {f"rule-{rule.code}.html" for family in book.rules for rule in family.rules}
    expected |= {f"doc-{document.name}.html" for document in book.documents}
    names = "index lexicon matrix thread modules corrections rules guide"
    expected |= {f"{name}.html" for name in names.split()}
    assert set(pages) == expected


def test_permalinks(pages: dict[str, Page]) -> None:
    """A verse has the anchor #vN on its page and on that of its canto, for ever."""
    for number in range(1, 51):
        assert f"v{number}" in pages[f"verse-{number}.html"].ids
        assert f"v{number}" in pages[f"canto-{(number + 4) // 5}.html"].ids


def test_every_link_leads_somewhere(folder: Path, pages: dict[str, Page]) -> None:
    """Every link is to a file of the site, and to an anchor that it has, or to the open web."""
    check_links(folder, pages)


@pytest.mark.parametrize("edition", [Edition.SOURCE, Edition.EMENDED])
def test_links_of_a_part_in_another_edition(
    edition: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is every link where the site has but one verse, and every correction that is printed."""
    monkeypatch.setattr(site, "write_fonts", lambda _characters, _folder: ())  # takes seconds
    treatise = load(edition=edition)
    write(gather(treatise, [treatise.verse(1)]), tmp_path, silent)
    pages = read(tmp_path)
    assert set(pages) & {"verse-1.html", "verse-2.html"} == {"verse-1.html"}
    check_links(tmp_path, pages)
    notes = [link for link in pages["verse-1.html"].links() if link.startswith("#v1-a")]
    assert bool(notes) == (edition is Edition.EMENDED)


def check_links(folder: Path, pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        for link in page.links():
            if link.startswith("https://"):
                assert name.startswith("doc-")  # in the documentation only, for a reader to follow
                continue
            file, _, anchor = link.partition("#")
            assert (folder / (file or name)).is_file(), f"{name}: {link}"
            if anchor:
                assert anchor in pages[file or name].ids, f"{name}: {link}"


def test_ids_are_unique(pages: dict[str, Page]) -> None:
    """No two elements of a page have one id, and what is referred to is there."""
    for name, page in pages.items():
        ids = page.ids
        assert len(set(ids)) == len(ids), name
        for _, attributes in page.elements:
            for attribute in ("aria-labelledby", "aria-describedby", "for"):
                for reference in (attributes.get(attribute) or "").split():
                    assert reference in ids, f"{name}: {attribute} {reference}"


def test_no_request_leaves_the_folder(folder: Path) -> None:
    """Nothing that is loaded names a place outside, and the policy of every page forbids it."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".html":
            elements = Page(path.read_text("utf-8")).elements
            assert POLICY in [attributes.get("content") for _, attributes in elements]
            for tag, attributes in elements:
                loads = attributes.get("src") or (attributes.get("href") if tag == "link" else "")
                assert not OUT.match(loads or "")
                assert "style" not in attributes
                assert not any(name.startswith("on") for name in attributes)
        elif path.suffix == ".css":
            assert not OUT.search(path.read_text("utf-8"))
        elif path.suffix == ".svg":
            assert not set(OUT.findall(path.read_text("utf-8"))) - {NAMES[1][5:], NAMES[1]}


def test_weight(folder: Path) -> None:
    """No page of a verse costs more than 300 KB with all that it loads, the font included."""
    loaded = ["handbook.css", "parts.css", "verse.css", "theme.js", "tables.js", "scripts.js"]
    loaded += ["page.js", "icon.svg", "tiro.woff2", "tiro-italic.woff2"]
    shared = sum((folder / "assets" / name).stat().st_size for name in loaded)
    for number in range(1, 51):
        page = (folder / f"verse-{number}.html").read_text("utf-8")
        assert set(re.findall(r'(?:src|href)="assets/([^"]+\.(?:css|js))"', page)) <= set(loaded)
        assert shared + len(page.encode()) <= WEIGHT, number


def test_same_book_same_bytes(
    short_book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written twice, the site is the same byte for byte."""
    monkeypatch.setattr(site, "write_fonts", lambda _characters, _folder: ())  # takes seconds
    written = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        files = write(short_book, tmp_path / name, silent)
        written.append({path.relative_to(tmp_path / name): path.read_bytes() for path in files})
    assert written[0] == written[1]


def test_same_characters_same_font(tmp_path: Path) -> None:
    """Cut twice, the font is the same byte for byte, in whatever order the characters come."""
    one = cut("Italic", set("abcāī"), tmp_path / "one.woff2")
    two = cut("Italic", set("īācba"), tmp_path / "two.woff2")
    assert one.read_bytes() == two.read_bytes()


def test_sanskrit_has_its_language(folder: Path) -> None:
    """Devanagari on a page stands in an element that says which language it is, and no other."""

    class Languages(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.stack: list[str | None] = []
            self.strays: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag not in ("meta", "link", "br", "input", "mspace"):
                self.stack.append(dict(attrs).get("lang"))

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            self.stack.pop()

        def handle_data(self, data: str) -> None:
            language = next((each for each in reversed(self.stack) if each), None)
            if re.search("[\u0900-\u0963\u0970-\u097f]", data) and language != "sa-Deva":
                self.strays.append(data.strip())

    for number in (1, 12, 40):
        found = Languages()
        found.feed((folder / f"verse-{number}.html").read_text("utf-8"))
        assert not [stray for stray in found.strays if stray != "देवनागरी"]


def test_a_danda_stays_with_its_line(folder: Path) -> None:
    """No line of a verse can end before its daṇḍa: the space between them breaks no line."""
    for number in range(1, 51):
        text = Page((folder / f"verse-{number}.html").read_text("utf-8")).text
        assert "\u00a0॥" in text
        assert not re.search(" [।॥]", text), number


def test_code_says_how_deep_it_begins(folder: Path) -> None:
    """A line of code has a class for its indentation, where it goes on if it is too long."""
    html = (folder / "verse-12.html").read_text("utf-8")
    assert re.search(r'<span class="line"><span class="n" data-n="\d+"></span><span', html)
    assert re.search(r'<span class="line i1">', html)


def test_hostile_texts_stay_text(
    hostile_book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HTML, scripts and `javascript:` links in every field of the book are printed as text."""
    monkeypatch.setattr(site, "write_fonts", lambda _characters, _folder: ())  # takes seconds
    write(hostile_book, tmp_path, silent)
    ours = {"assets/theme.js", "assets/tables.js", "assets/scripts.js", "assets/page.js"}
    for path in sorted(tmp_path.glob("*.html")):
        html = path.read_text("utf-8")
        page = Page(html)
        scripts = [attributes.get("src") for tag, attributes in page.elements if tag == "script"]
        assert set(scripts) == ours
        assert html.count("</script>") == len(ours)
        assert not [tag for tag, _ in page.elements if tag in ("img", "iframe", "object", "base")]
        for _, attributes in page.elements:
            assert not any(name.startswith("on") or name == "style" for name in attributes)
        assert not [link for link in page.links() if link.lower().startswith("javascript:")]
        assert not re.search("[\x00-\x08\x0b-\x1f\u202e\ufeff]", html)
    verse = Page((tmp_path / "verse-12.html").read_text("utf-8"))
    assert verse.text.count('<script>alert("html")</script>') > 50
    index = (tmp_path / "assets" / "search-index.js").read_text("utf-8")
    assert len(index.splitlines()) == 1
