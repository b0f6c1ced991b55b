"""How a derivation looks: the analysis in words, and the steps that change the word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas.record import WordAnalysis

if TYPE_CHECKING:
    from dhyana.grammar.vyakarana.deriving import Derived

_ACCENTS = re.compile(r"[\\^~]")


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step: the sūtra's number and its text (Devanagari), and the word after it (IAST)."""

    sutra: str
    text: str
    result: str


def named_parts(analysis: WordAnalysis | None) -> dict[str, Any] | None:
    """Give the parts of an analysis that say something."""
    if analysis is None:
        return None
    parts = {field.name: getattr(analysis, field.name) for field in fields(WordAnalysis)}
    return {name: part for name, part in parts.items() if part}


def part_in_words(part: object) -> str:
    """Write one part of an analysis."""
    return " + ".join(part) if isinstance(part, tuple) else str(part).lower()


def shown_steps(derived: "Derived") -> Iterator[ShownStep]:
    """Give the first step of a derivation and those that change the word."""
    from dhyana.grammar.vyakarana.deriving import ASHTADHYAYI
    from dhyana.grammar.vyakarana.sutras import text

    before: str | None = None
    for step in derived.steps:
        after = " + ".join(filter(None, step.result))
        if after != before:
            said = text(step.sutra) if step.text == ASHTADHYAYI else step.text
            yield ShownStep(step.sutra, said or "", _iast(after))
        before = after


def _iast(slp1: str) -> str:
    """Write what is taught and what becomes of it in IAST, without accents and nasal signs."""
    from dhyana.grammar.lipi.phonemes import devanagari

    parts = (devanagari(part) for part in _ACCENTS.sub("", slp1).split(" + "))
    return transliterate(" + ".join(parts), Script.IAST)
