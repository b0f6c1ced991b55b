"""A line with too few syllables in a metre that fixes every syllable.

## What it checks

Lines are aligned with their metre so that as little as possible has to change. Where a syllable
is missing, the places it may have had are reported: the run of places that would do as well, and
the one after it, for a syllable that goes often changes the weight of the one before it. The
numbers in words are those of the full line. The finding's own `syllables` count in the line as
written: before these, or after its last as its length and one, something is wanted.

## Why

A dropped akṣara is the commonest slip of copyists and typists. Where it stood follows from the
weights around the gap.

## Example

    namas te sa vatsale mātṛbhūme

has eleven syllables; in the bhujaṅgaprayāta (lgg lgg lgg lgg) a heavy fifth is missing.

## Use instead

    namas te sadā vatsale mātṛbhūme

## References

The works that state the metre (`grammar/vrttas.yaml`): mostly Vṛttaratnākara 3–5.
"""

from collections.abc import Iterator

from dhyana.grammar.chandas.lines import LineRule, ReadLine, drawn, span
from dhyana.grammar.chandas.matching import Change
from dhyana.grammar.chandas.provenance import provenance
from dhyana.grammar.chandas.shloka import WEIGHTS, Finding
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find where syllables are missing; those of one run are one finding."""
    size = len(line.aksharas)
    for (start, stop), count in line.runs(Change.MISSING).items():
        first, last = start + 1, min(stop + 2, len(line.pattern))
        gaps = _gaps_before(line, start, stop)
        before = min(max(start - gaps, 1), size)
        after = max(before, min(stop - gaps + 1, size))
        wanted = min(max(first - gaps, 1), size + 1)
        until = min(max(last - gaps - (count - 1), wanted), size + 1)
        in_full = "" if (wanted, until) == (first, last) else " of the full line"
        where = f"{span(first, last)}{in_full}"
        weights = {WEIGHTS[w] for w in line.pattern[start : stop + 1] if w in WEIGHTS}
        weight = f"{weights.pop()} " if len(weights) == 1 else ""
        lacking = f"a {weight}syllable" if count == 1 else f"{count} {weight}syllables"
        yield Finding(
            syllables=tuple(range(wanted, until + 1)),
            message=f"{lacking} missing at {where} in {line.metre}",
            expected=f"{len(line.pattern)} syllables: {drawn(line.pattern)}",
            found=f"{size} syllables: {line.weights}",
            fixes=(Fix(f"supply {lacking} at {where}"),),
            place=(before, after),
            authority=provenance(line.metre, line.pattern),
        )


def _gaps_before(line: ReadLine, start: int, stop: int) -> int:
    """Count by how many syllables the line is behind its pattern where it first lacks these."""
    gaps = 0
    for edit in line.edits:
        if edit.change is Change.MISSING:
            if (edit.first, edit.last) == (start, stop):
                break
            gaps += 1
        elif edit.change is Change.EXTRA:
            gaps -= 1
    return gaps


RULE: Rule = LineRule(
    code="CHA202",
    name="syllable-missing",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 3–5; Apte 1890, appendix I",
    documentation=__doc__,
    check=check,
)
