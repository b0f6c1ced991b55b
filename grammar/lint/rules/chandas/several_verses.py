"""A text of several verses that no mark parts.

## What it checks

Whether the lines of the text make several verses in one metre. Each is then checked by itself,
and what is found is said with the number of its verse.

## Why

Two ślokas that stand together without a double daṇḍa between them are no verse of 64 syllables.

## Example

    dharmakṣetre kurukṣetre samavetā yuyutsavaḥ |
    māmakāḥ pāṇḍavāś caiva kim akurvata sañjaya |
    dṛṣṭvā tu pāṇḍavānīkaṃ vyūḍhaṃ duryodhanas tadā |
    ācāryam upasaṅgamya rājā vacanam abravīt |

These are two ślokas.

## Use instead

A double daṇḍa (`॥`, `||`, `//`) at the end of each verse: in a file every verse then stands alone.

## References

Vṛttaratnākara 1: a stanza has four lines.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note that the text is more than one verse."""
    if verse.verses > 1:
        finding = Finding(
            syllables=(),
            message=f"these are {verse.verses} verses of {verse.names[0]}",
            expected="one verse, or double daṇḍas between them",
            found=f"{verse.verses} verses",
            fixes=(),
        )
        yield None, finding


RULE: Rule = VerseRule(
    code="CHA409",
    name="several-verses",
    severity=Severity.INFO,
    authority="Vṛttaratnākara 1",
    documentation=__doc__,
    check=check,
)
