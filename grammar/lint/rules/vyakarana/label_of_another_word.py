"""A row of several words with a label that one of them cannot have.

## What it checks

A row has a declined word and an indeclinable, and its label names one kind only, that of a
declined word. A form of किम् with अपि, चित् or चन after it is one pronoun and is left alone, and so
are the labels made for two words (लट् with स्म).

## Why

The particle न is no adjective; what the label says of the row it must say of each word, or there
must be a label for each, with a slash between them.

## Example

    form      न पर्याप्तम्
    category  विशेषणम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)
    analysis  {words: [{avyaya: true}, {dhatu: आपॢ, gana: 5, upasarga: [परि], krt: क्त,
                       linga: नपुं, vibhakti: 1, vacana: 1}]}

## Use instead

    form      न पर्याप्तम्
    category  अव्ययम् / विशेषणम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)
    analysis  {words: [{avyaya: true}, {dhatu: आपॢ, gana: 5, upasarga: [परि], krt: क्त,
                       linga: नपुं, vibhakti: 1, vacana: 1}]}

## References

Aṣṭādhyāyī 1.1.37, *svarādinipātam avyayam*; 2.4.82, *avyayād āpsupaḥ*; on कश्चित् and कोऽपि 8.1.48,
*kiṃvṛttaṃ ca ciduttaram*.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from dhyana.grammar.category import DECLINED, kinds
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, words
from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.grammar.vyakarana.examining import is_indeclinable
from dhyana.shlokas.record import VerseRecord

_KIM, _INDEFINITE = "kim", ("api", "cit", "cid", "cana")


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find labels of declined words on rows with an indeclinable."""
    for _, group in groupby(words(record), key=lambda word: word.index):
        row = list(group)
        named = kinds(row[0].row.category)
        if len(row) < 2 or len(named) != 1 or named[0] not in DECLINED:
            continue
        particle = _particle(row)
        if particle is not None:
            others = " ".join(word.examined.written for word in row if word is not particle)
            yield particle.in_label(
                f"{particle.examined.written} is indeclinable; the label is of {others} alone",
                expected="a label for each word",
                found=particle.row.category,
            )


def _particle(row: Sequence[Word]) -> Word | None:
    """Give the first indeclinable of a row of unlike words, if it is no part of a pronoun."""
    plain = [word.analysis is not None and is_indeclinable(word.analysis) for word in row]
    if all(plain) or any(word.analysis is None for word in row):
        return None
    pronouns = {second.examined.start for first, second in pairwise(row) if _one(first, second)}
    for word, indeclinable in zip(row, plain, strict=True):
        if indeclinable and word.examined.start not in pronouns:
            return word
    return None


def _one(first: Word, second: Word) -> bool:
    stem = first.analysis.stem if first.analysis else None
    of_kim = stem is not None and slp1(stem) == _KIM
    return of_kim and slp1(second.examined.written) in _INDEFINITE


RULE = RecordRule(
    code="VYA143",
    name="label-of-another-word",
    severity=Severity.WARNING,
    authority="1.1.37 svarādinipātamavyayam; 2.4.82 avyayādāpsupaḥ",
    documentation=__doc__,
    check=check,
)
