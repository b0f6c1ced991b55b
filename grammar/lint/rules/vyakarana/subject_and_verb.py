"""A finite verb whose subject has another number or person.

## What it checks

A clause of the anvaya has one finite verb, and the nouns in the nominative, by their labels, all
have another number than it; or the subject is a form of अस्मद् or युष्मद् and the verb is not of its
person. Clauses with च or इति, or with supplied words, are not judged, because subjects are joined,
quoted or named there, nor verbs of being with one noun, which may be said of a subject left out.

## Why

The ending of the verb has the number of what it expresses, in the active of the agent, and the
person that goes with it: the second with युष्मद्, the first (उत्तम) with अस्मद्.

## Example

    anvaya    मन्त्रिणः पश्यति
    form      मन्त्रिणः
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    form      पश्यति
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, एकवचनम्)

## Use instead

    anvaya    मन्त्रिणः पश्यन्ति
    form      मन्त्रिणः
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    form      पश्यन्ति
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, बहुवचनम्)

## References

Aṣṭādhyāyī 3.4.69, *laḥ karmaṇi ca bhāve cākarmakebhyaḥ*; 1.4.22, *dvyekayor dvivacanaikavacane*;
1.4.105–108, *yuṣmady upapade … madhyamaḥ; asmady uttamaḥ; śeṣe prathamaḥ*.
"""

from collections.abc import Iterator

from dhyana.grammar.category import VACANAS, Kind
from dhyana.grammar.lint.clauses import clauses
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word
from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.shlokas.record import VerseRecord

_JOINING = ("च", "इति")


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find verbs whose subject has another number."""
    for clause in clauses(record):
        rows = [word for word in clause.words if word is not None]
        verbs = [word for word in rows if word.is_finite]
        if clause.supplied or len(verbs) != 1 or len(rows) != len(clause.words):
            continue
        subjects = [word for word in rows if _is_subject(word)]
        joined = any(word.examined.written in _JOINING for word in rows)
        (verb,) = verbs
        if joined or not subjects or verb.category is None or verb.category.vacana is None:
            continue
        if len(subjects) == 1 and _is_of_being(verb) and not _purusha(subjects[0]):
            continue
        speaker = next((word for word in subjects if _purusha(word)), None)
        if speaker is not None and verb.category.purusha not in (None, _purusha(speaker)):
            yield verb.in_label(
                f"the subject {speaker.examined.written} wants {_purusha(speaker)}पुरुषः",
                f"{verb.category.purusha}पुरुषः",
                expected=f"{_purusha(speaker)}पुरुषः",
                found=f"{verb.category.purusha}पुरुषः",
                authority="1.4.105 yuṣmadyupapade samānādhikaraṇe sthāninyapi madhyamaḥ; "
                "1.4.107 asmadyuttamaḥ",
            )
        elif all(_vacana(word) != verb.category.vacana for word in subjects):
            subject = subjects[0]
            yield verb.in_label(
                f"the subject {subject.examined.written} is {_number(subject)}, "
                f"{verb.examined.written} {_number(verb)}",
                _number(verb),
                expected=_number(subject),
                found=_number(verb),
            )


_OF_BEING = frozenset({"अस", "भू", "वृतु", "विद", "जनी", "ष्ठा"})


def _is_of_being(verb: Word) -> bool:
    return verb.analysis is not None and verb.analysis.dhatu in _OF_BEING


def _is_subject(word: Word) -> bool:
    category = word.category
    if category is None or category.vibhakti != 1:
        return False
    return category.kind is Kind.SUBANTA or _purusha(word) is not None


def _purusha(word: Word) -> str | None:
    """Give the person that goes with a pronoun of the first or second person in the nominative."""
    stem = word.analysis.stem if word.analysis else None
    return _PURUSHAS.get(slp1(stem)) if stem else None


_PURUSHAS = {"yuzmad": "मध्यम", "asmad": "उत्तम"}


def _vacana(word: Word) -> int:
    return (word.category.vacana if word.category else None) or 1


def _number(word: Word) -> str:
    return VACANAS[_vacana(word) - 1]


RULE = RecordRule(
    code="VYA161",
    name="subject-and-verb",
    severity=Severity.ERROR,
    authority="3.4.69 laḥ karmaṇi ca bhāve cākarmakebhyaḥ; 1.4.22 dvyekayor dvivacanaikavacane",
    documentation=__doc__,
    check=check,
)
