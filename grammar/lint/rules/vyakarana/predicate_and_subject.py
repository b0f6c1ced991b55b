"""An adjective in the nominative whose clause has no subject of its gender.

## What it checks

A clause of the anvaya has nouns or pronouns in the nominative, by their labels, and an adjective in
the nominative that has the gender of none of them, wherever it stands. Words of obligation
(कर्तव्यम् …) and neuter participles, which may be said of no subject, clauses with इति or इव, and
those with supplied words are not judged.

## Why

What is said of a subject has its gender: of several that of one of them (1.2.69 and the use of the
masculine for both sexes). A neuter said of two feminines is said of neither. It is a warning, since
the subject may be left out and the noun stand in the predicate.

## Example

    anvaya    मतिः शक्तिः च शोभनं विराजते
    form      मतिः
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, स्त्रीलिंगम्)
    form      शक्तिः
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, स्त्रीलिंगम्)
    form      च
    form      शोभनम्
    category  विशेषणम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)
    form      विराजते
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, एकवचनम्)

## Use instead

    anvaya    मतिः शक्तिः च शोभने विराजेते
    form      मतिः
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, स्त्रीलिंगम्)
    form      शक्तिः
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, स्त्रीलिंगम्)
    form      च
    form      शोभने
    category  विशेषणम् (प्रथमा, द्विवचनम्, स्त्रीलिंगम्)
    form      विराजेते
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, द्विवचनम्)

## References

Aṣṭādhyāyī 1.2.52, *viśeṣaṇānāṃ cājāteḥ*; 1.2.69, *napuṃsakam anapuṃsakenaikavac cāsyānyatarasyām*.
"""

from collections.abc import Iterator, Sequence

from dhyana.grammar.category import Kind
from dhyana.grammar.lint.clauses import Clause, clauses
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word
from dhyana.grammar.vyakarana.cells import LINGAS
from dhyana.shlokas.record import VerseRecord

_NOT_JUDGED = ("इति", "इव")
_OBLIGATION = ("यत्", "ण्यत्", "क्यप्", "तव्यत्", "तव्य", "अनीयर्")
_NAPUM = "नपुं"


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find adjectives of no subject's gender."""
    for clause in clauses(record):
        rows = _judged(clause)
        subjects = [w for w in rows if _is_nominative(w, (Kind.SUBANTA, Kind.SARVANAMA))]
        lingas = {_linga(word) for word in subjects}
        for word, (start, end) in zip(rows, clause.places, strict=False) if subjects else ():
            said = _is_nominative(word, (Kind.VISHESHANA, Kind.KRDANTA)) and not _impersonal(word)
            if said and _linga(word) not in lingas:
                of = " and ".join(
                    f"{one.examined.written} ({LINGAS[_linga(one)]})" for one in subjects
                )
                yield RecordFinding(
                    field="anvaya",
                    start=start,
                    end=end,
                    message=f"{word.examined.written} is {LINGAS[_linga(word)]}, "
                    f"its clause has {of}",
                    word=word.examined.written,
                    expected=" or ".join(LINGAS[linga] for linga in sorted(lingas)),
                    found=LINGAS[_linga(word)],
                )


def _judged(clause: Clause) -> Sequence[Word]:
    rows = [word for word in clause.words if word is not None]
    quoted = any(word.examined.written in _NOT_JUDGED for word in rows)
    # अहम् and त्वम् have the gender of whoever speaks or is spoken to.
    whoever = any(
        word.category and word.category.vibhakti and not word.category.linga for word in rows
    )
    if clause.supplied or quoted or whoever or len(rows) != len(clause.words):
        return ()
    return rows


def _is_nominative(word: Word, kinds: Sequence[Kind]) -> bool:
    category = word.category
    return category is not None and category.kind in kinds and category.vibhakti == 1


def _linga(word: Word) -> str:
    return (word.category.linga if word.category else None) or _NAPUM


def _impersonal(word: Word) -> bool:
    """Whether a word may be said of no subject, in the neuter singular."""
    if _linga(word) != _NAPUM or word.category is None:
        return False
    krt = word.analysis.krt if word.analysis else None
    return word.category.kind is Kind.KRDANTA or krt in _OBLIGATION


RULE = RecordRule(
    code="VYA163",
    name="predicate-and-subject",
    severity=Severity.WARNING,
    authority="1.2.52 viśeṣaṇānāṃ cājāteḥ; 1.2.69",
    documentation=__doc__,
    check=check,
)
