"""What the description of a morphology row claims before its English gloss.

Two shapes are read: the resolution of a compound with its name (क्रमस्य योगेन (तत्पुरुषः)), and a
formula of preverbs, root and suffixes with remarks (सम् + पद् + णिच् + शतृ; क्षि (दिवादिगणः)).
Whatever has neither shape claims nothing here.
"""

import re
from dataclasses import dataclass

from dhyana.grammar.vyakarana.cells import PADAS
from dhyana.grammar.vyakarana.dhatupatha import GANAS

SANADI = frozenset({"सन्", "यङ्", "यङ्लुक्", "णिच्"})

_LETTERS = "ऀ-ॣ"
_VIGRAHA = re.compile(
    rf"(?P<words>[{_LETTERS}][{_LETTERS}\s-]*?)\s*"
    r"\((?P<name>[^()]*(?:तत्पुरुष|कर्मधारय|बहुव्रीहि|द्वन्द्व|अव्ययीभाव|समास)[^()]*)\)"
)
_FORMULA = re.compile(
    rf"(?P<parts>[{_LETTERS}]+(?:\s*\+\s*[{_LETTERS}]+)*)\s*(?:\((?P<remarks>[^()]*)\))?\s*(?:;|$)"
)
_WORD = re.compile(rf"[{_LETTERS}]+(?:-[{_LETTERS}]+)*")
_GANA = re.compile(f"({'|'.join(GANAS)})(?:गणः|ः)?")
_PADA = re.compile(f"({'|'.join(PADAS)})(?:म्|ि|ी)")


@dataclass(frozen=True, slots=True)
class Part:
    """A word of a claim: `description[start:end]` is `text`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Vigraha:
    """A compound resolved into words, and the name that is given to it."""

    words: tuple[Part, ...]
    name: Part


@dataclass(frozen=True, slots=True)
class Formula:
    """A word taken apart: preverbs, root and suffixes in order; class and endings as remarked."""

    parts: tuple[Part, ...]
    gana: Part | None
    pada: Part | None


def vigraha(description: str) -> Vigraha | None:
    """Read the resolution of a compound at the beginning of a description."""
    match = _VIGRAHA.match(description)
    if match is None:
        return None
    words = tuple(
        Part(word[0], word.start(), word.end())
        for word in _WORD.finditer(description, match.start("words"), match.end("words"))
    )
    return Vigraha(words, Part(match["name"], match.start("name"), match.end("name")))


def formula(description: str) -> Formula | None:
    """Read the formula of a word at the beginning of a description."""
    match = _FORMULA.match(description)
    if match is None or vigraha(description) is not None:
        return None
    parts = tuple(
        Part(part[0], part.start(), part.end())
        for part in re.compile(f"[{_LETTERS}]+").finditer(description, 0, match.end("parts"))
    )
    return Formula(parts, *(_remark(pattern, description, match) for pattern in (_GANA, _PADA)))


def _remark(pattern: re.Pattern[str], description: str, formula: re.Match[str]) -> Part | None:
    if formula["remarks"] is None:
        return None
    found = pattern.search(description, formula.start("remarks"), formula.end("remarks"))
    return Part(found[1], found.start(), found.end()) if found else None


def gana_of(name: str) -> int:
    """Give the number of a class of roots by its name."""
    return GANAS.index(name) + 1
