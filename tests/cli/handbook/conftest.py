"""What the tests of the handbook share: the book, and one in which every text is an attack."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest

from dhyana.cli.handbook.book import Book, Formula
from dhyana.cli.handbook.gathering import gather
from dhyana.shlokas import load

MARKUP = (
    '#panic("typst") $ #sys $ *bold* `raw` = head <label-x> @cite \\ '
    '<script>alert("html")</script><img src=x onerror=alert(1)>&amp;</script>]]>'
    "[a](javascript:alert(1)) {{ 7 * 7 }} {% raw %}"
)
UNPRINTABLE = "\x00\x1b[31m\u202e\ufeff\U0001f600漢\ue000"
_KEYS = frozenset({"role", "language", "weight", "symbol", "module", "experiment", "label"})


@pytest.fixture(scope="session")
def book() -> Book:
    """Return the whole book."""
    treatise = load()
    return gather(treatise, treatise.verses)


@pytest.fixture(scope="session")
def short_book() -> Book:
    """Return the book of three verses: one with figures, one with faults, one with much code."""
    treatise = load()
    return gather(treatise, [treatise.verse(number) for number in (2, 12, 40)])


@pytest.fixture(scope="session")
def hostile_book() -> Book:
    """Return a book of one verse in which every text is markup to someone, or cannot be printed."""
    treatise = load()
    book = gather(treatise, [treatise.verse(12)])
    changed: Book = _with(book, f"{MARKUP} {UNPRINTABLE}")
    return changed


def _with(value: Any, text: str, name: str = "") -> Any:
    """Put a text in the place of every other, but for names and keys."""
    if isinstance(value, Enum) or name in _KEYS:
        return value
    if isinstance(value, str):
        return text
    if isinstance(value, Formula):
        return replace(value, latex=text.replace("$", ""), spoken=text)
    if isinstance(value, tuple):
        return tuple(_with(item, text, name) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {
            part.name: _with(getattr(value, part.name), text, part.name) for part in fields(value)
        }
        return replace(value, **parts)
    return value
