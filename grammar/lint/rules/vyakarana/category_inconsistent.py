"""A word that has different labels in one book.

## What it checks

Words of the same form and analysis are compared over all records linted together: what their
labels call them, and the suffix they name where both name one. Reported are the rows with the
rarer label; of two as frequent, the later ones.

## Why

The same word in the same use is of the same category; a reader who meets two labels asks what the
difference is.

## Example

    number    3
    form      तदर्थम्
    category  अव्ययरूपम्
    analysis  {stem: अर्थ, members: [तद्, अर्थ], linga: नपुं, vibhakti: 2, vacana: 1}

    number    22
    form      तदर्थम्
    category  अव्ययम्
    analysis  {stem: अर्थ, members: [तद्, अर्थ], linga: नपुं, vibhakti: 2, vacana: 1}

## Use instead

    number    3
    form      तदर्थम्
    category  अव्ययम्
    analysis  {stem: अर्थ, members: [तद्, अर्थ], linga: नपुं, vibhakti: 2, vacana: 1}

    number    22
    form      तदर्थम्
    category  अव्ययम्
    analysis  {stem: अर्थ, members: [तद्, अर्थ], linga: नपुं, vibhakti: 2, vacana: 1}

## References

UD guidelines, consistency of annotation; Aṣṭādhyāyī 1.1.37–41.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import fields

from dhyana.grammar.lint.book_rule import BookFinding, BookRule, called
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.grammar.lint.vyakarana import Word, words_of
from dhyana.grammar.lipi.phonemes import sounds
from dhyana.shlokas.record import WordAnalysis


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Find words with the rarer of two labels."""
    uses: dict[tuple[object, ...], list[tuple[int, Word, str]]] = defaultdict(list)
    for index, record in enumerate(records):
        for word in words_of(record):
            key = _use(word)
            if key is not None:
                uses[key].append((index, word, _name(word)))
    for places in uses.values():
        usual = _usual([(word, name) for _, word, name in places])
        others = ", ".join(
            dict.fromkeys(called(records[at]) for at, _, name in places if name == usual)
        )
        for index, word, name in places:
            if name != usual:
                finding = word.in_label(
                    f"{word.examined.written} is {name} here and {usual} in {others}",
                    expected=usual,
                    found=name,
                )
                yield BookFinding(index, finding)


def _use(word: Word) -> tuple[object, ...] | None:
    """Say what must be the same of two uses; None for a word in a row of several."""
    analysis = word.analysis
    if analysis is None or word.examined.written != word.row.form:
        return None
    parts = (getattr(analysis, field.name) for field in fields(WordAnalysis))
    return (sounds(word.examined.written).slp1, *parts)


def _usual(places: list[tuple[Word, str]]) -> str:
    """Give the most frequent label; of as frequent ones the first that can be read."""
    counted = Counter(name for _, name in places)
    read = {name for word, name in places if word.category}
    return max(counted, key=lambda name: (counted[name], name in read))


def _name(word: Word) -> str:
    """Give what a label calls a word; all of it, where it cannot be read."""
    return word.category.name if word.category else word.row.category


RULE = BookRule(
    code="VYA142",
    name="category-inconsistent",
    severity=Severity.WARNING,
    authority="1.1.37–41",
    documentation=__doc__,
    check=check,
)
