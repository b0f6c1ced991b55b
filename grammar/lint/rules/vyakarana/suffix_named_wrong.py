"""A label that names a suffix that the word cannot have.

## What it checks

The suffix of the label is not taught after this root or stem, or makes another word of it, and
the word is derived by another suffix: यत् for ण्यत्, तसि for तसिल्, ल्यप् for क्त्वा or तुमुन्.

## Why

Suffixes that look alike when their marks are gone are taught under different conditions: तसिल् is
for pronouns and बहु only, ण्यत् for roots in ṛ and consonants.

## Example

    form      स्वभावतः
    category  तसिल्-प्रत्ययान्तम् अव्ययम्
    analysis  {base: स्वभाव, taddhita: तसि, avyaya: true}

## Use instead

    form      स्वभावतः
    category  तसि-प्रत्ययान्तम् अव्ययम्
    analysis  {base: स्वभाव, taddhita: तसि, avyaya: true}

## References

Aṣṭādhyāyī 5.3.2, *kiṃsarvanāmabahubhyo 'dvyādibhyaḥ*; 5.3.7, *pañcamyās tasil*; 5.4.44 f.; 3.1.97,
*aco yat*; 3.1.124, *ṛhalor ṇyat*; 7.1.37, *samāse 'nañpūrve ktvo lyap*.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.grammar.lint.vyakarana import Word, grammar, words
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.examining import Outcome, verdict_in
from dhyana.grammar.vyakarana.sutras import cite
from dhyana.shlokas.record import VerseRecord, WordAnalysis

_CONDITIONS = {
    "तसिल्": ("5.3.2", "5.3.7"),
    "तसि": ("5.4.44",),
    "ण्यत्": ("3.1.124",),
    "यत्": ("3.1.97",),
    "क्यप्": ("3.1.106",),
    "क्त्वा": ("3.4.21",),
    "ल्यप्": ("7.1.37",),
    "तुमुन्": ("3.3.10",),
    "धा": ("5.3.42",),
    "शस्": ("5.4.42", "5.4.43"),
    "त्रल्": ("5.3.10",),
    "थाल्": ("5.3.23",),
}
"""Sūtras that teach suffixes which are mistaken for each other."""
_LYAP = "7.1.37"


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find suffixes that the word does not have."""
    for word in words(record):
        category, analysis = word.category, word.analysis
        if category is None or analysis is None:
            continue
        krt = category.krt is not None
        named, ours = (
            (category.krt, analysis.krt) if krt else (category.taddhita, analysis.taddhita)
        )
        if named is None or ours is None or named == ours:
            continue
        try:
            impossible = _derives(word, analysis, ours) and not _derives(word, analysis, named)
        except UndecidableError:
            continue
        if impossible:
            yield word.in_label(
                f"{word.examined.written} is formed with {ours}, not with {named}",
                named,
                expected=ours,
                found=named,
                authority=cite((*_CONDITIONS.get(named, ()), *_CONDITIONS.get(ours, ()))) or None,
                repairs=(Repair(f"write {ours}"),),
            )


def _derives(word: Word, analysis: WordAnalysis, suffix: str) -> bool:
    """Whether a suffix is taught after the root or base of a word, and makes its form."""
    other = replace(analysis, krt=suffix) if analysis.krt else replace(analysis, taddhita=suffix)
    found = grammar(steps=True).stems(other)
    if not found:
        return False
    if suffix in ("क्त्वा", "ल्यप्"):
        # Both are taught as ktvā; what tells them apart is whether 7.1.37 has made it lyap.
        lyap = any(step.sutra == _LYAP for derived in found for step in derived.steps)
        if lyap != (suffix == "ल्यप्"):
            return False
    if word.examined.verdict.outcome is Outcome.REFUTED:
        return True  # what it should be is another finding; the suffix is taught here
    cell = word.examined.verdict.cell
    stem = None if cell is not None else other.stem
    verdict = verdict_in(word.examined.written, cell, replace(other, stem=stem), grammar())
    return verdict.outcome is not Outcome.REFUTED


RULE = RecordRule(
    code="VYA134",
    name="suffix-named-wrong",
    severity=Severity.ERROR,
    authority="5.3.2 kiṃsarvanāmabahubhyo 'dvyādibhyaḥ; 3.1.97 aco yat; 7.1.37",
    documentation=__doc__,
    check=check,
)
