"""A letter that is not what its script writes, and was read the sensible way.

## What it checks

Near-misses of typing: `ḿ` for `ṃ`, an ASCII colon for the visarga, `ि` typed before its consonant,
a look-alike letter of another script, a stray Latin letter. The text is read as meant; what is
not readable at all is left out.

## Why

A letter that only looks right scans, sorts and searches wrongly, and most tools drop it without a
word.

## Example

    namāmi rāmaḿ raghuvaḿśanātham

`ḿ` (U+1E3F) is no letter of IAST.

## Use instead

    namāmi rāmaṃ raghuvaṃśanātham

## References

ISO 15919; the Unicode Standard, chapter 12, Devanagari.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.lipi import ScanRule
from dhyana.grammar.lint.places import place
from dhyana.grammar.scansion import Scan

REPORTED = 100
"""More in one text are only counted: it is no verse, or not in the script it is read in."""


def check(scanned: Scan) -> Iterator[Diagnostic]:
    """Give each near-miss of a scanned text, with the spelling that was read where there is one."""
    found, more = scanned.near_misses[:REPORTED], scanned.near_misses[REPORTED:]
    if more:
        message = f"and {len(more)} near-misses more from here on"
        found = (*found, replace(more[0], read_as="", message=message))
    for miss in found:
        where = place(scanned.text, miss.start, miss.end)
        fixes: tuple[Fix, ...] = ()
        if miss.read_as:
            fixes = (Fix(f"write {miss.read_as}", edits=(TextEdit(*where, miss.read_as),)),)
        yield Diagnostic(
            code=RULE.code,
            name=RULE.name,
            severity=RULE.severity,
            message=miss.message,
            **where._asdict(),
            word=miss.written,
            expected=miss.read_as or None,
            found=miss.written,
            authority=RULE.authority,
            fixes=fixes,
        )


RULE = ScanRule(
    code="LIP101",
    name="near-miss",
    severity=Severity.WARNING,
    authority="ISO 15919; the Unicode Standard, chapter 12",
    documentation=__doc__,
    check=check,
)
