"""A claim that can be measured, of a verse without an experiment.

## What it checks

A verse with a claim whose verdict is another than *not measurable* has a function marked
`@experiment` with its number.

## Why

A verdict without a measurement is an opinion.

## Example

    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k costs nothing.
        verdict: refuted
        qualification: it costs a multiplication for each score
    # dhyana/pramana/canto_03.py
    def measure_scaling(settings): ...

## Use instead

    # canto-03/verse-012.yaml
    claims:
      - text: Dividing by √d_k costs nothing.
        verdict: refuted
        qualification: it costs a multiplication for each score
    # dhyana/pramana/canto_03.py
    @experiment(12)
    def measure_scaling(settings): ...

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, cases, experiments
from dhyana.shlokas.record import Verdict


def check(book: Book) -> Iterator[BookFinding]:
    """Find claims that nothing measures."""
    known = experiments()
    for case in cases(book):
        for index, claim in enumerate(case.verse.claims):
            if claim.verdict is not Verdict.NOT_MEASURABLE and case.verse.number not in known:
                yield case.at_claim(
                    index,
                    f"verse {case.verse.number} has no experiment",
                    expected=f"@experiment({case.verse.number}) in dhyana.pramana",
                )


RULE = BoundRule(
    code="PRA102",
    name="claim-without-experiment",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
