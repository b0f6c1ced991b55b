"""A short vowel kept light before word-initial pr, br, kr or hr.

## What it checks

Such a vowel is heavy by rule, for a conjunct follows. By the licence called krama it may stay
light. The licence is used only where it makes the pāda good, and it is always noted.

## Why

Poets use it now and then (*kvacit*); without it good verses would be refused, and used silently
it would hide faults.

## Example

    sabhāyāṃ pārthivāḥ sarve devī tatra ca hrīmatī

`ca`, the fifth syllable of b, stands before `hr` and counts as light.

## Use instead

Nothing is wrong. To do without the licence, put a word there that does not begin with two
consonants.

## References

Vṛttaratnākara 1.10 with Sulhaṇa.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Note each syllable that is read as light though a conjunct follows."""
    for syllable, akshara in enumerate(pada.aksharas, 1):
        if akshara.weight != pada.weights[syllable - 1]:
            yield Finding(
                syllables=(syllable,),
                message=f"syllable {syllable} is read as light by the krama licence",
                expected="light",
                found=pada.why(syllable),
                fixes=(),
            )


RULE: Rule = PadaRule(
    code="CHA131",
    name="krama-licence",
    severity=Severity.INFO,
    authority="Vṛttaratnākara 1.10",
    documentation=__doc__,
    check=check,
)
