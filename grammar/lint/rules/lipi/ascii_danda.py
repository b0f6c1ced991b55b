"""ASCII bars for daṇḍas in the verse of a text file.

## What it checks

In text files, and in the fences of Markdown: | and || in a verse in Devanagari. They are read as ।
and ॥, so that it is only noted, and mended where the rule is asked for by its code
(`--extend-select LIP133 --fix`). Lines that begin with a bar, or have several single ones, are a
table. In records bars are LIP131.

## Why

Whoever searches for a daṇḍa, or parts verses at them, does not find a bar. In Latin
transliteration bars are the custom.

## Example

    रामो राजमणिः सदा विजयते रामं रमेशं भजे |
    रामेणाभिहता निशाचरचमू रामाय तस्मै नमः ||

## Use instead

    रामो राजमणिः सदा विजयते रामं रमेशं भजे ।
    रामेणाभिहता निशाचरचमू रामाय तस्मै नमः ॥

## References

The Unicode Standard, chapter 12.1, Danda and Double Danda.
"""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.bars import bars
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import PlainTextRule, RecordFinding

_TABLE = re.compile(r"[ \t]*\||.*(?<!\|)\|(?!\|).*(?<!\|)\|(?!\|)")


def check(text: str) -> Iterator[RecordFinding]:
    """Find the bars that are no part of a table."""
    if "|" in text and not any(map(_TABLE.match, text.split("\n"))):
        yield from bars("verse", text)


RULE = PlainTextRule(
    code="LIP133",
    name="ascii-danda",
    severity=Severity.INFO,
    authority="the Unicode Standard, chapter 12.1",
    documentation=__doc__,
    check=check,
)
