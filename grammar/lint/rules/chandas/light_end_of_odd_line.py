"""A light end of a or c in a metre whose lines are strongly closed (viṣama-pādānta-laghu).

## What it checks

Light ends of the odd lines in the śārdūlavikrīḍita, mālinī, mandākrāntā, sragdharā, śālinī,
bhujaṅgaprayāta, rathoddhatā and pañcacāmara.

## Why

In these metres good poets avoid what the licence of the line end allows elsewhere. In the śloka,
the upajāti and the vasantatilakā nobody minds.

## Example

    dhanair niṣkulīnāḥ kulīnā bhavanti

The bhujaṅgaprayāta ends in the light `ti`.

## Use instead

    dhanair niṣkulīnāḥ kulīnā bhaveyuḥ

## References

Sulhaṇa on Vṛttaratnākara 1.9; the list of metres: shreevatsa/sanskrit, issue 17.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import ReadVerse, VerseRule
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule

_ODD = "ac"


def check(verse: ReadVerse) -> Iterator[tuple[str | None, Finding]]:
    """Note each light end of an odd line where it is avoided."""
    if not verse.strict_end:
        return
    for pada in verse.padas:
        if pada.label in _ODD and pada.weights.endswith("l"):
            yield (
                pada.label,
                Finding(
                    syllables=(len(pada.weights),),
                    message=f"{verse.names[0]} avoids a light end in a and c",
                    expected="an end that is heavy by nature",
                    found=f"{pada.aksharas[-1].iast}, light",
                    fixes=(),
                ),
            )


RULE: Rule = VerseRule(
    code="CHA402",
    name="light-end-of-odd-line",
    severity=Severity.INFO,
    authority="Sulhaṇa on Vṛttaratnākara 1.9",
    documentation=__doc__,
    check=check,
)
