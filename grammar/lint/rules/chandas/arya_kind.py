"""Whether a half of the āryā family is pathyā, vipulā or capalā.

## What it checks

A half is pathyā if a word ends with its third gaṇa. It is capalā if its second and fourth gaṇas
are ja between heavy syllables. Only what the writing shows is said: a space or a hyphen proves
the pathyā; where none stands, the half may be vipulā, or sandhi hides the word end.

## Why

The old names are part of the metre's description, and the lines of an edition are broken there.

## Example

    sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ
    āryā tathaiva bhāryā duṣprāpā puṇyahīnena

`sālaṅkārā` and `bhāryā` end with the third gaṇa: pathyā.

## Use instead

Nothing: all of them are good.

## References

Piṅgala 4.22–27; Vṛttaratnākara 2.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Name the kind of a faultless half."""
    if line.half is None or line.half.cost:
        return
    seam = line.half.seam
    pathya = line.word_ends_after(seam)
    kind = "pathyā" if pathya else "vipulā, if no word end is hidden"
    capala = ", capalā" if line.half.capala else ""
    yield Finding(
        syllables=(seam,),
        message=f"this half of {line.metre} is {kind}{capala}",
        expected="a word end after the third gaṇa in a pathyā",
        found=f"{line.aksharas[seam - 1].iast} {'ends a word' if pathya else 'runs on'}",
        fixes=(),
    )


RULE: Rule = LineRule(
    code="CHA310",
    name="arya-kind",
    severity=Severity.INFO,
    authority="Piṅgala 4.22–27; Vṛttaratnākara 2",
    documentation=__doc__,
    check=check,
)
