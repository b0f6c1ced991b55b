"""The handbook as a printed book."""

import re
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
import typer

from dhyana.cli.handbook.book import Book, Run
from dhyana.cli.handbook.gathering import gather
from dhyana.cli.handbook.pdf import write
from dhyana.cli.handbook.progress import silent
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas import load

LINES = 95  # of the hundred lines of the verses


@pytest.fixture(scope="module")
def pdf(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the PDF of the whole book."""
    (path,) = write(book, tmp_path_factory.mktemp("pdf"), silent)
    return path


def text_of(pdf: Path) -> str:
    """Extract the text of a PDF, as a reader copies it."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    command = ["pdftotext", "-enc", "UTF-8", str(pdf), "-"]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def test_verses_can_be_copied(book: Book, pdf: Path) -> None:
    """At least 95 of the 100 lines of the verses must come out of the PDF letter for letter."""
    lines = {line.strip() for line in text_of(pdf).replace("\f", "\n").splitlines()}
    verses = [line for page in book.verses for line in page.verse]
    assert len(verses) == 100
    assert sum(line in lines for line in verses) >= LINES


def test_it_is_an_accessible_book(pdf: Path) -> None:
    """The PDF must be tagged, declare PDF/UA-1, its language and its title, and have bookmarks."""
    data = pdf.read_bytes()
    assert b"<pdfuaid:part>1</pdfuaid:part>" in data
    assert b"/MarkInfo" in data
    assert b"/Lang(en)" in data or b"/Lang (en)" in data
    assert b"/Outlines" in data
    assert b"<dc:title>" in data


def test_every_part_is_there(book: Book, pdf: Path) -> None:
    """Contents, cantos, verses, lexicon, matrix, corrections and the indexes must be printed."""
    lines = {line.strip() for line in text_of(pdf).splitlines()}
    assert {f"Verse {page.number}" for page in book.verses} <= lines
    assert {"Contents", "Prologue", "Synthesis", "Lexicon", "Summary matrix"} <= lines
    assert {"Corrections", "Index of words in IAST", "Index of symbols"} <= lines


def test_same_book_same_bytes(short_book: Book, tmp_path: Path) -> None:
    """The same book must give the same bytes."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    one, two = (write(short_book, folder, silent)[0].read_bytes() for folder in folders)
    assert one == two
    assert b"/CreationDate" not in one


def test_the_date_is_that_of_the_source(
    short_book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The PDF must be dated by SOURCE_DATE_EPOCH, where that is set."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    (path,) = write(short_book, tmp_path, silent)
    assert b"/CreationDate(D:20260101000000Z)" in path.read_bytes().replace(
        b"CreationDate (", b"CreationDate("
    )


def test_hostile_texts_are_printed_as_text(hostile_book: Book, tmp_path: Path) -> None:
    """Markup in any field must be printed letter for letter; what cannot be, as its number."""
    (path,) = write(hostile_book, tmp_path, silent)
    text = re.sub(r"\s+", "", text_of(path))
    for markup in ("#panic(", '<script>alert("html")</script>', "*bold*", "{%raw%}", "@cite"):
        assert markup in text
    assert "[a](javascript:alert(1))" in text
    assert "U+1F600" in text
    assert "\\x1b[31m\\u202e" in text
    assert b"/URI" not in path.read_bytes()
    assert b"/JavaScript" not in path.read_bytes()


def test_romanised(tmp_path: Path) -> None:
    """In IAST no Devanagari must be left where the book itself is Sanskrit."""
    treatise = load()
    (path,) = write(gather(treatise, [treatise.verse(1)], Script.IAST), tmp_path, silent)
    text = text_of(path)
    assert "pūrve tu kramayogena gacchanti sma pade pade" in text
    assert not re.search("[क-ह]", text)


def test_scripts_without_a_typeface_are_refused(short_book: Book, tmp_path: Path) -> None:
    """A script that the typefaces lack must be refused, with what to do instead."""
    telugu = replace(short_book, script=Script.TELUGU)
    with pytest.raises(typer.BadParameter, match="web"):
        write(telugu, tmp_path, silent)


def test_it_is_set_in_five_seconds(book: Book, tmp_path: Path) -> None:
    """Setting the whole book must take at most five seconds of processor time."""
    started = time.process_time()
    write(book, tmp_path, silent)
    assert time.process_time() - started <= 5


def test_a_letter_is_not_at_fault_for_its_mark(short_book: Book, tmp_path: Path) -> None:
    """Where a mark cannot be printed, its number must stand for it and all letters stay."""
    page = replace(short_book.verses[0], commentary=((Run('a\u1ab0 "\u1ab0 क\u1ab0'),),))
    (path,) = write(replace(short_book, verses=(page, *short_book.verses[1:])), tmp_path, silent)
    text = text_of(path)
    assert 'aU+1AB0 "U+1AB0 कU+1AB0' in text
    assert page.verse[0] in text
