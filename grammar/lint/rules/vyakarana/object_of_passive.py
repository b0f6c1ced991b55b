"""A passive verb whose object stands in the accusative.

## What it checks

A clause of the anvaya has a finite verb in the passive (कर्मणि), by its label, no nominative, and a
noun in the accusative that nothing else in the clause can govern: there is no participle,
absolutive or infinitive. Roots with two objects, causatives, names of times and ways (2.3.5), and
clauses with supplied words or words without a label are not judged.

## Why

What the ending of the verb expresses has the nominative. The passive expresses the object, so that
the accusative, which is for an object that is not expressed, is left without a ground.

## Example

    anvaya    तेन विभागं क्रियते
    form      तेन
    category  सर्वनाम (तृतीया, एकवचनम्, पुंल्लिंगम्)
    form      विभागम्
    category  सुबन्तरूपम् (द्वितीया, एकवचनम्, पुंल्लिंगम्)
    form      क्रियते
    category  तिङन्तरूपम् (कर्मणि लट्, प्रथमपुरुषः, एकवचनम्)
    analysis  {dhatu: डुकृञ्, gana: 8, prayoga: कर्मणि}

## Use instead

    anvaya    तेन विभागः क्रियते
    form      तेन
    category  सर्वनाम (तृतीया, एकवचनम्, पुंल्लिंगम्)
    form      विभागः
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, पुंल्लिंगम्)
    form      क्रियते
    category  तिङन्तरूपम् (कर्मणि लट्, प्रथमपुरुषः, एकवचनम्)
    analysis  {dhatu: डुकृञ्, gana: 8, prayoga: कर्मणि}

## References

Aṣṭādhyāyī 2.3.1, *anabhihite*; 2.3.2, *karmaṇi dvitīyā*; 2.3.46; 1.4.51, *akathitaṃ ca*; 2.3.5.
"""

from collections.abc import Iterator, Sequence

from dhyana.grammar.category import DECLINED, Kind
from dhyana.grammar.lint.clauses import clauses
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word
from dhyana.grammar.vyakarana.cells import KARMANI
from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.shlokas.record import VerseRecord

_NOMINATIVE, _ACCUSATIVE = 1, 2
_OF_TWO_OBJECTS = frozenset(
    {"दुह", "डुयाचृ", "डुपचष्", "दण्ड", "रुधिर्", "प्रछ", "चिञ्", "ब्रूञ्", "शासु", "जि", "मथे"}
    | {"मन्थ", "मुष", "णीञ्", "हृञ्", "कृष", "वह", "वच", "भाष", "याच"}
)
"""Roots of the verse duhyācpacdaṇḍ… on 1.4.51, and those of the same sense."""
_TIME_OR_WAY = frozenset(
    {"kAla", "kzaRa", "muhUrta", "GawikA", "dina", "divasa", "ahan", "rAtri", "niSA"}
    | {"pakza", "mAsa", "ftu", "varza", "saMvatsara", "yuga", "kroSa", "yojana", "aDvan"}
)


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find objects of passives in the accusative."""
    for clause in clauses(record):
        rows = [word for word in clause.words if word is not None and word.category is not None]
        if clause.supplied or len(rows) != len(clause.words):
            continue
        verbs = [word for word in rows if word.is_finite]
        if len(verbs) != 1 or not _is_passive(verbs[0]) or _has_other_governor(rows):
            continue
        if any(_case(word) == _NOMINATIVE for word in rows):
            continue
        for word in rows:
            if _is_object(word):
                yield word.in_label(
                    f"{word.examined.written} is the object of the passive "
                    f"{verbs[0].examined.written}, which expresses it",
                    "द्वितीया",
                    expected="प्रथमा",
                    found="द्वितीया",
                )


def _case(word: Word) -> int | None:
    category = word.category
    return category.vibhakti if category and category.kind in DECLINED else None


def _is_passive(word: Word) -> bool:
    analysis = word.analysis
    if word.category is None or word.category.prayoga != KARMANI or analysis is None:
        return False
    return not analysis.sanadi and analysis.dhatu not in _OF_TWO_OBJECTS


def _has_other_governor(rows: Sequence[Word]) -> bool:
    return any(
        word.category is not None
        and not word.is_finite
        and (word.category.krt is not None or word.category.kind is Kind.KRDANTA)
        for word in rows
    )


def _is_object(word: Word) -> bool:
    if word.category is None or word.category.kind is not Kind.SUBANTA:
        return False
    stem = word.analysis.stem if word.analysis else None
    return _case(word) == _ACCUSATIVE and (stem is None or slp1(stem) not in _TIME_OR_WAY)


RULE = RecordRule(
    code="VYA164",
    name="object-of-passive",
    severity=Severity.ERROR,
    authority="2.3.1 anabhihite; 2.3.2 karmaṇi dvitīyā",
    documentation=__doc__,
    check=check,
)
