"""A compound whose resolution shows another kind of compound than it is called.

## What it checks

The description resolves a compound and names it. A bahuvrīhi must be resolved with a relative (or
other) pronoun for what it qualifies, a dvandva with च, a karmadhāraya into words of one case, a
tatpuruṣa that is named by a case into a first word in that case, one with नञ् with न, an upapada
compound not into its own members; and what is resolved with यस्य or its like is no tatpuruṣa. Words
that are no form of their member are left to VYA151.

## Why

Resolution and name are two ways to say the same thing; where they differ one of them is wrong.

## Example

    form         स्थिरचित्ताः
    category     विशेषणम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    description  स्थिरं चित्तं येषां ते (कर्मधारयः)
    analysis     {stem: चित्त, members: [स्थिर, चित्त], samasa: बहुव्रीहिः, linga: पुं}

## Use instead

    form         स्थिरचित्ताः
    category     विशेषणम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    description  स्थिरं चित्तं येषां ते (बहुव्रीहिः)
    analysis     {stem: चित्त, members: [स्थिर, चित्त], samasa: बहुव्रीहिः, linga: पुं}

## References

Aṣṭādhyāyī 2.2.24, *anekam anyapadārthe*; 2.2.29, *cārthe dvandvaḥ*; 1.2.42, *tatpuruṣaḥ
samānādhikaraṇaḥ karmadhārayaḥ*; 2.1.24–2.2.8 on the cases; 2.2.6, *nañ*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from dhyana.grammar.category import VIBHAKTIS
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vigraha import CASES, cases_of, stands
from dhyana.grammar.lint.vyakarana import words
from dhyana.grammar.vyakarana.compounds import BAHUVRIHI, KARMADHARAYA, is_tatpurusha
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.description import Part, vigraha
from dhyana.shlokas.record import VerseRecord, WordAnalysis

_OF_CASE = {
    2: "2.1.24 dvitīyā śritātītapatitagatātyastaprāptāpannaiḥ",
    3: "2.1.30 tṛtīyā tatkṛtārthena guṇavacanena",
    4: "2.1.36 caturthī tadarthārthabalihitasukharakṣitaiḥ",
    5: "2.1.37 pañcamī bhayena",
    6: "2.2.8 ṣaṣṭhī",
    7: "2.1.40 saptamī śauṇḍaiḥ",
}
"""The sūtras that begin the tatpuruṣas of a case."""
_OTHER_BAHUVRIHIS = frozenset({"सह", "वा", "अन्तरालम्", "गृहीत्वा", "प्रहृत्य"})
"""Words of bahuvrīhis resolved without a pronoun (2.2.25–28)."""


class Misnamed(NamedTuple):
    """What a resolution shows instead of the name, and the sūtra."""

    message: str
    expected: str
    authority: str


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find compounds with the name of another kind."""
    for word in words(record):
        claimed = vigraha(word.row.description)
        if claimed is None or word.analysis is None or len(claimed.words) < 2:
            continue
        misnamed = _misnamed(claimed.words, claimed.name.text, word.analysis)
        if misnamed is not None:
            yield word.in_description(
                claimed.name.start,
                claimed.name.end,
                misnamed.message,
                expected=misnamed.expected,
                found=claimed.name.text,
                authority=misnamed.authority,
            )


def _misnamed(parts: Sequence[Part], name: str, analysis: WordAnalysis) -> Misnamed | None:
    texts = [part.text for part in parts]
    if "बहुव्रीहि" in name:
        pronoun = any(_obliquely(text, stem) for text in texts for stem in _FOR_ANOTHER)
        if (
            not pronoun
            and not texts[-1].endswith(_JOINED_PRONOUNS)
            and _OTHER_BAHUVRIHIS.isdisjoint(texts)
        ):
            message = f"no word of {' '.join(texts)} stands for what a bahuvrīhi qualifies"
            return Misnamed(message, "यस्य or another form of यद्", "2.2.24 anekam anyapadārthe")
    elif is_tatpurusha(name):
        relative = next((text for text in texts if _is_whose(text)), None)
        if relative is not None:
            message = f"with {relative} the compound is of another word's sense"
            return Misnamed(message, BAHUVRIHI, "2.2.24 anekam anyapadārthe")
        if "नञ्" in name and texts[0] != "न":
            return Misnamed(f"{texts[0]} is not न", "न", "2.2.6 nañ")
        return _of_cases(texts, name, analysis)
    elif "उपपद" in name and _in_own_words(texts, analysis):
        message = f"{' '.join(texts)} resolves it in the words that are its members"
        return Misnamed(message, "तत्पुरुषः", "2.2.19 upapadamatiṅ; 3.1.92 tatropapadaṃ saptamīstham")
    elif "द्वन्द्व" in name and not any(text.endswith("च") for text in texts):
        return Misnamed("a dvandva has the sense of च", "… च … च", "2.2.29 cārthe dvandvaḥ")
    return None


