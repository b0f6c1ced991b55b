"""A waiver or a comment that keeps no finding.

## What it checks

Each entry of a record's `waivers`, and each code of a comment `dhyana: ignore`, keeps a finding of
its rule at its place. It is judged on the edition `text`, in which a finding that a conjecture
corrects needs no waiver, and only where the rule was asked.

## Why

What is waived for nothing hides the next fault of that kind; the reason given is of a fault that is
mended, or never was.

## Example

    # dhyana: ignore CHA103 quoted as the manuscript has it
    रामो राजा दशरथस्ततो रामः प्रतापवान् ॥

## Use instead

    रामो राजा दशरथस्ततो रामः प्रतापवान् ॥

## References

This project: every finding is explained, and every explanation has its finding.
"""

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.rule import Rule

RULE = Rule(
    code="LIP901",
    name="unused-waiver",
    severity=Severity.WARNING,
    authority="every explanation has its finding",
    documentation=__doc__,
)
