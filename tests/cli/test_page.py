"""Pages in every format, and how they are laid out."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from dhyana.cli.view.as_json import as_json
from dhyana.cli.view.as_markdown import as_markdown
from dhyana.cli.view.as_text import as_text
from dhyana.cli.view.formula import render
from dhyana.cli.view.page import DeadLink, Page, Section, page_of
from dhyana.cli.view.terminal import Terminal
from dhyana.grammar.filling import columns
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas import load
from dhyana.shlokas.record import VerseRecord

ALL = list(Section)
DEVANAGARI = re.compile("[\u0900-\u0963\u0966-\u097f]")
PLACED = re.compile("\x1b\\[(\\d+)G")

Golden = Callable[[str, str], None]


def _text(page: Page, width: int, *, placed: bool) -> list[str]:
    return as_text(page, ALL, Terminal(width, styled=False, placed=placed))


def test_text_in_a_pipe(page: Page, golden: Golden) -> None:
    """In a pipe of 80 columns all parts stand one below the other, without escape sequences."""
    golden("verse-012-piped.txt", "\n".join(_text(page, 80, placed=False)) + "\n")


@pytest.mark.parametrize("width", [80, 120, 200])
def test_text_on_a_terminal(page: Page, width: int, golden: Golden) -> None:
    """On a terminal the layout is the one that was looked at, for three widths."""
    lines = "\n".join(_text(page, width, placed=True)) + "\n"
    golden(f"verse-012-{width}-columns.txt", lines.replace("\x1b", "␛"))


def test_markdown(page: Page, golden: Golden) -> None:
    """Markdown has the code in fences, the morphology as a table and the formulas as LaTeX."""
    golden("verse-012.md", "\n".join(as_markdown(page, ALL)) + "\n")


def test_json(page: Page, golden: Golden) -> None:
    """JSON has every field under its own name, Devanagari readable."""
    golden("verse-012.json", json.dumps(as_json(page, ALL), ensure_ascii=False, indent=2) + "\n")


@pytest.mark.parametrize("width", [100, 120, 160, 200])
@pytest.mark.parametrize("number", range(1, 51))
def test_nothing_stands_right_of_devanagari(number: int, width: int) -> None:
    """In a row of columns only the last has Devanagari, whose width no one knows."""
    treatise = load()
    page = page_of(treatise.edition, treatise.verse(number), Script.DEVANAGARI, ALL)
    for line in _text(page, width, placed=True):
        assert not DEVANAGARI.search("".join(PLACED.split(line)[:-2:2])), line


@pytest.mark.parametrize("width", [40, 66, 80, 120, 200])
@pytest.mark.parametrize("placed", [False, True])
def test_lines_fit(page: Page, width: int, placed: bool) -> None:
    """No line of text is wider than the terminal, and columns do not run into each other."""
    for line in _text(page, width, placed=placed):
        parts = PLACED.split(line)
        starts = [1, *map(int, parts[1::2])]
        ends = [*(start - 1 for start in starts[1:]), width]
        code = not placed and line.strip() in map(str.strip, page.code[0].source.split("\n"))  # type: ignore[union-attr] # its code is there
        for start, end, cell in zip(starts, ends, parts[::2], strict=True):
            assert code or start - 1 + columns(cell) <= end, (start, end, cell)


def _words(text: str) -> list[str]:
    return re.findall(r"\w[\w\u0300-\u036f\u0900-\u097f]*", text)


@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("placed", [False, True])
def test_nothing_is_cut(page: Page, width: int, placed: bool) -> None:
    """Every word of the record and of the code is on the page, at every width."""
    shown = set(
        _words(" ".join(PLACED.sub(" ", line) for line in _text(page, width, placed=placed)))
    )
    record = page.record
    texts = [record.verse, record.padaccheda, record.anvaya, record.translation]
    texts += [f"{row.form} {row.category}" for row in record.morphology]
    texts += [page.code[0].source]  # type: ignore[union-attr] # its code is there
    assert set(_words(" ".join(texts))) <= shown


def test_a_verse_without_code_says_so(page: Page) -> None:
    """A verse that no code is linked to yet gets one plain line in the place of the code."""
    bare = replace(page, code=[])
    assert "  No code is linked to this verse yet." in _text(bare, 80, placed=True)
    assert "No code is linked to this verse yet." in as_markdown(bare, ALL)
    assert as_json(bare, ALL)["code"] == []


def test_a_dead_link_is_named(page: Page) -> None:
    """A symbol that names no code is shown with the reason in the place of its source."""
    dead = replace(
        page, code=[DeadLink("dhyana.attention.scale", "dhyana/attention.py has no scale")]
    )
    line = "  dhyana.attention.scale: dhyana/attention.py has no scale"
    assert line in _text(dead, 120, placed=True)
    assert as_json(dead, ALL)["code"] == [
        {"symbol": "dhyana.attention.scale", "error": "dhyana/attention.py has no scale"}
    ]


def test_changed_code_is_told(page: Page) -> None:
    """Evidence of code that has changed since says which code."""
    stale = replace(page, outdated=("dhyana.attention.scale_scores",))
    assert "  Changed since: dhyana.attention.scale_scores" in _text(stale, 80, placed=False)


@pytest.mark.parametrize("script", [s for s in Script if s is not Script.DEVANAGARI])
def test_no_devanagari_is_left_in_another_script(
    script: Script, page_in: Callable[[Script], Page]
) -> None:
    """With another script asked for, no Devanagari letter is left on the page."""
    page = page_in(script)
    for lines in (_text(page, 80, placed=False), as_markdown(page, ALL)):
        assert not DEVANAGARI.search("\n".join(lines))


def test_iast_stands_once(page_in: Callable[[Script], Page]) -> None:
    """With IAST asked for, the verse is not written twice."""
    lines = _text(page_in(Script.IAST), 80, placed=False)
    assert sum("saṃkhyāyā mūlabhāgena vibhāgaḥ kriyate tataḥ ।" in line for line in lines) == 1


def test_every_formula_of_the_treatise_reads_well(golden: Golden) -> None:
    """The rendering of every formula of the treatise is one that was looked at."""
    formulas = dict.fromkeys(
        formula for text in _texts() for formula in re.findall(r"\$([^$]+)\$", text)
    )
    golden("formulas.txt", "".join(f"{render(f)}    {f}\n" for f in formulas))


def _texts() -> list[str]:
    treatise = load()
    texts = []
    for verse in treatise:
        record: VerseRecord = verse.record
        texts += [row.description for row in record.morphology]
        texts.append(record.commentary)
    book = treatise.record
    texts += [canto.introduction for canto in book.cantos]
    texts += [cell for row in book.matrix for cell in row]
    return [*texts, *(entry.gloss for entry in book.lexicon)]


def test_code_is_looked_for_only_when_shown() -> None:
    """A page without the code section locates no code."""
    treatise = load()
    page = page_of(treatise.edition, treatise.verse(12), Script.DEVANAGARI, [Section.VERSE])
    assert page.code == []
