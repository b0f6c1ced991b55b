"""A syllable of the wrong weight in a metre that fixes every syllable.

## What it checks

Each syllable of a line of a samavṛtta, ardhasamavṛtta, viṣamavṛtta or upajāti against the place
it has in the metre. The last syllable of a line is free.

## Why

These metres are nothing but the order of their weights; one wrong weight and the line is of
another metre, or of none.

## Example

    namas te sadā vatsala mātṛbhūme

`la`, the eighth syllable, is light; the bhujaṅgaprayāta (ya ya ya ya) has a heavy one there.

## Use instead

    namas te sadā vatsale mātṛbhūme

## References

Vṛttaratnākara 3–5; V. S. Apte, *The Practical Sanskrit-English Dictionary* (1890), appendix I;
the last syllable: Vṛttaratnākara 1.9.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.matching import Change
from dhyana.grammar.chandas.shloka import WEIGHTS, Finding
from dhyana.grammar.chandas.trishtubh import authority_of
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find each syllable whose weight is not that of its place."""
    for edit in line.edits:
        if edit.change is not Change.WRONG:
            continue
        place, syllable = edit.first + 1, edit.syllable + 1
        weight = WEIGHTS[line.pattern[edit.first]]
        yield Finding(
            syllables=(place,),
            message=f"syllable {place} must be {weight} in {line.metre}",
            expected=f"{weight}: {line.pattern}{_ganas(line.pattern)}",
            found=f"{line.why(syllable)}; the line is {line.weights}",
            fixes=(Fix(f"make {line.aksharas[edit.syllable].iast} {weight}"),),
            place=(syllable, syllable),
            authority=authority_of(line.pattern),
        )


def _ganas(pattern: str) -> str:
    """Gaṇas of a line in which only the last syllable is free."""
    fixed = pattern[:-1]
    return "" if "." in fixed else f" ({' '.join(ganas(fixed + 'g'))})"


RULE: Rule = LineRule(
    code="CHA201",
    name="wrong-weight",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 3–5; Apte 1890, appendix I",
    documentation=__doc__,
    check=check,
)
