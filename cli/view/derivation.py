"""How a derivation looks: the analysis in words, and the steps that change the word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas.record import WordAnalysis

if TYPE_CHECKING:
    from dhyana.grammar.vyakarana.deriving import Derived

_ACCENTS = re.compile(r"[\\^~]")
_ADDS = re.compile(r"[345]\.|1\.4\.58")
"""Sūtras that put affixes (3.1.1–5.4.160) or prefixes (1.4.58) to a word; later ones augment it."""
_LAKARA = "l"


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


def taught_parts(derived: "Derived") -> tuple[str, ...]:
    """Give what a word is made of, as it is taught, in IAST: sam, pad, ṇic, śap, śatṛ, su.

    Root and stem are without their markers, a lakāra is what stands for it; augments are left
    out. Nothing where the history does not part the word.
    """
    parts: list[str] = []
    before: Sequence[str] = ()
    for step in derived.steps:
        after = [_ACCENTS.sub("", part) for part in step.result]
        if len(before) > 1 and len(after) > 1 and after[-1] == "".join(before):  # 2.4.71
            parts = [*after[:-1], *parts]
            break
        if len(after) < len(before):  # written together
            break
        if not before or len(before) == len(after) == 1:
            parts = after
        elif len(after) > len(before):
            parts = list(_with_added(parts, before, after, bool(_ADDS.match(step.sutra))))
        else:
            parts = [
                now if old == _LAKARA else part
                for part, old, now in zip(parts, before, after, strict=True)
            ]
        before = after
    named = tuple(_iast(part) for part in parts if part)
    return named if len(named) > 1 else ()


def _with_added(
    parts: list[str], before: Sequence[str], after: Sequence[str], counts: bool
) -> Iterator[str]:
    """Put to the parts what a step has put to a word, or a blank where it does not count."""
    for tag, start, end, first, last in SequenceMatcher(None, before, after, False).get_opcodes():
        yield from parts[start : min(end, start + last - first)]
        if tag != "equal":
            added = after[first + (end - start) : last]
            yield from added if counts else [""] * len(added)
