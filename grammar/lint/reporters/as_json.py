"""Findings as a JSON list of diagnostics, in the one shape of `lint.diagnostic`."""

import json as encoder
from collections.abc import Iterator

from dhyana.grammar.lint.outcome import Outcome
from dhyana.grammar.lint.reporters import Style
from dhyana.grammar.verdicts import diagnostic_objects


def json(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write all findings as one list."""
    found = diagnostic_objects(finding.diagnostic for finding in outcome.findings)
    yield encoder.dumps(found, ensure_ascii=False, indent=2)