def _in_own_words(texts: Sequence[str], analysis: WordAnalysis) -> bool:
    """Whether every word is a case form of a member: an upapada compound has no such resolution."""
    *before, last = analysis.members or ("",)
    if len(texts) != 2 or not before:
        return False
    first = WordAnalysis(stem=before[-1], members=tuple(before))
    alone = replace(analysis, members=(), samasa=None)
    named = alone if analysis.stem or analysis.krt else WordAnalysis(stem=last)
    return _stands(texts[0], first, CASES) and _stands(texts[1], named, CASES)


def _of_cases(texts: Sequence[str], name: str, analysis: WordAnalysis) -> Misnamed | None:
    *before, last = analysis.members or ("",)
    if not before:
        return None
    first = WordAnalysis(stem=before[-1], members=tuple(before))
    if name == KARMADHARAYA:
        return _of_one_case(texts, first, WordAnalysis(stem=last))
    for number, sutra in _OF_CASE.items():
        if name.startswith(VIBHAKTIS[number - 1]):
            cases = cases_of(texts[0], first)
            if cases and number not in cases:
                message = f"{texts[0]} is {_named(cases)}, not {VIBHAKTIS[number - 1]}"
                return Misnamed(message, f"{VIBHAKTIS[cases[0] - 1]}तत्पुरुषः", sutra)
    return None


def _of_one_case(texts: Sequence[str], one: WordAnalysis, other: WordAnalysis) -> Misnamed | None:
    second = cases_of(texts[1], other)
    if not second or _stands(texts[0], one, second):
        return None
    first = cases_of(texts[0], one)
    if not first:
        return None
    message = f"{texts[0]} is {_named(first)}, {texts[1]} {_named(second)}: not of one case"
    sutra = "1.2.42 tatpuruṣaḥ samānādhikaraṇaḥ karmadhārayaḥ"
    return Misnamed(message, "तत्पुरुषः", sutra)


_YAD = "यद्"
_FOR_ANOTHER = (_YAD, "इदम्", "एतद्", "अदस्")
_BEGINNINGS = {"यद्": "य", "इदम्": "अइए", "एतद्": "ए", "अदस्": "अ"}
"""Letters with which the forms of a pronoun begin: others need not be derived."""


_JOINED_PRONOUNS = ("ास्य", "ास्याः", "ेषाम्", "ेषां", "ोऽस्य", "मस्य", "मस्याः")
"""Ends of a word that sandhi has joined with such a pronoun: संज्ञास्य."""


def _is_whose(text: str) -> bool:
    """Whether a word is a genitive of यद्, which only another word's compound is resolved with."""
    return text[0] in _BEGINNINGS[_YAD] and _stands(text, WordAnalysis(stem=_YAD), (6,))


def _obliquely(text: str, stem: str) -> bool:
    """Whether a word is a form of a pronoun, and no nominative of it."""
    pronoun = WordAnalysis(stem=stem)
    if text[0] not in _BEGINNINGS[stem] or not _stands(text, pronoun, (6, 7, 3, 5, 4, 2)):
        return False
    return not _stands(text, pronoun, (1,))


def _stands(text: str, analysis: WordAnalysis, cases: Sequence[int]) -> bool:
    try:
        return stands(text, analysis, cases)
    except UndecidableError:
        return False


def _named(cases: Sequence[int]) -> str:
    return " or ".join(VIBHAKTIS[case - 1] for case in cases)


RULE = RecordRule(
    code="VYA153",
    name="compound-misnamed",
    severity=Severity.ERROR,
    authority="2.2.24 anekam anyapadārthe; 2.2.29 cārthe dvandvaḥ; 1.2.42",
    documentation=__doc__,
    check=check,
)
