"""A noun that has two genders in one book.

## What it checks

Nouns are compared by the stem of their last member, over all records linted together. Reported are
the rows with the rarer gender; of two as frequent, the later ones. Adjectives and bahuvrīhis take
the gender of another word and are not compared.

## Why

A noun has one gender, but for those that lexica list under two; a reader takes the second for a
slip or another word.

## Example

    number    1
    form      तन्त्राः
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, पुंल्लिंगम्)
    analysis  {stem: तन्त्र, linga: नपुं}

    number    48
    form      तन्त्रम्
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)
    analysis  {stem: तन्त्र, linga: नपुं}

## Use instead

    number    1
    form      तन्त्राणि
    category  सुबन्तरूपम् (प्रथमा, बहुवचनम्, नपुंसकलिंगम्)
    analysis  {stem: तन्त्र, linga: नपुं}

    number    48
    form      तन्त्रम्
    category  सुबन्तरूपम् (प्रथमा, एकवचनम्, नपुंसकलिंगम्)
    analysis  {stem: तन्त्र, linga: नपुं}

## References

Liṅgānuśāsana; Amarakośa, liṅgādisaṃgrahavarga.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from dhyana.grammar.category import Kind
from dhyana.grammar.lint.book_rule import BookFinding, BookRule, called
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.grammar.lint.vyakarana import Word, words_of
from dhyana.grammar.vyakarana.cells import LINGAS
from dhyana.grammar.vyakarana.compounds import BAHUVRIHI


def check(records: Sequence[AnyRecord]) -> Iterator[BookFinding]:
    """Find nouns with the rarer of two genders."""
    nouns: dict[str, list[tuple[int, Word, str]]] = defaultdict(list)
    for index, record in enumerate(records):
        for word in words_of(record):
            named = _gender(word)
            if named is not None:
                nouns[named[0]].append((index, word, named[1]))
    for stem, places in nouns.items():
        usual = Counter(linga for _, _, linga in places).most_common(1)[0][0]
        others = ", ".join(
            dict.fromkeys(called(records[at]) for at, _, linga in places if linga == usual)
        )
        for index, word, linga in places:
            if linga != usual:
                finding = word.in_label(
                    f"{stem} is {LINGAS[linga]} here and {LINGAS[usual]} in {others}",
                    expected=LINGAS[usual],
                    found=LINGAS[linga],
                )
                yield BookFinding(index, finding)


def _gender(word: Word) -> tuple[str, str] | None:
    """Give a noun's stem and the gender of its label; None for what is no noun."""
    category, analysis = word.category, word.analysis
    if category is None or analysis is None or category.kind is not Kind.SUBANTA:
        return None
    if analysis.stem is None or category.linga is None or analysis.samasa == BAHUVRIHI:
        return None
    return analysis.stem, category.linga


RULE = BookRule(
    code="VYA122",
    name="gender-inconsistent",
    severity=Severity.WARNING,
    authority="Liṅgānuśāsana",
    documentation=__doc__,
    check=check,
)
