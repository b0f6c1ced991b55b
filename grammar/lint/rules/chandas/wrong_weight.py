"""A syllable of the wrong weight in a metre that fixes every syllable.

## What it checks

Each syllable of a line of a samavṛtta, ardhasamavṛtta, viṣamavṛtta or upajāti against the place
it has in the metre. The last syllable of a line is free. Syllables are counted in the line as
written; where one is missing or too many before, the number in the full line is told, too.

## Why

These metres are nothing but the order of their weights; one wrong weight and the line is of
another metre, or of none.

## Example

    namas te sadā vatsala mātṛbhūme

`la`, the eighth syllable, is light; the bhujaṅgaprayāta (ya ya ya ya) has a heavy one there.

## Use instead

    namas te sadā vatsale mātṛbhūme

## References

The works that state the metre (`grammar/vrttas.yaml`): mostly Vṛttaratnākara 3–5 and V. S. Apte,
*The Practical Sanskrit-English Dictionary* (1890), appendix I. The last syllable: Vṛttaratnākara
1.9.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine, drawn
from dhyana.grammar.chandas.matching import Change
from dhyana.grammar.chandas.provenance import provenance
from dhyana.grammar.chandas.shloka import WEIGHTS, Finding
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find each syllable whose weight is not that of its place."""
    for edit in line.edits:
        if edit.change is not Change.WRONG:
            continue
        place, syllable = edit.first + 1, edit.syllable + 1
        weight = WEIGHTS[line.pattern[edit.first]]
        in_full = "" if place == syllable else f", syllable {place} of the full line,"
        yield Finding(
            syllables=(syllable,),
            message=f"syllable {syllable}{in_full} must be {weight} in {line.metre}",
            expected=f"{weight}: {drawn(line.pattern)}",
            found=f"{line.why(syllable)}; the line is {line.weights}",
            fixes=(
                Fix(f"make syllable {syllable} ({line.aksharas[edit.syllable].iast}) {weight}"),
            ),
            authority=provenance(line.metre, line.pattern),
        )


RULE: Rule = LineRule(
    code="CHA201",
    name="wrong-weight",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 3–5; Apte 1890, appendix I",
    documentation=__doc__,
    check=check,
)
