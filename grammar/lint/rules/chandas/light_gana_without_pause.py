"""Four light syllables in a gaṇa of the āryā where the writing shows no word beginning.

## What it checks

If the sixth gaṇa of a half is llll, a word begins with its second syllable. If the seventh is
llll, or the fifth in a half of 27 morae, a word begins with its first.

## Why

A rule of style of the old handbooks: a word end keeps the light syllables from running together.
Sandhi and compounds hide word ends, so this is a note and never a fault.

## Example

    sarasā sālaṅkārā supadanyāsā kanakaracitamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

The sixth gaṇa is `kanakara`, and no word begins with its second syllable.

## Use instead

    sarasā sālaṅkārā supadanyāsā ca kanakamūrtiś ca
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

## References

Piṅgala 4.18–20; Vṛttaratnākara 2, *ṣaṣṭhe dvitīyalāt parake nle …*.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule

_SHORT_HALF = 27


def check(line: ReadLine) -> Iterator[Finding]:
    """Find four light syllables that no seen word end parts as the rule has it."""
    if line.half is None or line.half.cost:
        return
    short = line.half.morae == _SHORT_HALF
    for gana in line.half.ganas:
        if gana.weights != "llll" or gana.number not in ((5,) if short else (6, 7)):
            continue
        before = gana.start + (gana.number == 6)
        if not line.word_ends_after(before):
            yield Finding(
                syllables=(before + 1,),
                message=f"no word is seen to begin here in gaṇa {gana.number}, which is llll",
                expected="a word beginning",
                found=f"{line.aksharas[before].iast} inside a word as written",
                fixes=(),
            )


RULE: Rule = LineRule(
    code="CHA311",
    name="light-gana-without-pause",
    severity=Severity.INFO,
    authority="Piṅgala 4.18–20; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
