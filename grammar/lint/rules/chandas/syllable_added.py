"""A line with too many syllables in a metre that fixes every syllable.

## What it checks

Lines are aligned with their metre so that as little as possible has to change. Where there is a
syllable too many, the syllables that may be it are reported: one, or the run of those that could
as well go, with the one after it where leaving that out mends the line. The numbers are those of
the line as written.

## Why

A particle put in for the sense, or a word whose sandhi was undone, makes a line one too long.

## Example

    namas te sadā hi vatsale mātṛbhūme

has thirteen syllables; without `hi` it is a bhujaṅgaprayāta (lgg lgg lgg lgg).

## Use instead

    namas te sadā vatsale mātṛbhūme

## References

The works that state the metre (`grammar/vrttas.yaml`): mostly Vṛttaratnākara 3–5.
"""

from collections.abc import Iterator
from itertools import chain, combinations, islice

from dhyana.grammar.chandas.lines import LineRule, ReadLine, drawn, span
from dhyana.grammar.chandas.matching import Change, edits
from dhyana.grammar.chandas.mending import weights_without
from dhyana.grammar.chandas.provenance import provenance
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule


def check(line: ReadLine) -> Iterator[Finding]:
    """Find which syllables are too many; those of one run are one finding."""
    for (start, stop), count in line.runs(Change.EXTRA).items():
        surplus = "one syllable" if count == 1 else f"{count} syllables"
        omissions = tuple(islice(_omissions(line, start, stop, count), PROPOSED))
        last = max([stop + 1, *chain.from_iterable(omissions)])
        yield Finding(
            syllables=tuple(range(start + 1, last + 1)),
            message=f"{surplus} too many at {span(start + 1, last)} in {line.metre}",
            expected=f"{len(line.pattern)} syllables: {drawn(line.pattern)}",
            found=f"{len(line.aksharas)} syllables: {line.weights}",
            fixes=tuple(Fix(f"leave out {_named(line, omitted)}") for omitted in omissions),
            omissions=omissions,
            authority=provenance(line.metre, line.pattern),
        )


TRIED, PROPOSED = 24, 3
"""No more ways to leave syllables out are tried, and no more are proposed."""


def _named(line: ReadLine, syllables: tuple[int, ...]) -> str:
    return " and ".join(f"syllable {k} ({line.aksharas[k - 1].iast})" for k in syllables)


def _omissions(line: ReadLine, start: int, stop: int, count: int) -> Iterator[tuple[int, ...]]:
    """Find which syllables may go; the one before may change its weight and make or break the line.

    So the syllable after those that are too many by their weights is tried, too.
    """
    others = len(line.edits) - count
    last = min(stop + 2, len(line.aksharas))
    ways = combinations(range(start + 1, last + 1), count)
    for omitted in islice(ways, TRIED):
        if len(edits(weights_without(line.aksharas, omitted), line.pattern)) <= others:
            yield omitted


RULE: Rule = LineRule(
    code="CHA203",
    name="syllable-added",
    severity=Severity.ERROR,
    authority="Vṛttaratnākara 3–5; Apte 1890, appendix I",
    documentation=__doc__,
    check=check,
)
