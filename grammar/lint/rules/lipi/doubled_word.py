"""A word of running prose that stands twice.

## What it checks

English words that stand twice in a row, in translation, commentary and the like. Not reported are
words that English doubles itself (*had had*, *that that*), names, what the record doubles in
Sanskrit (*pade pade*), and what may be Sanskrit (*dine dine*) where no English word stands beside
it. Sanskrit words are not judged by their doubling, which is grammar (8.1.4);
whether a doubled word stands in the verse, padaccheda, anvaya and rows alike is asked by SAN103,
SAN104, ANV101 and ANV102.

## Why

A slip of the pen, at the end of a line most of all.

## Example

    morphology[0].description  क्रमस्य योगेन (तत्पुरुषः); by sequential sequential progression

## Use instead

    morphology[0].description  क्रमस्य योगेन (तत्पुरुषः); by sequential progression

## References

*nityavīpsayoḥ*, Aṣṭādhyāyī 8.1.4, for what may be doubled in Sanskrit.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, Repair, TextsRule
from dhyana.grammar.lipi.latex import FORMULA
from dhyana.grammar.lipi.transliteration import Script, transliterate

# Side by side in a sentence; what is indented, called or assigned is code.
_DOUBLED = re.compile(r"(?<![\w.-])([a-z]+)([ \n])(\1)(?![\w-]|[.:(=\[]\w)", re.IGNORECASE)
_ENGLISH_DOUBLES = frozenset({
    "blah", "bye", "do", "ha", "had", "is", "log", "more", "next", "no", "really", "so", "that",
    "there", "very", "well",
})  # fmt: skip

_BESIDE = frozenset({
    "a", "all", "an", "and", "are", "as", "at", "be", "by", "can", "each", "every", "for", "from",
    "has", "have", "he", "her", "his", "if", "in", "into", "is", "it", "its", "may", "not", "of",
    "on", "one", "or", "our", "that", "the", "their", "them", "then", "they", "this", "to", "was",
    "we", "were", "when", "which", "who", "will", "with", "you", "your",
})  # fmt: skip
"""English words that nobody reads as Sanskrit, and that stand beside others in a sentence."""
_NOT_SANSKRIT = re.compile("[fqwxz]|ee|oo|ea|oa|ou|sh|ck|gh|[lyhcd]$|ing$|[eo]r$|[nrs]t$|ss$")
"""How no word of Sanskrit is spelt, in plain letters."""
_WORD_BEFORE = re.compile(r"([a-z]+)[ \n]$", re.IGNORECASE)
_WORD_AFTER = re.compile(r"[ \n]([a-z]+)", re.IGNORECASE)


def check(texts: Mapping[str, str]) -> Iterator[RecordFinding]:
    """Find English words that stand twice in a row."""
    in_sanskrit: frozenset[str] | None = None
    for field, text in texts.items():
        if not _DOUBLED.search(text):
            continue
        if in_sanskrit is None:
            in_sanskrit = _doubled_in_sanskrit(texts.get("padaccheda", ""))
        blanked = FORMULA.sub(lambda found: "$" * len(found[0]), text)
        for found in _DOUBLED.finditer(blanked):
            english = _is_english(found, blanked)
            if english and not _may_double(found[1], found[3], in_sanskrit):
                yield _finding(field, text, found)


def _finding(field: str, text: str, found: re.Match[str]) -> RecordFinding:
    word = found[1]
    return RecordFinding(
        field=field,
        start=found.start(),
        end=found.end(),
        message=f"{word} stands twice",
        word=text[found.start() : found.end()],
        expected=word,
        found=text[found.start() : found.end()],
        repairs=(Repair(f"write {word} once", ((found.end(1), found.end(), ""),)),),
    )


def _is_english(found: re.Match[str], text: str) -> bool:
    """Whether a doubled word is English by its spelling or the company that it keeps."""
    word = found[1].lower()
    if word in _BESIDE or _NOT_SANSKRIT.search(word):
        return True
    before = _WORD_BEFORE.search(text, max(0, found.start() - _NEAR), found.start())
    after = _WORD_AFTER.match(text, found.end())
    return any(beside and beside[1].lower() in _BESIDE for beside in (before, after))


_NEAR = 20
"""Characters in which the word before is looked for."""


def _may_double(first: str, second: str, in_sanskrit: frozenset[str]) -> bool:
    word = first.lower()
    is_name = first[0].isupper() and second[0].isupper()
    return is_name or len(word) == 1 or word in _ENGLISH_DOUBLES or word in in_sanskrit


def _doubled_in_sanskrit(padaccheda: str) -> frozenset[str]:
    words = transliterate(padaccheda, Script.IAST).split()
    return frozenset(word for word, following in pairwise(words) if word == following)


RULE = TextsRule(
    code="LIP121",
    name="doubled-word",
    severity=Severity.WARNING,
    authority="English prose; of Sanskrit 8.1.4 nityavīpsayoḥ",
    documentation=__doc__,
    check=check,
)
