"""Claims and what measuring them found, in words."""

from dhyana.shlokas.evidence import Evidence, Finding, Measurement
from dhyana.shlokas.record import Verdict


def verdict_in_words(verdict: Verdict) -> str:
    """Write a verdict as people do: `not measurable`."""
    return verdict.replace("_", " ")


def taken_on(evidence: Evidence) -> str:
    """Say on what the evidence was taken."""
    on = evidence.environment
    quick = ", the short form" if on.quick else ""
    return f"Measured with torch {on.torch} on {on.device}, {on.dtype}, seed {on.seed}{quick}."


def reason(finding: Finding) -> str:
    """Say why a claim cannot be measured, after its verdict; nothing when it was."""
    return f": {finding.reason}" if finding.reason else ""


def in_words(measurement: Measurement) -> str:
    """Write a measurement on one line, marked as met or missed, or missed beyond the claim.

    What was expected is held together by no-break spaces where the line is wrapped.
    """
    mark = "✓" if measurement.met else "✗"
    beyond = ", beyond the condition" if measurement.beyond else ""
    expected = measurement.expectation
    measured = str(measurement).replace(expected, expected.replace(" ", "\u00a0"))
    return f"{mark} {measured}{beyond}"
