"""An odd pāda that ends inside a word.

## What it checks

A word, or a member of a compound, ends with a and c. Without a padaccheda it is said that no word
end is written there: sandhi or a compound may hide it.

## Why

Poets keep it nearly always: in 99.8 % of the half verses of the Rāmāyaṇa something ends there. It
is a matter of style; a compound may well run on.

## Example

    namas te bhagavan vāsudevāya jagatāṃ pate

The eighth syllable `su` is inside `vāsudevāya`.

## Use instead

    namas te bhagavan viṣṇo vāsudeva jagatpate

## References

The practice of the poets, as counted above; no authority makes it a law for a and c.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule


def check(pada: ShlokaPada) -> Iterator[Finding]:
    """Find an odd pāda with no word seen to end after it."""
    end = True if pada.even or pada.last else pada.word_ends_after(8)
    if not end:
        yield Finding(
            syllables=(8,),
            message="the pāda ends inside a word"
            if end is False
            else "the pāda ends where no word end is written",
            expected="a word end or compound seam after syllable 8",
            found=f"{pada.aksharas[-1].iast} runs on into the next pāda",
            fixes=(),
        )


RULE: Rule = PadaRule(
    code="CHA121",
    name="odd-pada-ends-in-word",
    severity=Severity.INFO,
    authority="practice of the poets (99.8 % of the Rāmāyaṇa)",
    documentation=__doc__,
    check=check,
)
