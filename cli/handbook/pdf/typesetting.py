"""Typst, closed off: our own template and typefaces, no network, no files but the template's."""

import json
import re
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Any, cast

import typst

import dhyana.cli.handbook
from dhyana.cli.handbook.book import FrontMatter
from dhyana.cli.handbook.dating import source_date

_COVER_PPI = 220
_SCRIPTS = frozenset({"LATIN", "GREEK", "DEVANAGARI", "VEDIC", "MODIFIER", "MATHEMATICAL"})
"""First words of the Unicode names of the letters and marks that our typefaces have."""
_SURE = (
    (0x0000, 0x017F),  # Latin
    (0x0391, 0x03A1),  # Greek
    (0x03A3, 0x03C9),
    (0x0900, 0x097F),  # Devanagari
    (0x1E00, 0x1EFF),  # Latin with the diacritics of IAST
    (0x200C, 0x200D),  # the joiners
)
"""What our typefaces have for sure, from and to: whatever is at fault, these are not."""
# How Typst names a character that no typeface has, or that a PDF must not hold, in its report.
_UNPRINTABLE = re.compile(r"the text (?:contains the disallowed codepoint )?`\"(?P<text>.+?)\"`")
_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}|\\(.)")


def typeset(data: dict[str, Any]) -> bytes:
    """Set a book, given as data, into a PDF that passes Typst's check of PDF/UA-1.

    The same data gives the same bytes; the file is dated only where `SOURCE_DATE_EPOCH` is set.
    A character that no typeface has is written as its number. Raises `typst.TypstError`.
    """
    written = json.dumps(data, ensure_ascii=False)
    written = _without(written, {character for character in set(written) if _foreign(character)})
    while True:
        try:
            return _compiled(written)
        except typst.TypstError as error:
            unprintable = _unprintable(error.diagnostic) & set(written)
            if not unprintable:
                raise
            written = _without(written, unprintable)


def cover(front: FrontMatter) -> bytes:
    """Paint the cover of the book as a PNG."""
    words = {name: getattr(front, name) for name in ("title", "subtitle", "authors")}
    with _compiler("cover.typ", {"front": json.dumps(words)}) as compiler:
        painted = compiler.compile(format="png", ppi=_COVER_PPI)
    # What does not fit on the cover is left to the title page.
    return cast("bytes", painted[0] if isinstance(painted, list) else painted)


def _compiled(book: str) -> bytes:
    date = source_date()
    dated = "" if date is None else "yes"
    with _compiler("book.typ", {"book": book, "dated": dated}) as compiler:
        pdf = compiler.compile(format="pdf", pdf_standards=["ua-1"], timestamp=date or 0)
    return cast("bytes", pdf)


@contextmanager
def _compiler(main: str, inputs: dict[str, str]) -> Iterator[typst.Compiler]:
    handbook = files(dhyana.cli.handbook)
    with (
        as_file(handbook / "pdf" / "template") as template,
        as_file(handbook / "assets" / "fonts") as fonts,
    ):
        yield typst.Compiler(
            template / main,
            root=template,
            font_paths=[fonts],
            ignore_system_fonts=True,
            sys_inputs=inputs,
        )


def _foreign(character: str) -> bool:
    """Whether a character is a letter or mark of a script that our typefaces do not have."""
    if _is_sure(character) or unicodedata.category(character)[0] not in "LM":
        return False
    return unicodedata.name(character, "").split(" ")[0] not in _SCRIPTS


def _is_sure(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _SURE)


def _unprintable(report: str) -> set[str]:
    """Find the characters that Typst's report says cannot be printed.

    It may name a letter where the mark that someone put on it is at fault.
    """
    found = (match["text"] for match in _UNPRINTABLE.finditer(report))
    named = {character for text in found for character in _ESCAPE.sub(_unescaped, text)}
    return {character for character in named if not _is_sure(character)}


def _unescaped(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else escape[2]


def _without(text: str, characters: Collection[str]) -> str:
    """Write some characters as their numbers."""
    return text.translate({ord(c): f"U+{ord(c):04X}" for c in characters})
