"""Evidence that was taken of other code than there is now.

## What it checks

The experiment, and the components that the verse is linked to, have the fingerprints that stand
in the evidence.

## Why

What was measured was another program. `dhyana run 12 --save` measures this one.

## Example

    # dhyana/attention.py
    @shloka(12)
    def scale_scores(scores, head_dim):
        return scores / head_dim**0.5
    # evidence/verse-012.json
    {"code": [{"symbol": "dhyana.attention.scale_scores", "fingerprint": "v1:0000000000000000"}]}

## Use instead

    # dhyana/attention.py
    @shloka(12)
    def scale_scores(scores, head_dim):
        return scores / head_dim**0.5
    # evidence/verse-012.json
    {"code": [{"symbol": "dhyana.attention.scale_scores", "fingerprint": "v1:5992c689ee855af1"}]}

## References

Nyāyasūtra 1.1.3 *pratyakṣānumānopamānaśabdāḥ pramāṇāni*.
"""

from collections.abc import Iterator

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.pramana import AUTHORITY, Case, cases
from dhyana.shlokas.evidence import changed_code


def check(book: Book) -> Iterator[BookFinding]:
    """Find evidence of code that was changed, or is linked no more or newly."""
    for case in cases(book):
        other = sorted(_of_other_code(case))
        if other:
            message = f"the evidence was not taken of {', '.join(other)} as it is now"
            yield case.at_verse(message, repairs=(case.measuring,))


def _of_other_code(case: Case) -> set[str]:
    if case.evidence is None:
        return set()
    linked = {link.symbol for link in case.verse.code}
    measured = {code.symbol for code in case.evidence.code}
    return {*changed_code(case.evidence), *(linked ^ measured)}


RULE = BoundRule(
    code="PRA105",
    name="evidence-of-other-code",
    severity=Severity.ERROR,
    authority=AUTHORITY,
    documentation=__doc__,
    check=check,
)
