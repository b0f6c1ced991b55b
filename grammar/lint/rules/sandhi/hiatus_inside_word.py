"""Two vowels side by side inside a word.

## What it checks

In any text of a record, a Devanagari word in which a vowel letter stands right behind a vowel, a
visarga or a consonant with virāma: members of a compound put side by side without sandhi. Lists
of vowels (अइउण्) are none, nor are प्रउग and तितउ, which are words so (Uṇādi); before ऋ a short
vowel may stay (सप्तऋषयः, 6.1.128). In a verse, which may be written without spaces, vowels are
left alone with which two words may meet: राम इह, and ते इमे as duals. Texts in Hindi, Marathi or
Nepali are passed over.

## Why

Inside a word, and so inside a compound, sandhi is obligatory.

## Example

    कारणआवरणम्

## Use instead

    कारणावरणम्

## References

*saṃhitaikapade nityā nityā dhātūpasargayoḥ / nityā samāse* (Siddhāntakaumudī on 8.4.18);
Aṣṭādhyāyī 6.1.72 ff.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import FieldRule, RecordFinding, Repair
from dhyana.grammar.lipi.phonemes import devanagari, sounds
from dhyana.grammar.sandhi import Joint, Pada, join
from dhyana.grammar.sandhi.sutras import cite

_WORD = re.compile("[ऀ-हऺ-ॏक़-ॣ]+")
_HIATUS = re.compile("(?<=[क-ह़ािीुूृॄॢॣेैोौंः्])[अ-औॠॡ]")
_WITH_HIATUS = ("प्रउग", "तितउ")
_LONGEST = 400


def check(field: str, text: str) -> Iterator[RecordFinding]:
    """Find vowel letters inside words, with what the two parts would make."""
    for word in _WORD.finditer(text):
        if word.end() - word.start() > _LONGEST or word[0].startswith(_WITH_HIATUS):
            continue
        for hiatus in _HIATUS.finditer(word[0]):
            left, right = word[0][: hiatus.start()], word[0][hiatus.start() :]
            if _stays(left, right) or (field == "verse" and _may_be_two_words(left, right)):
                continue
            expected, sutras = _joined(left, right)
            repair = Repair(f"write {expected}", ((word.start(), word.end(), expected),))
            yield RecordFinding(
                field=field,
                start=word.start(),
                end=word.end(),
                message=f"{left} and {right} stand in one word without sandhi",
                word=word[0],
                expected=expected,
                found=word[0],
                authority=cite(sutras) or None,
                repairs=(repair,),
            )


def _stays(left: str, right: str) -> bool:
    """Whether the two vowels may stand side by side: a, i, u before ṛ (6.1.128)."""
    return right[0] in "ऋॠ" and (left[-1] in "िु" or left[-1] not in _NO_A)


def _may_be_two_words(left: str, right: str) -> bool:
    """Whether two words may end and begin so: what ḥ or y left (8.3.19), or a dual (1.1.11)."""
    if left[-1] in "ंः्":
        return False
    return left[-1] in "ाीूे" or (left[-1] not in _NO_A and right[0] != "अ")


_NO_A = "ािीुूृॄॢॣेैोौंः्"
"""Signs behind a consonant that has no short a."""


def _joined(left: str, right: str) -> tuple[str, tuple[str, ...]]:
    members = (Pada(sounds(left).slp1, Joint.SEAM), Pada(sounds(right).slp1))
    first = next(join(members))
    return devanagari(first.text), first.steps[0].sutras if first.steps else ()


RULE = FieldRule(
    code="SAN111",
    name="hiatus-inside-word",
    severity=Severity.ERROR,
    authority="saṃhitaikapade nityā … nityā samāse",
    documentation=__doc__,
    check=check,
    of_sanskrit=True,
)
